/** Counts the outcomes of changes, in the words that all formats share. */
import { count, grouped } from '../diagnostics/counts.ts';
import type { Step } from '../model/applied.ts';
import type { Change } from '../model/plan.ts';

export const MADE: Record<Change['op'], string> = { create: 'created', replace: 'replaced', delete: 'deleted' };

/** Labels for changes that were not made, most important first. */
export const NOT_MADE = {
  failed: 'failed',
  refused: 'refused',
  held: 'held back',
  'not-tried': 'not tried',
} as const satisfies Partial<Record<Step['status'], string>>;

/** Counts changes by outcome. */
export function tally(all: readonly Step[]) {
  const having = (status: Step['status']) => all.filter((one) => one.status === status);
  const some = (number: number, text: string) => (number === 0 ? [] : [`${grouped(number)} ${text}`]);
  const done = having('done');
  const skipped = having('skipped').length;
  return {
    total: all.length - skipped,
    made: done.length,
    /** Such as `1 created, 2 deleted`. */
    madeText: (['create', 'replace', 'delete'] as const)
      .flatMap((op) => some(done.filter(({ change }) => change.op === op).length, MADE[op]))
      .join(', '),
    notMade: (Object.keys(NOT_MADE) as (keyof typeof NOT_MADE)[]).flatMap((status) =>
      some(having(status).length, NOT_MADE[status]),
    ),
    skippedText: skipped === 0 ? null : `${count(skipped, 'change was', 'changes were')} no longer needed.`,
  };
}
