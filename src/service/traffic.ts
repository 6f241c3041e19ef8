/** Counts what is sent for an account. */
import type { Call } from './operation.ts';

export class Traffic {
  requests = 0;
  /** How many of the requests repeated one that had failed. */
  retries = 0;
  /** When the first request was sent and the last one had ended, by the given clock; null if there was none. */
  startedAt: number | null = null;
  endedAt: number | null = null;
  readonly #now: () => number;
  readonly #failed = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs a call and counts it. A rejected one has failed: the service refused it, or no usable answer came. */
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
