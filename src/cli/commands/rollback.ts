import { parkedBy, summaryOf } from '../../engine/journal/read.ts';
import { rollbackPlanner } from '../../engine/rollback/plan.ts';
import type { ApplyReport } from '../../report/formats.ts';
import { textRollback } from '../../report/text/runs.ts';
import { wordingOf } from '../../report/wording.ts';
import { confirmedRun, showAbove } from '../apply/confirmed-run.ts';
import { reviewedOf } from '../apply/reviewed.ts';
import { openAgain, openForRollback, type RollbackInvocation } from '../apply/rollback-project.ts';
import type { Result } from '../command.ts';
import { workingFolder } from '../session/settings.ts';

/** `inboxctl rollback [RUN]`: plans the way back to before a run, shows it, asks, carries it out and compares. */
export async function rollback(invocation: RollbackInvocation): Promise<Result<ApplyReport>> {
  const { io, args } = invocation;
  const reviewed = reviewedOf(io, { expect: args.expect }, workingFolder(io, args));
  const project = await openForRollback(invocation);
  const { run, session, variable } = project;
  showAbove(invocation, (style) => textRollback(summaryOf(run, session.project.cwd), style));
  return confirmedRun(invocation, project, {
    rollbackOf: run.run,
    reviewed,
    openAgain: () => openAgain(invocation, project).open,
    planner: (account) =>
      rollbackPlanner(account, run, {
        variable,
        at: new Date(),
        parkedBy: (id) => parkedBy(session.project.home, run, account, id),
      }),
    wording: wordingOf(run.run),
    epilogue: ({ steps }) =>
      steps.some(({ status }) => status === 'done')
        ? [{ code: 'rollback-files', args: { of: run.plan.by }, severity: 'warning' }]
        : [],
    underWay: {
      what: 'the requests under way',
      unknown: `What the last requests did is not known: run \`inboxctl rollback ${run.run}\` again.`,
    },
  });
}
