import { listRuns, readRun, summaryOf } from '../../engine/journal/read.ts';
import { madeChanges } from '../../engine/journal/show.ts';
import { RUN, RUNS, type RunList, type ShownRun } from '../../report/formats.ts';
import { learnSecrets } from '../apply/journal-secrets.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { keysOf, sealKeysOf } from '../session/keys.ts';
import { openSession } from '../session/session.ts';
import { openSettings } from '../session/settings.ts';
import { UserError } from '../user-error.ts';

type RunsInvocation = Invocation<Arguments<'runs'>>;

/** `inboxctl runs [show RUN]`: lists the runs of this project on this machine, or shows one. Sends nothing. */
export async function runs(invocation: RunsInvocation): Promise<Result<RunList> | Result<ShownRun>> {
  const { io, args, terminal } = invocation;
  if (args.show !== undefined) return show(invocation);
  const project = openSettings(io, args);
  const { home, cwd } = project;
  const { runs: found, problems } = listRuns(home, sealKeysOf(keysOf(io.env, {}, project)), cwd);
  if (args.format === 'text') terminal.say(problems);
  return { code: EXIT.done, document: { runs: found, notices: problems }, formats: RUNS };
}

/** Shows what a run was to do, and the outcome of each change. */
async function show(invocation: RunsInvocation): Promise<Result<ShownRun>> {
  const session = openSession(invocation, { sends: false });
  const { home, cwd } = session.project;
  const run = readRun(home, invocation.args.run ?? 'latest', sealKeysOf(session.keys), cwd);
  if ('problem' in run) throw new UserError([run.problem]);
  learnSecrets(session, run.plan);
  const { redactor } = session;
  const summary = summaryOf(run, cwd);
  const document = {
    run: { ...summary, accounts: redactor.everywhere(summary.accounts) },
    changes: madeChanges(run, redactor),
    differences: run.differences.map((one) => ({ ...redactor.everywhere(one), path: one.path, kind: one.kind })),
    notices: [],
  };
  return { code: EXIT.done, document, formats: RUN };
}
