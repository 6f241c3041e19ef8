/** What every request passes before its route: the log, the latency and the rate limit. */

import { type Rate, retryAfter } from './rate.ts';
import { Refusal } from './refusal.ts';
import type { LoggedRequest } from './request-log.ts';
import type { RouteStep } from './routes.ts';

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
