/** Selects and sorts what reports show of a plan. */
import { RISKS, refusalOf } from '../diagnostics/changes.ts';
import { codeOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { isPitfall } from '../diagnostics/pitfalls.ts';
import { policyProblems } from '../diagnostics/policy.ts';
import type { Plan } from '../diagnostics/results.ts';
import { groupBy } from '../model/group-by.ts';
import { type Change, type Counts, countOps, editsOf, type Risk } from '../model/plan.ts';

/** A plan with only some of its changes, and new counts. The digest still covers all edits. */
export function withChanges(plan: Plan, changes: readonly Change[]): Plan {
  const counted = (summary: Counts, of: readonly Change[]): Counts => ({ ...summary, ...countOps(editsOf(of)) });
  const byAccount = groupBy(changes, ({ account }) => account);
  return {
    ...plan,
    summary: counted(plan.summary, changes),
    accounts: plan.accounts.map((one) => ({ ...one, summary: counted(one.summary, byAccount.get(one.name) ?? []) })),
    changes: [...changes],
  };
}

/** Sorts changes by danger: deletes, then risky or refused changes, then replaces, then creates. */
export function byDanger<C extends Change>(changes: readonly C[]): C[] {
  const rank = ({ op, risks, refused }: Change) => {
    if (op === 'delete') return 0;
    if (risks.length > 0 || refused !== undefined) return 1;
    return op === 'replace' ? 2 : 3;
  };
  return [...changes].sort((a, b) => rank(a) - rank(b));
}

/** Returns each risk in words, with the changes that carry it. */
export function risksIn(changes: readonly Change[]): { risk: string; changes: Change[] }[] {
  return (Object.keys(RISKS) as Risk[])
    .map((risk) => ({ risk: RISKS[risk], changes: changes.filter(({ risks }) => risks.includes(risk)) }))
    .filter((one) => one.changes.length > 0);
}

/** Returns what a plan refuses. Leaves out accounts that could not be planned. */
export function refusalsIn(plan: Plan, changes: readonly Change[]) {
  const errors = stopping(plan);
  const said = new Set(errors.map(({ account, rule }) => keyOf(account, rule)));
  const refused = changes.filter((change) => change.refused !== undefined);
  const unsaid = refused.filter(({ account, name }) => !said.has(keyOf(account, name)));
  const reasons = [...groupBy(unsaid, ({ refused: code = '' }) => code)];
  return {
    errors,
    /** Refused changes without an error of their own, by reason. */
    reasons: reasons.map(([code, alike]) => ({ why: refusalOf(code).why, changes: alike })),
    count: refused.length,
  };
}

/** The errors that refuse an account as a whole. Only a rollback refuses single changes for a broken policy. */
export function wholeRefusals(plan: Plan): Diagnostic[] {
  const refused = plan.changes.filter((change) => change.refused !== undefined);
  const codes = new Map(refused.map((change) => [keyOf(change.account, change.name), change.refused]));
  return stopping(plan).filter((notice) => {
    const { account, rule } = notice;
    const code = codeOf(notice);
    if (code === 'circle') return false;
    const why = codes.get(keyOf(account, rule));
    return why === undefined || (Object.hasOwn(policyProblems, code) && why !== 'policy');
  });
}

function keyOf(account: string | undefined, rule: string | undefined): string {
  return JSON.stringify([account, rule]);
}

/** Returns the notices to show: the pitfalls of rules that do not change are a count, and what is left alone is said elsewhere. */
export function notedOf({ notices, changes }: Plan): Diagnostic[] {
  const names = new Set<string | undefined>(changes.map(({ name }) => name));
  const isIdle = (notice: Diagnostic) => isPitfall(codeOf(notice)) && !names.has(notice.rule);
  const args = { pitfalls: notices.filter(isIdle).length };
  return [
    ...notices.filter((notice) => !isIdle(notice) && codeOf(notice) !== 'rule-kept'),
    ...(args.pitfalls === 0 ? [] : [{ code: 'pitfalls-unchanged', args, severity: 'info' } as const]),
  ];
}

/** Returns the errors, except those of accounts that could not be planned. */
function stopping({ accounts, notices }: Plan): Diagnostic[] {
  const failed = new Set<string | undefined>(
    accounts.filter(({ error }) => error !== undefined).map(({ name }) => name),
  );
  return notices.filter(({ severity, account }) => severity === 'error' && !failed.has(account));
}
