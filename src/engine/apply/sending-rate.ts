/**
 * How fast to send to a service that has refused a request for being one too many, and says no more than that.
 *
 * The premise: the limit shows in two ways, and each is wrong for some limiter. What was delivered from one refusal to
 * another is the limit exactly where the limiter saves up what is not used (a token bucket), and less than it where
 * nothing is saved up. The rate at which a refusal comes is the limit exactly where nothing is saved up, and more than
 * it elsewhere. So the middle between the two (the geometric one: they may be far apart) is aimed at. Sending starts
 * below it after each refusal and rises through it, a little: where something was saved up on the way it is used on the
 * way, so that nothing is lost. The more was delivered since the refusals that are remembered, the narrower the way;
 * a limit that falls brings refusals in quick succession, and then only what is recent is remembered.
 *
 * A way that goes twice as far as planned without a refusal shows that the limit has risen: from there on the rate grows
 * fast, but never to more than twice what was just delivered.
 */
const FIRST_GUESS_PER_MS = 1 / 50;
/** How many refusals are remembered. */
const REMEMBERED = 6;
/** How far below the middle sending starts, and how far above it the way ends, as a share. */
const SPREAD = { least: 0.005, most: 0.25 };
/** How many deliveries that way takes: so many ms' worth of them, within limits, and no more than the evidence. */
const WAY = { ms: 6_000, least: 12, most: 60 };
/** What the rate is multiplied by over each further way, once the limit has risen. */
const GROWTH = 4;
/** How many of the latest deliveries tell what was just delivered. */
const LATEST = 8;

interface RateRefusal {
  at: number;
  /** What had been delivered by then. */
  delivered: number;
}

export class SendingRate {
  #middle = FIRST_GUESS_PER_MS;
  /** How many deliveries the middle rests on. */
  #evidence = 0;
  #delivered = 0;
  #sinceRefusal = 0;
  readonly #refusals: RateRefusal[] = [];
  /** Times of the latest deliveries since the last refusal, in ms. */
  #latest: number[] = [];

  /** Requests a ms that may be sent now. */
  get perMs(): number {
    const spread = Math.min(SPREAD.most, Math.max(SPREAD.least, 1 / (this.#evidence + 1)));
    const planned = this.#middle * (1 + spread * (2 * Math.min(this.#ways, 2) - 1));
    if (this.#ways <= 2) return planned;
    return Math.max(planned, Math.min(planned * GROWTH ** (this.#ways - 2), 2 * this.#justDelivered));
  }

  delivered(now: number): void {
    this.#delivered += 1;
    this.#sinceRefusal += 1;
    this.#latest.push(now);
    if (this.#latest.length > LATEST) this.#latest.shift();
  }

  /** `isNews`: the request was sent since the rate was last estimated, so that its refusal says something about it. */
  refused(now: number, isNews: boolean): void {
    if (isNews) this.#estimate(now);
    this.#refusals.push({ at: now, delivered: this.#delivered });
    if (this.#refusals.length > REMEMBERED) this.#refusals.shift();
    this.#sinceRefusal = 0;
    this.#latest = [];
  }

  #estimate(now: number): void {
    const fastest = this.perMs;
    let best = 0;
    for (const { at, delivered } of this.#refusals) {
      const count = this.#delivered - delivered;
      // Half of one is in the limiter on average, at a refusal before which and after which something was delivered.
      const rate = now > at ? (count - 0.5) / (now - at) : 0;
      if (rate <= best) continue;
      best = rate;
      this.#evidence = count;
    }
    if (best > 0) this.#middle = Math.sqrt(Math.min(best, fastest) * fastest);
  }

  /** How many times the planned number was delivered since the last refusal. */
  get #ways(): number {
    const planned = Math.min(WAY.most, Math.max(WAY.least, this.#middle * WAY.ms));
    return this.#sinceRefusal / Math.max(1, Math.min(planned, this.#evidence));
  }

  /** Deliveries a ms, lately; 0 where there were too few to tell. */
  get #justDelivered(): number {
    const ms = (this.#latest.at(-1) ?? 0) - (this.#latest[0] ?? 0);
    return ms > 0 ? (this.#latest.length - 1) / ms : 0;
  }
}
