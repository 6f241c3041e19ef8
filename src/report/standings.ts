/** The states of the accounts in a run. The worst ones are named, the others are counted. */
import { count, grouped } from '../diagnostics/counts.ts';
import { bareMessage } from '../diagnostics/describe.ts';
import { inRow, theirs } from '../diagnostics/message.ts';
import type { Applied, Plan } from '../diagnostics/results.ts';
import type { Step } from '../model/applied.ts';
import { groupBy } from '../model/group-by.ts';
import type { Counts } from '../model/plan.ts';
import type { Standing, State } from './document.ts';
import { type Inline, line } from './inline.ts';

/** Worst first. */
export const STATE_WORDS: Record<State, string> = {
  failed: 'failed',
  refused: 'refused',
  differs: 'not as declared',
  changes: 'with changes',
  nothing: 'with nothing to do',
};

const STATES = Object.keys(STATE_WORDS) as State[];

/** Counts accounts by state: `213 with changes, 9,700 with nothing to do`. Empty if there are none. */
export function leftInWords(left: Standings['left']): string {
  return STATES.flatMap((state) => (left[state] === 0 ? [] : [`${grouped(left[state])} ${STATE_WORDS[state]}`])).join(
    ', ',
  );
}

export interface Standings {
  /** Worst first, without accounts that have nothing to do. */
  shown: Standing[];
  /** The number of accounts of each state that are not shown. */
  left: Record<State, number>;
}

/** Chooses at most `most` accounts to name. Those with nothing to do are only counted. */
export function worstFirst(all: readonly Standing[], most: number): Standings {
  const rank = ({ state }: Standing) => STATES.indexOf(state);
  const named = all
    .filter(({ state }) => state !== 'nothing')
    .sort(
      (a, b) => rank(a) - rank(b) || b.deletes - a.deletes || b.changes - a.changes || Number(a.name > b.name) - 0.5,
    );
  const shown = named.slice(0, most);
  const left: Standings['left'] = { failed: 0, refused: 0, differs: 0, changes: 0, nothing: all.length - named.length };
  for (const { state } of named.slice(most)) left[state] += 1;
  return { shown, left };
}

export function standingsOfPlan({ accounts, changes, notices }: Plan): Standing[] {
  const refused = new Map<string, number>();
  for (const change of changes) {
    if (change.refused !== undefined) refused.set(change.account, (refused.get(change.account) ?? 0) + 1);
  }
  const stopped = new Map<string, Inline>();
  for (const notice of notices) {
    const { account, severity } = notice;
    if (severity === 'error' && account !== undefined && !stopped.has(account))
      stopped.set(account, bareMessage(notice));
  }
  return accounts.map(({ name, summary, error }): Standing => {
    const changed = summary.create + summary.replace + summary.delete;
    const one = { name, deletes: summary.delete, changes: changed };
    if (error !== undefined) return { ...one, state: 'failed', words: stopped.get(name) ?? [theirs(error.message)] };
    const few = refused.get(name) ?? 0;
    const why = stopped.get(name) ?? (few > 0 ? line`${count(few, 'change')} of ${grouped(changed)}` : null);
    if (why !== null) return { ...one, state: 'refused', words: why };
    return { ...one, state: changed === 0 ? 'nothing' : 'changes', words: countsInWords(summary) };
  });
}

function countsInWords(counts: Counts): Inline {
  const ops = ['delete', 'replace', 'create'] as const;
  return inRow(ops.flatMap((op) => (counts[op] === 0 ? [] : [line`${grouped(counts[op])} to ${op}`])));
}

/** Returns the standings after an apply. `accounts` is their total number: those with nothing to do have no name. */
export function standingsOfApplied(applied: Applied, accounts: number): Standing[] {
  const unplanned = new Map(applied.unplanned.map(({ account, message }) => [account, message]));
  const unchecked = new Map(applied.unchecked.map(({ account, failure }) => [account, failure.message]));
  const differences = groupBy(applied.differences, ({ account }) => account);
  const steps = groupBy(applied.steps, ({ change }) => change.account);
  const names = new Set([...unplanned.keys(), ...unchecked.keys(), ...differences.keys(), ...steps.keys()]);
  const standings = [...names].map((name): Standing => {
    const own = steps.get(name) ?? [];
    const made = own.filter(({ status }) => status === 'done');
    const one = { name, changes: own.length, deletes: made.filter(({ change }) => change.op === 'delete').length };
    const has = (...statuses: Step['status'][]) => own.some(({ status }) => statuses.includes(status));
    const ofAll = line`${made.length === 0 ? 'none' : grouped(made.length)} of ${count(own.length, 'change')} made`;
    const [why, then] = [unplanned.get(name), unchecked.get(name)];
    if (why !== undefined) return { ...one, state: 'failed', words: [theirs(why)] };
    if (has('failed', 'held', 'not-tried')) return { ...one, state: 'failed', words: ofAll };
    if (then !== undefined) return { ...one, state: 'failed', words: line`${ofAll}, and then: ${theirs(then)}` };
    if (has('refused')) return { ...one, state: 'refused', words: ofAll };
    const left = differences.get(name)?.length ?? 0;
    if (left > 0)
      return { ...one, state: 'differs', words: line`${count(left, 'difference is', 'differences are')} left` };
    const state = made.length === 0 ? 'nothing' : 'changes';
    return { ...one, state, words: line`${count(made.length, 'change')} made` };
  });
  const nothing = { name: '', state: 'nothing', words: [], deletes: 0, changes: 0 } as const;
  return [...standings, ...Array.from({ length: Math.max(0, accounts - standings.length) }, () => nothing)];
}
