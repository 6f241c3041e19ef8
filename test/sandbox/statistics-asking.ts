/** The statistics of a sandbox with a mailbox of the test's own. */
import * as z from 'zod';
import type { TestSandboxOptions } from '../harness/sandbox/sandbox.ts';
import { serve } from './calling.ts';

/** API spec 2.4 and 4.1 as a strict schema, written from the specification alone. */
const specifiedPeriods = z.strictObject({
  result: z.array(
    z.strictObject({
      startOfPeriod: z.string(),
      All: z.number(),
      Sent: z.number(),
      Read: z.number(),
      Unread: z.number(),
      Unarchived: z.number(),
      Archived: z.number(),
    }),
  ),
  allCount: z.number(),
  inboxCount: z.number(),
  readCount: z.number(),
  sentCount: z.number(),
});

/** API spec 2.5. */
const specifiedResponseTimes = z.strictObject({
  summary: z.strictObject({
    medianResponseTime: z.number(),
    averageResponseTime: z.number(),
    within1Hour: z.number(),
    previousPeriodComparison: z.strictObject({ medianResponseTime: z.number(), percentChange: z.number() }).nullable(),
  }),
  distribution: z.strictObject({
    lessThan1Hour: z.number(),
    oneToFourHours: z.number(),
    fourTo24Hours: z.number(),
    oneToThreeDays: z.number(),
    threeToSevenDays: z.number(),
    moreThan7Days: z.number(),
  }),
  trend: z.array(
    z.strictObject({
      period: z.string(),
      periodDate: z.iso.datetime({ offset: true }).nullable(),
      medianResponseTime: z.number(),
      count: z.number(),
    }),
  ),
  emailsAnalyzed: z.number(),
  maxEmailsCap: z.number(),
});

/** Saturday. */
export const NOW = Date.UTC(2026, 10, 21, 12);

/** Takes what a seed says of one inbox; asks for its statistics. */
export async function asking(seed: object, options: TestSandboxOptions = {}) {
  const service = await serve({ now: () => NOW, seed, ...options });
  const get = async (path: string, query: Record<string, string | number>) => {
    const text = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    return service.call('GET', text === '' ? path : `${path}?${text}`);
  };
  return {
    ...service,
    get: (name: 'by-period' | 'response-time', query: Record<string, string | number> = {}) =>
      get(`/stats/${name}`, query),
    periods: async (query: Record<string, string | number> = {}) =>
      specifiedPeriods.parse((await get('/stats/by-period', query)).json),
    responseTimes: async (query: Record<string, string | number> = {}) =>
      specifiedResponseTimes.parse((await get('/stats/response-time', query)).json),
  };
}

/** A received mail and, so many minutes later, its answer. */
export function answered(at: string, minutes: number, thread: string): object[] {
  const later = new Date(Date.parse(at) + minutes * 60_000).toISOString();
  return [
    { at, thread },
    { at: later, sent: true, thread },
  ];
}
