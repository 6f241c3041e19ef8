/**
 * The canonical form of rules, used to compare and to send them. Both sides of a plan are converted to it, so edits
 * that the service makes to texts never look like changes.
 */
import { type ActionType, FIELD_KEYS, isSendable } from '../model/action-types.ts';
import { recordOf } from '../model/record-of.ts';
import { type LiveAction, type LiveRule, type RuleBody, STATIC_KEYS } from '../model/rule.ts';
import type { ResolvedRule } from '../model/written-rule.ts';

/** Normalizes a name as the service does: trims it, NBSP and BOM included (measured). */
export function canonicalName(name: string): string {
  return unixLines(name).trim();
}

/** The canonical form of a rule from a file. A `conditionalOperator` of null means: not managed. */
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

/** The parts of a live rule that are compared. */
export interface LiveContent extends Pick<LiveRule, 'name' | 'runOnThreads' | 'condition'> {
  actions: readonly Pick<LiveAction, 'type' | 'messagingChannelId' | 'fields' | 'delayInMinutes'>[];
}

/** The canonical form of a live rule, without unsendable actions and unknown keys. */
export function canonicalLive(live: LiveContent): RuleBody {
  return canonicalRule({ ...live, actions: sendableActions(live.actions) });
}

/** The parts of a live rule that a request can carry, with its texts as they were received. */
export function sendableRule({ name, runOnThreads, condition, actions }: LiveContent): RuleBody {
  const { conditionalOperator, aiInstructions, static: matchers } = condition;
  return {
    name: canonicalName(name),
    runOnThreads,
    condition: { conditionalOperator, aiInstructions, static: recordOf(STATIC_KEYS, (key) => matchers[key]) },
    actions: sendableActions(actions).map(({ type, messagingChannelId = null, fields, delayInMinutes }) => ({
      type,
      messagingChannelId,
      fields: recordOf(FIELD_KEYS, (key) => fields[key]),
      delayInMinutes,
    })),
  };
}

export function sendableActions<Action extends { type: string }>(actions: readonly Action[]): Sendable<Action>[] {
  return actions.filter((action): action is Sendable<Action> => isSendable(action.type));
}

type TextOrNone = string | null | undefined;

/** The service trims `to`, and returns null if it is blank. It keeps other fields as they are, even empty (measured). */
function fieldText(key: string, text: TextOrNone): string | null {
  if (text == null) return null;
  return key === 'to' ? unixLines(text).trim() || null : unixLines(text);
}

/** The service returns blank condition texts as null, and does not trim others (measured). */
function conditionText(text: TextOrNone): string | null {
  return text == null || text.trim() === '' ? null : unixLines(text);
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
