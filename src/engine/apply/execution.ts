/**
 * What one account does next, in an apply: pure, so that every path can be tested without a network. `next` gives a
 * command, and counts it as begun; `tell` takes how it ended. Times are ms of one clock that never runs backwards.
 *
 * The premise: the service has no If-Match and no idempotency key, answers get lost, and rules refuse each other. So a
 * write is only sent while what it relies on was read a moment ago (`reads.ts`); what a lost answer would have told is
 * read (`writes.ts`); a change that another rule is in the way of waits until the others made progress, and where changes
 * wait for each other in a cycle one rule is parked (`scheduler.ts`), and unparked where that was in vain (`queue.ts`).
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { Change } from '../../model/plan.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { Work } from '../../planning/changes.ts';
import { Dependencies } from './dependencies.ts';
import type { Command, Event } from './events.ts';
import { isUnsent, itemOf } from './item.ts';
import { ChangeQueue, type QueueOptions } from './queue.ts';
import { Reads } from './reads.ts';
import { Scheduler } from './scheduler.ts';
import { LiveSnapshot } from './snapshot.ts';
import { type WriteOptions, Writes } from './writes.ts';

/** How an account ended. */
export interface Executed {
  steps: Step[];
  /** The rules that were parked for nothing. */
  unparks: Step[];
  /** Changes that were made, and whose rules a request that nobody answered may yet park. */
  mayLand: Change[];
  /** The live rules at the end; null where they could not be read, and why. */
  after: readonly LiveRule[] | null;
  failure: Failure | null;
}

export class Execution {
  readonly #queue: ChangeQueue;
  readonly #reads: Reads;
  readonly #writes: Writes;
  readonly #scheduler: Scheduler;
  /** Whether nothing is waited for any more. */
  #isHurried = false;
  /** How the last read failed; null where it did not. */
  #unread: Failure | null = null;
  #result: Executed | null = null;

  /** `live`: the rules that the changes were planned from, read at `readAt`. */
  constructor(work: readonly Work[], live: readonly LiveRule[], readAt: number, options: QueueOptions & WriteOptions) {
    const items = work.map(itemOf);
    const snapshot = new LiveSnapshot(live, readAt);
    const dependencies = new Dependencies(items, snapshot, options.refused);
    const queue = new ChangeQueue(items, dependencies.freeing, options);
    const reads = new Reads(snapshot, options);
    const writes = new Writes(queue, snapshot, options);
    this.#queue = queue;
    this.#reads = reads;
    this.#writes = writes;
    this.#scheduler = new Scheduler({ queue, snapshot, reads, dependencies, writes });
  }

  /** How it ended; only after `finished`. */
  get result(): Executed {
    if (this.#result === null) throw new Error('The apply has not ended');
    return this.#result;
  }

  /**
   * No change is sent any more: what is under way ends, parked rules are unparked and the rules are read once, as far as
   * that can be done without waiting.
   */
  stop(): void {
    this.#queue.stop();
    this.#isHurried = true;
  }

  /** The same, waiting as long as it takes. */
  sendNoMore(): void {
    this.#queue.stop();
  }

  /** What to do now. A read or a write counts as begun. */
  next(now: number): Command {
    for (;;) {
      if (this.#result !== null) return { kind: 'finished' };
      if (!this.#reads.isUnderWay && now >= this.#reads.notBefore && this.#needsRead(now)) return this.#read(false);
      const choice = this.#queue.maySend ? this.#scheduler.next(now) : null;
      if (choice === 'again') continue;
      if (choice !== null && !(choice.kind === 'wait' && this.#isHurried)) return choice;
      if (this.#writes.areUnderWay || this.#reads.isUnderWay) return { kind: 'idle' };
      const { notBefore } = this.#reads;
      if (now < notBefore && !this.#isHurried) return { kind: 'wait', until: notBefore, why: 'unreachable' };
      if (now < notBefore) this.#finish(null, this.#unread);
      else if (!this.#queue.goOn()) return this.#read(true);
    }
  }

  /** Told how a read or a write ended. */
  tell(event: Event, now: number): void {
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

  #couldNotRead({ failure, again }: Extract<Event, { kind: 'unread' }>, now: number): void {
    const { isLast, isInTime } = this.#reads.failed(again?.afterMs ?? null, now);
    this.#unread = failure;
    if (again !== null && this.#queue.maySend && isInTime) return;
    // Without a read no write may be sent.
    this.#queue.bar();
    this.#isHurried = true;
    if (this.#writes.areUnderWay && !isLast) return;
    this.#finish(null, failure);
  }

  /** A read is due where an outcome is unknown, and where the last one grows old while writes are left. */
  #needsRead(now: number): boolean {
    if (this.#writes.areUnknown) return true;
    const isRenewed = this.#queue.maySend && this.#writes.areUnderWay && this.#reads.isOld(now);
    return isRenewed && this.#queue.stage().find(isUnsent) !== undefined;
  }

  #read(isLast: boolean): Command {
    this.#reads.begin(isLast);
    return { kind: 'read', isLast };
  }

  #finish(after: readonly LiveRule[] | null, failure: Failure | null): void {
    this.#result = { ...this.#queue.close(), after, failure };
  }
}
