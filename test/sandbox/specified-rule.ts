/** API spec 2.1 to 2.3 and 7 as strict schemas, written from the specification alone. */
import * as z from 'zod';

const textOrNull = z.string().nullable();

const condition = z.strictObject({
  conditionalOperator: z.enum(['AND', 'OR']).nullable(),
  aiInstructions: textOrNull,
  static: z.strictObject({ from: textOrNull, to: textOrNull, subject: textOrNull }),
});

const action = z.strictObject({
  type: z.enum([
    'LABEL',
    'ARCHIVE',
    'MARK_READ',
    'STAR',
    'DRAFT_EMAIL',
    'DRAFT_MESSAGING_CHANNEL',
    'REPLY',
    'FORWARD',
    'SEND_EMAIL',
    'MARK_SPAM',
    'DIGEST',
    'CALL_WEBHOOK',
    'MOVE_FOLDER',
    'NOTIFY_MESSAGING_CHANNEL',
    'NOTIFY_SENDER',
    'DELETE',
    'INTEGRATION',
  ]),
  messagingChannelId: z.cuid().nullable().optional(),
  fields: z.strictObject({
    label: textOrNull,
    to: textOrNull,
    cc: textOrNull,
    bcc: textOrNull,
    subject: textOrNull,
    content: textOrNull,
    webhookUrl: textOrNull,
    folderName: textOrNull,
  }),
  delayInMinutes: z.number().nullable(),
  integrationName: textOrNull,
  integrationToolName: textOrNull,
  integrationArgs: z.record(z.string(), z.unknown()).nullable(),
});

export const specifiedRule = z.strictObject({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  runOnThreads: z.boolean(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
  condition,
  actions: z.array(action),
});

export const specifiedError = z.strictObject({
  error: z.strictObject({
    code: z.enum([
      'BAD_REQUEST',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'NOT_FOUND',
      'METHOD_NOT_ALLOWED',
      'RATE_LIMITED',
      'INTERNAL_ERROR',
    ]),
    message: z.string(),
    hint: z.string(),
  }),
});
