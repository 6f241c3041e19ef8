/**
 * The mode plan: shows what an apply would do, on the pull request, in the job summary and in files, and runs the tests
 * of the rules. It sends only GET requests to the service.
 */
import path from 'node:path';
import { count } from '../../diagnostics/counts.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { inRow, joinedLines, list, say, theirs } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { editsOf } from '../../model/plan.ts';
import { paragraph } from '../../report/document.ts';
import { type Inline, line, look, messageLine } from '../../report/inline.ts';
import { notedOf } from '../../report/plan-view.ts';
import type { PlannedHere } from '../commands.ts';
import { ownReviews } from '../comment/own-reviews.ts';
import { planBlocks } from '../comment/plan-texts.ts';
import { postPlan } from '../comment/post.ts';
import { settingsWarning } from '../comment/settings-change.ts';
import { targetOf, titleOf } from '../comment/target.ts';
import { planFailure } from '../failure.ts';
import { type GitHubError, onGitHubError } from '../github/errors.ts';
import type { Ending, Job, JobFailure, Mode } from '../mode.ts';
import { planOutputs } from '../plan-outputs.ts';
import { decide } from '../review/decide.ts';
import { firstOf, gitHubFailure, uncounted } from '../review/failures.ts';
import { mergedNotMade } from '../review/open.ts';
import { movedIn } from '../review/verdict.ts';
import { noticeBlocks, runTests, validate, withTests } from './validate.ts';

export const plan: Mode = async (job) => {
  const stranger = job.context.pullRequest?.stranger ?? null;
  return stranger === null ? planned(job) : unplanned(job, stranger);
};

/** Never plans, even with a key: the author of the files may not be allowed to use it. */
async function unplanned(job: Job, stranger: 'a fork' | 'Dependabot'): Promise<Ending> {
  const checked = await validate(job);
  const notice: Diagnostic = { code: 'no-key', args: { from: stranger }, severity: 'info' };
  return {
    ...checked,
    summary: [...checked.summary, paragraph(checkedText(job)), paragraph(messageLine(notice))],
    notices: [...checked.notices, notice],
  };
}

function checkedText({ targets }: Job): Inline {
  const { file, cwd, selected } = targets.project;
  const code = (name: string) => look('code', [theirs(name)]);
  const settings = file === null ? [] : line`the project file ${code(path.relative(cwd, file))} and `;
  const folders = [...new Set(selected.flatMap(({ rules }) => rules))].map(code);
  const rules = line`the rules of ${count(selected.length, 'account')} in ${inRow(folders, 5)}`;
  return line`Checked, without asking the service: ${settings}${rules}. They must be readable and valid, and fit the policy of these files.`;
}

async function planned(job: Job): Promise<Ending> {
  const { base, inputs } = job;
  const withoutBase = inputs.review === 'none';
  const { code, document: made, notices } = await job.commands.plan({ base, withoutBase });
  const failure = withAdvice(planFailure(code, made ?? { notices }), job);
  // Nothing could be planned: the notices say why.
  if (made === null) {
    return { failure, outputs: {}, summary: [titleOf(targetOf(job.inputs)), ...noticeBlocks(notices)], notices };
  }
  const { pullRequest } = job.context;
  const warning = pullRequest === null || base === null ? [] : await settingsWarning(job, base);
  const merged = await mergedNotMade(
    job,
    made,
    made.changes.filter(({ origin }) => origin === 'base'),
  );
  const blocks = planBlocks(job, made, { warning, merged: merged.by });
  const notPosted = await postPlan(job, made, blocks, failure !== null || warning.length > 0);
  const ending = {
    failure: firstOf([failure, notPosted, await unshownInQueue(job, made)]),
    outputs: planOutputs(job, made, blocks),
    summary: blocks,
    notices: [...notedOf(made), ...merged.notices, ...unseen(job, made)],
  };
  return withTests(ending, await runTests(job));
}

/** Warns of changes of a pull request that no comment will show: no merge makes them. */
function unseen({ inputs: { comment, review }, context }: Job, { changes }: Plan): Diagnostic[] {
  if (comment || review === 'none' || context.pullRequest === null || editsOf(changes).length === 0) return [];
  return [{ code: 'plan-not-posted', args: { review }, severity: 'warning' }];
}

/** What a merge queue would make and its pull request did not show: an apply would refuse it after the merge. */
async function unshownInQueue(job: Job, made: PlannedHere): Promise<JobFailure | null> {
  const { context, github, inputs, targets } = job;
  const edits = editsOf(made.changes);
  if (context.event !== 'merge_group' || inputs.review === 'none' || edits.length === 0) return null;
  const { queued: pullRequest, owner, repo } = context;
  const failed = (error: GitHubError) =>
    gitHubFailure(error, say`the plan of the pull request`, 'Nothing can be merged');
  const about = { target: targetOf(inputs), repository: `${owner}/${repo}`, pullRequest: pullRequest ?? 0 };
  const none = { here: [], isSpoiled: false };
  const read = pullRequest === null ? none : ownReviews(github, about, targets.reviewKeys);
  const own = await Promise.resolve(read).catch(onGitHubError(failed));
  if ('reason' in own) return own;
  const newest = own.here.findLast(({ signature }) => signature === 'ours');
  const reviews = newest === undefined ? [] : [{ ...newest.review, moved: movedIn(newest, made) }];
  const { unreviewed } = decide({ ...made, changes: edits }, reviews);
  if (unreviewed.length === 0) return null;
  const args = { changes: unreviewed, pullRequest };
  const why = newest === undefined ? uncounted(own.here, own.isSpoiled ? [about.pullRequest] : []) : [];
  const lines = [...why, { code: 'not-shown-in-queue', args } as const].map(messageLine);
  return { reason: 'plan-changed', message: joinedLines(lines) };
}

/** Adds how to provide a missing key, which differs between a workflow and a terminal. */
function withAdvice(failure: Ending['failure'], { inputs, targets }: Job): Ending['failure'] {
  const missing = targets.project.selected.filter(({ name }) => !targets.connections.has(name));
  if (failure?.reason !== 'invalid' || missing.length === 0) return failure;
  const variables = [...new Set(missing.flatMap((one) => one.apiKeyVariable ?? []))];
  const names = list(variables, theirs, variables.length);
  const where =
    variables.length === 0
      ? say`Give the key in the input api-key and the address in the input base-url`
      : inputs.apiKeys !== null
        ? say`Add a line NAME=key for ${names} to the secret in the input api-keys`
        : say`Give the step the variables ${names} below \`env:\``;
  return {
    ...failure,
    message: say`${failure.message}\n${where}, from secrets of the repository or of its environment; one that is not there is empty.`,
  };
}
