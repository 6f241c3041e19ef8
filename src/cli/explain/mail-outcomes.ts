/** What rules do to a mail. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MailExplanation } from '../../diagnostics/results.ts';
import { foundOutcomeOf, mailRule } from '../../mail/match.ts';
import { readMail } from '../../mail/read-mail.ts';
import { diagnosticsOf, reasonsOf } from '../../mail/reasons.ts';
import type { Mail } from '../../model/mail.ts';
import type { RulesToExplain } from './rules.ts';

/** What each rule does to a mail, and why. */
export function mailOutcomes({ session, rules, only }: RulesToExplain, mail: Mail): MailExplanation {
  const { redactor } = session;
  // Once for all rules, because a mail may be long.
  const read = readMail(mail);
  const explained = rules.map(({ account, source, body, references, isOff }) => {
    const made = mailRule(body, references);
    const reasons = diagnosticsOf(reasonsOf(made, read), references);
    return {
      account,
      source,
      rule: redactor.text(body.name),
      outcome: foundOutcomeOf(made, read),
      reasons: isOff ? [OFF, ...reasons] : reasons,
    };
  });
  return { mail: redactor.everywhere(mail), areNamed: only !== null, rules: explained };
}

const OFF: Diagnostic = { code: 'mail-rule-off', args: {}, severity: 'info' };
