/**
 * What one account does next, in an apply: pure, so that every path can be tested without a network. `next` gives a
 * command, and counts it as begun; `tell` takes how it ended. Times are ms of one clock that never runs backwards.
 *
 * The premise: the service has no If-Match and no idempotency key, answers get lost, and rules refuse each other. So a
 * write is only sent while what it relies on was read a moment ago; what a lost answer would have told is read; a change
 * that another rule is in the way of waits until the others made progress; and where changes wait for each other in a
 * circle one rule steps aside, and back again where that was in vain.
 */
import type { Failure, Step } from '../../model/applied.ts';
import type { LiveRule } from '../../model/rule.ts';
import { parkedBody } from '../../planning/parking.ts';
import type { Work } from '../../planning/work.ts';
import { toPark, type Wait } from './circles.ts';
import { hasEnded, type Item, isUnsent, itemOf, move, stepOf, type Write } from './item.ts';
import { content, isExpected, Known, rewritten } from './known.ts';
import { objectionTo } from './objections.ts';
import type { Outcome } from './outcome.ts';
import { type Aside, asideOf, putBacks } from './putting-back.ts';
import { Reads } from './reads.ts';
import { resolutionOf } from './resolving.ts';
import { pauseMs, type RetryOptions } from './retrying.ts';
import { Silence } from './silence.ts';
import { Stage } from './stage.ts';
import { Waiting } from './waiting.ts';

export type Command =
  /** `isLast`: to compare, when nothing else is left to do. */
  | { kind: 'read'; isLast: boolean }
  | { kind: 'write'; item: Item; write: Write }
  /** Nothing can be sent before this time. */
  | { kind: 'wait'; until: number; why: 'retry' | 'unreachable' }
  /** What is under way must end first. */
  | { kind: 'idle' }
  | { kind: 'finished' };

export type Event =
  | { kind: 'wrote'; item: Item; outcome: Outcome }
  | { kind: 'read'; rules: readonly LiveRule[]; sentAt: number }
  /** `again`: whether reading may work later, and how long the service asked to wait at least, in ms. */
  | { kind: 'unread'; failure: Failure; again: { afterMs: number } | null };

export interface ExecutionOptions extends RetryOptions {
  failFast: boolean;
  /** Whether deletes that nobody waits for are held back from the start: a create that belongs to them is refused. */
  holdsDeletes: boolean;
  /** Told of each change once its outcome is known, and of each rule that was parked, and put back. */
  onEnd: (item: Item) => void;
  onParked: (item: Item) => void;
  onPutBack: (item: Item) => void;
}

/** How an account ended. */
export interface Executed {
  steps: Step[];
  /** The rules that were put aside for nothing. */
  aside: Aside[];
  /** The live rules at the end; null where they could not be read, and why. */
  after: readonly LiveRule[] | null;
  failure: Failure | null;
}

/** Answers after which it is known whether the write was carried out, and why not. */
const TELLING: ReadonlySet<Outcome['kind']> = new Set(['made', 'conflict', 'gone', 'stop', 'refused']);

export class Execution {
  readonly #items: Item[];
  /** In the order in which they are sent; deletes that nobody waits for apart. */
  readonly #open: Stage;
  readonly #late: Stage;
  /** What puts rules back; null while anything else is to be done. */
  #backs: Item[] | null = null;
  #back = new Stage([]);
  /** Those whose outcome a read must tell before anything else. */
  readonly #unknown = new Set<Item>();
  readonly #known: Known;
  readonly #waiting: Waiting;
  readonly #options: ExecutionOptions;
  /** How much was made so far: a change that was refused because of another one is tried again when it has grown. */
  #progress = 0;
  #writing = 0;
  /** Whether no change is sent any more. */
  #stopped = false;
  /** Whether nothing is waited for any more either. */
  #isHurried = false;
  /** Whether nothing could be put back either: the key is refused, nobody answers, or what is live is not known. */
  #isBarred = false;
  /** Whether deletes that nobody waits for are held back: a create that they may belong to is not made. */
  #isCreateLost: boolean;
  /** How the last read failed; null where it did not. */
  #unread: Failure | null = null;
  readonly #reads: Reads;
  readonly #silence: Silence;
  /** When the last write got an answer that tells, in ms. */
  #answeredAt: number;
  #result: Executed | null = null;

  /** Takes the changes to be carried out, and the live rules that they were planned from with the time of that read. */
  constructor(work: readonly Work[], live: readonly LiveRule[], readAt: number, options: ExecutionOptions) {
    this.#known = new Known(live, readAt);
    this.#items = work.map((item) => itemOf(item, item.live === null ? null : content(item.live)));
    this.#waiting = new Waiting(this.#items);
    this.#options = options;
    this.#isCreateLost = options.holdsDeletes;
    this.#reads = new Reads(this.#known, options);
    this.#silence = new Silence(options);
    this.#answeredAt = readAt;
    const freeing = this.#items.filter((item) => this.#waiting.freeing.has(item));
    const others = this.#items.filter(({ work: { wanted } }) => wanted !== null);
    this.#open = new Stage([...freeing, ...others]);
    this.#late = new Stage(this.#items.filter((item) => item.work.wanted === null && !this.#waiting.freeing.has(item)));
  }

  /** How it ended; only after `finished`. */
  get result(): Executed {
    if (this.#result === null) throw new Error('The apply has not ended');
    return this.#result;
  }

  /**
   * No change is sent any more: what is under way ends, rules that were put aside are put back and the rules are read
   * once, as far as that can be now, and that is all.
   */
  stop(): void {
    this.#stopped = true;
    this.#isHurried = true;
  }

  /** No change is sent any more: the same, whenever that can be. */
  sendNoMore(): void {
    this.#stopped = true;
  }

  next(now: number): Command {
    for (;;) {
      if (this.#result !== null) return { kind: 'finished' };
      if (!this.#reads.isUnderWay && now >= this.#reads.notBefore && this.#needsRead(now)) return this.#read(false);
      const command = this.#maySend ? this.#nextWrite(now) : null;
      if (command === 'again') continue;
      if (command !== null && !(command.kind === 'wait' && this.#isHurried)) return command;
      if (this.#writing > 0 || this.#reads.isUnderWay) return { kind: 'idle' };
      const { notBefore } = this.#reads;
      if (now < notBefore && !this.#isHurried) return { kind: 'wait', until: notBefore, why: 'unreachable' };
      if (now < notBefore) {
        this.#finish(null, this.#unread);
        continue;
      }
      this.#giveUp();
      if (this.#backs !== null) return this.#read(true);
      this.#backs = putBacks(this.#items);
      this.#back = new Stage(this.#backs);
    }
  }

  get #maySend(): boolean {
    return this.#backs === null ? !this.#stopped : !this.#isBarred;
  }

  tell(event: Event, now: number): void {
    if (event.kind === 'wrote') {
      this.#writing -= 1;
      this.#wrote(event.item, event.outcome, now);
      return;
    }
    if (event.kind === 'read') {
      const isLast = this.#reads.answered(event.rules, event.sentAt, now);
      this.#unread = null;
      const all = [...this.#items, ...(this.#backs ?? [])];
      const presumed = isLast ? all.filter(({ phase }) => phase === 'unknown') : [];
      for (const item of [...this.#unknown, ...presumed]) {
        if (item.unknownAt <= event.sentAt && item.phase === 'unknown') this.#resolve(item, now);
      }
      if (isLast) this.#finish(event.rules, null);
      return;
    }
    const { isLast, isInTime } = this.#reads.failed(event.again?.afterMs ?? null, now);
    this.#unread = event.failure;
    if (event.again !== null && this.#maySend && isInTime) return;
    // Without a read no write may be sent.
    this.#bar();
    this.stop();
    if (this.#writing > 0 && !isLast) return;
    this.#finish(null, event.failure);
  }

  /** Reads that are due: what is unknown, and what grows old while writes are left. */
  #needsRead(now: number): boolean {
    if (this.#unknown.size > 0) return true;
    return this.#maySend && this.#writing > 0 && this.#reads.isOld(now) && this.#stage().hasUnsent;
  }

  #read(isLast: boolean): Command {
    this.#reads.begin(isLast);
    return { kind: 'read', isLast };
  }

  /** A write, or why there is none now; null where nothing is left to be sent; `again` where something ended instead. */
  #nextWrite(now: number): Command | 'again' | null {
    const stage = this.#stage();
    if (!stage.hasUnsent) return null;
    const quietUntil = this.#silence.until(now, this.#writing);
    const item = quietUntil === null ? this.#choose(stage, now) : undefined;
    if (item !== undefined) return this.#begin(item, now);
    if (this.#writing > 0 || this.#reads.isUnderWay) return { kind: 'idle' };
    if (quietUntil !== null) return { kind: 'wait', until: quietUntil, why: 'unreachable' };
    // What is unknown may be what the others wait for.
    if (this.#unknown.size > 0) return null;
    const left = stage.unsent();
    const later = left.map(({ notBefore }) => notBefore).filter((time) => time > now);
    if (later.length > 0) return { kind: 'wait', until: Math.min(...later), why: 'retry' };
    return this.#breakFree(left, now);
  }

  /** What may be sent now: other deletes only once everything else is settled, and what puts rules back at the very end. */
  #stage(): Stage {
    if (this.#backs !== null) return this.#back;
    if (!this.#open.isSettled) return this.#open;
    if (this.#isCreateLost) for (const item of this.#late.unsent()) this.#end(item, 'held');
    return this.#late;
  }

  /** What waits for nobody; where nothing is under way also what may be refused because of another rule. */
  #choose(stage: Stage, now: number): Item | undefined {
    const able = (item: Item) =>
      isUnsent(item) && item.notBefore <= now && this.#waiting.onNames(item, this.#known).length === 0;
    const free = stage.find(
      (item) => item.conflict === null && able(item) && this.#waiting.onSenders(item).length === 0,
    );
    if (free !== undefined || this.#writing > 0) return free;
    const isNews = (item: Item) => item.conflict?.progress !== this.#progress && able(item);
    // What is known to be in its way still most likely is: in a long circle each would be refused again and again.
    return stage.find((item) => isNews(item) && this.#isUnopposed(item)) ?? stage.find(isNews);
  }

  #isUnopposed(item: Item): boolean {
    return this.#waiting.onSenders(item).length === 0 && this.#waiting.onConflict(item, this.#known).length === 0;
  }

  #begin(item: Item, now: number): Command | 'again' {
    if (!this.#reads.isFreshFor(item, now)) return this.#readFirst(now);
    const objection = objectionTo(item, this.#known, this.#waiting);
    if (objection !== null) {
      item.refusal = objection === 'skipped' ? null : objection;
      this.#end(item, objection === 'skipped' ? 'skipped' : 'refused');
      return 'again';
    }
    const { live, wanted } = item.work;
    if (live === null && wanted !== null) return this.#send(item, { op: 'create', body: wanted });
    if (live !== null && wanted !== null) {
      return this.#send(item, { op: 'replace', id: live.id, body: wanted, parking: null });
    }
    if (live === null) throw new Error('A change without a rule');
    return this.#send(item, { op: 'delete', id: live.id });
  }

  #readFirst(now: number): Command {
    if (this.#reads.isUnderWay) return { kind: 'idle' };
    const { notBefore } = this.#reads;
    return now < notBefore ? { kind: 'wait', until: notBefore, why: 'unreachable' } : this.#read(false);
  }

  #send(item: Item, write: Write): Command {
    move(item, 'sending');
    item.write = write;
    item.sentAfter = this.#progress;
    this.#writing += 1;
    return { kind: 'write', item, write };
  }

  /** All that is left waits for each other: one rule steps aside, or one change cannot be made. */
  #breakFree(left: readonly Item[], now: number): Command | 'again' {
    const wait = toPark(left, (item) => [
      ...this.#waiting.onNames(item, this.#known),
      ...this.#waiting.onSenders(item),
      ...this.#waiting.onConflict(item, this.#known),
    ]);
    if (wait !== null) return this.#park(wait, now);
    const inTheWay = this.#deleteInTheWay(left);
    if (inTheWay !== null) return this.#begin(inTheWay, now);
    const conflicted = left.find(({ conflict }) => conflict !== null);
    if (conflicted !== undefined) {
      conflicted.failure = conflicted.conflict?.failure ?? null;
      this.#end(conflicted, 'failed');
      return 'again';
    }
    const [first] = left;
    if (first === undefined) throw new Error('Nothing waits');
    first.refusal = 'name-not-free';
    this.#end(first, 'refused');
    return 'again';
  }

  /**
   * A delete that has the sender of a change which was refused for it. Not before that: where senders may overlap the
   * change can be made first, and if it fails for another reason its old rule under another name is still there.
   */
  #deleteInTheWay(left: readonly Item[]): Item | null {
    if (this.#isCreateLost) return null;
    const refused = left.filter(({ conflict }) => conflict !== null);
    const waits = refused.flatMap((item) => [
      ...this.#waiting.onConflict(item, this.#known),
      ...this.#waiting.onSenders(item),
    ]);
    return waits.find(({ on }) => on.work.wanted === null && isUnsent(on))?.on ?? null;
  }

  #park({ on: item, by }: Wait, now: number): Command | 'again' {
    const { live } = item.work;
    const body = live === null ? null : parkedBody(live, by);
    if (live === null || body === null) throw new Error('Only a live rule can step aside');
    if (!this.#reads.isFreshFor(item, now)) return this.#readFirst(now);
    const current = this.#known.get(live.id);
    const isFree = by === 'sender' || this.#known.named(body.name).every(({ id }) => id === live.id);
    const isAsExpected = current !== null && isExpected(current, item);
    if (isFree && isAsExpected) return this.#send(item, { op: 'replace', id: live.id, body, parking: by });
    if (isAsExpected) item.unparkable = true;
    else {
      item.refusal = 'changed-meanwhile';
      this.#end(item, 'refused');
    }
    return 'again';
  }

  #wrote(item: Item, outcome: Outcome, now: number): void {
    const { write } = item;
    const isParking = write?.op === 'replace' && write.parking !== null;
    if (outcome.kind === 'unsent' || outcome.kind === 'unknown') this.#silence.heard(now);
    else this.#silence.broken();
    if (TELLING.has(outcome.kind)) this.#answeredAt = now;
    switch (outcome.kind) {
      case 'made':
        this.#made(item, outcome.rule, now);
        return;
      case 'throttled':
        this.#tryAgain(item, outcome, now);
        return;
      case 'unsent':
        this.#tryAgain(item, { ...outcome, retryAfterMs: null }, now);
        return;
      case 'unknown':
        item.failure = outcome.failure;
        item.notBefore = now + (outcome.retryAfterMs ?? 0);
        item.unknownAt = now;
        move(item, 'unknown');
        this.#unknown.add(item);
        return;
      case 'stop':
        this.#fail(item, outcome.failure);
        this.#bar();
        return;
      case 'gone':
        if (write?.op === 'delete') this.#made(item, null, now);
        else this.#refuse(item, 'changed-meanwhile');
        return;
      case 'conflict':
      case 'refused':
        if (isParking) {
          item.unparkable = true;
          move(item, 'waiting');
        } else if (outcome.kind === 'refused') this.#fail(item, outcome.failure);
        else {
          item.conflict = { failure: outcome.failure, with: outcome.with, progress: item.sentAfter };
          move(item, 'waiting');
        }
    }
  }

  /** A write that was carried out, as its answer or a read tells. */
  #made(item: Item, rule: LiveRule | null, now: number): void {
    const { write } = item;
    if (write === null) throw new Error('Nothing was written');
    this.#progress += 1;
    if (write.op === 'delete') this.#known.removed(write.id, now);
    else if (rule !== null) this.#known.wrote(rule, now);
    else if (write.op === 'replace') {
      const before = this.#known.get(write.id) ?? item.work.live;
      if (before !== null) this.#known.wrote(rewritten(before, write.body), now);
    }
    if (write.op === 'replace' && write.parking !== null) {
      item.parked = write.parking;
      item.expected = rule === null ? null : content(rule);
      item.aside = write.body;
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
    this.#end(item, 'done');
  }

  #resolve(item: Item, now: number): void {
    this.#unknown.delete(item);
    const resolution = resolutionOf(item, this.#known);
    switch (resolution.kind) {
      case 'made':
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
        this.#refuse(item, 'changed-meanwhile');
        return;
      case 'otherwise':
        item.found = 'otherwise';
        this.#fail(item, item.failure);
    }
  }

  /** Nothing was carried out: it is sent again after a pause, unless that would take too long. */
  #tryAgain(item: Item, why: { failure: Failure | null; retryAfterMs: number | null }, now: number): void {
    item.failures += 1;
    item.failingSince ??= now;
    const wasUnknown = item.phase === 'unknown';
    const isThrottled = why.failure?.status === 429;
    // How fast to go on after a 429 is for the pacer to say.
    const pause = isThrottled ? (why.retryAfterMs ?? 0) : pauseMs(item.failures, why.retryAfterMs, this.#options);
    const isOver = now + pause - item.failingSince > this.#options.retryForMs;
    if (!isOver && !(wasUnknown && !this.#maySend)) {
      item.notBefore = now + pause;
      move(item, wasUnknown ? 'resolved' : 'waiting');
      return;
    }
    if (wasUnknown) item.found = 'not-made';
    const isNobodyAnswered = this.#answeredAt <= item.failingSince;
    this.#fail(item, why.failure);
    // The others would wait as long, one after the other; or longer than they may.
    const all = [...this.#items, ...(this.#backs ?? [])];
    const isSilent = isNobodyAnswered && all.some((other) => other.failures > 0 && !hasEnded(other));
    if (isSilent || (why.retryAfterMs ?? 0) > this.#options.retryForMs) this.#bar();
  }

  /** No write is sent any more, not even to put something back. */
  #bar(): void {
    this.#stopped = true;
    this.#isBarred = true;
  }

  #refuse(item: Item, code: string): void {
    item.refusal = code;
    this.#end(item, 'refused');
  }

  #fail(item: Item, failure: Failure | null): void {
    item.failure = failure;
    this.#end(item, 'failed');
    if (this.#options.failFast) this.#stopped = true;
  }

  #end(item: Item, phase: Step['status']): void {
    move(item, phase);
    const isMissed = phase === 'failed' || phase === 'refused';
    if (isMissed && item.work.change.op === 'create') this.#isCreateLost = true;
    if (!item.putsBack) this.#options.onEnd(item);
    else if (phase === 'done') this.#options.onPutBack(item);
  }

  /** What was not sent is not tried; deletes are held back where a create was lost. */
  #giveUp(): void {
    if (this.#isCreateLost) for (const item of this.#late.unsent()) this.#end(item, 'held');
    for (const item of [...this.#items, ...(this.#backs ?? [])]) if (isUnsent(item)) this.#end(item, 'not-tried');
  }

  #finish(after: readonly LiveRule[] | null, failure: Failure | null): void {
    for (const item of [...this.#items, ...(this.#backs ?? [])]) {
      if (item.phase === 'unknown') this.#end(item, item.presumed ? 'done' : 'failed');
    }
    this.#backs ??= putBacks(this.#items);
    this.#giveUp();
    this.#result = { steps: this.#items.map(stepOf), aside: this.#backs.map(asideOf), after, failure };
  }
}
