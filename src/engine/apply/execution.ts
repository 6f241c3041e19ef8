/**
 * Decides what one account does next in an apply. It does no I/O, so that every path can be tested without a network.
 * `next` gives a command, which counts as begun; `take` takes its result. All times are ms of one monotonic clock.
 *
 * The premise: the service has no If-Match and no idempotency key, answers get lost, and the service rejects a rule
 * that overlaps another one. Therefore:
 *
 * - a write is sent only if the live rules were read a moment ago (`reads.ts`);
 * - after a lost answer, a read finds out what happened (`writes.ts`);
 * - a change that another rule blocks waits until other changes were made (`scheduler.ts`). Changes that wait for each
 *   other in a circle were refused in the plan.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { Work } from '../../planning/changes.ts';
import { dependenciesOf } from './dependencies.ts';
import type { Command, Event } from './events.ts';
import { isSendable, itemOf } from './item.ts';
import { changeQueue, type QueueOptions } from './queue.ts';
import { readsOf } from './reads.ts';
import { scheduler } from './scheduler.ts';
import { LiveSnapshot } from './snapshot.ts';
import { type RetryOptions, writesOf } from './writes.ts';

/** How an account ended. */
export interface Executed {
  steps: Step[];
  /** The live rules at the end; null if they could not be read. */
  after: readonly LiveRule[] | null;
  failure: Failure | null;
}

export type Execution = ReturnType<typeof executionOf>;

/** `live`: the rules that the changes were planned from, read at `readAt`. */
export function executionOf(
  work: readonly Work[],
  live: readonly LiveRule[],
  readAt: number,
  options: QueueOptions & RetryOptions,
) {
  const items = work.map(itemOf);
  const snapshot = new LiveSnapshot(live, readAt);
  const dependencies = dependenciesOf(items, snapshot, options.refused);
  const queue = changeQueue(items, dependencies.freeing, options);
  const reads = readsOf(snapshot, options);
  const writes = writesOf(queue, snapshot, options);
  const nextWrite = scheduler(queue, snapshot, reads, dependencies, writes);
  /** Whether it ends without waiting for a pause to pass. Answers to requests under way are still awaited. */
  let isHurried = false;
  let unread: Failure | null = null;
  let result: Executed | null = null;

  return {
    /** How it ended; only after `finished`. */
    result(): Executed {
      if (result === null) throw new Error('The apply has not ended');
      return result;
    },
    /** Sends no more changes. Requests under way end, and the rules are read once, without waiting for a pause. */
    stop,
    /** As `stop`, but waits for pauses before it reads the rules: for --fail-fast, if a change failed. */
    sendNoMore: queue.stop,
    /** What to do now. A read or a write counts as begun. */
    next(now: number): Command {
      for (;;) {
        if (result !== null) return { kind: 'finished' };
        const notBefore = reads.notBefore();
        if (!reads.isUnderWay() && now >= notBefore && needsRead(now)) return read(false);
        const choice = queue.maySend() ? nextWrite(now) : null;
        if (choice === 'choose-again') continue;
        if (choice !== null && !(choice.kind === 'wait' && isHurried)) return choice;
        if (writes.areUnderWay() || reads.isUnderWay()) return { kind: 'idle' };
        // Nothing is left to send. The last read needs a service that answers reads.
        if (now < notBefore && !isHurried) return { kind: 'wait', until: notBefore, why: 'unreachable' };
        queue.endAllUnsent();
        if (now >= notBefore) return read(true);
        finish(null, unread);
      }
    },
    take(event: Event, now: number): void {
      if (event.kind === 'wrote') writes.answered(event.item, event.outcome, now);
      else if (event.kind === 'unread') couldNotRead(event, now);
      else {
        const isLast = reads.answered(event.rules, event.sentAt, now);
        unread = null;
        writes.learn(event.sentAt, isLast, now);
        if (isLast) finish(event.rules, null);
      }
    },
  };

  function stop(): void {
    queue.stop();
    isHurried = true;
  }

  function couldNotRead({ failure, retryAfterMs }: Extract<Event, { kind: 'unread' }>, now: number): void {
    const { isLast, isInTime } = reads.failed(retryAfterMs, now);
    unread = failure;
    // After Ctrl-C, the first read that fails is the last one.
    const isAwaited = queue.maySend() || !isHurried;
    if (retryAfterMs !== null && isAwaited && isInTime) return;
    // Without a read no write may be sent.
    stop();
    if (writes.areUnderWay() && !isLast) return;
    finish(null, failure);
  }

  /** A read is due if an outcome is unknown, or if the last read gets old while writes are left. */
  function needsRead(now: number): boolean {
    if (writes.areUnknown()) return true;
    const isRenewed = queue.maySend() && writes.areUnderWay() && reads.isOld(now);
    return isRenewed && queue.currentStage().find(isSendable) !== undefined;
  }

  function read(isLast: boolean): Command {
    reads.begin(isLast);
    return { kind: 'read' };
  }

  function finish(after: readonly LiveRule[] | null, failure: Failure | null): void {
    result = { steps: queue.close(), after, failure };
  }
}
