import { isDeepStrictEqual } from 'node:util';
import type { Approval, Comment, GitHub } from '../github/port.ts';
import { type Review, readMarker } from './marker.ts';

/** A comment by the account of the token about a plan of its pull request. */
export interface OwnReview {
  comment: Comment;
  review: Review;
  /** Only what is `ours` counts as a review. */
  signature: 'ours' | 'other-key' | 'edited';
}

/**
 * The reviews of a target on a pull request, the oldest first. Anybody may copy a marker: only what this account wrote about
 * this very pull request is looked at.
 */
export async function ownReviews(
  github: Pick<GitHub, 'viewer' | 'comments'>,
  { target, repository, pullRequest }: Pick<Review, 'target' | 'repository' | 'pullRequest'>,
  key: string,
): Promise<OwnReview[]> {
  const viewer = await github.viewer();
  const comments = await github.comments(pullRequest);
  return comments.flatMap((comment) => {
    const read = comment.author === viewer ? readMarker(comment.body, key) : null;
    if (read === null || !isDeepStrictEqual(read.review.target, target)) return [];
    if (read.review.pullRequest !== pullRequest || !isSameName(read.review.repository, repository)) return [];
    return [{ comment, ...read }];
  });
}

/** When the digests of a comment last changed. Left out of its line where that was with the last edit, whose time only GitHub knows. */
export function changedAt({ comment, review }: Pick<OwnReview, 'comment' | 'review'>): string {
  return review.changedAt ?? comment.updatedAt;
}

/** Finds an approval that saw the plan of a comment as it is: of its commit, and not older than the last change of its digests. */
export function approvalOf(
  own: Pick<OwnReview, 'comment' | 'review'>,
  approvals: readonly Approval[],
): Approval | undefined {
  const since = Date.parse(changedAt(own));
  return approvals.find(({ commit, at }) => commit === own.review.headSha && Date.parse(at) >= since);
}

/** GitHub's names are the same in any case. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
