/** What every request passes before its route: the log, the latency and the rate limit. */
import { Refusal } from './refusal.ts';
import type { RouteStep } from './routes.ts';

/** What was asked and answered, for `--log`. */
export interface LoggedRequest {
  method: string;
  /** As sent, percent-encoded, without the query. */
  path: string;
  /** With its `?`; empty without one. */
  query: string;
  /** The inbox of the key, whatever it may do there; null where it opens none. */
  inbox: string | null;
  status: number;
  /** How long the answer took, in milliseconds. */
  ms: number;
}

/** Tells of every answered request. */
export function logged(
  inboxOfKey: (key: string | undefined) => string | null,
  now: () => number,
  tell: (request: LoggedRequest) => void,
): RouteStep {
  return async (context, next) => {
    const { method, path, url } = context.req;
    const start = now();
    await next();
    tell({
      method,
      path,
      query: new URL(url).search,
      inbox: inboxOfKey(context.req.header('API-Key')),
      status: context.res.status,
      ms: now() - start,
    });
  };
}

/** Delays every answer once; `wait` resolves after the latency. */
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

/** Refuses what is over the rate with 429 (API spec 7, 8), with Retry-After in seconds and as a date in turn. */
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

  /** Counts one request; gives 0, or the seconds until the next one fits. */
  take(): number {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return (1 - this.#tokens) / this.#perSecond;
    this.#tokens -= 1;
    return 0;
  }
}

/** Gives a time one of the two ways that HTTP has for Retry-After: seconds, or a date. `now` in milliseconds. */
export function retryAfter(seconds: number, asDate: boolean, now: number): string {
  const whole = Math.ceil(seconds);
  return asDate ? new Date(now + (whole + 1) * 1000).toUTCString() : String(whole);
}
