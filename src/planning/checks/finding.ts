/** What a check gives: findings as data, placed by a path from the rule. Nothing is thrown. */
import type { Severity } from '../../diagnostics/diagnostic.ts';
import type { FileFinding } from '../../diagnostics/files.ts';
import type { PitfallFinding } from '../../diagnostics/pitfalls.ts';
import { ACTIONS, type ActionType } from '../../model/action-types.ts';
import type { DeclaredRule, Path, StaticKey } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';

/** A path from a rule to what is meant, and whether its key or its value is. What the path leads to may be missing. */
export interface Spotted {
  path: Path;
  at: 'key' | 'value';
}

/** A finding about one rule. */
export type RuleFinding = FileFinding & Spotted & { severity: Severity };

/** A finding about rules that do not go together. Rules are told by their index among those that were checked. */
export type RuleSetFinding = RuleFinding & { rule: number; related: Spotted & { rule: number } };

export type RuleCheck = (rule: ResolvedRule) => RuleFinding[];
export type RuleSetCheck = (rules: readonly RuleInSet[]) => RuleSetFinding[];
/** What is looked at of rules side by side. */
export type RuleInSet = Pick<DeclaredRule, 'body' | 'renamedFrom'>;

/** Whether a text is left out, or would be taken for left out: blank after the trim that the service does (measured). */
export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || text.trim() === '';
}

/** A check of what the matchers of a condition do; each finding is about one of them. */
export type Pitfall = (rule: ResolvedRule) => (PitfallFinding & { key: StaticKey })[];

/** The types of the actions that cannot be taken back. */
export function harmOf({ actions }: ResolvedRule): ActionType[] {
  return [...new Set(actions.map(({ type }) => type).filter((type) => ACTIONS[type].final))];
}

/** A prompt that the service fills in, but only in actions. */
export const TEMPLATE = /\{\{[^{}]*\}\}/;
