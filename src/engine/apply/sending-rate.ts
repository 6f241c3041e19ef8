/**
 * How fast to send to a service that has answered 429 and says nothing about its limit.
 *
 * The premise: there are two estimates of the limit, and each is wrong for some limiter. The rate delivered between two
 * 429s is exact for a limiter that saves up unused requests (a token bucket), and too low for one that does not. The
 * rate at which a 429 comes is exact for a limiter that saves nothing, and too high for a token bucket. So the target
 * is their geometric mean. After each 429, sending starts a little below the target and ramps up to a little above it.
 * A token bucket saves up tokens in the first half of the ramp, and the second half uses them. The more was delivered
 * since the 429s that are remembered, the narrower the ramp. When the limit falls, 429s come quickly, and only recent
 * ones are remembered.
 *
 * If sending gets twice as far as the ramp without a 429, the limit has risen: from there on the rate grows fast, but
 * never to more than twice what was just delivered.
 */
const FIRST_GUESS_PER_MS = 1 / 50;
const REMEMBERED = 6;
/** How far below the target the ramp starts, and how far above it the ramp ends, as a share. */
const SPREAD = { least: 0.005, most: 0.25 };
/** How many deliveries a ramp takes: as many as fit in `ms`, within limits, and no more than the evidence. */
const RAMP = { ms: 6_000, least: 12, most: 60 };
/** What the rate is multiplied by over each further ramp, once the limit has risen. */
const GROWTH = 4;
/** How many of the latest deliveries count for the current speed. */
const LATEST = 8;

interface Throttling {
  at: number;
  /** What had been delivered by then. */
  delivered: number;
}

export class SendingRate {
  #target = FIRST_GUESS_PER_MS;
  /** How many deliveries the target rests on. */
  #evidence = 0;
  #delivered = 0;
  #sinceThrottled = 0;
  readonly #remembered: Throttling[] = [];
  /** Times of the latest deliveries since the last 429, in ms. */
  #latest: number[] = [];

  /** How many requests per ms may be sent now. */
  get perMs(): number {
    const spread = Math.min(SPREAD.most, Math.max(SPREAD.least, 1 / (this.#evidence + 1)));
    const planned = this.#target * (1 + spread * (2 * Math.min(this.#ramps, 2) - 1));
    if (this.#ramps <= 2) return planned;
    return Math.max(planned, Math.min(planned * GROWTH ** (this.#ramps - 2), 2 * this.#justDelivered));
  }

  delivered(now: number): void {
    this.#delivered += 1;
    this.#sinceThrottled += 1;
    this.#latest.push(now);
    if (this.#latest.length > LATEST) this.#latest.shift();
  }

  /** `isNews`: the request was sent since the rate was last estimated, so that its 429 says something about it. */
  throttled(now: number, isNews: boolean): void {
    if (isNews) this.#estimate(now);
    this.#remembered.push({ at: now, delivered: this.#delivered });
    if (this.#remembered.length > REMEMBERED) this.#remembered.shift();
    this.#sinceThrottled = 0;
    this.#latest = [];
  }

  #estimate(now: number): void {
    const fastest = this.perMs;
    let best = 0;
    for (const { at, delivered } of this.#remembered) {
      const count = this.#delivered - delivered;
      // On average, half a request is left in the limiter at a 429 with deliveries before and after it.
      const rate = now > at ? (count - 0.5) / (now - at) : 0;
      if (rate <= best) continue;
      best = rate;
      this.#evidence = count;
    }
    if (best > 0) this.#target = Math.sqrt(Math.min(best, fastest) * fastest);
  }

  /** How many times the planned number was delivered since the last 429. */
  get #ramps(): number {
    const planned = Math.min(RAMP.most, Math.max(RAMP.least, this.#target * RAMP.ms));
    return this.#sinceThrottled / Math.max(1, Math.min(planned, this.#evidence));
  }

  /** Deliveries per ms lately; 0 if there were too few to tell. */
  get #justDelivered(): number {
    const ms = (this.#latest.at(-1) ?? 0) - (this.#latest[0] ?? 0);
    return ms > 0 ? (this.#latest.length - 1) / ms : 0;
  }
}
