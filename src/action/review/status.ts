/**
 * What became of the changes that a comment shows. It says that all were applied only if that is certain: a change that
 * is no longer in the plan may have been made, but if other changes are open, it may be one of them in another form,
 * for example because somebody edited the rule since. A digest cannot tell.
 */
import { splitByCount } from '../../planning/counted.ts';
import { shortDigest } from '../comment/marker.ts';
import { type ReviewedChanges, reviewedOf, usedUpOf } from './decide.ts';
import type { ChangeOutcome, Outcomes } from './outcomes.ts';

export type ReviewStatus = ReturnType<typeof statusOf>;

export function statusOf(review: ReviewedChanges, { plan, outcomes, isWhole, isLimited }: Outcomes) {
  const counts = plan === null ? (review.changes ?? []) : reviewedOf(review, plan);
  const has = [...counts, ...usedUpOf(review)];
  // If the review lists only some of several equal changes, those that were made count as the reviewed ones.
  const sorted = [...outcomes].sort((a, b) => Number(a.open !== null) - Number(b.open !== null));
  const mine = splitByCount(sorted, short, has).there;
  const open = mine.filter((outcome) => outcome.open !== null);
  const done = mine.filter((outcome) => outcome.open === null);
  const others = outcomes.filter((outcome) => outcome.open !== null).length - open.length;
  const isListed = review.changes !== null || counts.length > 0;
  const gone = isListed ? splitByCount(counts, same, mine.map(short)).others.length : null;
  const isGoneDone = isWhole && others === 0;
  const before = { made: review.made ?? review.done?.length ?? 0, unneeded: review.unneeded?.length ?? 0 };
  const total = { made: before.made + done.length, unneeded: before.unneeded + (isGoneDone ? (gone ?? 0) : 0) };
  const isAll = open.length === 0 && ((gone === 0 && has.length > 0) || isGoneDone);
  const isPart = total.made > 0 || total.unneeded > 0;
  const state: 'applied' | 'partly-applied' | 'not-applied' = isAll
    ? 'applied'
    : isPart
      ? 'partly-applied'
      : 'not-applied';
  const isUsed = isAll || mine.some(({ isMade }) => isMade);
  // A review without a list is used up as a whole, because any other plan is not the reviewed one.
  const left = review.changes === null ? (isUsed ? [] : null) : leftOf(review.changes, outcomes, isGoneDone);
  return {
    state,
    /** How many of the reviewed changes were made, by this run or an earlier one, and how many were not needed after all. */
    total,
    open,
    /** How many changes that the review counts for are not in the plan; null if the review has no list of changes. */
    gone,
    /** Whether the inbox certainly is as those changes want it. */
    isGoneDone,
    /** Whether the run left out some changes because of the input `only`. */
    isLimited,
    /** How many open changes do not belong to this review. */
    others,
    /** How many changes of others are not from here, and left alone. */
    held: splitByCount(outcomes, short, mine.map(short)).others.filter(({ isHeld }) => isHeld).length,
    /** The short digests that the review still counts for; null: unchanged. */
    left,
    /** The short digests of the changes that this run made. */
    made: mine.filter(({ isMade }) => isMade).map(short),
  };
}

/**
 * Returns what a review still counts for. A change that is no longer needed is used up once the inbox is as declared.
 */
function leftOf(changes: readonly string[], outcomes: readonly ChangeOutcome[], isGoneDone: boolean): string[] {
  const shorts = (isMade: boolean) => outcomes.filter((outcome) => outcome.isMade === isMade).map(short);
  return isGoneDone
    ? splitByCount(changes, same, shorts(false)).there
    : splitByCount(changes, same, shorts(true)).others;
}

const same = (change: string) => change;
const short = ({ digest }: ChangeOutcome) => shortDigest(digest);
