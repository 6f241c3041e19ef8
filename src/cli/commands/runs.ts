import { listRuns, type RunSnapshot, readRun, summaryOf } from '../../engine/snapshot/read.ts';
import { madeChanges } from '../../engine/snapshot/show.ts';
import { accountMatcher } from '../../model/account-name.ts';
import { RUN, RUNS, type RunList, type ShownRun } from '../../report/formats.ts';
import { learnSecrets } from '../apply/snapshot-secrets.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { sameInboxes } from '../session/arguments.ts';
import { sealKeysOf } from '../session/keys.ts';
import { openSession, type Session } from '../session/session.ts';
import { UserError, userError } from '../user-error.ts';

type RunsInvocation = Invocation<Arguments<'runs'>>;

/** `inboxctl runs [show RUN]`: lists the runs of this project on this machine, or shows one. Sends nothing. */
export async function runs(invocation: RunsInvocation): Promise<Result<RunList> | Result<ShownRun>> {
  const { args, terminal } = invocation;
  // A run may be of an account that the project has no more.
  const session = openSession(
    { ...invocation, args: { ...args, account: undefined } },
    { sends: false, project: 'optional' },
  );
  if (args.show !== undefined) return show(invocation, session);
  const { home, cwd } = session.project;
  const { runs: all, problems } = listRuns(home, sealKeysOf(session.keys), cwd);
  if (args.format === 'text') terminal.say(problems);
  const found = all.map((run) => ofAccounts(run, args)).filter(({ parts }) => parts.length > 0);
  const summaries = found.map((run) => summaryOf(run, cwd));
  return {
    code: EXIT.done,
    document: { runs: summaries, notices: problems, sameProject: sameInboxes(args) },
    formats: RUNS,
  };
}

/** Shows what a run was to do, and how each change ended. */
function show({ args }: RunsInvocation, session: Session): Result<ShownRun> {
  const { home, cwd } = session.project;
  const read = readRun(home, args.run ?? 'latest', sealKeysOf(session.keys), cwd);
  if ('problem' in read) throw new UserError([read.problem]);
  const run = ofAccounts(read, args);
  if (run.parts.length === 0) {
    throw userError({ code: 'rollback-nothing', args: { run: read.run, accounts: [...(args.account ?? [])] } });
  }
  learnSecrets(session, run);
  const { redactor } = session;
  const summary = summaryOf(run, cwd);
  const differences = run.parts.flatMap(({ opened }) => opened?.end?.differences ?? []);
  const document = {
    run: { ...summary, accounts: redactor.everywhere(summary.accounts) },
    changes: run.parts.flatMap((part) => madeChanges(part, redactor, args.verbose)),
    differences: differences.map((one) => ({ ...redactor.everywhere(one), path: one.path, kind: one.kind })),
    notices: [],
    sameProject: sameInboxes(args),
  };
  return { code: EXIT.done, document, formats: RUN };
}

/** A run, with the accounts of `--account` alone. */
function ofAccounts(run: RunSnapshot, { account }: Pick<Arguments<'runs'>, 'account'>): RunSnapshot {
  const isAsked = accountMatcher(account);
  return { ...run, parts: run.parts.filter(({ name }) => isAsked(name)) };
}
