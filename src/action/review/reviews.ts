/** What of a plan was reviewed, as far as this run requires a review, and which comments are told of its end. */

import { count } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Change, Notice, PlanDocument } from '../../model/plan.ts';
import { accountPrefix, quoted } from '../../report/lines.ts';
import { targetOf } from '../comment/target.ts';
import { GitHubError } from '../github/port.ts';
import type { Job, JobFailure } from '../mode.ts';
import { collect, type FoundReview } from './collect.ts';
import { decide } from './decide.ts';
import { gitHubFailure, NOT_COUNTED, unreviewedFailure } from './failures.ts';

export interface Reviews {
  /** The digests that may be carried out; null: no review is required. */
  expected: string[] | null;
  unreviewed: Change[];
  /** The comments of the pull requests of this run, and those whose review counted. */
  toTell: FoundReview[];
  failures: JobFailure[];
  notices: Notice[];
}

const NO_PLAN = { digest: '', changes: [] };

/**
 * `branch` is the default branch; `plan` is null where there is none. Reviews are also looked up where none is required,
 * since what is carried out uses them up.
 */
export async function reviewsOf(job: Job, branch: string, plan: PlanDocument | null): Promise<Reviews> {
  const { inputs, context } = job;
  const isRequired =
    inputs.requireReview === 'auto' ? context.event !== 'workflow_dispatch' : inputs.requireReview === 'true';
  const isDeciding = isRequired && plan !== null && plan.changes.length > 0;
  const none: Reviews = { expected: isRequired ? [] : null, unreviewed: [], toTell: [], failures: [], notices: [] };
  const decided = (found: readonly FoundReview[]) => {
    return decide(plan ?? NO_PLAN, found.filter(({ signature }) => signature === 'ours').map(asReview));
  };
  try {
    const { found, commitsLeft } = await collect(searchOf(job, branch, (all) => decided(all).unreviewed.length === 0));
    const { expected, unreviewed, used } = decided(found);
    const counted = new Set(used.map(({ from }) => from));
    const toTell = found.filter((one) => one.isOfRun || counted.has(one));
    if (!isDeciding) return { ...none, toTell };
    logReviews(job, [...counted], unreviewed);
    return {
      expected,
      unreviewed,
      toTell,
      failures: unreviewedFailure(unreviewed, found),
      notices: [...found.flatMap(notCounted), ...tooMany(commitsLeft)],
    };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (isDeciding) return { ...none, failures: [gitHubFailure(error, 'the reviews')] };
    const message = `The comments to tell of this run could not be read. ${escapeControl(error.told)}`;
    return { ...none, notices: [warning('comments-not-read', message)] };
  }
}

function asReview(from: FoundReview) {
  return { ...from.review, from };
}

function searchOf(
  { github, context, inputs, targets }: Job,
  branch: string,
  isEnough: (found: readonly FoundReview[]) => boolean,
) {
  return { github, context, branch, target: targetOf(inputs), key: targets.reviewKey, isEnough };
}

/** Names may hold anything, but the log escapes them. */
function logReviews({ log }: Job, used: readonly FoundReview[], unreviewed: readonly Change[]): void {
  const numbers = [...new Set(used.map(({ pullRequest }) => `#${pullRequest}`))];
  if (numbers.length > 0) log(`Reviewed in ${numbers.join(', ')}.`);
  if (unreviewed.length === 0) return;
  const names = unreviewed.map(({ account, op, name }) => `  ${accountPrefix(account)}${op} ${quoted(name)}`);
  log([`Not reviewed, and so not carried out: ${count(unreviewed.length, 'change')}`, ...names].join('\n'));
}

function notCounted({ signature, pullRequest }: FoundReview): Notice[] {
  if (signature === 'ours') return [];
  const code = signature === 'edited' ? 'review-edited' : 'review-of-another-key';
  return [warning(code, NOT_COUNTED[signature](`#${pullRequest}`))];
}

function tooMany(commitsLeft: number): Notice[] {
  if (commitsLeft === 0) return [];
  const message = `The push has ${count(commitsLeft, 'more commit')} than are looked up; their pull requests may be missing among the reviews.`;
  return [warning('many-commits', message)];
}

function warning(code: string, message: string): Notice {
  return { code, severity: 'warning', message };
}
