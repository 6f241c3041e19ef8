import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Applied } from '../../diagnostics/results.ts';
import { failureOf } from '../../engine/failure.ts';
import { parkedBy, summaryOf } from '../../engine/journal/read.ts';
import type { Account } from '../../engine/plan.ts';
import { planAccounts } from '../../engine/plan-accounts.ts';
import { rollbackPlanner } from '../../engine/rollback/plan.ts';
import { textRollback } from '../../report/text/rollback.ts';
import { wordingOf } from '../../report/wording.ts';
import { confirmedRun } from '../apply/confirmed-run.ts';
import { lockAccounts, lockedOf } from '../apply/locks.ts';
import { reviewedOf } from '../apply/reviewed.ts';
import type { Command, Invocation } from '../command.ts';
import { workingFolder } from '../session/settings.ts';
import { interruption } from '../terminal/interruption.ts';
import { saidIfSlow } from '../terminal/slow-answer.ts';
import { textOptions } from '../terminal/style.ts';
import { openAgain, openForRollback, type RollbackProject } from './rollback-project.ts';

/** `inboxctl rollback [RUN]`: plans the way back to before a run, shows it, asks, carries it out and compares. */
export const rollback: Command = async (invocation) => {
  const { io } = invocation;
  const reviewed = reviewedOf({ ...invocation, args: [] }, workingFolder(invocation));
  const project = await openForRollback(invocation);
  const { run } = project;
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
      parkedBy: (id) => parkedBy(project.project.home, run, account, id),
    });
  try {
    showRun(invocation, project);
    const plan = async (again: boolean) => {
      const accounts = again ? accountsAgain(invocation, project) : locked.map(({ account }) => account);
      const targets = locked.flatMap(({ account: { name }, client }) => {
        const account = accounts.find((one) => one.name === name);
        return account === undefined ? [] : [{ account, rules: client, plan: planner(account) }];
      });
      const made = await saidIfSlow(
        invocation,
        planAccounts(targets, failureOf, () => io.uptime() * 1000, Number(invocation.options.concurrency)),
      );
      return { planned: made.planned, failed: [...failed, ...made.failed] };
    };
    const words = {
      question: 'Carry this out? Type yes to go on: ',
      wording: wordingOf(run.run),
      notices: async () => [],
      epilogue: (applied: Applied) => epilogue(applied, project),
    };
    const course = { by: 'rollback', rollbackOf: run.run, reviewed, report: null, plan, ...words } as const;
    return await confirmedRun(invocation, project, course, interrupted);
  } finally {
    interrupted.disarm();
    locks.release();
    await project.close();
  }
};

function accountsAgain(invocation: Invocation, project: RollbackProject) {
  const { open, close } = openAgain(invocation, project);
  void close();
  return open.map(({ account }) => account);
}

/** Which run it is, above the plan. */
function showRun({ io, options }: Invocation, { run, project }: RollbackProject): void {
  const json = options.format === 'json';
  if (json && options.quiet === true) return;
  const stream = json ? 'stderr' : 'stdout';
  io[stream].write(textRollback(summaryOf(run, project.cwd), textOptions(io, stream, options)));
}

function epilogue({ steps }: Applied, { run }: RollbackProject): Diagnostic[] {
  if (!steps.some(({ status }) => status === 'done')) return [];
  return [{ code: 'rollback-files', args: { of: run.plan.by }, severity: 'warning' }];
}
