/**
 * What became of what a comment shows. That it is applied is said only where it is true: a change that is not in the plan
 * any more may be done, but where others are open it may also be one of them in another form, as when somebody edited the
 * rule since; a digest does not tell.
 */
import { shortDigest } from '../comment/marker.ts';
import { type Reviewed, reviewedOf } from './decide.ts';
import type { Fate, Fates } from './fates.ts';
import { split } from './often.ts';

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
  /** The short digests for which the review still counts; null: as before. */
  left: string[] | null;
}

export function verdictOf(review: Reviewed, { plan, fates, isWhole }: Fates): Verdict {
  const counts = plan === null ? (review.changes ?? []) : reviewedOf(review, plan);
  const has = [...counts, ...(review.done ?? [])];
  // Of several that are alike, it is those that were made that a review with fewer of them is about.
  const sorted = [...fates].sort((a, b) => Number(a.open !== null) - Number(b.open !== null));
  const mine = split(sorted, short, has).there;
  const open = mine.filter((fate) => fate.open !== null);
  const done = mine.filter((fate) => fate.open === null);
  const others = fates.filter((fate) => fate.open !== null).length - open.length;
  const isListed = review.changes !== null || review.digest === plan?.digest;
  const gone = isListed ? has.length - mine.length : null;
  const isGoneDone = isWhole && others === 0;
  const isAll = open.length === 0 && ((gone === 0 && mine.length > 0) || isGoneDone);
  const isPart = done.length > 0 || (isGoneDone && gone !== null && gone > 0);
  const isUsed = isAll || mine.some(({ isMade }) => isMade);
  // Without a list it is used up as a whole: any other plan is not the one that was reviewed.
  const left = review.changes === null ? (isUsed ? [] : null) : leftOf(review.changes, fates, isGoneDone);
  return {
    state: isAll ? 'applied' : isPart ? 'partly-applied' : 'not-applied',
    done,
    open,
    gone,
    isGoneDone,
    others,
    left,
  };
}

/** A change of a review that is not needed any more is used up too, once it is sure that the inbox is as wanted. */
function leftOf(changes: readonly string[], fates: readonly Fate[], isGoneDone: boolean): string[] {
  const shorts = (isMade: boolean) => fates.filter((fate) => fate.isMade === isMade).map(short);
  const same = (change: string) => change;
  return isGoneDone ? split(changes, same, shorts(false)).there : split(changes, same, shorts(true)).others;
}

const short = ({ digest }: Fate) => shortDigest(digest);
