import { isRefused } from '../../engine/plan.ts';
import { summaryOf } from '../../engine/snapshot/read.ts';
import { type ApplyReport, PLAN, type PlanReport } from '../../report/formats.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { rollbackReport } from '../../report/runs.ts';
import { ofRollback } from '../../report/wording.ts';
import { confirmedRun, showAbove } from '../apply/confirmed-run.ts';
import { reviewedOf } from '../apply/reviewed.ts';
import {
  openAgain,
  openForRollback,
  type RollbackInvocation,
  type RollbackProject,
} from '../apply/rollback-project.ts';
import type { Result } from '../command.ts';
import { EXIT, exitCode } from '../exit-code.ts';
import { madeNow } from '../made.ts';
import { nextApply } from '../session/arguments.ts';
import { planRun } from '../session/read-live.ts';
import { workingFolder } from '../session/settings.ts';
import { userError } from '../user-error.ts';

/** `inboxctl rollback [RUN]`: plans how to take a run back, shows the plan, asks, carries it out and compares. */
export function rollback(invocation: RollbackInvocation): Promise<Result<ApplyReport> | Result<PlanReport>> {
  return invocation.args.dryRun ? wayBack(invocation) : takeBack(invocation);
}

export async function takeBack(invocation: RollbackInvocation): Promise<Result<ApplyReport>> {
  const { io, args } = invocation;
  const reviewed = reviewedOf({ expect: args.expect }, workingFolder(io, args));
  const project = await openRollback(invocation);
  return confirmedRun(invocation, project, {
    rollback: project,
    reviewed,
    planFile: null,
    report: null,
    openAgain: () => openAgain(invocation, project).open,
  });
}

/** `--dry-run`: only the plan. Sends only GET requests. */
export async function wayBack(invocation: RollbackInvocation): Promise<Result<PlanReport>> {
  const { args, terminal } = invocation;
  if (args.expect !== undefined) throw userError({ code: 'expect-dry-run', args: {} });
  const project = await openRollback(invocation);
  const { diagnostics, planner, command } = project;
  const { planned, plan, problems, codes } = await planRun(invocation, project, { planner });
  terminal.say(problems);
  const refused = planned.some((one) => isRefused(one.planned));
  return {
    code: exitCode(...codes, refused ? EXIT.refused : EXIT.done),
    document: {
      plan: { ...plan, notices: [...diagnostics, ...plan.notices, ...problems] },
      notices: plan.notices,
      hasPlan: planned.length > 0,
      next: nextApply(args, undefined),
      made: madeNow(invocation),
      wording: ofRollback(command),
    },
    formats: PLAN,
  };
}

/** Opens the run and its accounts, and says which run it is. */
async function openRollback(invocation: RollbackInvocation): Promise<RollbackProject> {
  const project = await openForRollback(invocation);
  const about = rollbackReport(summaryOf(project.run, project.session.project.cwd));
  showAbove(invocation, (style) => `${printTerminal(about, style)}\n`);
  return project;
}
