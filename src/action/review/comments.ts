/** Writes the result of a run into its comments, and uses up the reviews whose changes were made. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isUsedUp, signedBody, textOf, type UsedUp, unsignedBody, usedUp } from '../comment/marker.ts';
import { changedAt } from '../comment/own-reviews.ts';
import type { FailureReason } from '../definition.ts';
import { isSameText } from '../github/answers.ts';
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

/** In bytes of UTF-8. GitHub accepts 65,536 characters. */
const LONGEST_COMMENT = 65_000;

/** Makes the text of a comment from the one that it has, in at most so many bytes. */
type NewText = (text: string, maxBytes: number) => string;

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
    // With another text it would not count any more for a job that has its key.
    if (signature === 'other-key') continue;
    const isOurs = signature === 'ours';
    const of = outcomesFor(own, outcomes);
    const status = statusOf(isOurs ? review : NOTHING_SURE, of);
    const isUsed = isOurs && isUsedUp(review, status);
    if (!isUsed && (!inputs.comment || !isAbout(own, status, outcomes))) continue;
    const result = { status, part: outcomes.part, isEdited: !isOurs, reason, run };
    const newText: NewText = (text, maxBytes) => (inputs.comment ? withResult(text, result, maxBytes) : text);
    const body = bodyAfter(job, own, status, newText, outcomes.part != null);
    warnings.push(...(await edited(job, own, body, isUsed)));
  }
  return warnings;
}

/** What a run says of a comment: nothing of other accounts, nor of an inbox that the comment does not show. */
function outcomesFor({ isWider, moved = new Set() }: FoundReview, outcomes: Outcomes): Outcomes {
  const own = outcomes.outcomes.filter(({ account }) => !moved.has(account));
  const isWhole = outcomes.isWhole && !isWider && moved.size === 0;
  return { ...outcomes, outcomes: own, isWhole, isLimited: isWider || outcomes.isLimited === true };
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
    const newText: NewText = (text, maxBytes) => withSuperseded(text, superseded, job.context, maxBytes);
    warnings.push(...(await edited(job, own, bodyAfter(job, own, UNUSED, newText), false)));
  }
  return warnings;
}

/** The body of a comment after a run, with its review and text signed anew; unless somebody else wrote a part of it. */
function bodyAfter(
  { targets: { reviewKeys } }: CommentJob,
  own: FoundReview,
  used: UsedUp,
  newText: NewText,
  isPartial = own.review.partial === true,
): string {
  const [key] = reviewKeys;
  const { body } = own.comment;
  const text = { maxBytes: LONGEST_COMMENT, within: (maxBytes: number) => newText(textOf(body), maxBytes) };
  if (own.signature !== 'ours' || key === undefined) return unsignedBody(body, text);
  // Our edit does not change what was approved, so the time of the last change is kept.
  const { partial: _, ...rest } = own.review;
  const review = { ...rest, changedAt: changedAt(own), ...(isPartial ? { partial: true as const } : {}) };
  return signedBody(usedUp(review, used), text, key);
}

/** Writes a comment that changed. Returns a warning if GitHub refuses. `isUsed`: changes of the review were made. */
async function edited(
  { github }: CommentJob,
  { comment, review: { pullRequest } }: FoundReview,
  body: string,
  isUsed: boolean,
): Promise<Diagnostic[]> {
  if (isSameText(body, comment.body)) return [];
  const failed = ({ problem: error }: GitHubError): Diagnostic[] => {
    return [{ code: 'comment-not-written', args: { pullRequest, isUsed, error }, severity: 'warning' }];
  };
  return github.updateComment(comment.id, body).then(() => [], onGitHubError(failed));
}
