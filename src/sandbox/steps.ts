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

/** Answers 429 over the rate (API spec 7, 8): a token bucket. Retry-After is alternately seconds and a date. */
export function limited(perSecond: number, sendsRetryAfter: boolean, now: () => number): RouteStep {
  const burst = Math.max(1, perSecond);
  let tokens = burst;
  let filledAt = now();
  let refused = 0;
  return async (context, next) => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * perSecond);
    filledAt = at;
    if (tokens >= 1) {
      tokens -= 1;
      return next();
    }
    refused += 1;
    const seconds = (1 - tokens) / perSecond;
    if (sendsRetryAfter) context.header('Retry-After', retryAfter(seconds, refused % 2 === 0, at));
    throw new Refusal(429, 'Too many requests');
  };
}

/** The value of Retry-After, in seconds or as a date. `now` is in milliseconds. */
export function retryAfter(seconds: number, asDate: boolean, now: number): string {
  const whole = Math.ceil(seconds);
  return asDate ? new Date(now + (whole + 1) * 1000).toUTCString() : String(whole);
}
