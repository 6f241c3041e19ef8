/** What was asked and answered, for `--log` and for tests that count requests. */
export interface LoggedRequest {
  method: string;
  /** As sent, percent-encoded, without the query. */
  path: string;
  /** With its `?`; empty without one. */
  query: string;
  /** The inbox of the key, whatever it may do there; null where it opens none. */
  inbox: string | null;
  /** As it reached the client; 0 where a fault kept the answer from it, or half of it. */
  status: number;
  /** When it was answered, or would have been, in milliseconds since the epoch. */
  at: number;
  /** How long that took, in milliseconds. */
  ms: number;
  /** The scripted fault that spoiled it. */
  fault?: string;
  /** Where the fault let the service do its work first: the status that the service answered with. */
  carriedOut?: number;
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
