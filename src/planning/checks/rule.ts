/** All checks: of single rules, and of the rules of one account together. */
import { pitfallsIn } from '../../mail/pitfalls/pitfalls.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { repeatedAction, wrongField } from './actions.ts';
import { blankText, emptyCondition, idleOperator, missingOperator, senderTooWideToSend } from './condition.ts';
import type { RuleCheck, RuleFinding, RuleInSet, RuleSetCheck, RuleSetFinding } from './finding.ts';
import { renamedFromItself, sameName, sameRenamedFrom, similarLabel, similarName } from './names.ts';
import { overlappingSenders } from './senders.ts';
import { longName, mixedScript, wrongText } from './texts.ts';

const RULE_CHECKS: readonly RuleCheck[] = [
  longName,
  wrongText,
  renamedFromItself,
  emptyCondition,
  blankText,
  missingOperator,
  idleOperator,
  pitfallsIn,
  senderTooWideToSend,
  wrongField,
  repeatedAction,
  mixedScript,
];

const SET_CHECKS: readonly RuleSetCheck[] = [sameName, similarName, similarLabel, sameRenamedFrom, overlappingSenders];

/** The problems of a single rule as written, and what is worth knowing about it. */
export function checkRule(rule: ResolvedRule): RuleFinding[] {
  return RULE_CHECKS.flatMap((check) => check(rule));
}

/** Conflicts between the declared rules of one account. Each finding is on the later rule. */
export function checkRuleSet(rules: readonly RuleInSet[]): RuleSetFinding[] {
  return SET_CHECKS.flatMap((check) => check(rules));
}
