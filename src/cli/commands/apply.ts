import { failureOf } from '../../engine/failure.ts';
import { unfinishedNotice } from '../../engine/journal/read.ts';
import { planAccounts } from '../../engine/plan-accounts.ts';
import type { ApplyReport } from '../../report/formats.ts';
import { OF_FILES } from '../../report/wording.ts';
import { confirmedRun } from '../apply/confirmed-run.ts';
import { openReport } from '../apply/report-file.ts';
import { reviewedOf } from '../apply/reviewed.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { type OpenAccount, openProject, requireOpen } from '../session/accounts.ts';
import { lockAccounts, lockedOf } from '../session/locks.ts';
import { openSession } from '../session/session.ts';
import { workingFolder } from '../session/settings.ts';
import { interruption } from '../terminal/interruption.ts';
import { saidIfSlow } from '../terminal/slow-answer.ts';

/** `inboxctl apply [PLANFILE]`: plans, shows the plan, asks, carries it out and compares. */
export async function apply(invocation: Invocation<Arguments<'apply'>>): Promise<Result<ApplyReport>> {
  const { io, args, terminal } = invocation;
  const report = openReport(io, args);
  const reviewed = reviewedOf(io, args, workingFolder(io, args));
  const interrupted = interruption(io);
  const session = openSession(invocation, { sends: true, unset: 'error' });
  const inboxes = session.connected().map(({ settings, connection }) => ({ ...connection, name: settings.name }));
  const locks = await lockAccounts(inboxes);
  try {
    const project = openProject(session, args);
    requireOpen(project);
    terminal.say(project.diagnostics);
    const { locked, failed } = lockedOf(project.open, locks);
    return await confirmedRun(invocation, project, {
      by: 'apply',
      rollbackOf: null,
      reviewed,
      report,
      planFile: args.planfile ?? null,
      plan: async (again) => {
        const open = again ? openAgain(invocation, project.open) : project.open;
        if (open === null) return null;
        const byName = new Map(open.map(({ account }) => [account.name, account]));
        const targets = locked.flatMap(({ account: { name }, client }) => {
          const account = byName.get(name);
          return account === undefined ? [] : [{ account, rules: client }];
        });
        const now = () => io.uptime() * 1000;
        const made = await saidIfSlow(invocation, planAccounts(targets, failureOf, now, args.concurrency));
        return { planned: made.planned, failed: [...failed, ...made.failed] };
      },
      question: 'Carry this out? Type yes to go on: ',
      wording: OF_FILES,
      notices: (plan, planned) => {
        const accounts = planned.map(({ account }) => account);
        return unfinishedNotice(session.project.home, accounts, plan, io.env);
      },
      epilogue: () => [],
      interrupted,
    });
  } finally {
    interrupted.disarm();
    locks.release();
    await session.close();
  }
}

/** Reads settings and files again, as they are now; null where other accounts can be worked with than before. */
function openAgain(invocation: Invocation<Arguments<'apply'>>, before: readonly OpenAccount[]): OpenAccount[] | null {
  const { open } = openProject(openSession(invocation, { sends: true, unset: 'error' }), invocation.args);
  const names = (accounts: readonly OpenAccount[]) => accounts.map(({ account }) => account.name).join('\n');
  return names(open) === names(before) ? open : null;
}
