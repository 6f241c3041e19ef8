/**
 * What became of the changes that a comment shows. It says that all were applied only if that is certain: a change that
 * is no longer in the plan may have been made, but if other changes are open, it may be one of them in another form,
 * for example because somebody edited the rule since. A digest cannot tell.
 */
import { splitByCount } from '../../planning/counted.ts';
import { type Review, shortDigest, type UsedUp } from '../comment/marker.ts';
import { shownName } from '../comment/since.ts';
import { type ReviewedChanges, reviewedOf, usedUpOf } from './decide.ts';
import type { ChangeOutcome, Outcomes } from './outcomes.ts';

export interface ReviewStatus extends UsedUp {
  state: 'applied' | 'partly-applied' | 'not-applied';
  /** How many of the reviewed changes were made, by this run or an earlier one, and how many were not needed after all. */
  total: { made: number; unneeded: number };
  open: ChangeOutcome[];
  /** How many changes that the review counts for are not in the plan; null if the review has no list of changes. */
  gone: number | null;
  /** Whether the inbox certainly is as those changes want it. */
  isGoneDone: boolean;
  /** Whether the run left out some changes because of the input `only`. */
  isLimited: boolean;
  /** How many open changes do not belong to this review. */
  others: number;
  /** How many of the others come from the base, and are left alone. */
  held: number;
}

export function statusOf(review: ReviewedChanges & Pick<Review, 'shown'>, outcomes: Outcomes): ReviewStatus {
  const counts = outcomes.plan === null ? (review.changes ?? []) : reviewedOf(review, outcomes.plan);
  const has = [...counts, ...usedUpOf(review)];
  // If the review lists only some of several equal changes, those that were made count as the reviewed ones.
  const madeFirst = outcomes.outcomes.toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b)));
  const { there: mine, others: notMine } = splitByCount(madeFirst, short, has);
  const open = mine.filter(isOpen);
  const others = notMine.filter(isOpen);
  const isListed = review.changes !== null || counts.length > 0;
  const unplanned = splitByCount(counts, same, mine.map(short)).others;
  // Another change of the rule was made, and took the place of these.
  const isRemade = (name = '') => outcomes.outcomes.some((one) => one.isMade && shownName(one) === name);
  const remade = unplanned.filter((digest) => isRemade(review.shown?.[digest]));
  const gone = isListed ? unplanned.length - remade.length : null;
  const isGoneDone = outcomes.isWhole && others.length === 0;
  const before = spentBefore(review);
  const total = {
    made: before.made + mine.length - open.length,
    unneeded: before.unneeded + remade.length + (isGoneDone ? (gone ?? 0) : 0),
  };
  const isAll = open.length === 0 && ((gone === 0 && has.length > 0) || isGoneDone);
  const notAll = total.made + total.unneeded > 0 ? 'partly-applied' : 'not-applied';
  const made = mine.filter(({ isMade }) => isMade).map(short);
  // A review without a list is used up as a whole, because any other plan is not the reviewed one.
  const ofWhole = isAll || made.length > 0 ? [] : null;
  return {
    state: isAll ? 'applied' : notAll,
    total,
    open,
    gone,
    isGoneDone,
    isLimited: outcomes.isLimited === true,
    others: others.length,
    held: others.filter(({ isHeld }) => isHeld).length,
    left:
      review.changes === null
        ? ofWhole
        : leftOf(splitByCount(review.changes, same, remade).others, outcomes.outcomes, isGoneDone),
    made,
  };
}

/** What earlier runs used up of a review. */
export function spentBefore({ made, done = [], unneeded = [] }: ReviewedChanges): ReviewStatus['total'] {
  return { made: made ?? done.length, unneeded: unneeded.length };
}

/** What a review still counts for. What is not needed is used up once the inbox is as declared. */
function leftOf(changes: readonly string[], outcomes: readonly ChangeOutcome[], isGoneDone: boolean): string[] {
  const shorts = (isMade: boolean) => outcomes.filter((outcome) => outcome.isMade === isMade).map(short);
  return isGoneDone
    ? splitByCount(changes, same, shorts(false)).there
    : splitByCount(changes, same, shorts(true)).others;
}

const same = (change: string) => change;
const short = ({ digest }: ChangeOutcome) => shortDigest(digest);
const isOpen = ({ open }: ChangeOutcome) => open !== null;
