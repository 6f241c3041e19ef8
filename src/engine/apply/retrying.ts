/** When something that may pass is tried again. */

export interface RetryOptions {
  /** For how long, in ms from the first failure. */
  retryForMs: number;
  /** From 0 to below 1. */
  random: () => number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Takes how many failures there were, gives a pause in ms: exponential, with full jitter, and no less than the service asked for. */
export function pauseMs(failures: number, retryAfterMs: number | null, { random }: RetryOptions): number {
  const most = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
  return Math.max(retryAfterMs ?? 0, Math.round(random() * most));
}
