/**
 * A rule as this service answers it (API spec 2.1 to 2.3). The schema is its own, so that it can disagree with the
 * client's. Unknown keys are kept and returned, as a later service might.
 */
import * as z from 'zod';
import { FIELDS } from '../model/action-types.ts';
import { recordOf } from '../model/record-of.ts';

/** API spec 2.3. */
export const FIELD_KEYS = ['label', 'to', 'cc', 'bcc', 'subject', 'content', 'webhookUrl', 'folderName'] as const;

/** API spec 2.2. */
export const MATCHERS = ['from', 'to', 'subject'] as const;

const text = (description: string) => z.string().nullable().default(null).meta({ description });

const wireFields = z.looseObject(recordOf(FIELD_KEYS, (key) => text(FIELDS[key].means)));

const wireAction = z.looseObject({
  type: z.string().min(1).meta({ description: 'What it does, such as ARCHIVE; also a type that no request may have.' }),
  messagingChannelId: z.string().nullable().optional().meta({ description: 'The id of a messaging channel.' }),
  fields: wireFields.default(() => wireFields.parse({})).meta({ description: 'What the type needs, such as a label.' }),
  delayInMinutes: z.number().nullable().default(null).meta({ description: 'How long it waits.' }),
  integrationName: text('Of an INTEGRATION action: the integration.'),
  integrationToolName: text('Of an INTEGRATION action: its tool.'),
  integrationArgs: z
    .record(z.string(), z.unknown())
    .nullable()
    .default(null)
    .meta({ description: 'Of an INTEGRATION action: the arguments of its tool.' }),
});

const MATCHES = { from: 'The sender.', to: 'The receivers.', subject: 'The subject.' };

const wireStatic = z.looseObject(recordOf(MATCHERS, (key) => text(MATCHES[key])));

const wireCondition = z.looseObject({
  conditionalOperator: z
    .enum(['AND', 'OR'])
    .nullable()
    .default(null)
    .meta({ description: 'How `static` and `aiInstructions` are joined.' }),
  aiInstructions: text('Which mail is meant, in words for the AI.'),
  static: wireStatic
    .default(() => wireStatic.parse({}))
    .meta({ description: 'What the headers of the mail must have. All that is given must match.' }),
});

/** A date-time with `Z` or an offset, as RFC 3339 has it. */
export const dateTime = z.iso.datetime({ offset: true });

export const wireRule = z.looseObject({
  id: z.string().min(1),
  name: z.string().meta({ description: 'The name of the rule.' }),
  enabled: z.boolean().default(true).meta({ description: 'Whether it runs.' }),
  runOnThreads: z.boolean().default(true).meta({ description: 'Whether it runs on replies in a thread too.' }),
  createdAt: dateTime,
  updatedAt: dateTime,
  condition: wireCondition
    .default(() => wireCondition.parse({}))
    .meta({ description: 'Which mail the rule is about.' }),
  actions: z.array(wireAction).default([]).meta({ description: 'What happens to such a mail.' }),
});

export type WireRule = z.infer<typeof wireRule>;
export type WireAction = z.infer<typeof wireAction>;

/** The part of a rule that the body of a POST or PUT decides. */
export type RuleContent = Pick<WireRule, 'name' | 'runOnThreads' | 'condition' | 'actions'>;
