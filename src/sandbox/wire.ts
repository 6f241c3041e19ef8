/**
 * A rule as this service answers it (API spec 2.1 to 2.3), with a schema of its own: the sandbox must be able to
 * disagree with the client. Keys that the specification does not name are kept and echoed, as a later service could.
 */
import * as z from 'zod';
import { recordOf } from '../model/record-of.ts';

/** API spec 2.3. */
export const FIELD_KEYS = ['label', 'to', 'cc', 'bcc', 'subject', 'content', 'webhookUrl', 'folderName'] as const;

/** API spec 2.2. */
export const MATCHERS = ['from', 'to', 'subject'] as const;

const text = z.string().nullable().default(null);

const wireFields = z.looseObject(recordOf(FIELD_KEYS, () => text));

const noFields = () => wireFields.parse({});

const wireAction = z.looseObject({
  type: z.string().min(1),
  messagingChannelId: z.string().nullable().optional(),
  fields: wireFields.default(noFields),
  delayInMinutes: z.number().nullable().default(null),
  integrationName: text,
  integrationToolName: text,
  integrationArgs: z.record(z.string(), z.unknown()).nullable().default(null),
});

const wireStatic = z.looseObject(recordOf(MATCHERS, () => text));

const wireCondition = z.looseObject({
  conditionalOperator: z.enum(['AND', 'OR']).nullable().default(null),
  aiInstructions: text,
  static: wireStatic.default(() => wireStatic.parse({})),
});

/** A date-time with `Z` or an offset, as RFC 3339 has it. */
export const dateTime = z.iso.datetime({ offset: true });

export const wireRule = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  enabled: z.boolean().default(true),
  runOnThreads: z.boolean().default(true),
  createdAt: dateTime,
  updatedAt: dateTime,
  condition: wireCondition.default(() => wireCondition.parse({})),
  actions: z.array(wireAction).default([]),
});

export type WireRule = z.infer<typeof wireRule>;
export type WireAction = z.infer<typeof wireAction>;

/** The part of a rule that a request decides: what the service keeps of a POST or PUT body. */
export type RuleContent = Pick<WireRule, 'name' | 'runOnThreads' | 'condition' | 'actions'>;
