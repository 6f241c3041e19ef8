/** What every request passes before its route: the log, the latency and the rate limit. */

import { type Rate, retryAfter } from './rate.ts';
import { Refusal } from './refusal.ts';
import type { RequestLog } from './request-log.ts';
import type { RouteStep } from './routes.ts';

/** Writes every answered request down. */
export function logged(log: RequestLog, now: () => number): RouteStep {
  return async (context, next) => {
    await next();
    const { method, path } = context.req;
    const { fault, sent } = context.var;
    const answered = { method, path, status: sent ?? context.res.status, at: now() };
    log.add(fault === undefined ? answered : { ...answered, fault });
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
