/**
 * Which write is sent next:
 *
 * 1. a change that waits for no other;
 * 2. when nothing is under way, a change that may be rejected because of another rule, one at a time;
 * 3. when all that is left waits for each other, which no plan could see, a delete that is in the way; else one change
 *    ends as failed or refused, and the choice starts over.
 *
 * Each write is checked against the live rules right before it is sent.
 */
import type { Dependencies } from './dependencies.ts';
import type { Command } from './events.ts';
import { keptBeside, preconditionFailure } from './evidence.ts';
import { type Item, isSendable, pausedUntil, type Write } from './item.ts';
import type { ChangeQueue } from './queue.ts';
import type { Reads } from './reads.ts';
import type { LiveSnapshot } from './snapshot.ts';
import type { Writes } from './writes.ts';

/** `choose-again`: no command; a change ended or its state changed, so the next choice may be another one. */
type NextCommand = Command | 'choose-again';

/** What gives the next write, which counts as begun, or why there is none now; null: nothing is left, or a read must come first. */
export function scheduler(
  queue: ChangeQueue,
  snapshot: LiveSnapshot,
  reads: Reads,
  dependencies: Dependencies,
  writes: Writes,
) {
  return (now: number): NextCommand | null => {
    const stage = queue.currentStage();
    if (stage.find(isSendable) === undefined) return null;
    const quietUntil = writes.quietUntil(now);
    const item = quietUntil === null ? choose(stage, now) : undefined;
    if (item !== undefined) return begin(item, now);
    if (writes.areUnderWay() || reads.isUnderWay()) return { kind: 'idle' };
    if (quietUntil !== null) return { kind: 'wait', until: quietUntil, why: 'unreachable' };
    // The others may wait for one whose outcome is unknown.
    if (writes.areUnknown()) return null;
    const left = stage.filter(isSendable);
    const later = left.map(pausedUntil).filter((time) => time > now);
    if (later.length > 0)
      return { kind: 'wait', until: later.reduce((first, at) => Math.min(first, at)), why: 'retry' };
    return breakFree(left, now);
  };

  function choose(stage: readonly Item[], now: number): Item | undefined {
    const isAble = (item: Item) =>
      isSendable(item) && pausedUntil(item) <= now && dependencies.onNames(item).length === 0;
    const isUnblocked = (item: Item) => isAble(item) && onSender(item).length === 0;
    const free = stage.find((item) => item.conflict === null && isUnblocked(item));
    if (free !== undefined || writes.areUnderWay()) return free;
    const isWorthTrying = (item: Item) => item.conflict?.progress !== writes.progress();
    // First those that nothing known blocks: in a long line every other one would be rejected again and again.
    return (
      stage.find((item) => isWorthTrying(item) && isUnblocked(item)) ??
      stage.find((item) => isWorthTrying(item) && isAble(item))
    );
  }

  /** The changes that hold the sender that a change needs, by what the service said and by the plan. */
  function onSender(item: Item): Item[] {
    return [...dependencies.onConflict(item), ...dependencies.onSenders(item)];
  }

  function begin(item: Item, now: number): NextCommand {
    if (keptBeside(item, snapshot, dependencies) === 'not-done') {
      queue.endUnsent(item, 'held');
      return 'choose-again';
    }
    if (!reads.freshOrCheck(item, now)) return readFirst(now);
    if (writes.adoptLateWrite(item, now)) return 'choose-again';
    const obstacle = preconditionFailure(item, snapshot, dependencies);
    if (obstacle !== null) {
      // An unanswered write of this change may have changed the rule, and the service may have stored it differently.
      const isUnclear = obstacle === 'changed-meanwhile' && item.unanswered.length > 0;
      if (obstacle === 'skipped') queue.end(item, { phase: 'skipped' });
      else if (isUnclear) queue.fail(item, item.doubt, 'otherwise');
      else queue.refuse(item, obstacle);
      return 'choose-again';
    }
    const { live, wanted } = item.work;
    if (live === null && wanted !== null) return send(item, { op: 'create', body: wanted });
    if (live !== null && wanted !== null) return send(item, { op: 'replace', id: live.id, body: wanted });
    if (live === null) throw new Error('A change without a rule');
    return send(item, { op: 'delete', id: live.id });
  }

  function readFirst(now: number): Command {
    if (reads.isUnderWay()) return { kind: 'idle' };
    const notBefore = reads.notBefore();
    if (now < notBefore) return { kind: 'wait', until: notBefore, why: 'unreachable' };
    reads.begin(false);
    return { kind: 'read' };
  }

  function send(item: Item, write: Write): Command {
    writes.begin(item, write);
    return { kind: 'write', item, write };
  }

  function breakFree(left: readonly Item[], now: number): NextCommand {
    const inTheWay = deleteInTheWay(left);
    if (inTheWay !== null) return begin(inTheWay, now);
    const conflicted = left.find(({ conflict }) => conflict !== null);
    if (conflicted !== undefined) {
      queue.fail(conflicted, conflicted.conflict?.failure ?? null);
      return 'choose-again';
    }
    const [first] = left;
    if (first === undefined) throw new Error('Nothing waits');
    queue.refuse(first, 'name-not-free');
    return 'choose-again';
  }

  /** A delete that blocks a rejected change. It goes last: if the change fails, its rule should still be there. */
  function deleteInTheWay(left: readonly Item[]): Item | null {
    if (queue.isCreateUnmade()) return null;
    const conflicted = left.filter(({ conflict }) => conflict !== null);
    const waits = conflicted.flatMap((item) => onSender(item));
    return waits.find((on) => on.work.wanted === null && isSendable(on)) ?? null;
  }
}
