/** What a check gives: findings as data, placed by a path from the rule. Nothing is thrown. */
import type { Severity } from '../../diagnostics/diagnostic.ts';
import type { FileFinding } from '../../diagnostics/files.ts';
import type { DeclaredRule, Path } from '../../model/rule.ts';
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
