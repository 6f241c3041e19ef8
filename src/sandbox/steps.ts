/** What every request passes before its route: the log, the latency and the rate limit. */

import type { Rate } from './rate.ts';
import { Refusal } from './refusal.ts';
import type { RequestLog } from './request-log.ts';
import type { Step } from './routes.ts';

/** Writes every answered request down. */
export function logged(log: RequestLog, now: () => number): Step {
  return async (context, next) => {
    await next();
    const { method, path } = context.req;
    log.add({ method, path, status: context.res.status, at: now() });
  };
}

/** Delays every answer once; `wait` resolves after the latency. */
export function delayed(wait: () => Promise<void>): Step {
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

/** Gives a time both ways that HTTP has for Retry-After, in turn: seconds, then a date. */
function retryAfter(seconds: number, asDate: boolean, now: number): string {
  const whole = Math.ceil(seconds);
  return asDate ? new Date(now + (whole + 1) * 1000).toUTCString() : String(whole);
}

/** Refuses what is over the rate with 429 (API spec 7, 8). */
export function limited(rate: Rate, sendsRetryAfter: boolean, now: () => number): Step {
  let refused = 0;
  return async (context, next) => {
    const seconds = rate.take();
    if (seconds === 0) return next();
    refused += 1;
    if (sendsRetryAfter) context.header('Retry-After', retryAfter(seconds, refused % 2 === 0, now()));
    throw new Refusal(429, 'Too many requests');
  };
}
