/**
 * Which changes of a plan were reviewed. A digest names the exact rule before and after, so a review counts whenever it
 * was made; but it counts as often as one review has it: of two live rules that are alike, a review that shows the delete
 * of one says nothing of the other, and two such reviews may both be about the same one. And it counts once: what one
 * review has as done was done after all older ones were merged, so it is done for them too.
 */
import type { Plan } from '../../diagnostics/results.ts';
import type { Change } from '../../model/plan.ts';
import { countsOf, splitByCount } from '../../planning/counted.ts';
import { type Review, shortDigest } from '../comment/marker.ts';

/** What decides of a review. */
export type ReviewedChanges = Pick<Review, 'digest' | 'changes' | 'done' | 'unneeded' | 'made'>;

export interface Decision<Of extends ReviewedChanges> {
  /** The digests that may be carried out, repeated where several changes have the same one. */
  expected: string[];
  /** Changes that no review has, or not often enough. */
  unreviewed: Change[];
  /** The reviews without which less would be expected, taken in their order. */
  used: Of[];
}

/** `reviews`: only those that count, the newest first. */
export function decide<Of extends ReviewedChanges>(
  plan: Pick<Plan, 'digest' | 'changes'>,
  reviews: readonly Of[],
): Decision<Of> {
  const needed = countsOf(plan.changes.map(({ digest }) => shortDigest(digest)));
  const allowed = new Map<string, number>();
  const done = new Set<string>();
  const used = reviews.filter((review) => {
    const has = countsOf(reviewedOf(review, plan).filter((digest) => !done.has(digest)));
    for (const digest of usedUpOf(review)) done.add(digest);
    const more = [...needed].flatMap(([digest, often]): [string, number][] => {
      const count = Math.min(often, has.get(digest) ?? 0);
      return count > (allowed.get(digest) ?? 0) ? [[digest, count]] : [];
    });
    for (const [digest, count] of more) allowed.set(digest, count);
    return more.length > 0;
  });
  const all = [...allowed].flatMap(([digest, count]) => Array<string>(count).fill(digest));
  const { there, others } = splitByCount(plan.changes, ({ digest }) => shortDigest(digest), all);
  return { expected: there.map(({ digest }) => digest), unreviewed: others, used };
}

/** Decides as far as reviews are approved: another one shows nothing, but what it used up stays so. */
export function decideApproved<Of extends ReviewedChanges>(
  plan: Pick<Plan, 'digest' | 'changes'>,
  reviews: readonly Of[],
  isApproved: (review: Of) => boolean,
): Decision<Of> {
  return decide(
    plan,
    reviews.map((review) => (isApproved(review) ? review : { ...review, changes: [] })),
  );
}

/** The short digests for which a review counts no more. */
export function usedUpOf({ done = [], unneeded = [] }: ReviewedChanges): string[] {
  return [...done, ...unneeded];
}

/** The short digests for which a review still counts. Of one without a list that is all of the plan if it is the one reviewed, or none. */
export function reviewedOf(
  { digest, changes }: ReviewedChanges,
  plan: Pick<Plan, 'digest' | 'changes'>,
): readonly string[] {
  if (changes !== null) return changes;
  return digest === plan.digest ? plan.changes.map((change) => shortDigest(change.digest)) : [];
}
