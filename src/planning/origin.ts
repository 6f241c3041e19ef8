/**
 * Tells which changes of a plan the files cause and which the inbox differed by before: the base is planned with the same
 * live rules, and a change with the same digest in both plans comes from the base. It is left alone.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Change, countOps, editsOf } from '../model/plan.ts';
import { refusing, type Work, withDependentsRefused } from './changes.ts';
import { splitByCount } from './counted.ts';
import { sortedNotices, withGuards } from './guards.ts';
import type { AccountPlan } from './plan-account.ts';

type Compared = Pick<AccountPlan, 'work' | 'leftOut'>;

/**
 * Makes the edits the plan, and the rest its drift. `base`: the plan of the files there; null if they lack the account.
 * Warns of edits that overwrite what was changed in the inbox since.
 */
export function withOrigins(planned: AccountPlan, base: Compared | null): AccountPlan {
  const ofBase = base === null ? [] : changesOf(base);
  // Who deletes a rule takes its twins along, which the base only deletes as duplicates.
  const keyOf = ({ digest, reason }: Change) => `${digest} ${reason}`;
  const { there } = splitByCount(changesOf(planned), keyOf, ofBase.map(keyOf));
  const isOfBase = new Set(there);
  const told = (change: Change): Change => ({ ...change, origin: isOfBase.has(change) ? 'base' : 'edit' });
  const work = planned.work.map((item) => ({ ...item, change: told(item.change) }));
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
