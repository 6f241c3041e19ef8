/**
 * Tells which changes of a plan the files cause and which the inbox differed by before: the base is planned with the same
 * live rules, and a change with the same digest in both plans is not from here. Display only: origins are in no digest.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Change } from '../model/plan.ts';
import type { Work } from './changes.ts';
import { splitByCount } from './counted.ts';
import { sortedNotices, withGuards } from './guards.ts';
import type { AccountPlan } from './plan-account.ts';

/**
 * Marks each change with its origin. `base` is the plan of the files at the base; null if these do not have the account. An
 * edit of a rule that differs from the base too gets a warning, because it overwrites what was changed in the inbox. `isHeld`:
 * only edits will be carried out, so guards count these alone.
 */
export function withOrigins(
  planned: AccountPlan,
  base: { work: readonly Work[] } | null,
  isHeld: boolean,
): AccountPlan {
  const ofBase = (base?.work ?? []).map(({ change }) => change);
  // Who deletes a rule takes its twins along, which the base only deletes as duplicates.
  const keyOf = ({ digest, reason }: Change) => `${digest} ${reason}`;
  const changes = planned.work.map(({ change }) => change);
  const { there, others } = splitByCount(changes, keyOf, ofBase.map(keyOf));
  const drift = splitByCount(ofBase, keyOf, there.map(keyOf)).others;
  const isOfBase = new Set(there);
  const work = planned.work.map((item): Work => {
    return { ...item, change: { ...item.change, origin: isOfBase.has(item.change) ? 'base' : 'edit' } };
  });
  const whole = { ...planned, work, notices: sortedNotices([...planned.notices, ...overwritten(others, drift)]) };
  if (!isHeld) return whole;
  const edits = work.filter(({ change }) => change.origin === 'edit');
  return { ...withGuards({ ...whole, work: edits }), work };
}

/** A rule that the base would delete was made in the inbox: to declare it overwrites nothing. */
function overwritten(edits: readonly Change[], drift: readonly Change[]): Diagnostic[] {
  const changed = drift.filter(({ op }) => op !== 'delete');
  return edits.flatMap((edit): Diagnostic[] => {
    const found = changed.find(({ id, name }) =>
      id === null || edit.id === null ? name === edit.name : id === edit.id,
    );
    if (found === undefined) return [];
    const { account, name: rule, source } = edit;
    const args = { was: found.op === 'create' ? 'deleted' : 'changed', op: edit.op } as const;
    return [{ code: 'overwrites-drift', args, severity: 'warning', account, rule, place: source ?? undefined }];
  });
}
