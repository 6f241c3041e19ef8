/** Prepares an update of judgments: permission, the command to run, and the questions of each file. */

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { questionsOf, runTests } from '../../mail/run-tests.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Judge } from '../../model/judgments.ts';
import { JUDGE_SECONDS } from '../../model/project.ts';
import type { Invocation } from '../command.ts';
import type { Arguments } from '../commands.ts';
import type { Io } from '../io.ts';
import type { Session } from '../session/session.ts';
import type { Project } from '../session/settings.ts';
import { type AccountTests, judgmentsFileOf } from '../session/tests.ts';
import { userError } from '../user-error.ts';
import type { JudgmentsFile } from './update.ts';

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

const repository = z.object({ full_name: z.string() });

/** Events that name two repositories: where the changes come from, and where they go. */
const pullRequest = z
  .object({ pull_request: z.object({ head: z.object({ repo: repository }), base: z.object({ repo: repository }) }) })
  .transform(({ pull_request: { head, base } }) => ({ from: head.repo, to: base.repo }));
const workflowRun = z
  .object({ workflow_run: z.object({ head_repository: repository, repository }) })
  .transform(({ workflow_run: { head_repository: from, repository: to } }) => ({ from, to }));

/** A comment on an issue. For one on a pull request, the event does not say which repository the changes come from. */
const issueComment = z.object({ issue: z.object({ pull_request: z.never().optional() }) });

/**
 * Whether this runs on GitHub Actions for a pull request from another repository, whose files may name any command. A workflow
 * that runs after one for such a pull request counts too, and so does an event that does not say where its changes come from.
 */
function isForeign({ GITHUB_EVENT_NAME: event = '', GITHUB_EVENT_PATH: file = '' }: Io['env']): boolean {
  const isOfPullRequest = event.startsWith('pull_request');
  if (!isOfPullRequest && event !== 'workflow_run' && event !== 'issue_comment') return false;
  try {
    const payload: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (event === 'issue_comment') return !issueComment.safeParse(payload).success;
    const { from, to } = (isOfPullRequest ? pullRequest : workflowRun).parse(payload);
    return from.full_name !== to.full_name;
  } catch {
    return true;
  }
}
