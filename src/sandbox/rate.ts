/** A token bucket, and what a 429 says of it. */

/** So many requests a second, and a burst of them at once after a pause. */
export class Rate {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  /** `now` gives milliseconds since the epoch; the burst is at least one request, else none would ever pass. */
  constructor(perSecond: number, now: () => number, burst = perSecond) {
    this.#perSecond = perSecond;
    this.#burst = Math.max(1, burst);
    this.#now = now;
    this.#tokens = this.#burst;
    this.#filledAt = now();
  }

  /** Counts one request; gives 0, or the seconds until the next one fits. */
  take(): number {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return (1 - this.#tokens) / this.#perSecond;
    this.#tokens -= 1;
    return 0;
  }
}

/** Gives a time one of the two ways that HTTP has for Retry-After: seconds, or a date. `now` in milliseconds. */
export function retryAfter(seconds: number, asDate: boolean, now: number): string {
  const whole = Math.ceil(seconds);
  return asDate ? new Date(now + (whole + 1) * 1000).toUTCString() : String(whole);
}
