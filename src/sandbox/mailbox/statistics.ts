/**
 * The statistics (API spec 2.4, 2.5, 4.1, 4.2), computed from the mails. A response is the first mail that is sent after a
 * received one of its thread. Its time counts from the newest mail received before it, and it belongs to the period in
 * which it was sent. 2.5 says none of this, nor the units: minutes, and `within1Hour` in percent. A response after exactly
 * 60 minutes is within an hour, but not less than one (measured).
 */
import * as z from 'zod';
import { groupBy } from '../../model/group-by.ts';
import { BadQuery, unexpected } from '../refusal.ts';
import { PERIODS, type StatisticsConventions, startOf, startOfWeek } from './conventions.ts';
import type { Message } from './message.ts';

/** Epoch milliseconds. Absent or 0 sets no bound. Text is refused (measured; 4.1: "not shown"). */
const bound = z.coerce
  .number()
  .optional()
  .transform((at) => (at === 0 || at === undefined ? null : at));

const range = z.object({ fromDate: bound, toDate: bound });

export const responseTimeQuery = range;
export const byPeriodQuery = range.extend({ period: z.enum(PERIODS).default('week') });

type Range = z.infer<typeof range>;

/** Throws a Refusal: 400 for a bad query (API spec 7), 500 for a date outside of the limits. */
export function parsedQuery<T extends Range>(
  schema: z.ZodType<T>,
  parameters: Record<string, string>,
  { dates: [first, last] }: StatisticsConventions,
): T {
  const parsed = schema.safeParse(parameters);
  if (!parsed.success) throw new BadQuery(parsed.error.issues);
  const { fromDate, toDate } = parsed.data;
  if ([fromDate, toDate].some((at) => at !== null && (at < first || at > last))) throw unexpected();
  return parsed.data;
}

/** Both ends belong to a range (measured). */
function isWithin({ fromDate, toDate }: Range, { at }: Pick<Message, 'at'>): boolean {
  return (fromDate === null || fromDate <= at) && (toDate === null || at <= toDate);
}

/** Counts mails by period and in total. Empty periods are left out (measured). */
export function byPeriod(
  messages: readonly Message[],
  query: z.output<typeof byPeriodQuery>,
  { label, newestFirst }: StatisticsConventions,
) {
  const inRange = messages.filter((message) => isWithin(query, message));
  const periods = [...groupBy(inRange, ({ at }) => startOf(query.period, at))];
  periods.sort(([a], [b]) => (newestFirst ? b - a : a - b));
  const all = countsOf(inRange);
  return {
    result: periods.map(([start, mails]) => ({ startOfPeriod: label(start), ...countsOf(mails) })),
    allCount: all.All,
    inboxCount: all.Unarchived,
    readCount: all.Read,
    sentCount: all.Sent,
  };
}

/** Sent mails are read or unread too, and archived or not: 2.4 does not say what a status excludes. */
function countsOf(messages: readonly Message[]) {
  const count = (isCounted: (message: Message) => boolean) => messages.filter(isCounted).length;
  return {
    All: messages.length,
    Sent: count(({ sent }) => sent),
    Read: count(({ read }) => read),
    Unread: count(({ read }) => !read),
    Unarchived: count(({ archived }) => !archived),
    Archived: count(({ archived }) => archived),
  };
}

/** The newest responses count (measured; API spec 8: "not shown"). */
const MAX_EMAILS = 50;

type Response = { at: number; minutes: number };

/** `messages` are oldest first; `now` is in milliseconds. */
export function responseTime(
  messages: readonly Message[],
  range: Range,
  now: number,
  conventions: StatisticsConventions,
) {
  const responses = responsesIn(messages);
  const analyzed = newest(responses, range);
  const minutes = analyzed.map((response) => response.minutes);
  const median = medianOf(minutes);
  const within = (from: number, to: number) => minutes.filter((taken) => from <= taken && taken < to).length;
  const distribution = {
    lessThan1Hour: within(0, 60),
    oneToFourHours: within(60, 240),
    fourTo24Hours: within(240, 1_440),
    oneToThreeDays: within(1_440, 4_320),
    threeToSevenDays: within(4_320, 10_080),
    moreThan7Days: within(10_080, Number.POSITIVE_INFINITY),
  };
  return {
    summary: {
      medianResponseTime: Math.round(median),
      averageResponseTime: Math.round(averageOf(minutes)),
      within1Hour: Math.round((100 * minutes.filter((taken) => taken <= 60).length) / (minutes.length || 1)),
      previousPeriodComparison: conventions.comparesPeriods ? comparison(responses, range, now, minutes) : null,
    },
    distribution,
    trend: trendOf(analyzed, conventions),
    emailsAnalyzed: analyzed.length,
    maxEmailsCap: MAX_EMAILS,
  };
}

function responsesIn(messages: readonly Message[]): Response[] {
  const waiting = new Map<string, number>();
  const responses: Response[] = [];
  for (const { at, sent, thread } of messages) {
    const since = waiting.get(thread);
    if (!sent) waiting.set(thread, at);
    else if (since !== undefined) {
      responses.push({ at, minutes: (at - since) / 60_000 });
      waiting.delete(thread);
    }
  }
  return responses;
}

function newest(responses: readonly Response[], range: Range): Response[] {
  return responses.filter((response) => isWithin(range, response)).slice(-MAX_EMAILS);
}

/** Compares with the previous period of the same length. Null without a beginning, or without responses in both. */
function comparison(
  responses: readonly Response[],
  { fromDate, toDate }: Range,
  now: number,
  minutes: readonly number[],
) {
  if (fromDate === null) return null;
  const length = (toDate ?? now) - fromDate;
  const before = newest(responses, { fromDate: fromDate - length - 1, toDate: fromDate - 1 });
  const median = medianOf(before.map((response) => response.minutes));
  if (median === 0 || minutes.length === 0) return null;
  return {
    medianResponseTime: Math.round(median),
    percentChange: Math.round((100 * (medianOf(minutes) - median)) / median),
  };
}

function trendOf(analyzed: readonly Response[], { label, periodDate, newestFirst }: StatisticsConventions) {
  // These weeks start on Sunday, unlike those of by-period (measured).
  const weeks = [...groupBy(analyzed, ({ at }) => startOfWeek(at, 0))];
  weeks.sort(([a], [b]) => (newestFirst ? b - a : a - b));
  return weeks.map(([start, responses]) => ({
    period: label(start),
    periodDate: periodDate(start),
    medianResponseTime: Math.round(medianOf(responses.map(({ minutes }) => minutes))),
    count: responses.length,
  }));
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return (lower + upper) / 2;
}

function averageOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
