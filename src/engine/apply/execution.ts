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
import { Dependencies } from './dependencies.ts';
import type { Command, Event } from './events.ts';
import { isSendable, itemOf } from './item.ts';
import { ChangeQueue, type QueueOptions } from './queue.ts';
import { Reads } from './reads.ts';
import { Scheduler } from './scheduler.ts';
import { LiveSnapshot } from './snapshot.ts';
import { type RetryOptions, Writes } from './writes.ts';

/** How an account ended. */
export interface Executed {
  steps: Step[];
  /** The live rules at the end; null if they could not be read. */
  after: readonly LiveRule[] | null;
  failure: Failure | null;
}

export class Execution {
  readonly #queue: ChangeQueue;
  readonly #reads: Reads;
  readonly #writes: Writes;
  readonly #scheduler: Scheduler;
  /** Whether it ends without waiting for a pause to pass. Answers to requests under way are still awaited. */
  #isHurried = false;
  #unread: Failure | null = null;
  #result: Executed | null = null;

  /** `live`: the rules that the changes were planned from, read at `readAt`. */
  constructor(work: readonly Work[], live: readonly LiveRule[], readAt: number, options: QueueOptions & RetryOptions) {
    const items = work.map(itemOf);
    const snapshot = new LiveSnapshot(live, readAt);
    const dependencies = new Dependencies(items, snapshot, options.refused);
    const queue = new ChangeQueue(items, dependencies.freeing, options);
    const reads = new Reads(snapshot, options);
    const writes = new Writes(queue, snapshot, options);
    this.#queue = queue;
    this.#reads = reads;
    this.#writes = writes;
    this.#scheduler = new Scheduler(queue, snapshot, reads, dependencies, writes);
  }

  /** How it ended; only after `finished`. */
  get result(): Executed {
    if (this.#result === null) throw new Error('The apply has not ended');
    return this.#result;
  }

  /** Sends no more changes. Requests under way end, and the rules are read once, without waiting for a pause. */
  stop(): void {
    this.#queue.stop();
    this.#isHurried = true;
  }

  /** As `stop`, but waits for pauses before it reads the rules: for --fail-fast, if a change failed. */
  sendNoMore(): void {
    this.#queue.stop();
  }

  /** What to do now. A read or a write counts as begun. */
  next(now: number): Command {
    for (;;) {
      if (this.#result !== null) return { kind: 'finished' };
      if (!this.#reads.isUnderWay && now >= this.#reads.notBefore && this.#needsRead(now)) return this.#read(false);
      const choice = this.#queue.maySend ? this.#scheduler.next(now) : null;
      if (choice === 'choose-again') continue;
      if (choice !== null && !(choice.kind === 'wait' && this.#isHurried)) return choice;
      if (this.#writes.areUnderWay || this.#reads.isUnderWay) return { kind: 'idle' };
      // Nothing is left to send. The last read needs a service that answers reads.
      const { notBefore } = this.#reads;
      if (now < notBefore && !this.#isHurried) return { kind: 'wait', until: notBefore, why: 'unreachable' };
      this.#queue.endAllUnsent();
      if (now >= notBefore) return this.#read(true);
      this.#finish(null, this.#unread);
    }
  }

  take(event: Event, now: number): void {
    switch (event.kind) {
      case 'wrote':
        this.#writes.answered(event.item, event.outcome, now);
        return;
      case 'read': {
        const isLast = this.#reads.answered(event.rules, event.sentAt, now);
        this.#unread = null;
        this.#writes.learn(event.sentAt, isLast, now);
        if (isLast) this.#finish(event.rules, null);
        return;
      }
      case 'unread':
        this.#couldNotRead(event, now);
    }
  }

  #couldNotRead({ failure, retry }: Extract<Event, { kind: 'unread' }>, now: number): void {
    const { isLast, isInTime } = this.#reads.failed(retry?.afterMs ?? null, now);
    this.#unread = failure;
    // After Ctrl-C, the first read that fails is the last one.
    const isAwaited = this.#queue.maySend || !this.#isHurried;
    if (retry !== null && isAwaited && isInTime) return;
    // Without a read no write may be sent.
    this.#queue.stop();
    this.#isHurried = true;
    if (this.#writes.areUnderWay && !isLast) return;
    this.#finish(null, failure);
  }

  /** A read is due if an outcome is unknown, or if the last read gets old while writes are left. */
  #needsRead(now: number): boolean {
    if (this.#writes.areUnknown) return true;
    const isRenewed = this.#queue.maySend && this.#writes.areUnderWay && this.#reads.isOld(now);
    return isRenewed && this.#queue.currentStage().find(isSendable) !== undefined;
  }

  #read(isLast: boolean): Command {
    this.#reads.begin(isLast);
    return { kind: 'read', isLast };
  }

  #finish(after: readonly LiveRule[] | null, failure: Failure | null): void {
    this.#result = { steps: this.#queue.close(), after, failure };
  }
}
