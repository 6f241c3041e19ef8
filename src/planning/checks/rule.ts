/** Everything that can be said about one rule by looking at it alone. */
import type { ResolvedRule } from '../../model/written-rule.ts';
import { missingChannel, missingField, unusedChannel, unusedField } from './actions.ts';
import { blankText, emptyCondition, idleOperator, missingOperator, reservedSubject } from './condition.ts';
import type { RuleCheck, RuleFinding } from './finding.ts';
import { renamedFromItself } from './names.ts';
import { senderSplitByOr, senderTooWideToSend, senderWithDisplayName } from './senders.ts';
import { blankName, longName, unsendableText, untrimmedText } from './texts.ts';
import { unusableWebhook } from './webhook.ts';

const CHECKS: readonly RuleCheck[] = [
  blankName,
  longName,
  unsendableText,
  untrimmedText,
  renamedFromItself,
  emptyCondition,
  blankText,
  missingOperator,
  idleOperator,
  reservedSubject,
  senderWithDisplayName,
  senderSplitByOr,
  senderTooWideToSend,
  missingField,
  missingChannel,
  unusedField,
  unusedChannel,
  unusableWebhook,
];

/** Takes a rule as written, gives what is wrong with it or worth knowing. */
export function checkRule(rule: ResolvedRule): RuleFinding[] {
  const found: RuleFinding[] = [];
  for (const check of CHECKS) for (const finding of check(rule)) found.push(finding);
  return found;
}
