/** Describes what a rule does: `label Refunds, then archive after 1 day`. */

import { escapeAddresses } from '../../diagnostics/escape-control.ts';
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
import { delay } from '../rule-values.ts';
import { joinParts, ourPart, type SentencePart, theirPart } from './parts.ts';

/** Maximum number of actions to describe. The risks of the others are shown beside the rule. */
const MOST = 10;

/** Describes actions in their order. Null means that they are not shown. */
export function actionWords(actions: ShownRule['actions']): SentencePart[] {
  if (actions === null) return ourPart('its actions are not shown');
  if (actions.length === 0) return ourPart('do nothing that is shown');
  return joinParts(actions.map(describeAction), ', then ', MOST);
}

const RISKS = ['sends-mail', 'leaves-mailbox', 'destroys-mail'] as const;

/** Describes the first actions, risky ones before the others, and counts the rest. */
export function actionsByRisk(actions: ShownRule['actions'], most: number): SentencePart[] {
  if (actions === null || actions.length === 0) return actionWords(actions);
  const sorted = [...actions].sort((a, b) => harmOf(a) - harmOf(b));
  return joinParts(sorted.map(describeAction), ' and ', most);
}

function harmOf(action: ShownAction | null): number {
  const type = action?.type ?? '';
  const risk = isSendable(type) ? ACTIONS[type].risk : undefined;
  return risk === undefined ? RISKS.length : RISKS.indexOf(risk);
}

function describeAction(action: ShownAction | null): SentencePart[] {
  if (action === null) return ourPart('an action not shown');
  const { delayInMinutes } = action;
  const after = delayInMinutes === null ? [] : ourPart(` after ${delay(delayInMinutes)}`);
  return [...describeUndelayed(action), ...after];
}

function describeUndelayed(action: ShownAction): SentencePart[] {
  const { type, messagingChannelId, fields } = action;
  if (type === null) return ourPart('do what is not shown');
  if (!isSendable(type)) return [...ourPart('do '), ...theirPart(type)];
  const used = FIELD_KEYS.filter((key) => fieldsOf(type).includes(key));
  return [
    ...ourPart(type === 'DRAFT_EMAIL' && hasNoText(fields?.content ?? null) ? BY_AI : ACTIONS[type].inSentence),
    ...(ACTIONS[type].channel && messagingChannelId !== null
      ? [...ourPart(' in '), ...theirPart(messagingChannelId)]
      : []),
    ...used.flatMap((key) => field(type, key, fields?.[key] ?? null)),
  ];
}

const BY_AI = 'draft a mail that the AI writes';

function field(type: ActionType, key: FieldKey, value: ShownText): SentencePart[] {
  if (value === null || hasNoText(value)) return [];
  // A reply is only its text, so no words are needed before it.
  const before = type === 'REPLY' && key === 'content' ? ' ' : FIELDS[key].inSentence;
  return [...ourPart(before), ...(FIELDS[key].addresses ? addresses(value) : theirPart(value))];
}

function addresses(value: Exclude<ShownText, null>): SentencePart[] {
  const all = typeof value === 'object' ? [value] : value.split(/[,;]/).filter((part) => part.trim() !== '');
  return joinParts(
    (all.length === 0 ? [value] : all).map((one) => theirPart(typeof one === 'string' ? escapeAddresses(one) : one)),
    ' and ',
  );
}

function hasNoText(value: ShownText): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
