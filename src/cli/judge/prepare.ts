/** What an update of judgments needs: permission, a command to run, and the questions of each file. */
import { questionsOf, runTests } from '../../mail/run-tests.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Judge } from '../../model/judgments.ts';
import { JUDGE_SECONDS } from '../../model/project.ts';
import type { Invocation } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { judgmentsFileOf } from '../session/judgments.ts';
import type { Session } from '../session/session.ts';
import type { Project } from '../session/settings.ts';
import type { AccountTests } from '../session/tests.ts';
import { userError } from '../user-error.ts';
import { isForeign } from './foreign.ts';
import type { JudgmentsFile } from './judgments-file.ts';

type JudgeArguments = Pick<Arguments<'test'>, 'updateJudgments' | 'judge' | 'subjects' | 'only'>;

/** Throws a UserError if a judge is named but not asked, or if it may not run here. */
export function refuseJudge({ io, args }: Invocation<JudgeArguments>): void {
  if (!args.updateJudgments) {
    const option = args.judge !== undefined ? '--judge COMMAND' : args.subjects ? null : '--no-subjects';
    if (option === null) return;
    throw userError({ code: 'judge-without-update', args: { option } });
  }
  if (!isForeign(io.env)) return;
  throw userError({ code: 'judge-in-fork', args: { event: io.env.GITHUB_EVENT_NAME ?? '' } });
}

/** The judge to ask, or null without --update-judgments. Throws a UserError if no command is named. */
export function judgeFor({ updateJudgments, judge }: JudgeArguments, project: Project): Judge | null {
  if (!updateJudgments) return null;
  const timeoutSeconds = project.judge?.timeoutSeconds ?? JUDGE_SECONDS;
  if (judge !== undefined) return { command: judge, timeoutSeconds };
  if (project.judge === null) throw userError({ code: 'judge-missing', args: {} });
  return project.judge;
}

/** The files of judgments, each with the questions of all accounts that share it. */
export function filesOf(
  accounts: readonly AccountTests[],
  { project }: Session,
  { only }: JudgeArguments,
): JudgmentsFile[] {
  const others = project.accounts.filter((account) => !project.selected.includes(account));
  const elsewhere = new Set(others.map((account) => judgmentsFileOf(account, project).path));
  return [...groupBy(accounts, ({ file }) => file.path).values()].map((own) => {
    const [{ file, judgments }] = own;
    const questions = own.flatMap(({ account, tests, rules }) => questionsOf(account, runTests(tests, rules), rules));
    return { file, judgments, questions, complete: only === undefined && !elsewhere.has(file.path) };
  });
}
