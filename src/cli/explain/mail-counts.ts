/** Counts what rules do to the mails of --mails. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { MailCounts } from '../../mail/mail-counts.ts';
import { mailRule } from '../../mail/match.ts';
import { groupBy } from '../../model/group-by.ts';
import type { MailCountsDocument } from '../../model/mail-counts.ts';
import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { type Mailboxes, readMailboxes } from '../session/mailboxes.ts';
import type { Session } from '../session/session.ts';
import type { RuleToExplain } from './rules.ts';

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
