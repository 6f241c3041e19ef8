/**
 * The canonical form: what is compared, and what is sent. Both sides of a plan pass through here, so that nothing the
 * service does to a text on its own ever looks like a change.
 */
import { type ActionType, FIELD_KEYS, isSendable } from '../model/action-types.ts';
import { recordOf } from '../model/record-of.ts';
import { type LiveAction, type LiveRule, type RuleBody, STATIC_KEYS } from '../model/rule.ts';
import type { ResolvedRule } from '../model/written-rule.ts';

/** The name as the service keeps it: trimmed, NBSP and BOM too (measured). */
export function canonicalName(name: string): string {
  return unixLines(name).trim();
}

/** The canonical form of a rule as a file has it. `conditionalOperator` null means: not managed. */
export function canonicalRule({ name, runOnThreads, condition, actions }: ResolvedRule): RuleBody {
  return {
    name: canonicalName(name),
    runOnThreads: runOnThreads ?? true,
    condition: {
      conditionalOperator: condition.conditionalOperator ?? null,
      aiInstructions: conditionText(condition.aiInstructions),
      static: recordOf(STATIC_KEYS, (key) => conditionText(condition.static?.[key])),
    },
    actions: actions.map(({ type, messagingChannelId, fields, delayInMinutes }) => ({
      type,
      messagingChannelId: messagingChannelId ?? null,
      fields: recordOf(FIELD_KEYS, (key) => fieldText(key, fields?.[key])),
      delayInMinutes: delayInMinutes ?? null,
    })),
  };
}

type Sendable<Action> = Action & { type: ActionType };

/** What counts of a live rule. */
export interface LiveContent extends Pick<LiveRule, 'name' | 'runOnThreads' | 'condition'> {
  actions: readonly Pick<LiveAction, 'type' | 'messagingChannelId' | 'fields' | 'delayInMinutes'>[];
}

/** The canonical form of a live rule, without actions that cannot be sent and keys that we do not know. */
export function canonicalLive(live: LiveContent): RuleBody {
  return canonicalRule({ ...live, actions: sendableActions(live.actions) });
}

/** Those of the actions that a request can carry. */
export function sendableActions<Action extends { type: string }>(actions: readonly Action[]): Sendable<Action>[] {
  return actions.filter((action): action is Sendable<Action> => isSendable(action.type));
}

type TextOrNone = string | null | undefined;

/** The service trims `to`, where blank comes back as null; others stay as they are, an empty one too (measured). */
function fieldText(key: string, text: TextOrNone): string | null {
  if (text == null) return null;
  return key === 'to' ? unixLines(text).trim() || null : unixLines(text);
}

/** Condition texts that are only white space come back null; others are not trimmed (measured). */
function conditionText(text: TextOrNone): string | null {
  return text == null || text.trim() === '' ? null : unixLines(text);
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
