/**
 * Tells which changes of a plan the files cause and which the inbox differed by before: the base is planned with the same
 * live rules, and a change with the same digest in both plans comes from the base. It is left alone.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Change, countOps, editsOf } from '../model/plan.ts';
import type { DeclaredRule } from '../model/rule.ts';
import { refusing, type Work, withDependentsRefused } from './changes.ts';
import { splitByCount } from './counted.ts';
import { sortedNotices, withGuards } from './guards.ts';
import { declaredAmong } from './matching.ts';
import type { AccountPlan } from './plan-account.ts';

type Compared = Pick<AccountPlan, 'work' | 'leftOut'>;

/** What the files of the base come to. */
export type BasePlan = Compared & { declared: readonly DeclaredRule[] };

/**
 * Makes the edits the plan, and the rest its drift. `base`: null if its files lack the account. Marks deletes of what they
 * declare, and warns of edits that overwrite what was changed in the inbox since.
 */
export function withOrigins(planned: AccountPlan, base: BasePlan | null): AccountPlan {
  const ofBase = base === null ? [] : changesOf(base);
  // Who deletes a rule takes its twins along, which the base only deletes as duplicates.
  const keyOf = ({ digest, reason }: Change) => `${digest} ${reason}`;
  const { there } = splitByCount(changesOf(planned), keyOf, ofBase.map(keyOf));
  const isOfBase = new Set(there);
  const told = (change: Change): Change => ({ ...change, origin: isOfBase.has(change) ? 'base' : 'edit' });
  // Whoever took them out of the files wants them gone.
  const takenOut = new Set(
    declaredAmong(
      planned.work.flatMap(({ live }) => live ?? []),
      base?.declared ?? [],
    ),
  );
  const work = planned.work.map((item) => {
    const { change, live } = item;
    const isTakenOut = change.reason === 'undeclared' && live !== null && takenOut.has(live);
    return { ...item, change: { ...told(change), ...(isTakenOut && { wasDeclared: true as const }) } };
  });
  const edits = editsOf(work.map(({ change }) => change));
  const others = splitByCount(ofBase, keyOf, there.map(keyOf)).others;
  return withDriftApart({
    ...planned,
    work,
    leftOut: (planned.leftOut ?? []).map(told),
    notices: [...planned.notices, ...overwritten(edits, others)],
  });
}

function changesOf({ work, leftOut = [] }: Compared): Change[] {
  return [...work.map(({ change }) => change), ...leftOut];
}

/** Takes changes of the base out of the work, and refuses what needs a name that they would free. */
export function withDriftApart(planned: AccountPlan): AccountPlan {
  const isDrift = ({ change }: Work) => change.origin === 'base';
  const marked = planned.work.map((item) => (isDrift(item) ? refusing(item, 'left-alone') : item));
  const work = withDependentsRefused(marked).filter((item) => !isDrift(item));
  const drift = planned.work.filter(isDrift);
  const counts = { ...planned.counts, ...countOps(work.map(({ change }) => change)) };
  // What refuses a change that is left alone refuses nothing.
  const refused = new Map(drift.map(({ change: { name, refused: code } }) => [name, code]));
  const notices = planned.notices.filter(({ severity, rule = '', code }) => {
    return severity !== 'error' || code !== refused.get(rule);
  });
  return withGuards({ ...planned, work, drift, counts, notices: sortedNotices(notices) });
}

/** A rule that the base would delete was made in the inbox: to declare it as it is overwrites nothing. */
function overwritten(edits: readonly Change[], drift: readonly Change[]): Diagnostic[] {
  return edits.flatMap((edit): Diagnostic[] => {
    const found = drift.find(({ op, id, name }) => {
      if (op === 'delete' && edit.op !== 'replace') return false;
      return id === null || edit.id === null ? name === edit.name : id === edit.id;
    });
    if (found === undefined) return [];
    const { account, name: rule, source } = edit;
    const args = { was: found.op === 'create' ? 'deleted' : 'changed', op: edit.op } as const;
    return [{ code: 'overwrites-drift', args, severity: 'warning', account, rule, place: source ?? undefined }];
  });
}
