/** A token bucket: so many requests a second, and as many at once after a pause. */
export class Rate {
  readonly #perSecond: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  /** `now` gives milliseconds since the epoch. */
  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#tokens = this.#most;
    this.#filledAt = now();
  }

  /** Takes one request out; gives 0, or the seconds until the next one fits. */
  take(): number {
    const now = this.#now();
    this.#tokens = Math.min(this.#most, this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return (1 - this.#tokens) / this.#perSecond;
    this.#tokens -= 1;
    return 0;
  }

  get #most(): number {
    return Math.max(1, this.#perSecond);
  }
}
