/** What a check of pitfalls gives: findings as data, each about one matcher of the condition. */
import type { PitfallFinding } from '../../diagnostics/pitfalls.ts';
import { ACTIONS, type ActionType } from '../../model/action-types.ts';
import type { StaticKey } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';

export type Pitfall = (rule: ResolvedRule) => (PitfallFinding & { key: StaticKey })[];

/** The types of the actions that cannot be taken back. */
export function harmOf({ actions }: ResolvedRule): ActionType[] {
  return [...new Set(actions.map(({ type }) => type).filter((type) => ACTIONS[type].final))];
}

/** A prompt that the service fills in, but only in actions. */
export const TEMPLATE = /\{\{[^{}]*\}\}/;
