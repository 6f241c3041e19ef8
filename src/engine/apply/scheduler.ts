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

/** The state of an account, from which the next write is chosen. */
interface SchedulerState {
  queue: ChangeQueue;
  snapshot: LiveSnapshot;
  reads: Reads;
  dependencies: Dependencies;
  writes: Writes;
}

/** `choose-again`: no command; a change ended or its state changed, so the next choice may be another one. */
type NextCommand = Command | 'choose-again';

export class Scheduler {
  readonly #state: SchedulerState;

  constructor(state: SchedulerState) {
    this.#state = state;
  }

  /**
   * Returns a write, which counts as begun, or why there is none now. Null if nothing is left to send, or a read must
   * come first.
   */
  next(now: number): NextCommand | null {
    const stage = this.#state.queue.currentStage();
    if (stage.find(isSendable) === undefined) return null;
    const quietUntil = this.#state.writes.quietUntil(now);
    const item = quietUntil === null ? this.#choose(stage, now) : undefined;
    if (item !== undefined) return this.#begin(item, now);
    if (this.#state.writes.areUnderWay || this.#state.reads.isUnderWay) return { kind: 'idle' };
    if (quietUntil !== null) return { kind: 'wait', until: quietUntil, why: 'unreachable' };
    // The others may wait for one whose outcome is unknown.
    if (this.#state.writes.areUnknown) return null;
    const left = stage.filter(isSendable);
    const later = left.map(pausedUntil).filter((time) => time > now);
    if (later.length > 0)
      return { kind: 'wait', until: later.reduce((first, at) => Math.min(first, at)), why: 'retry' };
    return this.#breakFree(left, now);
  }

  #choose(stage: readonly Item[], now: number): Item | undefined {
    const able = (item: Item) =>
      isSendable(item) && pausedUntil(item) <= now && this.#state.dependencies.onNames(item).length === 0;
    const free = stage.find(
      (item) => item.conflict === null && able(item) && this.#state.dependencies.onSenders(item).length === 0,
    );
    if (free !== undefined || this.#state.writes.areUnderWay) return free;
    const isWorthTrying = (item: Item) => item.conflict?.progress !== this.#state.writes.progress && able(item);
    // First those that nothing known blocks: in a long line every other one would be rejected again and again.
    return stage.find((item) => isWorthTrying(item) && this.#onSender(item).length === 0) ?? stage.find(isWorthTrying);
  }

  /** The changes that hold the sender that a change needs, by the plan or by what the service said. */
  #onSender(item: Item): Item[] {
    return [...this.#state.dependencies.onSenders(item), ...this.#state.dependencies.onConflict(item)];
  }

  #begin(item: Item, now: number): NextCommand {
    if (keptBeside(item, this.#state.snapshot, this.#state.dependencies) === 'not-done') {
      this.#state.queue.endUnsent(item, 'held');
      return 'choose-again';
    }
    if (!this.#state.reads.freshOrCheck(item, now)) return this.#readFirst(now);
    if (this.#state.writes.adoptLateWrite(item, now)) return 'choose-again';
    const obstacle = preconditionFailure(item, this.#state.snapshot, this.#state.dependencies);
    if (obstacle !== null) {
      // An unanswered write of this change may have changed the rule, and the service may have stored it differently.
      const isUnclear = obstacle === 'changed-meanwhile' && item.unanswered.length > 0;
      if (obstacle === 'skipped') this.#state.queue.end(item, { phase: 'skipped' });
      else if (isUnclear) this.#state.queue.fail(item, item.doubt, 'otherwise');
      else this.#state.queue.refuse(item, obstacle);
      return 'choose-again';
    }
    const { live, wanted } = item.work;
    if (live === null && wanted !== null) return this.#send(item, { op: 'create', body: wanted });
    if (live !== null && wanted !== null) return this.#send(item, { op: 'replace', id: live.id, body: wanted });
    if (live === null) throw new Error('A change without a rule');
    return this.#send(item, { op: 'delete', id: live.id });
  }

  #readFirst(now: number): Command {
    if (this.#state.reads.isUnderWay) return { kind: 'idle' };
    const { notBefore } = this.#state.reads;
    if (now < notBefore) return { kind: 'wait', until: notBefore, why: 'unreachable' };
    this.#state.reads.begin(false);
    return { kind: 'read', isLast: false };
  }

  #send(item: Item, write: Write): Command {
    this.#state.writes.begin(item, write);
    return { kind: 'write', item, write };
  }

  /** All that is left waits for each other: see step 3 above. */
  #breakFree(left: readonly Item[], now: number): NextCommand {
    const inTheWay = this.#deleteInTheWay(left);
    if (inTheWay !== null) return this.#begin(inTheWay, now);
    const conflicted = left.find(({ conflict }) => conflict !== null);
    if (conflicted !== undefined) {
      this.#state.queue.fail(conflicted, conflicted.conflict?.failure ?? null);
      return 'choose-again';
    }
    const [first] = left;
    if (first === undefined) throw new Error('Nothing waits');
    this.#state.queue.refuse(first, 'name-not-free');
    return 'choose-again';
  }

  /**
   * A delete whose rule has the sender of a change that was rejected for it. The change is tried before the delete: the
   * service may allow senders to overlap, and if the change fails for another reason, the rule to delete is still there.
   */
  #deleteInTheWay(left: readonly Item[]): Item | null {
    if (this.#state.queue.isCreateUnmade) return null;
    const conflicted = left.filter(({ conflict }) => conflict !== null);
    const waits = conflicted.flatMap((item) => [
      ...this.#state.dependencies.onConflict(item),
      ...this.#state.dependencies.onSenders(item),
    ]);
    return waits.find((on) => on.work.wanted === null && isSendable(on)) ?? null;
  }
}
