import { listing } from '../../planning/listing.ts';
import { LISTING, type Listing } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { exitCode } from '../exit-code.ts';
import { openToRead } from '../session/accounts.ts';
import { readLive } from '../session/read-live.ts';
import { openSession } from '../session/session.ts';

/** `inboxctl list`: the live rules, and how each compares with the files. Sends only GET requests. */
export async function list(invocation: Invocation<Arguments<'list'>>): Promise<Result<Listing>> {
  const { terminal } = invocation;
  const session = openSession(invocation, { sends: true, unset: 'error', project: 'optional' });
  const { open, closed, diagnostics, isNew } = openToRead(session);
  terminal.say(diagnostics);
  const read = await readLive(invocation, open);
  const problems = read.closed.flatMap((one) => one.problems);
  terminal.say(problems);
  const unread = [...closed, ...read.closed];
  return {
    code: exitCode(...unread.map(({ code }) => code)),
    document: {
      accounts: [
        ...read.open.map(({ account: { name, baseUrl }, answer }) => ({ name, baseUrl, live: answer.length })),
        ...unread.map(({ name, baseUrl, error }) => ({ name, baseUrl, live: 0, error })),
      ],
      rules: read.open.flatMap(({ account, answer: live }) => listing({ ...account, account: account.name, live })),
      notices: [...diagnostics, ...problems],
      isNew,
    },
    formats: LISTING,
  };
}
