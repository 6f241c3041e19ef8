import type { Call } from './operation.ts';

/** Counts the requests of an account. */
export class Traffic {
  requests = 0;
  /** How many requests repeated a failed one. */
  retries = 0;
  /** When the first request was sent, and when the last one ended; null if there was none. */
  startedAt: number | null = null;
  endedAt: number | null = null;
  readonly #now: () => number;
  readonly #failed = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async counted<T>(call: Call, run: (call: Call) => Promise<T>): Promise<T> {
    const request = JSON.stringify(call);
    this.startedAt ??= this.#now();
    this.requests += 1;
    if (this.#failed.delete(request)) this.retries += 1;
    try {
      return await run(call);
    } catch (error) {
      this.#failed.add(request);
      throw error;
    } finally {
      this.endedAt = this.#now();
    }
  }
}
