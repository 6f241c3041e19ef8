/** What every request passes before its route: the log, the latency and the rate limit. */
import { Refusal } from './refusal.ts';
import type { RouteStep } from './routes.ts';

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
    const { fault, carriedOut, sent } = context.var;
    const at = now();
    tell({
      method,
      path,
      query: new URL(url).search,
      inbox: inboxOfKey(context.req.header('API-Key')),
      status: sent ?? context.res.status,
      at,
      ms: at - start,
      ...(fault === undefined ? {} : { fault }),
      ...(carriedOut === undefined ? {} : { carriedOut }),
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

/** A token bucket: so many requests a second, and a burst of them at once after a pause. */
export class Rate {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  /** `now` gives milliseconds since the epoch; the burst is at least one request, else none would ever pass. */
  constructor(perSecond: number, now: () => number, burst = perSecond) {
    this.#perSecond = perSecond;
    this.#burst = Math.max(1, burst);
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
