/** The schemas of answers (API spec 2, 7). What it may extend is open: action types and dates are texts, keys are kept. */
import * as z from 'zod';
import { FIELD_KEYS } from '../model/action-types.ts';
import { recordOf } from '../model/record-of.ts';
import { type LiveRule, STATIC_KEYS } from '../model/rule.ts';
import { ANSWER_CLASSES } from '../model/stats.ts';
import type { PeriodStatistics, ResponseTimeStatistics } from './statistics.ts';

const textOrNull = z.string().nullable();

const condition = z.looseObject({
  conditionalOperator: z.enum(['AND', 'OR']).nullable(),
  aiInstructions: textOrNull,
  static: z.looseObject(recordOf(STATIC_KEYS, () => textOrNull)),
});

const action = z.looseObject({
  type: z.string(),
  messagingChannelId: z.string().nullish(),
  fields: z.looseObject(recordOf(FIELD_KEYS, () => textOrNull)),
  delayInMinutes: z.number().nullable(),
  integrationName: textOrNull,
  integrationToolName: textOrNull,
  integrationArgs: z.looseObject({}).nullable(),
});

const liveRule = z.looseObject({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  runOnThreads: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  condition,
  actions: z.array(action),
});

const MAIL_COUNTS = ['All', 'Sent', 'Read', 'Unread', 'Unarchived', 'Archived'] as const;
const periodRow = z.looseObject({ startOfPeriod: z.string(), ...recordOf(MAIL_COUNTS, () => z.number()) });

/** GET /rules (API spec 4.3). */
const rulesAnswer: z.ZodType<{ rules: LiveRule[] }> = z.looseObject({ rules: z.array(liveRule) });

/** POST /rules, GET and PUT /rules/{id} (API spec 4.4 to 4.6). */
const ruleAnswer: z.ZodType<{ rule: LiveRule }> = z.looseObject({ rule: liveRule });

/** GET /stats/by-period (API spec 2.4, 4.1). */
const periodStatistics: z.ZodType<PeriodStatistics> = z.looseObject({
  result: z.array(periodRow),
  allCount: z.number(),
  inboxCount: z.number(),
  readCount: z.number(),
  sentCount: z.number(),
});

/** GET /stats/response-time (API spec 2.5, 4.2). */
const responseTimeStatistics: z.ZodType<ResponseTimeStatistics> = z.looseObject({
  summary: z.looseObject({
    medianResponseTime: z.number(),
    averageResponseTime: z.number(),
    within1Hour: z.number(),
    previousPeriodComparison: z.looseObject({ medianResponseTime: z.number(), percentChange: z.number() }).nullable(),
  }),
  distribution: z.looseObject(recordOf(ANSWER_CLASSES, () => z.number())),
  trend: z.array(
    z.looseObject({ period: z.string(), periodDate: textOrNull, medianResponseTime: z.number(), count: z.number() }),
  ),
  emailsAnalyzed: z.number(),
  maxEmailsCap: z.number(),
});

export const ANSWERS = { rulesAnswer, ruleAnswer, periodStatistics, responseTimeStatistics };

export type AnswerName = keyof typeof ANSWERS;

/** The value of an answer. */
export type AnswerOf<Name extends AnswerName> = z.infer<(typeof ANSWERS)[Name]>;

const maybeText = z.string().optional().catch(undefined);

/** An error in all measured shapes: that of API spec 7, a text, issues, a proxy's `message`. Skips keys of other types. */
export const errorBody = z.looseObject({
  error: z
    .union([
      z.string(),
      z.looseObject({
        code: maybeText,
        message: maybeText,
        hint: maybeText,
        issues: z
          .array(z.looseObject({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).catch([]) }))
          .optional()
          .catch(undefined),
      }),
    ])
    .optional()
    .catch(undefined),
  message: maybeText,
});
