/**
 * What a rule does to a mail, as measured on one deployment: all static matchers that are set must fit, and
 * `conditionalOperator` joins them with the AI part. The service may also use learned patterns, presets and the sender's
 * history. The API does not show these, so they are not considered here.
 */
import type { FoundOutcome, Outcome } from '../model/mail.ts';
import { type ReferenceAt, type RuleBody, type StaticKey, variableAt } from '../model/rule.ts';
import { allFit, type Matcher, matchersOf } from './matchers.ts';
import type { ReadMail } from './read-mail.ts';

/** A rule made ready for matching, once for all mails. */
export interface MailRule {
  body: RuleBody;
  matchers: readonly Matcher[];
  /** The other static matchers: the text of each is in a variable that is not set. */
  unset: readonly { key: StaticKey; variable: string }[];
}

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

/** What a rule does to a mail. Unknown if that depends on a text that is in a variable that is not set. */
export function foundOutcomeOf(rule: MailRule, mail: ReadMail): FoundOutcome {
  const isUnknown = rule.unset.length > 0 && !leavesOut(rule, mail) && allFit(rule.matchers, mail);
  return isUnknown ? 'unknown' : outcomeOf(rule, mail);
}

/** What a rule does to a mail if all its texts are known, as those of a live rule are. */
export function outcomeOf(rule: MailRule, mail: ReadMail): Outcome {
  if (leavesOut(rule, mail)) return 'no';
  const { body, matchers } = rule;
  const asksAi = body.condition.aiInstructions !== null;
  if (matchers.length === 0) return asksAi ? 'ai' : 'no';
  const fits = allFit(matchers, mail);
  if (!asksAi) return fits ? 'matches' : 'no';
  if (body.condition.conditionalOperator === 'OR') return fits ? 'matches' : 'ai';
  return fits ? 'ai' : 'no';
}

/** Whether a rule ignores a mail because it is a reply. */
export function leavesOut({ body }: MailRule, { mail }: ReadMail): boolean {
  return mail.reply && !body.runOnThreads;
}
