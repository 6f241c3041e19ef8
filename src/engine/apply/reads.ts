/** When an apply reads the live rules: how fresh they must be, when the next read may be sent, and when to give up. */
import type { LiveRule } from '../../model/rule.ts';
import { pauseMs } from '../../service/retry.ts';
import { type Item, move } from './item.ts';
import type { LiveSnapshot } from './snapshot.ts';
import type { RetryOptions } from './writes.ts';

/** How old a read may be, in ms, before a write that relies on it. */
const FRESH_MS = 5_000;
/** A read answered less than this ago, in ms, is fresh enough: if listing takes long, nothing fresher exists. */
const JUST_READ_MS = 1_000;
/** How old, in ms, a read made for a write may be: under a tight rate limit the write must wait after it. */
const CHECKED_MS = 30_000;
/** After this many reads for one write, any age will do: under a limit that tight the write would never be sent. */
const MOST_CHECKS = 3;
/** From this age on, in ms, the next read is sent while others still write. */
const RENEW_MS = 4_000;

export class Reads {
  readonly #snapshot: LiveSnapshot;
  readonly #options: RetryOptions;
  #underWay: 'none' | 'one' | 'last' = 'none';
  #notBefore = 0;
  #answeredAt: number;
  #failures = 0;
  #failingSince: number | null = null;

  constructor(snapshot: LiveSnapshot, options: RetryOptions) {
    this.#snapshot = snapshot;
    this.#options = options;
    this.#answeredAt = snapshot.readAt;
  }

  get isUnderWay(): boolean {
    return this.#underWay !== 'none';
  }

  /** Before this time, in ms, no read is sent: the last one failed. */
  get notBefore(): number {
    return this.#notBefore;
  }

  isOld(now: number): boolean {
    return now - this.#snapshot.readAt > RENEW_MS;
  }

  begin(isLast: boolean): void {
    this.#underWay = isLast ? 'last' : 'one';
  }

  /** Returns whether it was the last read of the apply. */
  answered(rules: readonly LiveRule[], sentAt: number, now: number): boolean {
    this.#snapshot.read(rules, sentAt);
    this.#answeredAt = now;
    this.#failures = 0;
    this.#failingSince = null;
    return this.#end();
  }

  /** Returns whether it was the last read, and whether there is time for another. `afterMs`: what the service asked for. */
  failed(afterMs: number | null, now: number): { isLast: boolean; isInTime: boolean } {
    this.#failingSince ??= now;
    this.#failures += 1;
    this.#notBefore = now + pauseMs(this.#failures, afterMs, this.#options.random);
    return { isLast: this.#end(), isInTime: this.#notBefore - this.#failingSince <= this.#options.retryForMs };
  }

  /** Returns whether the live rules were read recently enough for a write. If not, puts its change into `checking`. */
  freshOrCheck(item: Item, now: number): boolean {
    const { readAt } = this.#snapshot;
    const age = now - readAt;
    if (age <= FRESH_MS || now - this.#answeredAt <= JUST_READ_MS) return true;
    if (item.state.phase === 'checking') {
      if (item.state.since > readAt) return false;
      if (age <= CHECKED_MS || item.checks >= MOST_CHECKS) return true;
    }
    move(item, { phase: 'checking', since: now });
    item.checks += 1;
    return false;
  }

  #end(): boolean {
    const isLast = this.#underWay === 'last';
    this.#underWay = 'none';
    return isLast;
  }
}
