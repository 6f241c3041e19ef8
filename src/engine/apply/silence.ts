import { pauseMs, type RetryOptions } from './retrying.ts';

/**
 * Writes that get no answer that tells. After two in a row one at a time goes out, and later each time: a service that is
 * gone is not overrun when it comes back.
 */
export class Silence {
  readonly #options: RetryOptions;
  #inARow = 0;
  #until = 0;

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** No answer came, or none that tells. */
  heard(now: number): void {
    this.#inARow += 1;
    // No longer than it is tried at all: nothing would be heard of the end until then.
    this.#until = now + Math.min(pauseMs(this.#inARow, null, this.#options), this.#options.retryForMs);
  }

  broken(): void {
    this.#inARow = 0;
  }

  /** Until when, in ms, nothing more is sent; null where it may be. */
  until(now: number, writing: number): number | null {
    return this.#inARow > 1 && (now < this.#until || writing > 0) ? this.#until : null;
  }
}
