import type { ApplyReport } from '../../report/formats.ts';
import { confirmedRun } from '../apply/confirmed-run.ts';
import { reviewedOf } from '../apply/reviewed.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { type OutputFile, outputFile, spareFile } from '../output-file.ts';
import { type OpenProject, openProject, requireOpen } from '../session/accounts.ts';
import { openSession } from '../session/session.ts';
import { workingFolder } from '../session/settings.ts';
import { withSamples } from '../session/tests.ts';
import { userError } from '../user-error.ts';

type ApplyInvocation = Invocation<Arguments<'apply'>>;

/** `inboxctl apply [PLANFILE]`: plans, shows the plan, asks, carries it out and compares. */
export async function apply(invocation: ApplyInvocation): Promise<Result<ApplyReport>> {
  const { io, args, terminal } = invocation;
  const report = reportFile(invocation);
  const reviewed = reviewedOf(args, workingFolder(io, args));
  const project = open(invocation);
  if (!args.force) await spareFile(io, '--report', args.report, project.session.project);
  requireOpen(project);
  terminal.say(project.diagnostics);
  return confirmedRun(invocation, project, {
    rollback: null,
    reviewed,
    planFile: args.planfile ?? null,
    report,
    openAgain: () => open(invocation).open,
  });
}

/** Checks before anything is sent that the report can be written. */
function reportFile({ io, args: { report, directory } }: ApplyInvocation): OutputFile | null {
  if (report === undefined) return null;
  const file = outputFile(io, 'The report', report, directory);
  const problem = file.check();
  if (problem !== null) throw userError({ ...problem, args: { ...problem.args, of: 'report' } });
  return file;
}

function open(invocation: ApplyInvocation): OpenProject {
  return withSamples(openProject(openSession(invocation, { sends: true, unset: 'error' }), invocation.args));
}
