/** Everything that can be said about the rules of one inbox by looking at them side by side. */
import type { RuleInSet, RuleSetCheck, RuleSetFinding } from './finding.ts';
import { sameName, sameRenamedFrom, similarName } from './names.ts';
import { overlappingSenders } from './sender-overlap.ts';

const CHECKS: readonly RuleSetCheck[] = [sameName, similarName, sameRenamedFrom, overlappingSenders];

/** Takes the declared rules of one account; gives what does not go together, each finding on the later rule. */
export function checkRuleSet(rules: readonly RuleInSet[]): RuleSetFinding[] {
  return CHECKS.flatMap((check) => check(rules));
}
