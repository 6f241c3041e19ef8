/** All checks: of one rule by itself, and of the rules of one account side by side. */
import type { ResolvedRule } from '../../model/written-rule.ts';
import { missingChannel, missingField, notAddress, unusableWebhook, unusedChannel, unusedField } from './actions.ts';
import {
  blankText,
  emptyCondition,
  idleOperator,
  missingOperator,
  reservedSubject,
  senderTooWideToSend,
} from './condition.ts';
import type { RuleCheck, RuleFinding, RuleInSet, RuleSetCheck, RuleSetFinding } from './finding.ts';
import { renamedFromItself, sameName, sameRenamedFrom, similarName } from './names.ts';
import { pitfallsIn } from './pitfalls.ts';
import { overlappingSenders } from './senders.ts';
import {
  blankName,
  longName,
  mixedScript,
  strayMarks,
  unfilledVariable,
  unsendableText,
  untrimmedText,
} from './texts.ts';

const RULE_CHECKS: readonly RuleCheck[] = [
  blankName,
  longName,
  unsendableText,
  untrimmedText,
  unfilledVariable,
  strayMarks,
  renamedFromItself,
  emptyCondition,
  blankText,
  missingOperator,
  idleOperator,
  reservedSubject,
  pitfallsIn,
  senderTooWideToSend,
  missingField,
  missingChannel,
  notAddress,
  unusedField,
  unusedChannel,
  unusableWebhook,
  mixedScript,
];

const SET_CHECKS: readonly RuleSetCheck[] = [sameName, similarName, sameRenamedFrom, overlappingSenders];

/** What is wrong with a rule as written, or worth knowing. */
export function checkRule(rule: ResolvedRule): RuleFinding[] {
  return RULE_CHECKS.flatMap((check) => check(rule));
}

/** What does not go together in the declared rules of one account, each finding on the later rule. */
export function checkRuleSet(rules: readonly RuleInSet[]): RuleSetFinding[] {
  return SET_CHECKS.flatMap((check) => check(rules));
}
