import path from 'node:path';
import type { MailExplanation } from '../../diagnostics/results.ts';
import { searchFor } from '../../mail/search.ts';
import type { ExplainDocument, ExplainedRule } from '../../model/listing.ts';
import { type ExplainMailDocument, HEADER_KEYS, type Mail, mailOf } from '../../model/mail.ts';
import type { ExplainMailsDocument, MailCountsDocument } from '../../model/mail-counts.ts';
import { MATCHERS, STATIC_KEYS } from '../../model/rule.ts';
import { accountRedactor } from '../../planning/account-redactor.ts';
import { risksOf } from '../../planning/risks.ts';
import { terminalReport } from '../../report/document.ts';
import type { Formats } from '../../report/formats.ts';
import { inOneLine, json } from '../../report/json.ts';
import { explanationReport } from '../../report/listing.ts';
import { mailCountsBlocks, mailReport } from '../../report/mail-explanation.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { inWords } from '../../report/sentence/rule.ts';
import { HEADERS_LIMIT, mailIn, readMailFile } from '../../source/load/read-mail.ts';
import { shownPath } from '../../source/paths.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { countMails, mailOutcomes } from '../explain/mails.ts';
import { declaredRules, liveRules, type RulesToExplain } from '../explain/rules.ts';
import { writeTest } from '../explain/write-test.ts';
import type { Io } from '../io.ts';
import { common, connection, mails } from '../options.ts';
import { findMailboxes } from '../session/mailboxes.ts';
import { workingFolder } from '../session/settings.ts';
import { apart, UserError, userError } from '../user-error.ts';

export const definition = {
  arguments: [{ name: '[rule...]', description: 'only these rules; `*` is any run of characters' }],
  description:
    'Says in one sentence when each declared rule acts and what it does. With a mail, or the headers of one, says what each rule does to that mail, and why, as measured on a public deployment of the service. With --mails, counts the mails that each rule matches, that no rule matches, and that several rules match. It needs no key and sends nothing; with --live it reads the live rules, and sends nothing but GET.\nExits 0; 1 when live rules, or any mails of --mails, could not be read, or the test could not be written; 3 on files with problems or on an unknown rule; 130 when Ctrl-C ended the count.',
  options: [
    ...common,
    ...connection,
    option('--mail <FILE>', 'say what the rules do to the mail in FILE, such as an .eml file; `-` is standard input'),
    ...STATIC_KEYS.map((key) => option(`--${key} <TEXT>`, MATCHERS[key].inHelp)),
    option('--reply', 'with a mail that is a reply in a thread'),
    option('--live', 'use the live rules instead of those in the files'),
    option('--write-test <FILE>', 'add the headers of the mail, and what the rules do to it, to FILE as a test'),
    mails,
  ],
  examples: {
    'inboxctl explain': 'all rules of this project',
    "inboxctl explain 'Billing *'": 'those whose name begins with Billing',
    "inboxctl explain --from 'Jane <jane@example.com>' --subject 'Your invoice'":
      'what the rules do to this mail, and why',
    'inboxctl explain --mail issue.eml': 'the same for a saved mail',
    'inboxctl explain --mail issue.eml --live': 'what the live rules do to it',
    'inboxctl explain --mail issue.eml --write-test tests/mails.yaml': 'keep it as a test, to pin or to correct it',
    'inboxctl explain --mails All.mbox': 'how many mails of a mailbox each rule matches',
  },
} as const satisfies CommandDefinition;

export const EXPLANATION: Formats<readonly ExplainedRule[]> = {
  text: (rules, { style }) => printTerminal(explanationReport(rules), style),
  json: (rules, { notices }) =>
    json<ExplainDocument>(notices, {
      rules: rules.map(({ shown, risks, ...one }) => ({ ...one, ...inWords(shown), risks })),
    }),
};

export const MAIL_EXPLANATION: Formats<MailExplanation> = {
  text: (explanation, { style }) => printTerminal(mailReport(explanation, style.verbose), style),
  json: ({ mail, rules }, { notices }) =>
    json<ExplainMailDocument>(notices, {
      mail,
      rules: rules.map(({ reasons, ...one }) => ({ ...one, reasons: reasons.map(inOneLine) })),
    }),
};

export const MAIL_COUNTS: Formats<MailCountsDocument> = {
  text: (counts, { style }) => printTerminal(terminalReport(mailCountsBlocks(counts)), style),
  json: (counts, { notices }) => json<ExplainMailsDocument>(notices, counts),
};

type ExplainInvocation = Invocation<ArgumentsOf<typeof definition>>;

/** `inboxctl explain [RULE…]`: what the rules do, in plain sentences, or to a mail and why. Sends only GET requests. */
export async function run(
  invocation: ExplainInvocation,
): Promise<Result<readonly ExplainedRule[]> | Result<MailExplanation> | Result<MailCountsDocument>> {
  const { args, io, findings } = invocation;
  const mail = await givenMail(invocation);
  const mailboxes = args.mails && findMailboxes(args.mails, workingFolder(io, args));
  const found = args.live ? await liveRules(invocation) : declaredRules(invocation);
  const { code } = found;
  if (mailboxes !== undefined) {
    const counted = await countMails(invocation, found.session, mailboxes, found.rules);
    return { code: exitCode(code, counted.code), document: counted.counts, formats: MAIL_COUNTS };
  }
  if (mail === null) {
    findings.add(found.pitfalls);
    return { code, document: explained(found), formats: EXPLANATION };
  }
  const outcomes = mailOutcomes(found, mail);
  // Of rules that cannot be read, nothing can be expected.
  if (args.writeTest !== undefined && findings.all().length === 0) {
    findings.add([writeTest(found.session, args.writeTest, mail, outcomes)]);
  }
  return { code, document: outcomes, formats: MAIL_EXPLANATION };
}

function explained({ session, rules }: RulesToExplain): ExplainedRule[] {
  // No tag of a secret is printed here, so any key will do.
  const redactor = accountRedactor('explain', session.redactor);
  return rules.flatMap((rule) => {
    const { account, source, body } = rule;
    if (source === null) return [];
    // Whether the service switches a new rule off depends on the inbox, not on the rule.
    const risks = risksOf({ after: body, before: null }).filter((risk) => risk !== 'may-switch-off');
    const shown = redactor.rule(body, rule);
    return { account, rule: redactor.text(body.name), source, risks, shown, search: searchFor(shown) };
  });
}

/** The mail of the options or the file, or null if none is given. Throws a UserError if options exclude each other, or the file is not a mail. */
async function givenMail(invocation: ExplainInvocation): Promise<Mail | null> {
  const { args } = invocation;
  const { reply, live, mails, writeTest: file } = args;
  const header = HEADER_KEYS.find((key) => args[key] !== undefined);
  const ofOneMail = args.mail !== undefined ? 'mail' : (header ?? (reply ? 'reply' : file && 'write-test'));
  if (mails !== undefined && ofOneMail !== undefined) {
    throw apart('--mails', `--${ofOneMail}`);
  }
  const option = file !== undefined ? '--write-test' : live && mails === undefined ? '--live' : null;
  if (live && option === '--write-test') throw apart('--write-test', '--live');
  if (args.mail === undefined) {
    if (header !== undefined || reply) return mailOf(args);
    const lacking = {
      command: `explain ${option}`,
      word: '--mail FILE',
      description: 'the mail; for live rules themselves, run `inboxctl list`',
    };
    if (option !== null) throw userError({ code: 'word-missing', args: { ...lacking, choices: [] } });
    return null;
  }
  if (header !== undefined) throw apart('--mail', `--${header}`);
  const mail = await savedMail(invocation, args.mail);
  return { ...mail, reply: mail.reply || reply };
}

async function savedMail({ io, args }: ExplainInvocation, file: string): Promise<Mail> {
  const cwd = workingFolder(io, args);
  const absolute = path.resolve(cwd, file);
  const read =
    file === '-'
      ? mailIn(await stdinHead(io), '(standard input)')
      : readMailFile({ path: absolute, shown: shownPath(absolute, cwd) });
  if (!('code' in read)) return read.mail;
  const isAddress = read.code === 'file-unreadable' && /^[^@/\\]+@[^@/\\]+$/.test(file);
  throw new UserError([isAddress ? { ...read, args: { ...read.args, meant: `--from ${file}` } } : read]);
}

/** The beginning of standard input, as long as headers may be. The rest is read and dropped, or the writing program would fail. */
async function stdinHead({ stdin }: Io): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    if (length > HEADERS_LIMIT) continue;
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}
