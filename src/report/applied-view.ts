/** What came of changes, as data and in the words that all formats share. */

import { count, grouped } from '../diagnostics/counts.ts';
import type { ApplyDocument, Step } from '../model/applied.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change } from '../model/plan.ts';

/** A difference with how it is settled, in words. */
export type ShownDifference = ApplyDocument['differences'][number];

export const MADE: Record<Change['op'], string> = { create: 'created', replace: 'replaced', delete: 'deleted' };

/** What is said of changes that were not made, the most telling first. */
export const NOT_MADE = {
  failed: 'failed',
  refused: 'refused',
  held: 'held back',
  'not-tried': 'not tried',
} as const satisfies Partial<Record<Step['status'], string>>;

export interface Tally {
  /** Changes that there was something to do for. */
  total: number;
  made: number;
  /** `1 created, 2 deleted`. */
  madeText: string;
  /** `1 failed` and `2 held back`. */
  notMade: string[];
  /** A sentence about those that were not needed; null where there are none. */
  skippedText: string | null;
}

/** Counts what came of changes. */
export function tally(all: readonly (Pick<Step, 'status'> & Pick<Change, 'op'>)[]): Tally {
  const having = (status: Step['status']) => all.filter((one) => one.status === status);
  const some = (number: number, text: string) => (number === 0 ? [] : [`${grouped(number)} ${text}`]);
  const done = having('done');
  const skipped = having('skipped').length;
  return {
    total: all.length - skipped,
    made: done.length,
    madeText: (['create', 'replace', 'delete'] as const)
      .flatMap((op) => some(done.filter((one) => one.op === op).length, MADE[op]))
      .join(', '),
    notMade: (Object.keys(NOT_MADE) as (keyof typeof NOT_MADE)[]).flatMap((status) =>
      some(having(status).length, NOT_MADE[status]),
    ),
    skippedText: skipped === 0 ? null : `${count(skipped, 'change was', 'changes were')} no longer needed.`,
  };
}

/** How an apply ended, in a few words. */
export function appliedTitle({ outcome, changes, differences }: ApplyDocument): string {
  const { total, made, madeText } = tally(changes);
  const part = `${grouped(made)} of ${count(total, 'change')} made`;
  if (outcome === 'converged') return total === 0 ? 'Nothing to apply' : `Applied: ${madeText}`;
  if (outcome === 'interrupted') return `Interrupted: ${part}`;
  if (made === 0) return outcome === 'refused' ? 'Nothing applied: refused' : 'Nothing applied';
  if (made < total) return `Partly applied: ${part}`;
  return differences.length > 0 ? 'Applied, but not all is as declared' : 'Applied, but not all is well';
}

/** A notice of this code says of a failed change what was found out since, and what to do, too. */
export const FAILED = 'change-failed';

/** Why changes failed, by account and name. */
export function failureReasons({
  notices,
}: ApplyDocument): (change: { account: string; name: string }) => string | null {
  const keyOf = (account = '', name = '') => JSON.stringify([account, name]);
  const failures = notices.filter(({ code }) => code === FAILED);
  const reasons = new Map(failures.map(({ account, rule, message }) => [keyOf(account, rule), message]));
  return ({ account, name }) => reasons.get(keyOf(account, name)) ?? null;
}

/** Differences that are settled in one way. */
export interface Settling {
  /** What to do, in a sentence. */
  how: string;
  differences: ShownDifference[];
  /** The lines for inboxctl.yaml, the key that they share once; empty where no setting helps. */
  lines: string[];
}

/** Takes differences; gives them by the way to settle them, with lines for as many as `most`. */
export function settlings(differences: readonly ShownDifference[], most = Number.POSITIVE_INFINITY): Settling[] {
  // Each remedy: what to do, the key in the file, and the lines below it.
  return [...groupBy(differences, ({ remedy }) => remedy.split('\n', 1)[0] ?? '')].map(([how, alike]) => {
    const entries = new Set(alike.slice(0, most).map(({ remedy }) => remedy.split('\n').slice(2).join('\n')));
    const key = alike[0]?.remedy.split('\n')[1];
    const below = [...entries].flatMap((entry) => (entry === '' ? [] : entry.split('\n')));
    return { how, differences: alike, lines: key === undefined ? [] : [key, ...below] };
  });
}
