/** What rules do to a mail, and to the mails of --mails. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MailExplanation } from '../../diagnostics/results.ts';
import { MailCounts } from '../../mail/mail-counts.ts';
import { foundOutcomeOf, mailRule } from '../../mail/match.ts';
import { readMail } from '../../mail/read-mail.ts';
import { diagnosticsOf, reasonsOf } from '../../mail/reasons.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Mail } from '../../model/mail.ts';
import type { MailCountsDocument } from '../../model/mail-counts.ts';
import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { type Mailboxes, readMailboxes } from '../session/mailboxes.ts';
import type { Session } from '../session/session.ts';
import type { RulesToExplain, RuleToExplain } from './rules.ts';

/** Counts what rules do to the mails of mailboxes. Throws a UserError if no mail can be read. */
export async function countMails(
  invocation: Invocation<{ verbose: boolean }>,
  session: Session,
  mailboxes: Mailboxes,
  rules: readonly RuleToExplain[],
): Promise<{ code: ExitCode; counts: MailCountsDocument }> {
  const shown = (text: string) => session.redactor.text(text);
  const counted = rules.map(({ account, source, body, references }) => {
    return { account, source, rule: shown(body.name), made: mailRule(body, references) };
  });
  const accounts = [...groupBy(counted, ({ account }) => account)].map(([account, own]) => {
    return { account, found: new MailCounts(own) };
  });
  const { code, ...read } = await readMailboxes(invocation, mailboxes, (mail) => {
    for (const { found } of accounts) found.add(mail);
  });
  const ofRules = accounts.flatMap(({ found }) => found.rules(invocation.args.verbose ? shown : null));
  const unset = accounts
    .flatMap(({ found }) => found.rulesNotKnown)
    .flatMap(({ account, rule, source, made }) =>
      made.unset.map(({ key, variable }): Diagnostic => {
        const args = { key, name: variable };
        return {
          code: 'mail-variable-unset',
          args,
          severity: 'warning',
          account,
          rule,
          ...(source && { place: source }),
        };
      }),
    );
  invocation.findings.add(unset);
  const ofAccounts = accounts.map(({ account, found }) => ({ account, ...found.account }));
  return { code, counts: { ...read, accounts: ofAccounts, rules: ofRules } };
}

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
  const asked = explained.filter(({ outcome, reasons }) => outcome === 'ai' && !reasons.includes(OFF));
  const byAccount = groupBy(asked, ({ account }) => account);
  for (const { name, plan } of session.project.selected) {
    const own = byAccount.get(name) ?? [];
    if (own.length < 2 || plan.aiSelection === 'several') continue;
    for (const { reasons } of own)
      reasons.push({ code: 'mail-ai-chooses-one', args: { of: own.length }, severity: 'info' });
  }
  return { mail: redactor.everywhere(mail), areNamed: only !== null, rules: explained };
}

const OFF: Diagnostic = { code: 'mail-rule-off', args: {}, severity: 'info' };
