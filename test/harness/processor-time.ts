/** How long something takes, whatever else the machine does meanwhile. */
import { expect } from 'vitest';

/** Of the processor, in ms: the least of three calls. One within `enough` will do. */
export function leastTime(call: () => unknown, enough = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > enough; tries += 1) {
    const start = process.cpuUsage();
    call();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Fails where eight times as much takes far more than eight times as long; by the square it takes 64 times as long. */
export function expectInProportion(few: number, of: (size: number) => () => unknown): void {
  // Below some ms the clock, and what is compiled meanwhile, count for more than the size.
  const limit = 24 * Math.max(10, leastTime(of(few)));
  expect(leastTime(of(8 * few), limit)).toBeLessThan(limit);
}
