/** What every request passes before its route: the log, the latency and the rate limit. */
import { Refusal } from './refusal.ts';
import type { RouteStep } from './routes.ts';

/** What was asked and answered, for `--log`. */
export interface LoggedRequest {
  method: string;
  /** As it was sent, without the query. */
  path: string;
  /** With its `?`, or empty. */
  query: string;
  /** The inbox of the key, whatever its scopes; null if it has none. */
  inbox: string | null;
  status: number;
  /** How long the answer took, in milliseconds. */
  ms: number;
}

export function logged(
  inboxOfKey: (key: string | undefined) => string | null,
  now: () => number,
  log: (request: LoggedRequest) => void,
): RouteStep {
  return async (context, next) => {
    const { method, path, url } = context.req;
    const start = now();
    await next();
    log({
      method,
      path,
      query: new URL(url).search,
      inbox: inboxOfKey(context.req.header('API-Key')),
      status: context.res.status,
      ms: now() - start,
    });
  };
}

/** Delays every answer. `wait` resolves after the latency. */
export function delayed(wait: () => Promise<void>): RouteStep {
  return async (context, next) => {
    let waiting: Promise<void> | null = null;
    const pace = () => {
      waiting ??= wait();
      return waiting;
    };
    context.set('pace', pace);
    await next();
    await pace();
  };
}

/** Answers 429 over the rate (API spec 7, 8). Retry-After is alternately seconds and a date. */
export function limited(rate: Rate, sendsRetryAfter: boolean, now: () => number): RouteStep {
  let refused = 0;
  return async (context, next) => {
    const seconds = rate.take();
    if (seconds === 0) return next();
    refused += 1;
    if (sendsRetryAfter) context.header('Retry-After', retryAfter(seconds, refused % 2 === 0, now()));
    throw new Refusal(429, 'Too many requests');
  };
}

/** A token bucket. After a pause it lets the requests of one second pass at once, and at least one. */
export class Rate {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#burst = Math.max(1, perSecond);
    this.#now = now;
    this.#tokens = this.#burst;
    this.#filledAt = now();
  }

  /** Returns 0 if a request may pass, or the seconds to wait. */
  take(): number {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return (1 - this.#tokens) / this.#perSecond;
    this.#tokens -= 1;
    return 0;
  }
}

/** The value of Retry-After, in seconds or as a date. `now` is in milliseconds. */
export function retryAfter(seconds: number, asDate: boolean, now: number): string {
  const whole = Math.ceil(seconds);
  return asDate ? new Date(now + (whole + 1) * 1000).toUTCString() : String(whole);
}
