import { isDeepStrictEqual } from 'node:util';
import type { Approval, Comment } from '../github/answers.ts';
import type { GitHub } from '../github/client.ts';
import { hasMarker, type Review, readMarker, type Target } from './marker.ts';

/** A comment by the token's account that shows a plan of its pull request. */
export interface OwnReview {
  comment: Comment;
  review: Review;
  /** Only `ours` counts as a review: it was made with one of the keys. */
  signature: 'ours' | 'other-key' | 'edited';
}

interface About extends Pick<Review, 'target' | 'repository' | 'pullRequest'> {
  /** Whether reviews of other accounts count too, since the run selects accounts by hand. A digest is of one account. */
  anyAccounts?: boolean;
}

/** Our reviews, oldest first: anybody can copy a marker. */
export interface OwnReviews {
  here: OwnReview[];
  /** At another address. */
  elsewhere: OwnReview[];
  /** There is none here, but a comment of ours whose marker cannot be read, or is that of another pull request. */
  isSpoiled: boolean;
}

/** Our reviews of a target. */
export async function ownReviews(
  github: Pick<GitHub, 'viewer' | 'comments'>,
  { target, repository, pullRequest, anyAccounts = false }: About,
  keys: readonly string[],
): Promise<OwnReviews> {
  const viewer = await github.viewer();
  const comments = (await github.comments(pullRequest)).filter(({ author }) => author === viewer);
  const samePart = ({ workingDirectory, accounts, shard }: Target) => {
    return anyAccounts ? { workingDirectory } : { workingDirectory, accounts, shard };
  };
  const own = comments.flatMap((comment) => {
    const read = readMarker(comment.body, keys);
    if (read === null || read.review.pullRequest !== pullRequest) return [];
    // GitHub ignores case in names.
    if (read.review.repository.toLowerCase() !== repository.toLowerCase()) return [];
    return isDeepStrictEqual(samePart(read.review.target), samePart(target)) ? [{ comment, ...read }] : [];
  });
  const isHere = ({ review }: OwnReview) => review.target.baseUrl === target.baseUrl;
  const here = own.filter(isHere);
  const isSpoiled = ({ body }: Comment) =>
    hasMarker(body) && readMarker(body, keys)?.review.pullRequest !== pullRequest;
  return {
    here,
    elsewhere: own.filter((one) => !isHere(one)),
    isSpoiled: here.length === 0 && comments.some(isSpoiled),
  };
}

/** When the digests last changed. Only GitHub knows the time of the last edit, so then the marker omits it. */
export function changedAt({ comment, review }: Pick<OwnReview, 'comment' | 'review'>): string {
  return review.changedAt ?? comment.updatedAt;
}

/** The approvals of the plan in a comment: for its commit, and not older than the last change of its digests. */
export function approvalsOf(own: Pick<OwnReview, 'comment' | 'review'>, approvals: readonly Approval[]): Approval[] {
  const since = Date.parse(changedAt(own));
  return approvals.filter(({ commit, at }) => commit === own.review.headSha && Date.parse(at) >= since);
}
