/** Describes what a rule does: `label Refunds, then archive after 1 day`. */
import { escapeAddresses } from '../../diagnostics/escape-control.ts';
import { ours } from '../../diagnostics/message.ts';
import {
  ACTIONS,
  type ActionType,
  FIELD_KEYS,
  FIELDS,
  type FieldKey,
  fieldsOf,
  isSendable,
} from '../../model/action-types.ts';
import type { ShownAction, ShownRule, ShownText } from '../../model/plan.ts';
import { type Inline, line } from '../inline.ts';
import { delay } from '../rule-values.ts';
import { joinWords, theirWords } from './parts.ts';

/** Maximum number of actions to describe. The risks of the others are shown beside the rule. */
const MOST = 10;

/** Describes actions in their order. Null means that they are not shown. */
export function actionWords(actions: ShownRule['actions']): Inline {
  if (actions === null) return line`its actions are not shown`;
  if (actions.length === 0) return line`do nothing that is shown`;
  return joinWords(actions.map(describeAction), ', then ', MOST);
}

const RISKS = ['sends-mail', 'leaves-mailbox', 'destroys-mail'] as const;

/** Describes the first actions, risky ones before the others, and counts the rest. */
export function actionsByRisk(actions: ShownRule['actions'], most: number): Inline {
  if (actions === null || actions.length === 0) return actionWords(actions);
  const sorted = [...actions].sort((a, b) => harmOf(a) - harmOf(b));
  return joinWords(sorted.map(describeAction), ' and ', most);
}

/** The lower, the more a reader should see it. */
export function harmOf(action: ShownAction | null): number {
  const type = action?.type ?? '';
  const risk = isSendable(type) ? ACTIONS[type].risk : undefined;
  return risk === undefined ? RISKS.length : RISKS.indexOf(risk);
}

function describeAction(action: ShownAction | null): Inline {
  if (action === null) return line`an action not shown`;
  const { delayInMinutes } = action;
  const after = delayInMinutes === null ? [] : ours(` after ${delay(delayInMinutes)}`);
  return line`${describeUndelayed(action)}${after}`;
}

function describeUndelayed(action: ShownAction): Inline {
  const { type, messagingChannelId, fields } = action;
  if (type === null) return line`do what is not shown`;
  if (!isSendable(type)) return line`do ${theirWords(type)}`;
  const used = FIELD_KEYS.filter((key) => fieldsOf(type).includes(key));
  const isByAi = type === 'DRAFT_EMAIL' && hasNoText(fields?.content ?? null);
  return [
    ...ours(isByAi ? 'draft a mail that the AI writes' : ACTIONS[type].inSentence),
    ...(ACTIONS[type].channel && messagingChannelId !== null ? line` in ${theirWords(messagingChannelId)}` : []),
    ...used.flatMap((key) => field(type, key, fields?.[key] ?? null)),
  ];
}

function field(type: ActionType, key: FieldKey, value: ShownText): Inline {
  if (value === null || hasNoText(value)) return [];
  // A reply is only its text, so no words are needed before it.
  const before = type === 'REPLY' && key === 'content' ? ' ' : FIELDS[key].inSentence;
  return line`${ours(before)}${FIELDS[key].addresses ? addresses(value) : theirWords(value)}`;
}

function addresses(value: Exclude<ShownText, null>): Inline {
  const all = typeof value === 'object' ? [value] : value.split(/[,;]/).filter((part) => part.trim() !== '');
  return joinWords(
    (all.length === 0 ? [value] : all).map((one) => theirWords(typeof one === 'string' ? escapeAddresses(one) : one)),
    ' and ',
  );
}

function hasNoText(value: ShownText): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
