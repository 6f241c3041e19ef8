import { unfinishedNotice } from '../../engine/journal/read.ts';
import type { ApplyReport } from '../../report/formats.ts';
import { confirmedRun } from '../apply/confirmed-run.ts';
import { openReport } from '../apply/report-file.ts';
import { reviewedOf } from '../apply/reviewed.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { type OpenAccount, type OpenProject, openProject, requireOpen } from '../session/accounts.ts';
import { openSession } from '../session/session.ts';
import { workingFolder } from '../session/settings.ts';

type ApplyInvocation = Invocation<Arguments<'apply'>>;

/** `inboxctl apply [PLANFILE]`: plans, shows the plan, asks, carries it out and compares. */
export async function apply(invocation: ApplyInvocation): Promise<Result<ApplyReport>> {
  const { io, args, terminal } = invocation;
  const report = openReport(io, args);
  const reviewed = reviewedOf(io, args, workingFolder(io, args));
  const project = open(invocation);
  requireOpen(project);
  terminal.say(project.diagnostics);
  return confirmedRun(invocation, project, {
    rollbackOf: null,
    reviewed,
    report,
    planFile: args.planfile,
    openAgain: () => {
      const again = open(invocation).open;
      return namesOf(again) === namesOf(project.open) ? again : null;
    },
    notices: (plan, planned) => {
      const accounts = planned.map(({ account }) => account);
      return unfinishedNotice(project.session.project.home, accounts, plan, io.env);
    },
  });
}

function open(invocation: ApplyInvocation): OpenProject {
  return openProject(openSession(invocation, { sends: true, unset: 'error' }), invocation.args);
}

function namesOf(accounts: readonly OpenAccount[]): string {
  return accounts.map(({ account }) => account.name).join('\n');
}
