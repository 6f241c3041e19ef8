/**
 * When the next request to a service may be sent: at once, until it answers that there were too many (429); from then
 * on at a rate that is estimated from what it delivers and throttles (see sending-rate.ts). Several 429s in a row lead
 * to longer and longer pauses. A wait that the service asks for is kept, unless it is longer than `longestMs`.
 */
import { SendingRate } from './sending-rate.ts';

export type Pacer = ReturnType<typeof pacer>;

const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 10_000;

/** One for each service: requests of all its accounts share one pace. `random`: from 0 to below 1; `longestMs`: no limit if left out. */
export function pacer({ random, longestMs = Number.POSITIVE_INFINITY }: { random: () => number; longestMs?: number }) {
  let rate: SendingRate | null = null;
  let inFlight = 0;
  /** How many of those in flight were sent before the rate was last estimated: their 429s say nothing about it. */
  let outdated = 0;
  let lastSentAt = 0;
  /** Since when everything was throttled; null after a delivery. */
  let throttledSince: number | null = null;
  let pausedUntil = 0;
  let forbiddenUntil = 0;

  /** Exponential backoff with full jitter: up to as long as the 429s have lasted. */
  function pause(now: number): void {
    if (throttledSince === null) return;
    const most = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, now - throttledSince));
    pausedUntil = Math.max(pausedUntil, now + random() * most);
  }

  /** Returns whether the request was sent since the rate was last estimated. */
  function answered(): boolean {
    inFlight -= 1;
    if (outdated === 0) return true;
    outdated -= 1;
    return false;
  }

  return {
    /** How many ms to wait until the next request, 0: none. `now` is in ms, of a clock that never runs backwards. */
    waitMs(now: number): number {
      if (rate === null) return 0;
      const pacedUntil = lastSentAt + Math.min(1 / rate.perMs, LONGEST_PAUSE_MS);
      return Math.max(0, Math.max(pacedUntil, pausedUntil, forbiddenUntil) - now);
    },
    sent(now: number) {
      inFlight += 1;
      lastSentAt = now;
      // Pause after sending too, so that the next request does not go out before this one can be answered.
      pause(now);
    },
    /** Called when a request was answered with anything but a 429. */
    delivered(now: number) {
      answered();
      rate?.delivered(now);
      throttledSince = null;
      pausedUntil = 0;
    },
    /** Called when a request was answered with a 429. `retryAfterMs`: how long the service asked to wait, or 0. */
    throttled(now: number, retryAfterMs: number) {
      const isNews = answered() && rate !== null && throttledSince === null;
      if (isNews || rate === null) outdated = inFlight;
      rate ??= new SendingRate();
      rate.throttled(now, isNews);
      pause(now);
      throttledSince ??= now;
      if (retryAfterMs <= longestMs) forbiddenUntil = Math.max(forbiddenUntil, now + retryAfterMs);
    },
  };
}
