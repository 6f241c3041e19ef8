/** The one comment of a target on a pull request: made once, then edited in place, and left alone once it is merged. */
import { isSameText } from '../github/answers.ts';
import type { GitHub } from '../github/port.ts';
import type { Review } from './marker.ts';
import { ownReviews } from './own-reviews.ts';

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
  // Whoever signed it: this account wrote it, and what it says now is replaced.
  const [found] = await ownReviews(github, about, key);
  if (found === undefined && !isWorthOne) return 'none';
  if (found !== undefined && isSameText(found.comment.body, body)) return 'unchanged';
  // Asked now and not of the event: a merge while the plan was made froze what was reviewed.
  const { state, headSha } = await github.pullRequest(about.pullRequest);
  if (state === 'closed') return 'closed';
  if (found === undefined) {
    await github.createComment(about.pullRequest, body);
    return 'created';
  }
  if (found.review.headSha !== about.headSha && found.review.headSha === headSha) return 'newer';
  await github.updateComment(found.comment.id, body);
  return 'edited';
}
