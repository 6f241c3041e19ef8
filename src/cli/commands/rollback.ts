import { isRefused } from '../../engine/plan.ts';
import { summaryOf } from '../../engine/snapshot/read.ts';
import { PLAN, type PlanReport } from '../../report/formats.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { rollbackReport } from '../../report/runs.ts';
import { ofRollback } from '../../report/wording.ts';
import { confirmedRun, showAbove } from '../apply/confirmed-run.ts';
import type { ApplyReport } from '../apply/formats.ts';
import { reviewedOf } from '../apply/reviewed.ts';
import { openAgain, openForRollback, type RollbackProject } from '../apply/rollback-project.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { EXIT, exitCode } from '../exit-code.ts';
import { madeNow } from '../made.ts';
import { carryingOut, common, expect, rollbackGuards, writeConnection } from '../options.ts';
import { nextApply } from '../session/arguments.ts';
import { planRun } from '../session/read-live.ts';
import { workingFolder } from '../session/settings.ts';
import { apart } from '../user-error.ts';

export const definition = {
  arguments: [{ name: '[run]', description: 'the run, as `inboxctl runs` names it; left out: the newest' }],
  description:
    'Plans from the snapshot of the run in .inboxctl/runs, shows the way back and what cannot be restored, asks, and carries it out as apply does. It touches only the rules of that run, and leaves those that somebody changed since. It works in the inboxes of that run alone, and needs no rule files. It is a run itself, and can be rolled back.\nExits 0 when these rules are as before the run, 1 when something failed or differs or an account of the run is left out, 3 when RUN does not exist, 4 when it refuses.',
  options: [
    ...common,
    ...writeConnection,
    ...rollbackGuards,
    ...carryingOut,
    expect,
    option('--from <FILE>', 'the snapshot of the run, brought from elsewhere'),
    option('--dry-run', 'show the way back as `inboxctl plan` shows a plan, and change nothing'),
  ],
  dry: 'inboxctl rollback --dry-run',
  examples: {
    'inboxctl rollback --dry-run': 'what going back to before the newest run would do',
    'inboxctl rollback': 'go back to before the newest run',
    'inboxctl rollback 20261121T092233Z': 'to before that one; the beginning of its name is enough',
    'inboxctl rollback --from run.jsonl --dry-run': 'what going back would do, on another machine',
  },
} as const satisfies CommandDefinition;

type RollbackInvocation = Invocation<ArgumentsOf<typeof definition>>;

/** `inboxctl rollback [RUN]`: plans how to take a run back, shows the plan, asks, carries it out and compares. */
export function run(invocation: RollbackInvocation): Promise<Result<ApplyReport> | Result<PlanReport>> {
  return invocation.args.dryRun ? wayBack(invocation) : takeBack(invocation);
}

export async function takeBack(invocation: RollbackInvocation): Promise<Result<ApplyReport>> {
  const { io, args } = invocation;
  const reviewed = reviewedOf({ expect: args.expect }, workingFolder(io, args));
  const project = await openRollback(invocation);
  return confirmedRun(invocation, project, {
    rollback: project,
    reviewed,
    openAgain: async () => openAgain(invocation, project).open,
  });
}

/** `--dry-run`: only the plan. Sends only GET requests. */
export async function wayBack(invocation: RollbackInvocation): Promise<Result<PlanReport>> {
  const { args, findings } = invocation;
  if (args.expect !== undefined) throw apart('--expect', '--dry-run');
  const project = await openRollback(invocation);
  const { planner, command } = project;
  const { planned, plan, problems, codes } = await planRun(invocation, project, { planner });
  findings.add(problems);
  findings.add(plan.notices, 'document');
  const refused = planned.some((one) => isRefused(one.planned));
  return {
    code: exitCode(...codes, refused ? EXIT.refused : EXIT.done),
    document: {
      plan,
      hasPlan: planned.length > 0,
      next: nextApply(args, undefined),
      made: madeNow(invocation),
      wording: ofRollback(command),
    },
    formats: PLAN,
  };
}

async function openRollback(invocation: RollbackInvocation): Promise<RollbackProject> {
  const project = await openForRollback(invocation);
  const about = rollbackReport(summaryOf(project.snapshot, project.session.project.cwd));
  showAbove(invocation, (style) => `${printTerminal(about, style)}\n`);
  return project;
}
