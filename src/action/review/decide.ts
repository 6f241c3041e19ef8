/**
 * Decides which changes of a plan were reviewed. A digest covers the exact rule before and after, so a review counts no
 * matter when it was made. It allows a change only as many times as it lists it: if two live rules are alike, a review
 * that shows the delete of one says nothing about the other, and two such reviews may both mean the same rule. And it
 * counts once: a change that one review lists as done was made after all older reviews were merged, so it is done for
 * them too.
 */
import type { Plan } from '../../diagnostics/results.ts';
import { planDigest } from '../../model/digest.ts';
import { groupBy } from '../../model/group-by.ts';
import { type Change, editsOf } from '../../model/plan.ts';
import { countsOf } from '../../planning/counted.ts';
import { type Review, shortDigest } from '../comment/marker.ts';

/** The fields of a plan that the decision depends on. */
export type DecidedPlan = Pick<Plan, 'digest' | 'changes' | 'accounts'>;

/** The fields of a review that the decision depends on. */
export type ReviewedChanges = Pick<Review, 'digest' | 'changes' | 'done' | 'unneeded' | 'made'> & {
  /** Accounts whose key opens another inbox now than the one that the review shows: it allows nothing there. */
  moved?: ReadonlySet<string>;
};

export interface Decision<Of extends ReviewedChanges> {
  /** The review that allows a change. */
  by: ReadonlyMap<Change, Of>;
  /** The digests that may be carried out, repeated if several changes have the same one. */
  expected: string[];
  /** Changes that no review lists, or not as many times as the plan has them. */
  unreviewed: Change[];
  /** The reviews that added something to `expected`, in order. */
  used: Of[];
}

/** `reviews`: the valid ones only, newest first. One that is not approved still counts for what it used up. */
export function decide<Of extends ReviewedChanges>(
  plan: DecidedPlan,
  reviews: readonly Of[],
  isApproved: (review: Of) => boolean = () => true,
): Decision<Of> {
  const alike = groupBy(plan.changes, ({ digest }) => shortDigest(digest));
  const by = new Map<Change, Of>();
  const done = new Set<string>();
  for (const review of reviews) {
    const shown = isApproved(review) ? reviewedOf(review, plan) : [];
    const has = countsOf(shown.filter((digest) => !done.has(digest)));
    for (const digest of usedUpOf(review)) done.add(digest);
    for (const [digest, often] of has) {
      const changes = (alike.get(digest) ?? []).filter(({ account }) => review.moved?.has(account) !== true);
      const allowed = changes.filter((change) => by.has(change)).length;
      for (const change of changes.slice(allowed, often)) by.set(change, review);
    }
  }
  const used = new Set(by.values());
  return {
    by,
    expected: plan.changes.flatMap((change) => (by.has(change) ? change.digest : [])),
    unreviewed: plan.changes.filter((change) => !by.has(change)),
    used: reviews.filter((review) => used.has(review)),
  };
}

/** The short digests that a review no longer counts for. */
export function usedUpOf({ done = [], unneeded = [] }: ReviewedChanges): string[] {
  return [...done, ...unneeded];
}

/** The short digests that a review covers. Without a list: all of the plan, or all edits, if the digest matches. */
export function reviewedOf({ digest, changes }: ReviewedChanges, plan: DecidedPlan): readonly string[] {
  if (changes !== null) return changes;
  const found = [plan.changes, editsOf(plan.changes)].find((some) => planDigest(some, plan.accounts) === digest) ?? [];
  return found.map((change) => shortDigest(change.digest));
}
