/** The one comment of a target on a pull request: made once, then edited in place, and left alone once it is merged. */
import { isDeepStrictEqual } from 'node:util';
import { isSameText } from '../github/answers.ts';
import type { Comment, GitHub } from '../github/port.ts';
import { type Review, readMarker } from './marker.ts';

export type StickyOutcome =
  | 'created'
  | 'edited'
  /** It says this already. */
  | 'unchanged'
  /** There is none, and it need not be made. */
  | 'none'
  /** The pull request is merged or closed. */
  | 'closed'
  /** A run of a newer commit was faster. */
  | 'newer';

export interface Sticky {
  github: Pick<GitHub, 'viewer' | 'comments' | 'pullRequest' | 'createComment' | 'updateComment'>;
  about: Pick<Review, 'target' | 'repository' | 'pullRequest' | 'headSha'>;
  /** With the marker line. */
  body: string;
  key: string;
  /** Whether it is worth a comment where there is none yet. */
  isWorthOne: boolean;
}

/** Takes what the comment is to be. Throws what GitHub throws. */
export async function keepSticky({ github, about, body, key, isWorthOne }: Sticky): Promise<StickyOutcome> {
  const found = await findSticky(github, about, key);
  if (found === null && !isWorthOne) return 'none';
  if (found !== null && isSameText(found.comment.body, body)) return 'unchanged';
  // Asked now and not of the event: a merge while the plan was made froze what was reviewed.
  const { state, headSha } = await github.pullRequest(about.pullRequest);
  if (state === 'closed') return 'closed';
  if (found === null) {
    await github.createComment(about.pullRequest, body);
    return 'created';
  }
  if (found.headSha !== about.headSha && found.headSha === headSha) return 'newer';
  await github.updateComment(found.comment.id, body);
  return 'edited';
}

/** The first comment by the account of the token about a target; a marker that somebody else wrote is none. */
async function findSticky(
  github: Sticky['github'],
  { target, repository, pullRequest }: Sticky['about'],
  key: string,
): Promise<{ comment: Comment; headSha: string } | null> {
  const viewer = await github.viewer();
  for (const comment of await github.comments(pullRequest)) {
    if (comment.author !== viewer) continue;
    // Whoever signed it: this account wrote it, and what it says now is replaced.
    const review = readMarker(comment.body, key)?.review;
    if (review === undefined || !isDeepStrictEqual(review.target, target)) continue;
    if (review.repository === repository && review.pullRequest === pullRequest) {
      return { comment, headSha: review.headSha };
    }
  }
  return null;
}
