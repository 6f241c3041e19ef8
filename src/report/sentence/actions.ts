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
import { listed, type SentencePart, said, words } from './parts.ts';

/** Maximum number of actions to describe. The risks of the others are shown beside the rule. */
const MOST = 10;

/** Describes actions in their order. Null means that they are not shown. */
export function actionWords(actions: ShownRule['actions']): SentencePart[] {
  if (actions === null) return words('its actions are not shown');
  if (actions.length === 0) return words('do nothing that is shown');
  return listed(actions.map(one), ', then ', MOST);
}

const RISKS = ['sends-mail', 'leaves-mailbox', 'destroys-mail'] as const;

/** Describes the first actions, risky ones before the others, and counts the rest. */
export function actionsByRisk(actions: ShownRule['actions'], most: number): SentencePart[] {
  if (actions === null || actions.length === 0) return actionWords(actions);
  const sorted = [...actions].sort((a, b) => harmOf(a) - harmOf(b));
  return listed(sorted.map(one), ' and ', most);
}

function harmOf(action: ShownAction | null): number {
  const type = action?.type ?? '';
  const risk = isSendable(type) ? ACTIONS[type].risk : undefined;
  return risk === undefined ? RISKS.length : RISKS.indexOf(risk);
}

function one(action: ShownAction | null): SentencePart[] {
  if (action === null) return words('an action not shown');
  const { delayInMinutes } = action;
  const after = delayInMinutes === null ? [] : words(` after ${delay(delayInMinutes)}`);
  return [...doing(action), ...after];
}

function doing(action: ShownAction): SentencePart[] {
  const { type, messagingChannelId, fields } = action;
  if (type === null) return words('do what is not shown');
  if (!isSendable(type)) return [...words('do '), ...said(type)];
  const used = FIELD_KEYS.filter((key) => fieldsOf(type).includes(key));
  return [
    ...words(type === 'DRAFT_EMAIL' && isBlank(fields?.content ?? null) ? BY_AI : ACTIONS[type].said),
    ...(ACTIONS[type].channel && messagingChannelId !== null ? [...words(' in '), ...said(messagingChannelId)] : []),
    ...used.flatMap((key) => field(type, key, fields?.[key] ?? null)),
  ];
}

const BY_AI = 'draft a mail that the AI writes';

function field(type: ActionType, key: FieldKey, value: ShownText): SentencePart[] {
  if (value === null || isBlank(value)) return [];
  // A reply is only its text, so no words are needed before it.
  const before = type === 'REPLY' && key === 'content' ? ' ' : FIELDS[key].said;
  return [...words(before), ...(FIELDS[key].addresses ? addresses(value) : said(value))];
}

function addresses(value: Exclude<ShownText, null>): SentencePart[] {
  const all = typeof value === 'object' ? [value] : value.split(/[,;]/).filter((part) => part.trim() !== '');
  return listed(
    (all.length === 0 ? [value] : all).map((one) => said(typeof one === 'string' ? escapeAddresses(one) : one)),
    ' and ',
  );
}

function isBlank(value: ShownText): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
