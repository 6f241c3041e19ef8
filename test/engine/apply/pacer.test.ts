import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Pacer, pacer } from '../../../src/engine/apply/pacer.ts';
import {
  fixedWindow,
  type Limiter,
  type Play,
  type Played,
  play,
  seeded,
  slidingWindow,
  tokenBucket,
  unlimited,
  withOutage,
} from './limited-service.ts';

const WRITES = 500;
const SEEDS = [1, 2, 3];

function one(options: Play): Played {
  const [played] = play([pacer({ random: seeded((options.seed ?? 1) * 77) })], options);
  if (played === undefined) throw new Error('There is one client');
  return played;
}

function constant(ms: number): () => number {
  return () => ms;
}

/** How late timers are on Node, and whole ms. */
const lateMs = (random: () => number) => 1.2 * random();

/** What is reached at worst over latencies, concurrencies and seeds: time as a multiple of the least, and share of 429. */
function worst(perSecond: number, burst: number, latencies: readonly number[]): { time: number; refused: number } {
  const reached = { time: 0, refused: 0 };
  for (const latency of latencies) {
    for (const concurrency of [1, 4, 8]) {
      const least = Math.max((WRITES - burst) / perSecond, (WRITES * latency) / concurrency / 1000) * 1000;
      for (const seed of SEEDS) {
        for (const timers of [{}, { lateMs }]) {
          const limiter = tokenBucket(perSecond, burst);
          const latencyMs = constant(latency);
          const played = one({ writes: WRITES, concurrency, limiter, latencyMs, seed, ...timers });
          reached.time = Math.max(reached.time, played.endedAt / least);
          reached.refused = Math.max(reached.refused, played.refusedShare);
        }
      }
    }
  }
  return reached;
}

describe('a limit of so many requests a second', () => {
  it.each([10, 20, 50])('of %d is used within 3 %, with at most 6 % of the requests refused', (perSecond) => {
    for (const burst of [perSecond, 5 * perSecond]) {
      const { time, refused } = worst(perSecond, burst, [0, 50, 200]);
      expect(time).toBeLessThan(1.03);
      expect(refused).toBeLessThan(0.06);
    }
  });

  // Each request too early costs the place of the next one there, so that to look for the limit is never for free.
  it.each([10, 20, 50])('of %d without any burst is used within 20 %, with at most 10 % refused', (perSecond) => {
    const { time, refused } = worst(perSecond, 1, [0, 50, 200]);
    expect(time).toBeLessThan(1.2);
    expect(refused).toBeLessThan(0.1);
  });

  it('is used within 5 % whatever it is, with at most 10 % refused', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 100 }),
        fc.double({ min: 0.5, max: 4, noNaN: true }),
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(),
        (perSecond, share, latency, concurrency, seed) => {
          const burst = Math.max(5, Math.min(share * perSecond, WRITES / 2));
          const least = Math.max((WRITES - burst) / perSecond, (WRITES * latency) / concurrency / 1000) * 1000;
          const limiter = tokenBucket(perSecond, burst);
          const latencyMs = constant(latency);
          const played = one({ writes: WRITES, concurrency, limiter, latencyMs, seed });
          expect(played.endedAt - latency).toBeLessThan(1.05 * least);
          expect(played.refusedShare).toBeLessThan(0.1);
        },
      ),
      { numRuns: 200, seed: 4 },
    );
  });

  it.each([
    ['vary by half', (random: () => number) => 25 + 50 * random()],
    ['are now and then long', (random: () => number) => 20 - 50 * Math.log(1 - random())],
  ])('is used within 5 % where latencies %s', (_, latencyMs) => {
    for (const perSecond of [10, 20, 50]) {
      for (const seed of SEEDS) {
        const limiter = tokenBucket(perSecond, perSecond);
        const played = one({ writes: WRITES, concurrency: 8, limiter, latencyMs, seed });
        expect(played.endedAt / ((WRITES - perSecond) / perSecond) / 1000).toBeLessThan(1.05);
        expect(played.refusedShare).toBeLessThan(0.1);
      }
    }
  });

  it('is found again after it doubled, halved or went', () => {
    const at = 20_000;
    const changing = (before: number, after: number) =>
      one({
        writes: before * 20 + after * 30,
        concurrency: 8,
        limiter: tokenBucket((now) => (now < at ? before : after), 10),
        latencyMs: constant(50),
      });
    const doubled = changing(20, 40);
    expect(doubled.rate(at + 10_000, at + 25_000)).toBeGreaterThan(38);
    const halved = changing(40, 20);
    expect(halved.rate(at + 2_000, at + 30_000)).toBeGreaterThan(19.5);
    expect(halved.refusedShare).toBeLessThan(0.05);
    // 8 at a time of 50 ms are 160 a second.
    const gone = changing(20, 160);
    expect(gone.rate(at + 10_000, at + 25_000)).toBeGreaterThan(155);
  });

  it('is shared with another client of the service', () => {
    const pacers = SEEDS.slice(0, 2).map((seed) => pacer({ random: seeded(seed) }));
    const options = { writes: 300, concurrency: 4, limiter: tokenBucket(20, 20), latencyMs: constant(50) };
    const both = play(pacers, options);
    const endedAt = Math.max(...both.map((played) => played.endedAt));
    expect(endedAt).toBeLessThan(1.3 * ((600 - 20) / 20) * 1000);
    for (const played of both) expect(played.refusedShare).toBeLessThan(0.15);
  });
});

describe('a limit by windows', () => {
  it.each<[string, Limiter, number, number]>([
    ['10 in each second', fixedWindow(10, 1000), 10, 0.12],
    ['10 in any second', slidingWindow(10, 1000), 10, 0.12],
    ['50 in each second', fixedWindow(50, 1000), 50, 0.16],
    ['50 in any second', slidingWindow(50, 1000), 50, 0.25],
    ['60 in each minute', fixedWindow(60, 60_000), 1, 0.25],
    ['60 in any minute', slidingWindow(60, 60_000), 1, 0.25],
  ])('of %s is used within a quarter', (_, limiter, perSecond, refused) => {
    const played = one({ writes: 600, concurrency: 4, limiter, latencyMs: constant(50) });
    expect(played.endedAt).toBeLessThan(1.25 * (600 / perSecond) * 1000);
    expect(played.refusedShare).toBeLessThan(refused);
  });
});

describe('a service that refuses everything', () => {
  const outage = (seed: number, from: number) =>
    one({
      writes: WRITES,
      concurrency: 8,
      limiter: withOutage(tokenBucket(20, 20), from, from + 30_000),
      latencyMs: constant(50),
      seed,
    });

  it('is not hammered, and found again within 10 s', () => {
    for (const from of [0, 2_000]) {
      for (const seed of SEEDS) {
        const played = outage(seed, from);
        const until = from + 30_000;
        const during = played.requests.filter(({ at }) => at >= from && at < until);
        expect(during.length).toBeLessThan(35);
        expect(during.filter(({ at }) => at > from + 5_000).length).toBeLessThan(15);
        const again = played.requests.find(({ at, delivered }) => delivered && at >= until);
        expect(again?.at).toBeLessThan(until + 10_100);
        expect(played.rate(until + 15_000, until + 20_000)).toBeGreaterThan(15);
      }
    }
  });

  it('is asked at other times by each client', () => {
    const times = SEEDS.map((seed) =>
      outage(seed, 0)
        .requests.slice(8, 16)
        .map(({ at }) => Math.round(at)),
    );
    expect(new Set(times.flat()).size).toBe(times.flat().length);
  });
});

describe('Retry-After', () => {
  it('is waited for, each time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 0, max: 200 }),
        fc.nat(),
        (perSecond, retryAfterMs, latency, seed) => {
          let forbiddenUntil = 0;
          const inner = pacer({ random: seeded(seed) });
          const watched: Pacer = {
            ...inner,
            sent(now: number) {
              expect(now).toBeGreaterThanOrEqual(forbiddenUntil);
              inner.sent(now);
            },
            throttled(now: number, asked: number) {
              forbiddenUntil = Math.max(forbiddenUntil, now + asked);
              inner.throttled(now, asked);
            },
          };
          const bucket = tokenBucket(perSecond, perSecond);
          const limiter: Limiter = (now) => (bucket(now) === 'delivered' ? 'delivered' : { retryAfterMs });
          const [played] = play([watched], { writes: 200, concurrency: 8, limiter, latencyMs: constant(latency) });
          expect(played?.requests.filter(({ delivered }) => delivered)).toHaveLength(200);
        },
      ),
      { numRuns: 100, seed: 4 },
    );
  });

  it('of a second costs at most a tenth, though each refusal stops everything', () => {
    for (const perSecond of [10, 20, 50]) {
      const bucket = tokenBucket(perSecond, perSecond);
      const limiter: Limiter = (now) => (bucket(now) === 'delivered' ? 'delivered' : { retryAfterMs: 1000 });
      const played = one({ writes: WRITES, concurrency: 8, limiter, latencyMs: constant(50) });
      expect(played.endedAt).toBeLessThan(1.1 * ((WRITES - perSecond) / perSecond) * 1000);
      expect(played.refusedShare).toBeLessThan(0.1);
    }
  });

  it('of more than anybody waits for holds nobody up', () => {
    const waitAfter = (asked: number) => {
      const one = pacer({ random: () => 0.5, longestMs: 120_000 });
      one.sent(0);
      one.throttled(0, asked);
      return one.waitMs(0);
    };
    expect(waitAfter(120_000)).toBe(120_000);
    expect(waitAfter(3_600_000)).toBeLessThan(1_000);
  });
});

describe('a service without a limit', () => {
  it('is never waited for', () => {
    for (const latency of [0, 50, 200]) {
      const options = { writes: WRITES, concurrency: 8, limiter: unlimited, latencyMs: constant(latency) };
      expect(one(options).waits).toBe(0);
    }
  });

  it.each([1, 100])('is sent to at full speed again soon after request %d was refused', (stray) => {
    let count = 0;
    const limiter: Limiter = () => {
      count += 1;
      return count === stray ? { retryAfterMs: 0 } : 'delivered';
    };
    const played = one({ writes: 1000, concurrency: 8, limiter, latencyMs: constant(50) });
    expect(played.endedAt).toBeLessThan(1.05 * ((1000 * 50) / 8));
  });
});

it('waits for 10 s at most, unless it is asked to wait longer', () => {
  const happenings = fc.array(
    fc.tuple(fc.constantFrom('sent', 'delivered', 'refused'), fc.integer({ min: 0, max: 60_000 })),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(happenings, fc.nat(), (happened, seed) => {
      const one = pacer({ random: seeded(seed) });
      let now = 0;
      for (const [what, after] of happened) {
        now += after;
        if (what === 'sent') one.sent(now);
        if (what === 'delivered') one.delivered(now);
        if (what === 'refused') one.throttled(now, 0);
        expect(one.waitMs(now)).toBeGreaterThanOrEqual(0);
        expect(one.waitMs(now)).toBeLessThanOrEqual(10_000);
      }
    }),
    { seed: 4 },
  );
});
