/**
 * Whether a live rule is what was sent, up to what services store in their own way (measured): the order of actions, an
 * operator that was not set, `folderName`, which some mailboxes never keep, and a delay of no whole minutes.
 */
import type { LiveRule, RuleBody } from '../model/rule.ts';
import { canonicalLive, canonicalName } from './canonical.ts';

export function isAsSent(live: LiveRule, sent: RuleBody): boolean {
  return isStoredForm(canonicalLive(live), canonicalLive(sent));
}

/** The same for rules in canonical form. */
export function isStoredForm(live: RuleBody, sent: RuleBody): boolean {
  return restOf(live) === restOf(sent) && areStoredActions(live.actions, sent.actions);
}

/** A service that sets an operator by itself sets AND, which means the same as none. */
export function withSetOperator(rule: RuleBody): RuleBody {
  return {
    ...rule,
    condition: { ...rule.condition, conditionalOperator: rule.condition.conditionalOperator ?? 'AND' },
  };
}

function restOf(rule: RuleBody): string {
  const { name, runOnThreads, condition } = withSetOperator(rule);
  return JSON.stringify([canonicalName(name), runOnThreads, condition]);
}

type Actions = RuleBody['actions'];

/** Each action sent is stored once: exactly those with the folder first, then those that lost it. */
function areStoredActions(live: Actions, sent: Actions): boolean {
  if (live.length !== sent.length) return false;
  const stored = live.map(actionText);
  const take = (text: string) => {
    const at = stored.indexOf(text);
    if (at >= 0) stored.splice(at, 1);
    return at >= 0;
  };
  const others = sent.filter((action) => !take(actionText(action)));
  return others.every((action) => take(actionText({ ...action, fields: { ...action.fields, folderName: null } })));
}

function actionText({ delayInMinutes, ...action }: Actions[number]): string {
  return JSON.stringify([delayInMinutes === null ? null : Math.floor(delayInMinutes), action]);
}
