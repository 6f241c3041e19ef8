/** Everything that can be said about the rules of one inbox by looking at them side by side. */
import type { ResolvedRule } from '../../model/written-rule.ts';
import type { RuleSetCheck, RuleSetFinding } from './finding.ts';
import { sameName, sameRenamedFrom, similarName } from './names.ts';
import { overlappingSenders } from './sender-overlap.ts';

const CHECKS: readonly RuleSetCheck[] = [sameName, similarName, sameRenamedFrom, overlappingSenders];

/** Takes the rules of one account as written; gives what does not go together, each finding on the later rule. */
export function checkRuleSet(rules: readonly ResolvedRule[]): RuleSetFinding[] {
  return CHECKS.flatMap((check) => check(rules));
}
