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

export interface CountedMails {
  code: ExitCode;
  counts: MailCountsDocument;
  /** What was said. */
  notices: Diagnostic[];
}

/** Counts what rules do to the mails of the given mailboxes. Throws a UserError if no mail can be read. */
export async function countMails(
  invocation: Invocation<MailboxArguments>,
  session: Session,
  rules: readonly ExplainedRule[],
): Promise<CountedMails> {
  const accounts = [...groupBy(rules, ({ account }) => account)].map(([account, own]) => {
    return { account, own, found: new MailCounts(own.map(({ body, references }) => mailRule(body, references))) };
  });
  const { mails, complete, code, notices } = await readMailboxes(invocation, session, (mail) => {
    for (const { found } of accounts) found.add(mail);
  });
  const shown = (text: string) => session.redactor.text(text);
  const counts: MailCountsDocument = {
    mails,
    complete,
    accounts: accounts.map(({ account, own, found: { none, ai, several, pairs } }) => {
      const nameOf = (index: string | undefined) => shown(own[Number(index)]?.body.name ?? '');
      const all = mostFirst(pairs).map(([pair, both]) => {
        const [one, other] = pair.split(' ');
        return { rules: [nameOf(one), nameOf(other)] as [string, string], mails: both };
      });
      return { account, none, ai, several, pairs: all };
    }),
    rules: accounts.flatMap(({ account, own, found }) =>
      own.map(({ body, source }, index) => {
        const { matches = 0, ai = 0, unknown = 0, domains = [] } = found.rules[index] ?? {};
        const ofDomains = mostFirst(domains).map(([domain, matching]) => ({ domain: shown(domain), mails: matching }));
        return {
          account,
          rule: shown(body.name),
          matches,
          ai,
          no: mails - matches - ai - unknown,
          unknown,
          ...(invocation.args.verbose ? { domains: ofDomains } : {}),
          source,
        };
      }),
    ),
  };
  return { code, counts, notices };
}

function mostFirst(counts: Iterable<[string, number]>): [string, number][] {
  return [...counts].sort(([, one], [, other]) => other - one);
}
