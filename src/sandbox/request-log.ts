/** What was asked and answered, for tests that count requests. */
export interface LoggedRequest {
  method: string;
  /** As sent, percent-encoded, without the query. */
  path: string;
  status: number;
  /** When it was answered, in milliseconds since the epoch. */
  at: number;
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
