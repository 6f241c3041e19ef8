/** The body of POST and PUT: the constraints of API spec 4.4, and the measured ones. Unknown keys are dropped (measured). */
import * as z from 'zod';
import { ACTION_TYPES, type ActionType, type FieldKey } from '../model/action-types.ts';
import { recordOf } from '../model/record-of.ts';
import { FIELD_KEYS, MATCHERS } from './wire.ts';

const actionWith = (text: z.ZodType<string | null | undefined>) =>
  z.object({
    type: z.enum(ACTION_TYPES),
    messagingChannelId: z.cuid().nullish(),
    fields: z.object(recordOf(FIELD_KEYS, () => text)).nullish(),
    delayInMinutes: z.number().min(1).max(129_600).nullish(),
  });
const conditionWith = (text: z.ZodType<string | null | undefined>) =>
  z.object({
    conditionalOperator: z.enum(['AND', 'OR']).nullish(),
    aiInstructions: text,
    static: z.object(recordOf(MATCHERS, () => text)).nullish(),
  });

type Condition = z.infer<ReturnType<typeof conditionWith>>;
export type RequestAction = z.infer<ReturnType<typeof actionWith>>;

function bodyOf(name: z.ZodString, condition: z.ZodType<Condition>, action: z.ZodType<RequestAction>) {
  return z.object({ name, runOnThreads: z.boolean().default(true), condition, actions: z.array(action).min(1) });
}

const text = z.string().nullish();

/** API spec 4.4 and 8, to the letter. */
export const specifiedBody = bodyOf(z.string().min(1), conditionWith(text), actionWith(text));

export type RequestBody = z.infer<typeof specifiedBody>;

/** The field that a type requires (measured). */
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

function needsCondition({ aiInstructions, static: matchers }: Condition, context: z.RefinementCtx): void {
  if ([aiInstructions, ...MATCHERS.map((key) => matchers?.[key])].some((value) => !isBlank(value))) return;
  context.addIssue({ code: 'custom', message: 'At least one condition is required' });
}

function needsField(item: RequestAction, context: z.RefinementCtx): void {
  const key = NEEDED_FIELD[item.type];
  if (key === undefined || !isBlank(item.fields?.[key])) return;
  const message = `${item.type} needs ${key}`;
  context.addIssue({ code: 'custom', path: ['fields', key], message });
}

function needsChannel(item: RequestAction, context: z.RefinementCtx): void {
  if (!item.type.endsWith('_MESSAGING_CHANNEL') || item.messagingChannelId) return;
  const message = `${item.type} needs messagingChannelId`;
  context.addIssue({ code: 'custom', path: ['messagingChannelId'], message });
}

export const DELETE_OFF = 'The DELETE action is not enabled on this deployment';

/** Half of a surrogate pair has no UTF-8, and becomes U+FFFD (measured). */
const utf8 = z.string().overwrite((text) => Buffer.from(text).toString());

/** What deployments accept (measured). A part with the right shape is checked even if another part is wrong. */
function measured(allowsDelete: boolean) {
  const condition = conditionWith(utf8.nullish()).superRefine(needsCondition);
  const action = actionWith(utf8.nullish()).superRefine((item, context) => {
    needsField(item, context);
    needsChannel(item, context);
    if (allowsDelete || item.type !== 'DELETE') return;
    context.addIssue({ code: 'custom', path: ['type'], message: DELETE_OFF });
  });
  return bodyOf(utf8.trim().min(1), condition, action);
}

export const measuredBody = measured(true);

/** For a deployment without the action DELETE. */
export const bodyWithoutDelete = measured(false);
