import { isDeepStrictEqual } from 'node:util';
import type { Approval, Comment, GitHub } from '../github/port.ts';
import { type Review, readMarker } from './marker.ts';

/** A comment by the token's account that shows a plan of its pull request. */
export interface OwnReview {
  comment: Comment;
  review: Review;
  /** Only `ours` counts as a review: it was made with one of the keys. */
  signature: 'ours' | 'other-key' | 'edited';
}

/** The reviews of a target on a pull request, oldest first. Anybody can copy a marker, so author and pull request count. */
export async function ownReviews(
  github: Pick<GitHub, 'viewer' | 'comments'>,
  { target, repository, pullRequest }: Pick<Review, 'target' | 'repository' | 'pullRequest'>,
  keys: readonly string[],
): Promise<OwnReview[]> {
  const viewer = await github.viewer();
  const comments = await github.comments(pullRequest);
  return comments.flatMap((comment) => {
    const read = comment.author === viewer ? readMarker(comment.body, keys) : null;
    if (read === null || !isDeepStrictEqual(read.review.target, target)) return [];
    if (read.review.pullRequest !== pullRequest || !isSameName(read.review.repository, repository)) return [];
    return [{ comment, ...read }];
  });
}

/** When the digests last changed. Only GitHub knows the time of the last edit, so then the marker omits it. */
export function changedAt({ comment, review }: Pick<OwnReview, 'comment' | 'review'>): string {
  return review.changedAt ?? comment.updatedAt;
}

/** An approval of the plan in a comment: for its commit, and not older than the last change of its digests. */
export function approvalOf(
  own: Pick<OwnReview, 'comment' | 'review'>,
  approvals: readonly Approval[],
): Approval | undefined {
  const since = Date.parse(changedAt(own));
  return approvals.find(({ commit, at }) => commit === own.review.headSha && Date.parse(at) >= since);
}

/** GitHub ignores case in names. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
