/** What of a plan was reviewed, as far as this run requires a review, and which comments are to be told of its end. */
import type { Change, PlanDocument } from '../../model/plan.ts';
import { accountPrefix, count, quoted } from '../../report/lines.ts';
import { targetOf } from '../comment/target.ts';
import { GitHubError } from '../github/port.ts';
import type { Job, Notice } from '../mode.ts';
import { collect, type Found } from './collect.ts';
import { decide } from './decide.ts';
import { type Failure, gitHubFailure, saidByGitHub, unreviewedFailure } from './failures.ts';

export interface Reviews {
  /** The digests that may be carried out; null: no review is required. */
  expected: string[] | null;
  unreviewed: Change[];
  /** The comments of the pull requests of this run, and those whose review counted. */
  toTell: Found[];
  failures: Failure[];
  notices: Notice[];
}

/** Takes the default branch, and the plan (null: there is none). */
export async function reviewsOf(job: Job, branch: string, plan: PlanDocument | null): Promise<Reviews> {
  const { inputs, context } = job;
  const isRequired =
    inputs.requireReview === 'auto' ? context.event !== 'workflow_dispatch' : inputs.requireReview === 'true';
  const none: Reviews = { expected: isRequired ? [] : null, unreviewed: [], toTell: [], failures: [], notices: [] };
  try {
    if (isRequired && plan !== null && plan.changes.length > 0) return await required(job, branch, plan);
    // There is nothing to look up but whom to tell.
    if (!inputs.comment) return none;
    const { found } = await collect(searchOf(job, branch, () => true));
    return { ...none, toTell: found.filter(({ isOfRun }) => isOfRun) };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (isRequired && plan !== null && plan.changes.length > 0)
      return { ...none, failures: [gitHubFailure(error, 'the reviews')] };
    const message = `The comments to tell of this run could not be read. ${saidByGitHub(error)}`;
    return { ...none, notices: [warning('comments-not-read', message)] };
  }
}

async function required(job: Job, branch: string, plan: PlanDocument): Promise<Reviews> {
  const decided = (found: readonly Found[]) => {
    const counting = found.filter(({ signature }) => signature === 'ours');
    return decide(plan, counting.map(asReview));
  };
  const search = searchOf(job, branch, (found) => decided(found).unreviewed.length === 0);
  const { found, commitsLeft } = await collect(search);
  const { expected, unreviewed, used } = decided(found);
  logReviews(
    job,
    used.map(({ from }) => from),
    unreviewed,
  );
  const counted = new Set(used.map(({ from }) => from));
  return {
    expected,
    unreviewed,
    toTell: found.filter((one) => one.isOfRun || counted.has(one)),
    failures: unreviewedFailure(unreviewed, found),
    notices: [...found.flatMap(notCounted), ...tooMany(commitsLeft)],
  };
}

function asReview(from: Found) {
  return { digest: from.review.digest, changes: from.review.changes, from };
}

function searchOf(
  { github, context, inputs, targets }: Job,
  branch: string,
  isEnough: (found: readonly Found[]) => boolean,
) {
  return { github, context, branch, target: targetOf(inputs), key: targets.reviewKey, isEnough };
}

/** Names may hold anything, but the log makes them harmless. */
function logReviews({ log }: Job, used: readonly Found[], unreviewed: readonly Change[]): void {
  const numbers = [...new Set(used.map(({ pullRequest }) => `#${pullRequest}`))];
  if (numbers.length > 0) log(`Reviewed in ${numbers.join(', ')}.`);
  if (unreviewed.length === 0) return;
  const names = unreviewed.map(({ account, op, name }) => `  ${accountPrefix(account)}${op} ${quoted(name)}`);
  log([`Not reviewed, and so not carried out: ${count(unreviewed.length, 'change')}`, ...names].join('\n'));
}

function notCounted({ signature, pullRequest }: Found): Notice[] {
  switch (signature) {
    case 'ours':
      return [];
    case 'edited':
      return [
        warning(
          'review-edited',
          `The plan in #${pullRequest} does not count: the first line of its comment was edited.`,
        ),
      ];
    case 'other-key':
      return [
        warning(
          'review-of-another-key',
          `The plan in #${pullRequest} does not count: it is signed with another key. Where the jobs of plan and apply have different API keys, give both the same secret in the input signing-key.`,
        ),
      ];
  }
}

function tooMany(commitsLeft: number): Notice[] {
  if (commitsLeft === 0) return [];
  const message = `The push has ${count(commitsLeft, 'more commit')} than are looked up; their pull requests may be missing among the reviews.`;
  return [warning('many-commits', message)];
}

function warning(code: string, message: string): Notice {
  return { code, severity: 'warning', message };
}
