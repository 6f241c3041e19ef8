/** Writes the result of a run into its comments, and uses up the reviews whose changes were made. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isUsedUp, type UsedUp, usedUpLine } from '../comment/marker.ts';
import { changedAt } from '../comment/own-reviews.ts';
import type { FailureReason } from '../definition.ts';
import { type GitHubError, onGitHubError } from '../github/errors.ts';
import type { Job } from '../mode.ts';
import type { FoundReview } from './collect.ts';
import type { ReviewedChanges } from './decide.ts';
import type { Outcomes } from './outcomes.ts';
import { withResult, withSuperseded } from './result.ts';
import { type ReviewStatus, spentBefore, statusOf } from './status.ts';

type CommentJob = Pick<Job, 'github' | 'context' | 'inputs' | 'targets'>;

/** Stands in for a review that somebody else may have written: it claims nothing about its changes. */
const NOTHING_SURE: ReviewedChanges = { digest: '', changes: null };

const UNUSED: UsedUp = { left: null, made: [] };

/** Returns a warning for each comment that could not be written. The apply does not fail because of it. */
export async function tellComments(
  job: CommentJob,
  found: readonly FoundReview[],
  outcomes: Outcomes,
  reason: FailureReason | null,
): Promise<Diagnostic[]> {
  const { context: run, inputs } = job;
  const warnings: Diagnostic[] = [];
  for (const own of found) {
    const { review, signature } = own;
    const isOurs = signature === 'ours';
    const of = own.isWider ? { ...outcomes, isWhole: false, isLimited: true } : outcomes;
    const status = statusOf(isOurs ? review : NOTHING_SURE, of);
    const isUsed = isOurs && isUsedUp(review, status);
    if (!isUsed && (!inputs.comment || !isAbout(own, status, outcomes))) continue;
    const marked = markedBody(job, own, status, outcomes.part != null);
    const body = inputs.comment ? withResult(marked, { status, part: outcomes.part, signature, reason, run }) : marked;
    warnings.push(...(await edited(job, own, body, isUsed)));
  }
  return warnings;
}

/** Reports whether a run says something of a comment: else the result of an earlier run stays, with its link. */
function isAbout(
  { review, signature }: FoundReview,
  { made, open, gone }: ReviewStatus,
  { isLimited, part }: Outcomes,
): boolean {
  if (signature !== 'ours' || made.length + open.length > 0) return true;
  // Now all accounts were read.
  if (review.partial === true && part == null && isLimited !== true) return true;
  return review.changes?.length !== 0 && gone !== 0 && isLimited !== true;
}

/** Says in the comments of a run that a newer one carries out what they show. What was made before stays said. */
export async function tellSuperseded(
  job: CommentJob,
  found: readonly FoundReview[],
  superseded: Diagnostic,
): Promise<Diagnostic[]> {
  if (!job.inputs.comment) return [];
  const warnings: Diagnostic[] = [];
  for (const own of found.filter(({ signature }) => signature === 'ours')) {
    const { made, unneeded } = spentBefore(own.review);
    if (made + unneeded > 0) continue;
    const body = withSuperseded(markedBody(job, own, UNUSED), superseded, job.context);
    warnings.push(...(await edited(job, own, body, false)));
  }
  return warnings;
}

/** The body of a comment with the marker of its review after a run; as it is if somebody else may have written it. */
function markedBody(
  { targets: { reviewKeys } }: CommentJob,
  own: FoundReview,
  used: UsedUp,
  isPartial = own.review.partial === true,
): string {
  const [key] = reviewKeys;
  const { body } = own.comment;
  if (own.signature !== 'ours' || key === undefined) return body;
  // Our edit does not change what was approved, so the time of the last change is kept.
  const { partial: _, ...rest } = own.review;
  const review = { ...rest, changedAt: changedAt(own), ...(isPartial ? { partial: true as const } : {}) };
  return body.replace(/^[^\r\n]*/, () => usedUpLine(review, used, key));
}

/** Writes a comment that changed. Returns a warning if GitHub refuses. `isUsed`: changes of the review were made. */
async function edited(
  { github }: CommentJob,
  { comment, review: { pullRequest } }: FoundReview,
  body: string,
  isUsed: boolean,
): Promise<Diagnostic[]> {
  if (body === comment.body) return [];
  const failed = ({ problem: error }: GitHubError): Diagnostic[] => {
    return [{ code: 'comment-not-written', args: { pullRequest, isUsed, error }, severity: 'warning' }];
  };
  return github.updateComment(comment.id, body).then(() => [], onGitHubError(failed));
}
