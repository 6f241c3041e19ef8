/** What `inboxctl stats` reports: the JSON that it prints, and the values that its charts and tables are made from. */
import * as z from 'zod';
import { PERIODS } from './periods.ts';
import { accountError, documentHead } from './plan.ts';
import { recordOf } from './record-of.ts';

const range = z
  .object({ from: z.string().nullable(), to: z.string().nullable() })
  .meta({ description: 'ISO 8601, UTC; both ends belong to it. null: no bound.' });

const counts = z.object({
  all: z.number(),
  sent: z.number(),
  read: z.number(),
  unread: z.number(),
  unarchived: z.number(),
  archived: z.number(),
});

const periodRow = counts.extend({
  start: z.string().nullable().meta({ description: 'The first day, such as 2026-08-03; null: the label tells none.' }),
  label: z.string().meta({ description: 'What the service calls the period.' }),
  leftOutBefore: z.number().meta({
    description:
      'For how many periods between this row and the one before the service gave none; 0 where it is not known.',
  }),
});

const totals = z
  .object({ all: z.number(), inbox: z.number(), read: z.number(), sent: z.number() })
  .meta({ description: 'The counts of the whole range.' });

const account = { name: z.string(), error: accountError.optional() };

const volume = z.object({
  report: z.literal('volume'),
  period: z.enum(PERIODS),
  range,
  accounts: z.array(
    z.object({
      ...account,
      totals: totals.nullable().meta({ description: 'As the service counts; null: the account could not be read.' }),
      rows: z.array(periodRow).meta({ description: 'Ascending. The service leaves periods without mail out.' }),
    }),
  ),
  summed: z
    .object({ totals, rows: z.array(periodRow) })
    .nullable()
    .meta({ description: 'Of the accounts that were read, where these are several; else null.' }),
});

/** How long answers took: the classes of API spec 2.5, the shortest first. */
export const ANSWER_CLASSES = [
  'lessThan1Hour',
  'oneToFourHours',
  'fourTo24Hours',
  'oneToThreeDays',
  'threeToSevenDays',
  'moreThan7Days',
] as const;

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

const trendRow = z.object({
  start: z.string().nullable(),
  label: z.string(),
  medianMinutes: z.number(),
  count: z.number(),
});

const answers = z.object({
  summary: summary.nullable().meta({ description: 'null: no mail was analyzed, so there are no times.' }),
  distribution,
  trend: z.array(trendRow).meta({ description: 'Ascending.' }),
  emailsAnalyzed: z.number(),
  maxEmailsCap: z.number().meta({ description: 'How many mails the service analyzes at most.' }),
  capped: z.boolean().meta({ description: 'Whether it analyzed that many: there may be more.' }),
});

const responseTime = z.object({
  report: z.literal('response-time'),
  range,
  accounts: z.array(
    z.object({
      ...account,
      answers: answers.nullable().meta({ description: 'null: the account could not be read.' }),
    }),
  ),
  summed: z
    .object({ distribution, emailsAnalyzed: z.number() })
    .nullable()
    .meta({ description: 'Counts only: medians cannot be summed. null: not several accounts were read.' }),
});

/** What `inboxctl stats volume --format json` prints. */
export const volumeDocument = volume.extend(documentHead).meta({ description: 'How much mail there was.' });
/** What `inboxctl stats response-time --format json` prints. */
export const responseTimeDocument = responseTime.extend(documentHead).meta({ description: 'How long answers took.' });

export type StatsRange = z.infer<typeof range>;
export type PeriodCounts = z.infer<typeof periodRow>;
export type VolumeReport = z.infer<typeof volume>;
export type Answers = z.infer<typeof answers>;
export type Distribution = z.infer<typeof distribution>;
export type ResponseTimeReport = z.infer<typeof responseTime>;
