import { failureOf } from '../../engine/failure.ts';
import { parkedBy, summaryOf } from '../../engine/journal/read.ts';
import type { Account } from '../../engine/plan.ts';
import { planAccounts } from '../../engine/plan-accounts.ts';
import { rollbackPlanner } from '../../engine/rollback/plan.ts';
import type { ApplyReport } from '../../report/formats.ts';
import { textRollback } from '../../report/text/rollback.ts';
import { wordingOf } from '../../report/wording.ts';
import { confirmedRun } from '../apply/confirmed-run.ts';
import { reviewedOf } from '../apply/reviewed.ts';
import { openAgain, openForRollback, type RollbackProject } from '../apply/rollback-project.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { lockAccounts, lockedOf } from '../session/locks.ts';
import { workingFolder } from '../session/settings.ts';
import { interruption } from '../terminal/interruption.ts';
import { saidIfSlow } from '../terminal/slow-answer.ts';

type RollbackInvocation = Invocation<Arguments<'rollback'>>;

/** `inboxctl rollback [RUN]`: plans the way back to before a run, shows it, asks, carries it out and compares. */
export async function rollback(invocation: RollbackInvocation): Promise<Result<ApplyReport>> {
  const { io, args } = invocation;
  const reviewed = reviewedOf(io, { expect: args.expect }, workingFolder(io, args));
  const project = await openForRollback(invocation);
  const { run, session } = project;
  const interrupted = interruption(io, {
    what: 'the requests under way',
    unknown: `What the last requests did is not known: run \`inboxctl rollback ${run.run}\` again.`,
  });
  const locks = await lockAccounts(project.open.map(({ account, apiKey }) => ({ ...account, apiKey })));
  const { locked, failed } = lockedOf(project.open, locks);
  const planner = (account: Account) =>
    rollbackPlanner(account, run, {
      variable: project.variable,
      at: new Date(),
      parkedBy: (id) => parkedBy(session.project.home, run, account, id),
    });
  try {
    showRun(invocation, project);
    return await confirmedRun(invocation, project, {
      by: 'rollback',
      rollbackOf: run.run,
      reviewed,
      report: null,
      planFile: null,
      plan: async (again) => {
        const { open } = again ? openAgain(invocation, project) : project;
        const targets = locked.flatMap(({ account: { name }, client }) => {
          const account = open.find((one) => one.account.name === name)?.account;
          return account === undefined ? [] : [{ account, rules: client, plan: planner(account) }];
        });
        const now = () => io.uptime() * 1000;
        const made = await saidIfSlow(invocation, planAccounts(targets, failureOf, now, args.concurrency));
        return { planned: made.planned, failed: [...failed, ...made.failed] };
      },
      question: 'Carry this out? Type yes to go on: ',
      wording: wordingOf(run.run),
      notices: async () => [],
      epilogue: ({ steps }) =>
        steps.some(({ status }) => status === 'done')
          ? [{ code: 'rollback-files', args: { of: run.plan.by }, severity: 'warning' }]
          : [],
      interrupted,
    });
  } finally {
    interrupted.disarm();
    locks.release();
    await session.close();
  }
}

/** Which run it is, above the plan. */
function showRun({ args, terminal }: RollbackInvocation, { run, session }: RollbackProject): void {
  const json = args.format === 'json';
  if (json && terminal.quiet) return;
  const stream = json ? 'stderr' : 'stdout';
  terminal.write(stream, textRollback(summaryOf(run, session.project.cwd), terminal.style(stream)));
}
