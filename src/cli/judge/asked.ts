/** Prepares an update of judgments: whether it is allowed, which command to run, and the questions of each file. */
import type { Place } from '../../diagnostics/diagnostic.ts';
import { questionsOf, runTests } from '../../mail/run-tests.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Judge, Judgment } from '../../model/judgments.ts';
import type { MailTest } from '../../model/mail.ts';
import { JUDGE_SECONDS } from '../../model/project.ts';
import type { DeclaredRule } from '../../model/rule.ts';
import type { RuleFile } from '../../source/load/find-files.ts';
import type { Invocation } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { judgmentsFileOf } from '../session/judgments.ts';
import type { Session } from '../session/session.ts';
import type { Project } from '../session/settings.ts';
import { userError } from '../user-error.ts';
import { isForeign } from './foreign.ts';
import type { JudgmentsFile } from './update.ts';

type JudgeArguments = Pick<Arguments<'test'>, 'updateJudgments' | 'judge' | 'subjects' | 'only'>;

/** Throws a UserError where no judge may be run. */
export function refuseJudge({ io, args }: Invocation<JudgeArguments>): void {
  if (!args.updateJudgments) {
    const option = args.judge !== undefined ? '--judge COMMAND' : args.subjects ? null : '--no-subjects';
    if (option === null) return;
    throw userError({ code: 'judge-without-update', args: { option } });
  }
  if (!isForeign(io.env)) return;
  throw userError({ code: 'judge-in-fork', args: { event: io.env.GITHUB_EVENT_NAME ?? '' } }, EXIT.refused);
}

/** The judge to ask; null where none is to be asked. Throws a UserError where there is none. */
export function judgeFor({ updateJudgments, judge }: JudgeArguments, project: Project): Judge | null {
  if (!updateJudgments) return null;
  const timeoutSeconds = project.judge?.timeoutSeconds ?? JUDGE_SECONDS;
  if (judge !== undefined) return { command: judge, timeoutSeconds };
  if (project.judge === null) throw userError({ code: 'judge-missing', args: {} });
  return project.judge;
}

/** The tests of an account, its rules, and where its judgments are. */
export interface AccountTests {
  account: string;
  tests: readonly MailTest[];
  rules: readonly DeclaredRule[];
  placeOf: (spot: DeclaredRule['spot']) => Place;
  file: RuleFile;
  judgments: readonly Judgment[];
}

/** Each file of judgments once, with the questions of all its accounts. */
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
