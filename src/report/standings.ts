/** The states of the accounts in a run. The worst ones are named, the others are counted. */

import { count, grouped } from '../diagnostics/counts.ts';
import { theirs } from '../diagnostics/message.ts';
import type { Applied, Plan } from '../diagnostics/results.ts';
import type { Counts } from '../model/plan.ts';
import { type Inline, inRow, line, reasonIn, type Standing, type State } from './document.ts';

/** Worst first. */
const STATES: readonly State[] = ['failed', 'refused', 'differs', 'changes', 'nothing'];

const WORDS: Record<State, string> = {
  failed: 'failed',
  refused: 'refused',
  differs: 'not as declared',
  changes: 'with changes',
  nothing: 'with nothing to do',
};

export function stateInWords(state: State): string {
  return WORDS[state];
}

/** Counts accounts by state: `213 with changes, 9,700 with nothing to do`. Empty if there are none. */
export function leftInWords(left: Standings['left']): string {
  return STATES.flatMap((state) => (left[state] === 0 ? [] : [`${grouped(left[state])} ${WORDS[state]}`])).join(', ');
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

/** Returns the standings of all accounts in a plan. */
export function standingsOfPlan({
  accounts,
  changes,
  notices,
}: Pick<Plan, 'accounts' | 'changes' | 'notices'>): Standing[] {
  const refused = new Map<string, number>();
  for (const change of changes) {
    if (change.refused !== undefined) refused.set(change.account, (refused.get(change.account) ?? 0) + 1);
  }
  const stopped = new Map<string, Inline>();
  for (const notice of notices) {
    const { account, severity } = notice;
    if (severity === 'error' && account !== undefined && !stopped.has(account)) stopped.set(account, reasonIn(notice));
  }
  return accounts.map(({ name, baseUrl, live, declared, summary, error }): Standing => {
    const changed = summary.create + summary.replace + summary.delete;
    const numbers = { live, declared, ...summary };
    const one = { name, baseUrl, numbers, deletes: summary.delete, changes: changed };
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
  const found = new Map<string, Facts>();
  const of = (name: string): Facts => {
    const known = found.get(name) ?? { ...NO_FACTS };
    found.set(name, known);
    return known;
  };
  for (const { account, message } of applied.unplanned) of(account).why = message;
  for (const { account, failure } of applied.unchecked) of(account).unchecked = failure.message;
  for (const { account } of applied.differences) of(account).differences += 1;
  for (const { change, status } of applied.steps) {
    const facts = of(change.account);
    facts.changes += 1;
    if (status === 'done' && change.op === 'delete') facts.deletes += 1;
    if (status === 'done') facts.made += 1;
    else if (status === 'refused') facts.refused += 1;
    else if (status !== 'skipped') facts.unmade += 1;
  }
  const standings = [...found].map(([name, facts]): Standing => {
    const { deletes, changes } = facts;
    return { name, deletes, changes, ...stateOf(facts) };
  });
  const nothing = { name: '', state: 'nothing', words: [], deletes: 0, changes: 0 } as const;
  return [...standings, ...Array.from({ length: Math.max(0, accounts - standings.length) }, () => nothing)];
}

const NO_FACTS = {
  why: null as string | null,
  unchecked: null as string | null,
  differences: 0,
  deletes: 0,
  changes: 0,
  made: 0,
  refused: 0,
  unmade: 0,
};
type Facts = typeof NO_FACTS;

function stateOf(facts: Facts): Pick<Standing, 'state' | 'words'> {
  const { why, unchecked, differences, changes, made, refused, unmade } = facts;
  const ofAll = line`${made === 0 ? 'none' : grouped(made)} of ${count(changes, 'change')} made`;
  if (why !== null) return { state: 'failed', words: [theirs(why)] };
  if (unmade > 0) return { state: 'failed', words: ofAll };
  if (unchecked !== null) return { state: 'failed', words: line`${ofAll}, and then: ${theirs(unchecked)}` };
  if (refused > 0) return { state: 'refused', words: ofAll };
  if (differences > 0) {
    return { state: 'differs', words: line`${count(differences, 'difference is', 'differences are')} left` };
  }
  return { state: made === 0 ? 'nothing' : 'changes', words: line`${count(made, 'change')} made` };
}
