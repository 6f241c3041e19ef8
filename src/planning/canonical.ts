/**
 * The canonical form: what is compared, and what is sent. Both sides of a plan pass through here, so that nothing the
 * service does to a text on its own ever looks like a change.
 */
import {
  ACTION_TYPES,
  type Action,
  type ActionType,
  type Condition,
  type FieldKey,
  type LiveRule,
  type RuleBody,
} from '../model/rule.ts';
import type { ResolvedRule } from '../model/written-rule.ts';

type Fields = Action['fields'];
type Text = string | null | undefined;

const SENDABLE: ReadonlySet<string> = new Set(ACTION_TYPES);

/** Whether a request may carry an action of this type (API spec 4.4): not INTEGRATION, and none we do not know. */
export function isSendable(type: string): type is ActionType {
  return SENDABLE.has(type);
}

/** The name as the service keeps it: trimmed, NBSP and BOM too (measured). */
export function canonicalName(name: string): string {
  return unixLines(name).trim();
}

/** Takes a rule as a file has it, gives its canonical form. `conditionalOperator` null means: not managed. */
export function canonicalRule(written: ResolvedRule): RuleBody {
  return {
    name: canonicalName(written.name),
    runOnThreads: written.runOnThreads ?? true,
    condition: canonicalCondition(written.condition),
    actions: written.actions.map((action) => ({
      type: action.type,
      messagingChannelId: action.messagingChannelId ?? null,
      fields: canonicalFields(action.fields ?? {}),
      delayInMinutes: action.delayInMinutes ?? null,
    })),
  };
}

/** Takes a live rule, gives its canonical form; actions that cannot be sent and keys that we do not know are left out. */
export function canonicalLive(live: LiveRule): RuleBody {
  const actions: Action[] = [];
  for (const { type, messagingChannelId, fields, delayInMinutes } of live.actions) {
    if (!isSendable(type)) continue;
    actions.push({
      type,
      messagingChannelId: messagingChannelId ?? null,
      fields: canonicalFields(fields),
      delayInMinutes,
    });
  }
  return {
    name: canonicalName(live.name),
    runOnThreads: live.runOnThreads,
    condition: canonicalCondition(live.condition),
    actions,
  };
}

function canonicalCondition(condition: ResolvedRule['condition']): Condition {
  const { from, to, subject } = condition.static ?? {};
  return {
    conditionalOperator: condition.conditionalOperator ?? null,
    aiInstructions: unlessBlank(condition.aiInstructions),
    static: { from: unlessBlank(from), to: unlessBlank(to), subject: unlessBlank(subject) },
  };
}

function canonicalFields(fields: { [K in FieldKey]?: Text }): Fields {
  const { label, to, cc, bcc, subject, content, webhookUrl, folderName } = fields;
  // One literal: an object that gets its keys one by one takes twice the memory (measured on 10,000 rules).
  return {
    label: textOrNull(label),
    to: to == null ? null : unixLines(to).trim() || null,
    cc: textOrNull(cc),
    bcc: textOrNull(bcc),
    subject: textOrNull(subject),
    content: textOrNull(content),
    webhookUrl: textOrNull(webhookUrl),
    folderName: textOrNull(folderName),
  };
}

function textOrNull(text: Text): string | null {
  return text == null ? null : unixLines(text);
}

/** Condition texts that are only white space come back null; others are not trimmed (measured). */
function unlessBlank(text: Text): string | null {
  return text == null || text.trim() === '' ? null : unixLines(text);
}

function unixLines(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}
