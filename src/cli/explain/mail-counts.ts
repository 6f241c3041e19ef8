/** Counts what rules do to the mails of --mails. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { MailCounts } from '../../mail/mail-counts.ts';
import { mailRule } from '../../mail/match.ts';
import { groupBy } from '../../model/group-by.ts';
import type { MailCountsDocument } from '../../model/mail-counts.ts';
import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { type MailboxArguments, readMailboxes } from '../session/mailboxes.ts';
import type { Session } from '../session/session.ts';
import type { ExplainedRule } from './rules.ts';

/** Counts what rules do to the mails of the given mailboxes. Throws a UserError if no mail can be read. */
export async function countMails(
  invocation: Invocation<MailboxArguments & { verbose: boolean }>,
  session: Session,
  rules: readonly ExplainedRule[],
): Promise<{ code: ExitCode; counts: MailCountsDocument; notices: Diagnostic[] }> {
  const shown = (text: string) => session.redactor.text(text);
  const counted = rules.map(({ account, source, body, references }) => {
    return { account, source, rule: shown(body.name), made: mailRule(body, references) };
  });
  const accounts = [...groupBy(counted, ({ account }) => account)].map(([account, own]) => {
    return { account, found: new MailCounts(own) };
  });
  const { code, notices, ...read } = await readMailboxes(invocation, session, (mail) => {
    for (const { found } of accounts) found.add(mail);
  });
  const counts = {
    ...read,
    accounts: accounts.map(({ account, found }) => ({ account, ...found.account })),
    rules: accounts.flatMap(({ found }) => found.rules(invocation.args.verbose ? shown : null)),
  };
  return { code, counts, notices };
}
