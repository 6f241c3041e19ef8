/** The query of the two statistics operations (API spec 4.1, 4.2). */
import * as z from 'zod';
import { BadQuery, unexpected } from '../refusal.ts';
import { PERIODS } from './calendar.ts';
import type { StatisticsConventions } from './conventions.ts';
import type { Message } from './message.ts';

/** Epoch milliseconds; absent or 0 is not a bound, and what is not a number is refused (measured; 4.1: "not shown"). */
const bound = z.coerce
  .number()
  .optional()
  .transform((at) => (at === 0 || at === undefined ? null : at));

const range = z.object({ fromDate: bound, toDate: bound });

/** 4.2. */
export const responseTimeQuery = range;
/** 4.1: `week` unless given. */
export const byPeriodQuery = range.extend({ period: z.enum(PERIODS).default('week') });

export type Range = z.infer<typeof range>;

/** What the parameters of a request mean. Throws a Refusal: 400 (API spec 7), or what a date beyond all dates becomes. */
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

/** Whether a mail is in a range; both ends belong to it (measured). */
export function isWithin({ fromDate, toDate }: Range, { at }: Pick<Message, 'at'>): boolean {
  return (fromDate === null || fromDate <= at) && (toDate === null || at <= toDate);
}
