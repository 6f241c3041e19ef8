/**
 * When the next request to a service may be sent: at once, until it answers that there were too many (429); from then on
 * at a rate that is found from what it delivers and refuses (see sending-rate.ts). Refusals in a row, with nothing
 * delivered between, are answered with longer and longer pauses. What the service itself asks to wait is always waited,
 * unless it is more than anybody has time for.
 */
import { SendingRate } from './sending-rate.ts';

export interface Pacer {
  /** How many ms to wait until the next request, 0: none. `now` is in ms, of a clock that never runs backwards. */
  waitMs(now: number): number;
  /** Told when a request is sent. */
  sent(now: number): void;
  /** Told when a request was answered with anything but a 429. */
  delivered(now: number): void;
  /** Told when one was answered 429; `retryAfterMs` is what the service asked to wait, or null. */
  refused(now: number, retryAfterMs: number | null): void;
}

interface PacerOptions {
  /** From 0 to below 1. */
  random: () => number;
  /** In ms: what the service asks to wait beyond that nobody waits for, so it holds nobody up. No limit if left out. */
  longestMs?: number;
}

const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 10_000;

/** One for each service: it takes all requests to it for one stream, whatever account they are for. */
export function pacer({ random, longestMs = Number.POSITIVE_INFINITY }: PacerOptions): Pacer {
  let rate: SendingRate | null = null;
  let inFlight = 0;
  /** How many of those in flight were sent before the rate was last estimated: their refusals say nothing about it. */
  let outdated = 0;
  let lastSentAt = 0;
  /** Since when everything was refused; null after a delivery. */
  let refusedSince: number | null = null;
  let pausedUntil = 0;
  let forbiddenUntil = 0;

  /** Exponential backoff with full jitter: up to as long as the refusals have lasted. */
  function pause(now: number): void {
    if (refusedSince === null) return;
    const most = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, now - refusedSince));
    pausedUntil = Math.max(pausedUntil, now + random() * most);
  }

  /** Gives whether the request was sent since the rate was last estimated. */
  function answered(): boolean {
    inFlight -= 1;
    if (outdated === 0) return true;
    outdated -= 1;
    return false;
  }

  return {
    waitMs(now) {
      if (rate === null) return 0;
      const pacedUntil = lastSentAt + Math.min(1 / rate.perMs, LONGEST_PAUSE_MS);
      return Math.max(0, Math.max(pacedUntil, pausedUntil, forbiddenUntil) - now);
    },
    sent(now) {
      inFlight += 1;
      lastSentAt = now;
      // Also here: the next one is not to follow before the answer to this one may have come.
      pause(now);
    },
    delivered(now) {
      answered();
      rate?.delivered(now);
      refusedSince = null;
      pausedUntil = 0;
    },
    refused(now, retryAfterMs) {
      const isNews = answered() && rate !== null && refusedSince === null;
      if (isNews || rate === null) outdated = inFlight;
      rate ??= new SendingRate();
      rate.refused(now, isNews);
      pause(now);
      refusedSince ??= now;
      if (retryAfterMs === null || retryAfterMs > longestMs) return;
      forbiddenUntil = Math.max(forbiddenUntil, now + retryAfterMs);
    },
  };
}
