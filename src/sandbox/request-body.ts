/**
 * The body of POST and PUT: the constraints of API spec 4.4, and what deployments were measured to ask beyond them.
 * Unknown keys are dropped, as measured.
 */
import * as z from 'zod';
import { ACTION_TYPES, type ActionType, type FieldKey } from '../model/action-types.ts';
import { recordOf } from '../model/record-of.ts';
import { FIELD_KEYS, MATCHERS } from './wire.ts';

/** `string`: how any text of it is read. */
function bodyWith(string: z.ZodString) {
  const text = string.nullish();
  const action = z.object({
    type: z.enum(ACTION_TYPES),
    messagingChannelId: z.cuid().nullish(),
    fields: z.object(recordOf(FIELD_KEYS, () => text)).nullish(),
    delayInMinutes: z.number().min(1).max(129_600).nullish(),
  });
  const condition = z.object({
    conditionalOperator: z.enum(['AND', 'OR']).nullish(),
    aiInstructions: text,
    static: z.object(recordOf(MATCHERS, () => text)).nullish(),
  });
  return z.object({
    name: string.min(1),
    runOnThreads: z.boolean().default(true),
    condition,
    actions: z.array(action).min(1),
  });
}

/** API spec 4.4 and 8, to the letter. */
export const specifiedBody = bodyWith(z.string());

export type RequestBody = z.infer<typeof specifiedBody>;
export type RequestAction = RequestBody['actions'][number];

/** What a type cannot do without (measured). */
const NEEDED_FIELD: Partial<Record<ActionType, FieldKey>> = {
  LABEL: 'label',
  FORWARD: 'to',
  SEND_EMAIL: 'to',
  CALL_WEBHOOK: 'webhookUrl',
  MOVE_FOLDER: 'folderName',
};

/** Whether a text is absent or only white space. */
export function isBlank(value: string | null | undefined): boolean {
  return value === null || value === undefined || value.trim() === '';
}

function needsCondition(body: RequestBody, context: z.RefinementCtx): void {
  const { aiInstructions, static: matchers } = body.condition;
  if ([aiInstructions, ...MATCHERS.map((key) => matchers?.[key])].some((value) => !isBlank(value))) return;
  context.addIssue({ code: 'custom', path: ['condition'], message: 'At least one condition is required' });
}

function needsField(item: RequestAction, index: number, context: z.RefinementCtx): void {
  const key = NEEDED_FIELD[item.type];
  if (key === undefined || !isBlank(item.fields?.[key])) return;
  const message = `${item.type} needs ${key}`;
  context.addIssue({ code: 'custom', path: ['actions', index, 'fields', key], message });
}

function needsChannel(item: RequestAction, index: number, context: z.RefinementCtx): void {
  if (!item.type.endsWith('_MESSAGING_CHANNEL') || item.messagingChannelId) return;
  const message = `${item.type} needs messagingChannelId`;
  context.addIssue({ code: 'custom', path: ['actions', index, 'messagingChannelId'], message });
}

/** Half of a surrogate pair becomes U+FFFD (measured): it has no UTF-8. */
const utf8 = z.string().overwrite((text) => Buffer.from(text).toString());

/** What deployments were measured to accept: names trimmed, a condition and each type's own field asked for. */
export const measuredBody = bodyWith(utf8)
  .extend({ name: utf8.trim().min(1) })
  .superRefine((body, context) => {
    needsCondition(body, context);
    for (const [index, item] of body.actions.entries()) {
      needsField(item, index, context);
      needsChannel(item, index, context);
    }
  });
