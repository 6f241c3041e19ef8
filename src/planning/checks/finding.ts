/** The findings of checks: data, placed by a path in the rule. Checks throw nothing. */
import type { Severity } from '../../diagnostics/diagnostic.ts';
import type { FileFinding } from '../../diagnostics/files.ts';
import type { DeclaredRule, Path } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';

/** A path in a rule, and whether its key or its value is meant. Nothing may be there. */
export type Spotted = { path: Path; at: 'key' | 'value' };

export type Wrong = FileFinding & Pick<Spotted, 'at'> & { severity: Severity };

export type RuleFinding = Wrong & Spotted;

/** A finding about conflicting rules. `rule` is the index of a rule among the checked ones. */
export type RuleSetFinding = RuleFinding & { rule: number; related: Spotted & { rule: number } };

export type RuleCheck = (rule: ResolvedRule) => RuleFinding[];
export type RuleSetCheck = (rules: readonly RuleInSet[]) => RuleSetFinding[];
/** The parts of a rule that are compared with other rules. */
export type RuleInSet = Pick<DeclaredRule, 'body' | 'renamedFrom'>;

/** Whether a text is missing or blank. The service trims texts and treats blank as missing (measured). */
export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || text.trim() === '';
}
