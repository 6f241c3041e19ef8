/**
 * What a rule does to a mail, as the matcher of a deployment was measured to decide it: the static matchers that are set
 * must all fit; `conditionalOperator` joins them with the AI part. Learned patterns, presets and the sender's history, which
 * the API does not show, are not known here.
 */
import type { Outcome } from '../model/mail.ts';
import type { RuleBody } from '../model/rule.ts';
import { decidingPart, type Matcher, matchersOf } from './matchers.ts';
import type { ReadMail } from './read-mail.ts';

/** A rule made ready for matching, once for all mails. */
export interface MailRule {
  body: RuleBody;
  matchers: readonly Matcher[];
}

export function mailRule(body: RuleBody): MailRule {
  return { body, matchers: matchersOf(body.condition) };
}

/** Never throws. */
export function outcomeOf({ body, matchers }: MailRule, mail: ReadMail): Outcome {
  if (mail.mail.reply && !body.runOnThreads) return 'no';
  const asksAi = body.condition.aiInstructions !== null;
  if (matchers.length === 0) return asksAi ? 'ai' : 'no';
  const fits = matchers.every((matcher) => decidingPart(matcher, mail) !== null);
  if (!asksAi) return fits ? 'matches' : 'no';
  if (body.condition.conditionalOperator === 'OR') return fits ? 'matches' : 'ai';
  return fits ? 'ai' : 'no';
}
