/**
 * Which changes of a plan were reviewed. A digest names the exact rule before and after, so a review counts whenever it
 * was made; but it counts as often as one review has it: of two live rules that are alike, a review that shows the delete
 * of one says nothing of the other, and two such reviews may both be about the same one.
 */
import type { Change, PlanDocument } from '../../model/plan.ts';
import { type Review, shortDigest } from '../comment/marker.ts';

/** What decides of a review. */
export type Reviewed = Pick<Review, 'digest' | 'changes'>;

export interface Decision<Of extends Reviewed> {
  /** The digests that may be carried out, each as often as that. */
  expected: string[];
  /** Changes that no review has, or not often enough. */
  unreviewed: Change[];
  /** The reviews without which less would be expected, taken in their order. */
  used: Of[];
}

/** Takes a plan and the reviews that count, those first that are to be used first. */
export function decide<Of extends Reviewed>(
  plan: Pick<PlanDocument, 'digest' | 'changes'>,
  reviews: readonly Of[],
): Decision<Of> {
  const needed = countsOf(plan.changes.map(({ digest }) => shortDigest(digest)));
  const allowed = new Map<string, number>();
  const used = reviews.filter((review) => {
    const has = countsOf(reviewedOf(review, plan));
    const more = [...needed].flatMap(([digest, often]): [string, number][] => {
      const count = Math.min(often, has.get(digest) ?? 0);
      return count > (allowed.get(digest) ?? 0) ? [[digest, count]] : [];
    });
    for (const [digest, count] of more) allowed.set(digest, count);
    return more.length > 0;
  });
  const unreviewed = plan.changes.filter(({ digest }) => {
    const left = allowed.get(shortDigest(digest)) ?? 0;
    allowed.set(shortDigest(digest), left - 1);
    return left <= 0;
  });
  const refused = new Set(unreviewed);
  const expected = plan.changes.filter((change) => !refused.has(change)).map(({ digest }) => digest);
  return { expected, unreviewed, used };
}

/** The short digests that a review has. Of one without a list that is all of the plan if it is the one reviewed, or none. */
export function reviewedOf(
  { digest, changes }: Reviewed,
  plan: Pick<PlanDocument, 'digest' | 'changes'>,
): readonly string[] {
  if (changes !== null) return changes;
  return digest === plan.digest ? plan.changes.map((change) => shortDigest(change.digest)) : [];
}

/** How often each of some texts is there. */
function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
