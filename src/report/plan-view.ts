/** What there is to know of a plan, as data. */

import { RISKS, refusalParts } from '../diagnostics/changes.ts';
import { grouped } from '../diagnostics/counts.ts';
import type { Parts } from '../diagnostics/message.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change, Notice, PlanDocument, Risk } from '../model/plan.ts';

export function deletesOf<C extends Change>(changes: readonly C[]): C[] {
  return changes.filter(({ op }) => op === 'delete');
}

/** What is lost or may do harm comes first. */
export function byDanger<C extends Change>(changes: readonly C[]): C[] {
  const rank = ({ op, risks, refused }: Change) => {
    if (op === 'delete') return 0;
    if (risks.length > 0 || refused !== undefined) return 1;
    return op === 'replace' ? 2 : 3;
  };
  return [...changes].sort((a, b) => rank(a) - rank(b));
}

/** What is deleted, and that nothing brings it back: a rule made anew is another one. */
export function deletesInWords(number: number): string {
  return number === 1
    ? '1 live rule, with its id, history and learned patterns'
    : `${grouped(number)} live rules, with their ids, history and learned patterns`;
}

/** What may do harm: each risk in words, with the changes that have it. */
export function risksIn<C extends Change>(changes: readonly C[]): { risk: string; changes: C[] }[] {
  return (Object.keys(RISKS) as Risk[])
    .map((risk) => ({ risk: RISKS[risk], changes: changes.filter(({ risks }) => risks.includes(risk)) }))
    .filter((one) => one.changes.length > 0);
}

/** What is refused. */
interface Refusals<C, N> {
  /** Errors because of which something will not be carried out. */
  errors: N[];
  /** Changes that no error is about, by reason. */
  reasons: { why: Parts; changes: C[] }[];
  /** How many changes are refused by themselves. */
  count: number;
}

/** Takes a plan, and its changes or what came of them; gives what is refused, but for accounts that have no plan. */
export function refusalsIn<C extends Change, N extends SaidOf>(plan: PlanOf<N>, changes: readonly C[]): Refusals<C, N> {
  const errors = stopping(plan);
  const said = new Set(errors.map(({ account, rule }) => keyOf(account, rule)));
  const refused = changes.filter((change) => change.refused !== undefined);
  const unsaid = refused.filter(({ account, name }) => !said.has(keyOf(account, name)));
  const reasons = [...groupBy(unsaid, ({ refused: code = '' }) => code)];
  return {
    errors,
    reasons: reasons.map(([code, alike]) => ({ why: refusalParts(code), changes: alike })),
    count: refused.length,
  };
}

/** Whether there is an error that is not about one change: an account is refused as a whole then. */
export function isRefusedWhole<N extends SaidOf>(plan: PlanOf<N>): boolean {
  return wholeRefusals(plan).length > 0;
}

/** Errors because of which an account is refused as a whole: they are not about one change. */
export function wholeRefusals<N extends SaidOf>(plan: PlanOf<N>): N[] {
  const refused = plan.changes.filter((change) => change.refused !== undefined);
  const names = new Set(refused.map(({ account, name }) => keyOf(account, name)));
  return stopping(plan).filter(({ account, rule }) => !names.has(keyOf(account, rule)));
}

/** What is known of a notice, in words or not. */
type SaidOf = Pick<Notice, 'severity' | 'account' | 'rule'>;
type PlanOf<N> = Pick<PlanDocument, 'accounts' | 'changes'> & { notices: readonly N[] };

function keyOf(account: string | undefined, rule: string | undefined): string {
  return JSON.stringify([account, rule]);
}

/** Errors that are not about an account without a plan. */
function stopping<N extends SaidOf>({ accounts, notices }: Pick<PlanOf<N>, 'accounts' | 'notices'>): N[] {
  const failed = new Set<string | undefined>(
    accounts.filter(({ error }) => error !== undefined).map(({ name }) => name),
  );
  return notices.filter(({ severity, account }) => severity === 'error' && !failed.has(account));
}

/** Of deletes that may be renames: what to write so that nothing is lost. */
export function renamesIn<N extends Pick<Notice, 'code'>>({ notices }: { notices: readonly N[] }): N[] {
  return notices.filter(({ code }) => code === 'likely-rename' || code === 'rename-misspelled');
}
