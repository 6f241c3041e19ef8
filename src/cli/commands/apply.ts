import type { Plan } from '../../diagnostics/results.ts';
import { failureOf } from '../../engine/failure.ts';
import { unfinishedNotice } from '../../engine/journal/read.ts';
import type { Planned } from '../../engine/plan.ts';
import { planAccounts } from '../../engine/plan-accounts.ts';
import { OF_FILES } from '../../report/wording.ts';
import { confirmedRun } from '../apply/confirmed-run.ts';
import { lockAccounts, lockedOf } from '../apply/locks.ts';
import { openReport } from '../apply/report-file.ts';
import { reviewedOf } from '../apply/reviewed.ts';
import type { Command } from '../command.ts';
import { connectedOf, connectProject } from '../session/connected.ts';
import { openProject, readAgain } from '../session/project.ts';
import { workingFolder } from '../session/settings.ts';
import { interruption } from '../terminal/interruption.ts';
import { saidIfSlow } from '../terminal/slow-answer.ts';

/** `inboxctl apply [PLANFILE]`: plans, shows the plan, asks, carries it out and compares. */
export const apply: Command = async (invocation) => {
  const { io, options } = invocation;
  const report = openReport(invocation);
  const reviewed = reviewedOf(invocation, workingFolder(invocation));
  const concurrency = Number(options.concurrency);
  const interrupted = interruption(io);
  const connected = connectProject(invocation);
  const able = connectedOf(connected.accounts);
  const locks = await lockAccounts(able.map(({ settings, connection }) => ({ ...connection, name: settings.name })));
  try {
    const project = openProject(invocation, connected);
    const { locked, failed } = lockedOf(project.open, locks);
    const now = () => io.uptime() * 1000;
    const plan = async (again: boolean) => {
      const accounts = again ? readAgain(invocation, project) : locked.map(({ account }) => account);
      if (accounts === null) return null;
      const byName = new Map(accounts.map((account) => [account.name, account]));
      const targets = locked.flatMap(({ account: { name }, client }) => {
        const account = byName.get(name);
        return account === undefined ? [] : [{ account, rules: client }];
      });
      const made = await saidIfSlow(invocation, planAccounts(targets, failureOf, now, concurrency));
      return { planned: made.planned, failed: [...failed, ...made.failed] };
    };
    const question = 'Carry this out? Type yes to go on: ';
    const notices = (made: Plan, planned: readonly Planned[]) => {
      const accounts = planned.map(({ account }) => account);
      return unfinishedNotice(project.project.home, accounts, made, io.env);
    };
    const words = { question, wording: OF_FILES, notices, epilogue: () => [] };
    const course = { by: 'apply', rollbackOf: null, reviewed, report, plan, ...words } as const;
    return await confirmedRun(invocation, project, course, interrupted);
  } finally {
    interrupted.disarm();
    locks.release();
    await connected.close();
  }
};
