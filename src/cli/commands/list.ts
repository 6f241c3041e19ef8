import type { ListDocument } from '../../model/listing.ts';
import { listing } from '../../planning/listing.ts';
import type { Formats, View } from '../../report/formats.ts';
import { json } from '../../report/json.ts';
import { type Listing, listingReport, yamlOf } from '../../report/listing.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { inWords } from '../../report/sentence/rule.ts';
import type { ArgumentsOf, CommandDefinition, Invocation, Result } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { commonWith, connection, format } from '../options.ts';
import { openToRead } from '../session/accounts.ts';
import { readLive } from '../session/read-live.ts';
import { openSession } from '../session/session.ts';

export const definition = {
  description:
    'Reads the live rules and shows for each whether it is as declared, differs, is undeclared or ignored, when it acts and what it does. It sends nothing but GET.\nExits 0 whatever the states are; 1 when an account could not be read; 3 when files have problems.',
  options: [...commonWith({ ...format, choices: ['text', 'json', 'yaml'] }), ...connection],
  examples: {
    'inboxctl list': 'what is in the inbox',
    'inboxctl list --format json | jq -r \'.rules[] | select(.state == "undeclared") | .name\'':
      'the names of rules that no file declares',
  },
} as const satisfies CommandDefinition;

export const LISTING: Formats<Listing> = {
  text: (listing, { style }) => printTerminal(listingReport(listing), style),
  json: jsonListing,
  yaml: (listing, view) => yamlOf(jsonListing(listing, view)),
};

function jsonListing({ accounts, rules }: Listing, { notices }: View): string {
  return json<ListDocument>(notices, {
    accounts,
    rules: rules.map(({ rule, ...one }) => ({ ...one, ...inWords(rule), rule })),
  });
}

/** `inboxctl list`: the live rules, and how each compares with the files. Sends only GET requests. */
export async function run(invocation: Invocation<ArgumentsOf<typeof definition>>): Promise<Result<Listing>> {
  const { findings } = invocation;
  const session = openSession(invocation, { sendsKeys: true, unset: 'error', project: 'optional' });
  const { open, closed, diagnostics, isNew } = openToRead(session);
  findings.add(diagnostics);
  findings.print();
  const read = await readLive(invocation, open);
  findings.add(read.closed.flatMap((one) => one.problems));
  const unread = [...closed, ...read.closed];
  return {
    code: exitCode(...unread.map(({ code }) => code)),
    document: {
      accounts: [
        ...read.open.map(({ account: { name, baseUrl }, answer }) => ({ name, baseUrl, live: answer.length })),
        ...unread.map(({ name, baseUrl, error }) => ({ name, baseUrl, live: 0, error })),
      ],
      rules: read.open.flatMap(({ account, answer: live }) => listing({ ...account, account: account.name, live })),
      isNew,
    },
    formats: LISTING,
  };
}
