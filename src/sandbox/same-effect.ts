/** Whether a replace changes more than the name: the newer deployment then switches a rule that sends off (measured). */
import { isDeepStrictEqual } from 'node:util';
import type { RuleContent, WireAction } from './wire.ts';

function withoutGaps(action: WireAction): WireAction {
  return { ...action, messagingChannelId: action.messagingChannelId ?? null };
}

function effect({ runOnThreads, condition, actions }: RuleContent) {
  return { runOnThreads, condition, actions: actions.map(withoutGaps) };
}

/** Takes two contents of a rule; gives whether they differ in nothing but the name. */
export function hasSameEffect(before: RuleContent, after: RuleContent): boolean {
  return isDeepStrictEqual(effect(before), effect(after));
}
