/** The reads of an apply: how fresh what is known is, when the next one may be sent, and when reading is given up. */
import type { LiveRule } from '../../model/rule.ts';
import { type Item, move } from './item.ts';
import type { Known } from './known.ts';
import { pauseMs, type RetryOptions } from './retrying.ts';

/** How old a read may be, in ms, before a write that relies on it. */
const FRESH_MS = 5_000;
/** How long ago, in ms, a read that was answered is good in any case: where listing takes so long nothing fresher is to be had. */
const JUST_READ_MS = 1_000;
/** How old, in ms, the read may be that was made for a write: where a limit is so tight that the write must wait after it. */
const CHECKED_MS = 30_000;
/** How often a write has a read of its own before that counts whatever its age: the limit is tighter still. */
const MOST_CHECKS = 3;
/** From this age on, in ms, the next read is sent while others still write. */
const RENEW_MS = 4_000;

export class Reads {
  readonly #known: Known;
  readonly #options: RetryOptions;
  #underWay: 'none' | 'one' | 'last' = 'none';
  #notBefore = 0;
  #answeredAt: number;
  #failures = 0;
  #failingSince: number | null = null;

  constructor(known: Known, options: RetryOptions) {
    this.#known = known;
    this.#options = options;
    this.#answeredAt = known.readAt;
  }

  get isUnderWay(): boolean {
    return this.#underWay !== 'none';
  }

  /** Before this time, in ms, no read is sent: the last one failed. */
  get notBefore(): number {
    return this.#notBefore;
  }

  isOld(now: number): boolean {
    return now - this.#known.readAt > RENEW_MS;
  }

  begin(isLast: boolean): void {
    this.#underWay = isLast ? 'last' : 'one';
  }

  /** Gives whether it was the last one. */
  answered(rules: readonly LiveRule[], sentAt: number, now: number): boolean {
    this.#known.read(rules, sentAt);
    this.#answeredAt = now;
    this.#failures = 0;
    this.#failingSince = null;
    return this.#end();
  }

  /** Takes how long the service asked to wait, in ms; gives whether it was the last one, and whether there is time for another. */
  failed(afterMs: number | null, now: number): { isLast: boolean; isInTime: boolean } {
    this.#failingSince ??= now;
    this.#failures += 1;
    this.#notBefore = now + pauseMs(this.#failures, afterMs, this.#options);
    return { isLast: this.#end(), isInTime: this.#notBefore - this.#failingSince <= this.#options.retryForMs };
  }

  /** Whether what is known is fresh enough for a write; if not, the change waits for a read. */
  isFreshFor(item: Item, now: number): boolean {
    const { readAt } = this.#known;
    const age = now - readAt;
    if (age <= FRESH_MS || now - this.#answeredAt <= JUST_READ_MS) return true;
    const isAwaited = item.phase === 'checking' && item.checkingSince > readAt;
    if (isAwaited) return false;
    if (item.phase === 'checking' && (age <= CHECKED_MS || item.checks >= MOST_CHECKS)) return true;
    if (item.phase !== 'checking') move(item, 'checking');
    item.checkingSince = now;
    item.checks += 1;
    return false;
  }

  #end(): boolean {
    const isLast = this.#underWay === 'last';
    this.#underWay = 'none';
    return isLast;
  }
}
