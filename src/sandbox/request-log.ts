/** What was asked and answered, for tests that count requests. */
export interface LoggedRequest {
  method: string;
  /** As sent, percent-encoded, without the query. */
  path: string;
  /** As it reached the client; 0 where a fault kept the answer from it, or half of it. */
  status: number;
  /** When it was answered, or would have been, in milliseconds since the epoch. */
  at: number;
  /** The scripted fault that spoiled it. */
  fault?: string;
}

/** How many requests are kept at least; twice as many at most. */
const KEPT = 50_000;

export class RequestLog {
  readonly #requests: LoggedRequest[] = [];

  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  add(request: LoggedRequest): void {
    if (this.#requests.length >= 2 * KEPT) this.#requests.splice(0, KEPT);
    this.#requests.push(request);
  }
}
