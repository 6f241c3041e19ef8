import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { parkedBy } from '../../engine/journal/read.ts';
import { planAccounts } from '../../engine/plan-accounts.ts';
import { listing } from '../../planning/listing.ts';
import { LISTING, type Listing } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { exitCode } from '../exit-code.ts';
import { codesOf, openToRead, unplanned } from '../session/accounts.ts';
import { openSession } from '../session/session.ts';
import { saidIfSlow } from '../terminal/slow-answer.ts';

/** `inboxctl list`: the live rules, and how each compares with the files. Sends nothing but GET. */
export async function list(invocation: Invocation<Arguments<'list'>>): Promise<Result<Listing>> {
  const { io, terminal } = invocation;
  const session = openSession(invocation, { sends: true, unset: 'error', project: 'optional' });
  const { home } = session.project;
  try {
    const { open, closed, diagnostics, isNew } = openToRead(session);
    terminal.say(diagnostics);
    const targets = open.map(({ account, client }) => ({ account, rules: client }));
    const { planned, failed } = await saidIfSlow(
      invocation,
      planAccounts(targets, () => io.uptime() * 1000),
    );
    const problems: Diagnostic[] = failed.map(({ problem }) => problem);
    terminal.say(problems);
    return {
      code: exitCode(...codesOf(closed, failed)),
      document: {
        accounts: [
          ...planned.map(({ account: { name, baseUrl }, live }) => ({ name, baseUrl, live: live.length })),
          ...unplanned(closed, failed).map(({ name, baseUrl, error }) => ({ name, baseUrl, live: 0, error })),
        ],
        rules: planned.flatMap(({ account, live }) =>
          listing({ ...account, account: account.name, live }).map((rule) =>
            rule.state !== 'parked' ? rule : { ...rule, parkedBy: parkedBy(home, null, account, rule.id) },
          ),
        ),
        notices: [...diagnostics, ...problems],
        isNew,
      },
      formats: LISTING,
    };
  } finally {
    await session.close();
  }
}
