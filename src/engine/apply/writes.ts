/**
 * The writes of an apply: those under way, and what their answers mean for the changes that they carry. What a lost answer
 * would have told, and what an answer did not show, is learnt from a read.
 */
import { OF_ANOTHER_RULE } from '../../diagnostics/changes.ts';
import type { Failure } from '../../model/applied.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import { pauseMs } from '../../service/retry.ts';
import { OutageBackoff, type RetryOptions } from './backoff.ts';
import type { WriteOutcome } from './events.ts';
import { isAsSent, resolutionOf, rewritten } from './evidence.ts';
import { hasEnded, type Item, isParking, move, type Write } from './item.ts';
import type { ChangeQueue } from './queue.ts';
import type { LiveSnapshot } from './snapshot.ts';

export interface WriteOptions extends RetryOptions {
  /** Told of each rule that was parked. */
  onParked: (item: Item) => void;
}

/** Answers after which it is known whether the write was carried out, and why not. */
const CONCLUSIVE: ReadonlySet<WriteOutcome['kind']> = new Set(['made', 'conflict', 'gone', 'stop', 'refused']);

export class Writes {
  readonly #queue: ChangeQueue;
  readonly #snapshot: LiveSnapshot;
  readonly #options: WriteOptions;
  readonly #outage: OutageBackoff;
  /** Those whose outcome a read must tell before anything else. */
  readonly #unknown = new Set<Item>();
  #underWay = 0;
  #progress = 0;
  /** When the last write got an answer that tells, in ms. */
  #answeredAt: number;

  constructor(queue: ChangeQueue, snapshot: LiveSnapshot, options: WriteOptions) {
    this.#queue = queue;
    this.#snapshot = snapshot;
    this.#options = options;
    this.#outage = new OutageBackoff(options);
    this.#answeredAt = snapshot.readAt;
  }

  get areUnderWay(): boolean {
    return this.#underWay > 0;
  }

  /** Whether a read must tell an outcome before anything else. */
  get areUnknown(): boolean {
    return this.#unknown.size > 0;
  }

  /** How much was made so far: a change that was refused because of another one is tried again when it has grown. */
  get progress(): number {
    return this.#progress;
  }

  /** Until when, in ms, nothing is sent because nobody answers; null where it may be. */
  quietUntil(now: number): number | null {
    return this.#outage.until(now, this.#underWay);
  }

  /** A write of a change goes out now. */
  begin(item: Item, write: Write): void {
    move(item, 'sending');
    item.write = write;
    item.sentAfter = this.#progress;
    this.#underWay += 1;
  }

  answered(item: Item, outcome: WriteOutcome, now: number): void {
    const { write } = item;
    this.#underWay -= 1;
    if (outcome.kind === 'unsent' || outcome.kind === 'unknown') this.#outage.failed(now);
    else this.#outage.reset();
    if (CONCLUSIVE.has(outcome.kind)) this.#answeredAt = now;
    switch (outcome.kind) {
      case 'made':
        if (write?.op === 'create' && outcome.rule !== null && !this.#isNew(outcome.rule, write.body)) {
          item.createdId = outcome.rule.id;
          this.#lookUp(item, { failure: OF_ANOTHER_RULE, retryAfterMs: null }, now);
        } else this.#made(item, outcome.rule, now);
        return;
      case 'throttled':
        this.#tryAgain(item, outcome, now);
        return;
      case 'unsent':
        this.#tryAgain(item, { ...outcome, retryAfterMs: null }, now);
        return;
      case 'unknown':
        if (write !== null && mayLandLater(outcome.failure)) item.lost = [...item.lost, write];
        this.#lookUp(item, outcome, now);
        return;
      case 'stop':
        this.#queue.fail(item, outcome.failure);
        this.#queue.bar();
        return;
      case 'gone':
        if (write?.op === 'delete') this.#made(item, null, now);
        else this.#queue.refuse(item, 'changed-meanwhile');
        return;
      case 'conflict':
      case 'refused':
        // A rule of its own name is in the way: its own lost write may have made it since the last read.
        if (outcome.kind === 'conflict' && write?.op === 'create' && outcome.with === write.body.name)
          this.#lookUp(item, { ...outcome, retryAfterMs: null }, now);
        else if (write !== null && isParking(write)) {
          item.cannotPark = true;
          move(item, 'waiting');
        } else if (outcome.kind === 'refused') this.#queue.fail(item, outcome.failure);
        else {
          item.conflict = { failure: outcome.failure, with: outcome.with, progress: item.sentAfter };
          move(item, 'waiting');
        }
    }
  }

  /** Whether the answer to a create shows the rule that was sent, and no rule that was there before. */
  #isNew(rule: LiveRule, sent: RuleBody): boolean {
    return this.#snapshot.get(rule.id) === null && isAsSent(rule, sent);
  }

  #lookUp(item: Item, { failure, retryAfterMs }: { failure: Failure; retryAfterMs: number | null }, now: number): void {
    item.failure = failure;
    item.notBefore = now + (retryAfterMs ?? 0);
    item.unknownAt = now;
    move(item, 'unknown');
    this.#unknown.add(item);
  }

  /**
   * `sentAt`: when the read was sent that made the live rules known, in ms. The last read also tells of writes that
   * succeeded without an answer that showed the rule.
   */
  learn(sentAt: number, isLast: boolean, now: number): void {
    const presumed = isLast ? this.#queue.all.filter(({ phase }) => phase === 'unknown') : [];
    for (const item of [...this.#unknown, ...presumed]) {
      if (item.unknownAt <= sentAt && item.phase === 'unknown') this.#resolve(item, now);
    }
    if (isLast) for (const item of this.#queue.all) if (hasEnded(item)) this.landed(item, now);
  }

  /**
   * Looks for a lost write of a change that is not under way: the service may have carried it out since. Gives whether the
   * live rules show that; then this run made it.
   */
  landed(item: Item, now: number): boolean {
    const isMade = (write: Write) => resolutionOf({ ...item, write }, this.#snapshot).kind === 'made';
    const write = item.phase === 'done' ? undefined : item.lost.find(isMade);
    // A rule that is parked already may be so by another request; the end tells of it as parked.
    if (write === undefined || (isParking(write) && (item.parkedBody !== null || hasEnded(item)))) return false;
    Object.assign(item, { write, refusal: null, found: undefined });
    move(item, 'unknown');
    this.#resolve(item, now);
    return true;
  }

  #resolve(item: Item, now: number): void {
    this.#unknown.delete(item);
    const resolution = resolutionOf(item, this.#snapshot);
    switch (resolution.kind) {
      case 'made':
        item.lost = item.lost.filter((one) => one !== item.write);
        this.#made(item, resolution.rule, now);
        return;
      case 'not-made':
        this.#tryAgain(item, { failure: item.failure, retryAfterMs: item.notBefore - item.unknownAt }, now);
        return;
      case 'taken':
        // Whoever has the name may be about to give it up; if not, the next look at it says so.
        move(item, 'resolved');
        return;
      case 'gone':
        this.#queue.refuse(item, 'changed-meanwhile');
        return;
      case 'otherwise':
        item.found = 'otherwise';
        this.#queue.fail(item, item.failure);
    }
  }

  /** A write that was carried out, as its answer or a read tells. */
  #made(item: Item, rule: LiveRule | null, now: number): void {
    const { write } = item;
    if (write === null) throw new Error('Nothing was written');
    this.#progress += 1;
    if (write.op === 'delete') this.#snapshot.removed(write.id, now);
    else if (rule !== null) this.#snapshot.wrote(rule, now);
    else if (write.op === 'replace') {
      const before = this.#snapshot.get(write.id) ?? item.work.live;
      if (before !== null) this.#snapshot.wrote(rewritten(before, write.body), now);
    }
    if (isParking(write)) {
      item.parked = write.parking;
      item.expected = rule;
      item.parkedBody = write.body;
      move(item, 'waiting');
      this.#options.onParked(item);
      return;
    }
    if (write.op === 'replace' && rule === null && item.phase === 'sending') {
      item.presumed = true;
      item.unknownAt = now;
      move(item, 'unknown');
      return;
    }
    if (write.op === 'create') item.createdId = rule?.id ?? null;
    this.#queue.end(item, 'done');
  }

  /** Nothing was carried out: it is sent again after a pause, unless that would take too long. */
  #tryAgain(item: Item, why: { failure: Failure | null; retryAfterMs: number | null }, now: number): void {
    item.failures += 1;
    item.failingSince ??= now;
    const wasUnknown = item.phase === 'unknown';
    const isThrottled = why.failure?.status === 429;
    // How fast to go on after a 429 is for the pacer to say.
    const pause = isThrottled
      ? (why.retryAfterMs ?? 0)
      : pauseMs(item.failures, why.retryAfterMs, this.#options.random);
    const isOver = now + pause - item.failingSince > this.#options.retryForMs;
    if (!isOver && !(wasUnknown && !this.#queue.maySend)) {
      item.notBefore = now + pause;
      move(item, wasUnknown ? 'resolved' : 'waiting');
      return;
    }
    if (wasUnknown && item.lost.length === 0) item.found = 'not-made';
    const isNobodyAnswered = this.#answeredAt <= item.failingSince;
    this.#queue.fail(item, why.failure);
    // The others would wait as long, one after the other; or longer than they may.
    const isSilent = isNobodyAnswered && this.#queue.all.some((other) => other.failures > 0 && !hasEnded(other));
    if (isSilent || (why.retryAfterMs ?? 0) > this.#options.retryForMs) this.#queue.bar();
  }
}

/** Whether nobody answered, or a gateway for a service that did not: it may be at work on the request still. */
function mayLandLater({ status }: Failure): boolean {
  return status === null || status >= 502;
}
