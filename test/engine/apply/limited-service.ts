/**
 * A service with a limit and its clients, played on a clock of its own: each client sends as soon as its pacer lets it,
 * with so many requests at once, and sends again what was refused.
 */
import type { Pacer } from '../../../src/engine/apply/pacer.ts';

/** Takes the time at which a request arrives, in ms; gives whether it is let through, else what Retry-After says. */
export type Limiter = (now: number) => 'delivered' | { retryAfterMs: number };

const REFUSED = { retryAfterMs: 0 };

export const unlimited: Limiter = () => 'delivered';

/** Requests a second, which may change with the time; `burst` of them at once after a pause. */
export function tokenBucket(perSecond: number | ((now: number) => number), burst: number): Limiter {
  const rate = typeof perSecond === 'number' ? () => perSecond : perSecond;
  let tokens = burst;
  let filledAt = 0;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate(now));
    filledAt = now;
    if (tokens < 1 - 1e-9) return REFUSED;
    tokens -= 1;
    return 'delivered';
  };
}

/** So many in each minute, second or the like; all of them may come at its beginning. */
export function fixedWindow(requests: number, windowMs: number): Limiter {
  let window = -1;
  let count = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) count = 0;
    window = current;
    count += 1;
    return count <= requests ? 'delivered' : REFUSED;
  };
}

/** So many in any stretch of that length. */
export function slidingWindow(requests: number, windowMs: number): Limiter {
  let passed: number[] = [];
  return (now) => {
    passed = passed.filter((at) => at > now - windowMs);
    if (passed.length >= requests) return REFUSED;
    passed.push(now);
    return 'delivered';
  };
}

/** Refuses everything in a stretch of time. */
export function withOutage(limiter: Limiter, from: number, to: number): Limiter {
  return (now) => (now >= from && now < to ? REFUSED : limiter(now));
}

export interface Play {
  writes: number;
  concurrency: number;
  limiter: Limiter;
  /** How long a request takes, in ms; a third of it on the way there. */
  latencyMs: (random: () => number) => number;
  /** How late timers are, in ms; they tick in whole ms where given. */
  lateMs?: (random: () => number) => number;
  seed?: number;
}

interface Sent {
  at: number;
  delivered: boolean;
}

/** What became of one client. */
export class Played {
  readonly requests: Sent[] = [];
  /** When the last write was answered, in ms. */
  endedAt = 0;
  /** How often it had to wait. */
  waits = 0;

  get refused(): number {
    return this.requests.filter(({ delivered }) => !delivered).length;
  }

  get refusedShare(): number {
    return this.refused / this.requests.length;
  }

  /** Deliveries a second between two times in ms. */
  rate(from: number, to: number): number {
    return (
      this.requests.filter(({ at, delivered }) => delivered && at >= from && at < to).length / ((to - from) / 1000)
    );
  }
}

/** Plays clients of one service until all have made their writes; gives what became of each. */
export function play(pacers: readonly Pacer[], options: Play): Played[] {
  const random = seeded(options.seed ?? 1);
  const clock = new Clock();
  const clients = pacers.map((pacer) => new Client(pacer, clock, random, options));
  for (const client of clients) clock.at(0, () => client.send());
  clock.run();
  return clients.map(({ played }) => played);
}

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Things to happen, in the order of their times, and of their making where these are the same. */
class Clock {
  now = 0;
  readonly #events: { time: number; happen: () => void }[] = [];

  at(time: number, happen: () => void): void {
    let index = this.#events.length;
    while (index > 0 && (this.#events[index - 1]?.time ?? 0) > time) index -= 1;
    this.#events.splice(index, 0, { time, happen });
  }

  run(): void {
    for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) {
      this.now = event.time;
      event.happen();
    }
  }
}

class Client {
  readonly played = new Played();
  readonly #pacer: Pacer;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #options: Play;
  #left: number;
  #underWay = 0;
  /** Only the latest timer counts. */
  #timer = 0;

  constructor(pacer: Pacer, clock: Clock, random: () => number, options: Play) {
    this.#pacer = pacer;
    this.#clock = clock;
    this.#random = random;
    this.#options = options;
    this.#left = options.writes;
  }

  /** Sends all that may be sent now. */
  send(): void {
    while (this.#left > 0 && this.#underWay < this.#options.concurrency) {
      const waitMs = this.#pacer.waitMs(this.#clock.now);
      if (waitMs > 0) {
        this.#wait(waitMs);
        return;
      }
      this.#sendOne();
    }
  }

  #wait(waitMs: number): void {
    const { lateMs } = this.#options;
    this.#timer += 1;
    const timer = this.#timer;
    this.played.waits += 1;
    const takes = lateMs === undefined ? waitMs : Math.ceil(waitMs) + lateMs(this.#random);
    this.#clock.at(this.#clock.now + takes, () => {
      if (timer === this.#timer) this.send();
    });
  }

  #sendOne(): void {
    const { latencyMs, limiter } = this.#options;
    this.#left -= 1;
    this.#underWay += 1;
    const sent = { at: this.#clock.now, delivered: false };
    this.played.requests.push(sent);
    this.#pacer.sent(sent.at);
    const latency = latencyMs(this.#random);
    this.#clock.at(sent.at + latency / 3, () => {
      const answer = limiter(this.#clock.now);
      sent.delivered = answer === 'delivered';
      this.#clock.at(sent.at + latency, () => this.#answered(answer));
    });
  }

  #answered(answer: ReturnType<Limiter>): void {
    const { now } = this.#clock;
    this.#underWay -= 1;
    this.#timer += 1;
    if (answer === 'delivered') {
      this.#pacer.delivered(now);
      this.played.endedAt = now;
    } else {
      this.#pacer.throttled(now, answer.retryAfterMs);
      this.#left += 1;
    }
    this.send();
  }
}
