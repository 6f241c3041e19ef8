/**
 * What became of what a comment shows. That it is applied is said only where it is true: a change that is not in the plan
 * any more may be done, but where others are open it may also be one of them in another form, as when somebody edited the
 * rule since; a digest does not tell.
 */
import { splitByCount } from '../../planning/counted.ts';
import { shortDigest } from '../comment/marker.ts';
import { type ReviewedChanges, reviewedOf, usedUpOf } from './decide.ts';
import type { ChangeOutcome, Outcomes } from './outcomes.ts';

export interface ReviewStatus {
  state: 'applied' | 'partly-applied' | 'not-applied';
  /** How many of the reviewed changes were made, by this run or one before, and how many were not needed any more. */
  total: { made: number; unneeded: number };
  open: ChangeOutcome[];
  /** Changes for which the review counts, and that the plan has not; null: the review has no list of them. */
  gone: number | null;
  /** Whether they are surely as wanted. */
  isGoneDone: boolean;
  /** Open changes that are not of this review. */
  others: number;
  /** The short digests for which the review still counts; null: as before. */
  left: string[] | null;
  /** The short digests of what this run made. */
  made: string[];
}

export function statusOf(review: ReviewedChanges, { plan, outcomes, isWhole }: Outcomes): ReviewStatus {
  const counts = plan === null ? (review.changes ?? []) : reviewedOf(review, plan);
  const has = [...counts, ...usedUpOf(review)];
  // Of several that are alike, it is those that were made that a review with fewer of them is about.
  const sorted = [...outcomes].sort((a, b) => Number(a.open !== null) - Number(b.open !== null));
  const mine = splitByCount(sorted, short, has).there;
  const open = mine.filter((outcome) => outcome.open !== null);
  const done = mine.filter((outcome) => outcome.open === null);
  const others = outcomes.filter((outcome) => outcome.open !== null).length - open.length;
  const isListed = review.changes !== null || review.digest === plan?.digest;
  const gone = isListed ? splitByCount(counts, same, mine.map(short)).others.length : null;
  const isGoneDone = isWhole && others === 0;
  const before = { made: review.made ?? review.done?.length ?? 0, unneeded: review.unneeded?.length ?? 0 };
  const total = { made: before.made + done.length, unneeded: before.unneeded + (isGoneDone ? (gone ?? 0) : 0) };
  const isAll = open.length === 0 && ((gone === 0 && has.length > 0) || isGoneDone);
  const isPart = total.made > 0 || total.unneeded > 0;
  const isUsed = isAll || mine.some(({ isMade }) => isMade);
  // Without a list it is used up as a whole: any other plan is not the one that was reviewed.
  const left = review.changes === null ? (isUsed ? [] : null) : leftOf(review.changes, outcomes, isGoneDone);
  return {
    state: isAll ? 'applied' : isPart ? 'partly-applied' : 'not-applied',
    total,
    open,
    gone,
    isGoneDone,
    others,
    left,
    made: mine.filter(({ isMade }) => isMade).map(short),
  };
}

/** A change of a review that is not needed any more is used up too, once it is sure that the inbox is as wanted. */
function leftOf(changes: readonly string[], outcomes: readonly ChangeOutcome[], isGoneDone: boolean): string[] {
  const shorts = (isMade: boolean) => outcomes.filter((outcome) => outcome.isMade === isMade).map(short);
  return isGoneDone
    ? splitByCount(changes, same, shorts(false)).there
    : splitByCount(changes, same, shorts(true)).others;
}

const same = (change: string) => change;
const short = ({ digest }: ChangeOutcome) => shortDigest(digest);
