import type { PitfallFinding } from '../../diagnostics/pitfalls.ts';
import { ACTIONS, type ActionType } from '../../model/action-types.ts';
import type { StaticKey } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';

/** Checks the matchers of a condition. Each finding is about one of them. */
export type Pitfall = (rule: ResolvedRule) => (PitfallFinding & { key: StaticKey })[];

/** The types of actions that cannot be undone. */
export function harmOf({ actions }: ResolvedRule): ActionType[] {
  return [...new Set(actions.map(({ type }) => type).filter((type) => ACTIONS[type].final))];
}

/** A template. The service only fills it in for actions. */
export const TEMPLATE = /\{\{[^{}]*\}\}/;
