/**
 * What became of what a comment shows. That it is applied is said only where it is true: a change that is not in the plan
 * any more may be done, but where others are open it may also be one of them in another form, as when somebody edited the
 * rule since; a digest does not tell.
 */
import { shortDigest } from '../comment/marker.ts';
import { type Reviewed, reviewedOf } from './decide.ts';
import type { Fate, Fates } from './fates.ts';

export interface Verdict {
  state: 'applied' | 'partly-applied' | 'not-applied';
  /** Of the reviewed changes. */
  done: Fate[];
  open: Fate[];
  /** Reviewed changes that the plan has not; null: the review has no list of them. */
  gone: number | null;
  /** Whether they are surely as wanted. */
  isGoneDone: boolean;
  /** Open changes that are not of this review. */
  others: number;
}

export function verdictOf(review: Reviewed, { plan, fates, isWhole }: Fates): Verdict {
  const has = plan === null ? (review.changes ?? []) : reviewedOf(review, plan);
  const left = new Map<string, number>();
  for (const digest of has) left.set(digest, (left.get(digest) ?? 0) + 1);
  // Of several that are alike, it is those that were made that a review with fewer of them is about.
  const sorted = [...fates].sort((a, b) => Number(a.open !== null) - Number(b.open !== null));
  const mine = sorted.filter(({ digest }) => {
    const count = left.get(shortDigest(digest)) ?? 0;
    if (count > 0) left.set(shortDigest(digest), count - 1);
    return count > 0;
  });
  const open = mine.filter((fate) => fate.open !== null);
  const done = mine.filter((fate) => fate.open === null);
  const others = fates.filter((fate) => fate.open !== null).length - open.length;
  const isListed = review.changes !== null || review.digest === plan?.digest;
  const gone = isListed ? has.length - mine.length : null;
  const isGoneDone = isWhole && others === 0;
  const isAll = open.length === 0 && ((gone === 0 && mine.length > 0) || isGoneDone);
  const isPart = done.length > 0 || (isGoneDone && gone !== null && gone > 0);
  return {
    state: isAll ? 'applied' : isPart ? 'partly-applied' : 'not-applied',
    done,
    open,
    gone,
    isGoneDone,
    others,
  };
}
