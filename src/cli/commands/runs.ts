import { listRuns, readRun, summaryOf } from '../../engine/journal/read.ts';
import { madeChanges } from '../../engine/journal/show.ts';
import type { RunSummary } from '../../model/journal.ts';
import { RUN, RUNS, type RunList, type ShownRun } from '../../report/formats.ts';
import { learnSecrets } from '../apply/journal-secrets.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { openSession } from '../session/session.ts';
import { openSettings } from '../session/settings.ts';
import { UserError, userError } from '../user-error.ts';

type RunsInvocation = Invocation<Arguments<'runs'>>;

/** `inboxctl runs [show RUN]`: lists the runs of this project on this machine, or shows one. It sends nothing. */
export async function runs(invocation: RunsInvocation): Promise<Result<RunList> | Result<ShownRun>> {
  const { io, args, terminal } = invocation;
  if (args.show !== undefined) return show(invocation);
  const { home, cwd, selected } = openSettings(io, args);
  const { runs: found, problems } = listRuns(home, cwd);
  const of = args.account === undefined ? null : selected.map(({ name }) => name);
  const shown = found.filter(isAbout(of));
  if (args.format === 'text') terminal.say(problems);
  return { code: EXIT.done, document: { runs: shown, of, notices: problems }, formats: RUNS };
}

/** Whether a run had anything to do in these accounts; null: in any. */
function isAbout(of: readonly string[] | null): (run: Pick<RunSummary, 'accounts'>) => boolean {
  return ({ accounts }) => of === null || accounts.some((name) => of.includes(name));
}

/** What the run was to do, and what came of each change. */
async function show(invocation: RunsInvocation): Promise<Result<ShownRun>> {
  const session = openSession(invocation, { sends: false });
  const { home, cwd, selected } = session.project;
  const { account, run: named } = invocation.args;
  const of = account === undefined ? null : selected.map(({ name }) => name);
  const newest = of === null ? undefined : listRuns(home, cwd).runs.find(isAbout(of))?.run;
  const run = readRun(home, named ?? newest ?? 'latest', cwd);
  if ('problem' in run) throw new UserError([run.problem]);
  const summary = summaryOf(run, cwd);
  if (of !== null && !isAbout(of)(summary)) {
    throw userError({ code: 'rollback-nothing', args: { run: run.run, accounts: of } });
  }
  learnSecrets(session, run.plan);
  const isShown = (one: { account: string }) => of === null || of.includes(one.account);
  const document = {
    run: summary,
    changes: madeChanges(run).filter(isShown),
    differences: run.differences.filter(isShown),
    notices: [],
  };
  return { code: EXIT.done, document: session.redactor.everywhere(document), formats: RUN };
}
