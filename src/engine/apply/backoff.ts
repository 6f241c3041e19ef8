import { pauseMs } from '../../service/retry.ts';

export interface RetryOptions {
  /** For how long, in ms from the first failure, temporary errors are retried. */
  retryForMs: number;
  /** From 0 to below 1. */
  random: () => number;
}

/**
 * After two inconclusive writes in a row, sends one write at a time with growing pauses, so that a service that was
 * down is not flooded when it comes back.
 */
export class OutageBackoff {
  readonly #options: RetryOptions;
  #inARow = 0;
  #until = 0;

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** A write was not answered, or not conclusively. */
  failed(now: number): void {
    this.#inARow += 1;
    const { random, retryForMs } = this.#options;
    // A longer pause would only delay the report that retrying was given up.
    this.#until = now + Math.min(pauseMs(this.#inARow, null, random), retryForMs);
  }

  reset(): void {
    this.#inARow = 0;
  }

  /** Until when, in ms, nothing more is sent; null if a write may be sent now. */
  until(now: number, writing: number): number | null {
    return this.#inARow > 1 && (now < this.#until || writing > 0) ? this.#until : null;
  }
}
