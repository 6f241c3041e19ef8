/**
 * What a rule does to a mail, as the matcher of a deployment was measured to decide it: the static matchers that are set
 * must all fit; `conditionalOperator` joins them with the AI part. Learned patterns, presets and the sender's history, which
 * the API does not show, are not known here.
 */
import type { Outcome } from '../model/mail.ts';
import { type ReferenceAt, type RuleBody, type StaticKey, variableAt } from '../model/rule.ts';
import { allFit, type Matcher, matchersOf } from './matchers.ts';
import type { ReadMail } from './read-mail.ts';

/** A rule made ready for matching, once for all mails. */
export interface MailRule {
  body: RuleBody;
  /** Those whose texts are known. */
  matchers: readonly Matcher[];
  /** The others, with the variables that their texts are in and that are not set. */
  unset: readonly { key: StaticKey; variable: string }[];
}

/** `references`: those of a declared rule. */
export function mailRule(body: RuleBody, references: readonly ReferenceAt[] = []): MailRule {
  const matchers: Matcher[] = [];
  const unset: { key: StaticKey; variable: string }[] = [];
  for (const matcher of matchersOf(body.condition)) {
    const { key } = matcher;
    const variable = variableAt(references, ['condition', 'static', key]);
    if (variable?.isUnset) unset.push({ key, variable: variable.name });
    else matchers.push(matcher);
  }
  return { body, matchers, unset };
}

/** Whether the outcome depends on a text that is not known. */
export function isUnknown({ body, matchers, unset }: MailRule, mail: ReadMail): boolean {
  if (unset.length === 0 || (mail.mail.reply && !body.runOnThreads)) return false;
  return allFit(matchers, mail);
}

/** Of a rule whose outcome is not unknown. Never throws. */
export function outcomeOf({ body, matchers }: MailRule, mail: ReadMail): Outcome {
  if (mail.mail.reply && !body.runOnThreads) return 'no';
  const asksAi = body.condition.aiInstructions !== null;
  if (matchers.length === 0) return asksAi ? 'ai' : 'no';
  const fits = allFit(matchers, mail);
  if (!asksAi) return fits ? 'matches' : 'no';
  if (body.condition.conditionalOperator === 'OR') return fits ? 'matches' : 'ai';
  return fits ? 'ai' : 'no';
}
