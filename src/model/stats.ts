/** The reports of `inboxctl stats`. */
import * as z from 'zod';
import { PERIODS } from './periods.ts';
import { accountError, documentHead } from './plan.ts';
import { recordOf } from './record-of.ts';

const range = z
  .object({ from: z.string().nullable(), to: z.string().nullable() })
  .meta({ description: 'ISO 8601, UTC; both ends belong to it. null: no bound.' });

/** The counts of a period (API spec 2.4). */
export const COUNTS = ['sent', 'read', 'unread', 'unarchived', 'archived', 'all'] as const;
/** The counts of the whole range (API spec 4.1). */
export const TOTALS = ['all', 'inbox', 'read', 'sent'] as const;

/** The classes of response times in API spec 2.5, the shortest first. */
export const ANSWER_CLASSES = [
  'lessThan1Hour',
  'oneToFourHours',
  'fourTo24Hours',
  'oneToThreeDays',
  'threeToSevenDays',
  'moreThan7Days',
] as const;

const period = {
  start: z.string().nullable().meta({ description: 'The first day, such as 2026-08-03; null: the label tells none.' }),
  label: z.string().meta({ description: 'What the service calls the period.' }),
};

const periodRow = z.object({ ...period, ...recordOf(COUNTS, () => z.number()) });
const rows = z.array(periodRow).meta({ description: 'Ascending. The service leaves periods without mail out.' });
const totals = z.object(recordOf(TOTALS, () => z.number()));
const distribution = z.object(recordOf(ANSWER_CLASSES, () => z.number())).meta({ description: 'Numbers of mails.' });

const summary = z.object({
  medianMinutes: z.number(),
  averageMinutes: z.number(),
  within1HourPercent: z.number().meta({ description: '0 to 100.' }),
  previousPeriod: z
    .object({ medianMinutes: z.number(), percentChange: z.number() })
    .nullable()
    .meta({ description: 'null: the service compares with no earlier period.' }),
});

const answers = z.object({
  summary: summary.nullable().meta({ description: 'null: no mail was analyzed, so there are no times.' }),
  distribution,
  trend: z
    .array(z.object({ ...period, medianMinutes: z.number(), count: z.number() }))
    .meta({ description: 'Ascending.' }),
  emailsAnalyzed: z.number(),
  maxEmailsCap: z.number().meta({ description: 'How many mails the service analyzes at most.' }),
  capped: z.boolean().meta({ description: 'Whether it analyzed that many: there may be more.' }),
});

const account = { name: z.string(), error: accountError.optional() };
const SUMMED = 'Of the accounts that were read, where these are several; else null.';

const volume = z.object({
  report: z.literal('volume'),
  period: z.enum(PERIODS),
  range,
  accounts: z.array(z.object({ ...account, totals: totals.nullable(), rows })).meta({
    description: '`totals` are of the whole range, as the service counts; null: the account could not be read.',
  }),
  summed: z.object({ totals, rows }).nullable().meta({ description: SUMMED }),
});

const responseTime = z.object({
  report: z.literal('response-time'),
  range,
  accounts: z.array(
    z.object({ ...account, answers: answers.nullable().meta({ description: 'null: the account could not be read.' }) }),
  ),
  summed: z
    .object({ distribution, emailsAnalyzed: z.number() })
    .nullable()
    .meta({ description: `Counts alone: medians cannot be summed. ${SUMMED}` }),
});

/** What `inboxctl stats volume --format json` prints. */
export const volumeDocument = volume.extend(documentHead).meta({ description: 'How much mail there was.' });
/** What `inboxctl stats response-time --format json` prints. */
export const responseTimeDocument = responseTime.extend(documentHead).meta({ description: 'How long answers took.' });

export type VolumeDocument = z.infer<typeof volumeDocument>;
export type ResponseTimeDocument = z.infer<typeof responseTimeDocument>;
export type StatsRange = z.infer<typeof range>;
export type PeriodCounts = z.infer<typeof periodRow>;
export type VolumeReport = z.infer<typeof volume>;
export type Answers = z.infer<typeof answers>;
export type ResponseTimeReport = z.infer<typeof responseTime>;
