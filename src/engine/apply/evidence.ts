/**
 * What the live rules tell about a change: whether it may still be sent, and what became of a write whose answer was
 * lost. The service has no If-Match. Without these checks an apply would overwrite what somebody else changed since the
 * plan, and create a second rule of the same name where the service allows that.
 *
 * Two rules are the same in two ways. `isUnchanged`: nobody has edited the rule, so whatever counts is equal. `isAsSent`:
 * the rule is what this run sent, up to what services are known to store in their own way.
 */
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import { canonicalLive, canonicalName } from '../../planning/canonical.ts';
import { unknownValues } from '../../planning/losses.ts';
import { isAsSent } from '../../planning/stored-form.ts';
import type { Dependencies } from './dependencies.ts';
import { hasEnded, type Item, isSettled, type Write } from './item.ts';
import type { LiveSnapshot } from './snapshot.ts';

/** Why a change may not be sent, by rules just read, or null. `skipped`: somebody else has made it already. */
export function preconditionFailure(
  item: Item,
  snapshot: LiveSnapshot,
  dependencies: Dependencies,
): 'changed-meanwhile' | 'kept-gone' | 'name-not-free' | 'skipped' | null {
  const { live, wanted } = item.work;
  if (live !== null) {
    const current = snapshot.get(live.id);
    if (current === null) return wanted === null ? 'skipped' : 'changed-meanwhile';
    if (!isExpected(current, item))
      return wanted !== null && isAsSent(current, wanted) ? 'skipped' : 'changed-meanwhile';
  }
  if (keptBeside(item, snapshot, dependencies) === 'gone') return 'kept-gone';
  const [holder] = dependencies.holders(item);
  if (holder === undefined || wanted === null) return null;
  return live === null && isAsSent(holder, wanted) ? 'skipped' : 'name-not-free';
}

/** Is the rule beside a duplicate there? `gone`: the duplicate is the last of its name. `not-done`: its change failed. */
export function keptBeside(
  { work: { change, live } }: Item,
  snapshot: LiveSnapshot,
  dependencies: Dependencies,
): 'there' | 'gone' | 'not-done' {
  if (change.reason !== 'duplicate' || live === null) return 'there';
  const name = canonicalName(live.name);
  const kept = dependencies.giving(name);
  if (kept === null) return dependencies.rulesWithoutChange(name).length > 0 ? 'there' : 'gone';
  if (kept === 'refused' || (hasEnded(kept) && !['done', 'skipped'].includes(kept.state.phase))) return 'not-done';
  const current = kept.work.live === null ? null : snapshot.get(kept.work.live.id);
  if (current === null) return 'gone';
  // Once its change was made, only the name can tell. Until then the rule must be as planned.
  const isThere = isSettled(kept) ? canonicalName(current.name) === name : isExpected(current, kept);
  return isThere ? 'there' : 'gone';
}

export type Resolution =
  | { kind: 'made'; rule: LiveRule | null }
  /** As it was before. */
  | { kind: 'not-made' }
  /** Another rule has the name. `isNew`: it was not there at plan time, so the write may have made it. */
  | { kind: 'taken'; isNew: boolean }
  | { kind: 'gone' }
  /** Neither as before nor as wanted. */
  | { kind: 'otherwise' };

/** What became of a write of a change, given live rules that were read after it. */
export function resolutionOf(item: Item, write: Write, snapshot: LiveSnapshot): Resolution {
  if (write.op === 'create') {
    const named = snapshot.named(write.body.name);
    const isAdded = ({ id }: LiveRule) => !snapshot.existedAtPlan(id);
    const added = named.filter(isAdded);
    // Whatever its name is now: a service may store that differently, too.
    const answered = item.answeredId === null ? null : snapshot.get(item.answeredId);
    const ours = added.find((rule) => isAsSent(rule, write.body)) ?? answered;
    if (ours !== null && isAdded(ours)) return { kind: 'made', rule: ours };
    return named.length === 0 ? { kind: 'not-made' } : { kind: 'taken', isNew: added.length > 0 };
  }
  const rule = snapshot.get(write.id);
  if (rule === null) return write.op === 'delete' ? { kind: 'made', rule: null } : { kind: 'gone' };
  // First: where only the order of actions is new, the rule is as sent before the write too.
  if (isExpected(rule, item)) return { kind: 'not-made' };
  return write.op === 'replace' && isAsSent(rule, write.body) ? { kind: 'made', rule } : { kind: 'otherwise' };
}

function isExpected(live: LiveRule, { work }: Item): boolean {
  return work.live !== null && isUnchanged(live, work.live);
}

/** Whether two rules are equal in all that a write would overwrite or lose: not id, times, nor whether the rule is on. */
export function isUnchanged(a: LiveRule, b: LiveRule): boolean {
  return a === b || contentOf(a) === contentOf(b);
}

function contentOf(rule: LiveRule): string {
  // A replace drops actions that cannot be sent, and keys that we do not know: they count too.
  return JSON.stringify([canonicalLive(rule), rule.actions.map(({ type }) => type), unknownValues(rule)]);
}

/** A live rule as a PUT leaves it, for an answer that does not show it. */
export function rewritten(live: LiveRule, body: RuleBody): LiveRule {
  const actions = body.actions.map((action) => ({ ...action, integrationName: null, integrationToolName: null }));
  return { ...live, ...body, actions };
}
