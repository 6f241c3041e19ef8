/** Which changes of a plan may be carried out, by the reviews that were found. */
import type { Plan } from '../../diagnostics/results.ts';
import type { Change } from '../../model/plan.ts';
import type { ShownChanges } from '../../model/review.ts';
import type { PlannedHere } from '../commands.ts';
import { shortDigest } from '../comment/marker.ts';
import type { OwnReview } from '../comment/own-reviews.ts';
import { shownName } from '../comment/since.ts';
import type { FoundReview } from './collect.ts';
import { type DecidedPlan, decide } from './decide.ts';
import { isLimited } from './outcomes.ts';

export interface Verdict {
  /** The digests that may be carried out; null if no review is required. */
  expected: readonly string[] | null;
  /** Changes that may not be carried out: no review shows them, or no approval covers them and one is required. */
  unreviewed: readonly Change[];
  /** Changes that no review shows and this push did not cause. They are left as they are, and do not fail the run. */
  held: readonly Change[];
  /** The unreviewed changes that a review shows. */
  unapproved: readonly Change[];
  counted: readonly FoundReview[];
  /** The inboxes that the reviews which allow something show. */
  inboxes: ShownChanges['inboxes'];
}

const NONE: ReadonlySet<string> = new Set();

/** The accounts of a review that still counts whose key opens another inbox now than the one that it shows. */
export function movedIn({ review, signature }: OwnReview, plan: PlannedHere | null): ReadonlySet<string> {
  const { isInbox, accounts } = plan ?? {};
  if (isInbox === undefined || signature !== 'ours' || review.changes?.length === 0) return NONE;
  // Digests tell one address from another.
  const addresses = new Map(accounts?.map(({ name, baseUrl }) => [name, baseUrl]));
  const moved = (review.inboxes ?? []).filter(({ account, baseUrl, inbox }) => {
    return addresses.get(account) === baseUrl && !isInbox(account, inbox);
  });
  return new Set(moved.map(({ account }) => account));
}

/** `needsApproval`: a review alone is not enough. What no review shows and this push did not cause is held. */
export function verdictOf(plan: DecidedPlan, found: readonly FoundReview[], needsApproval: boolean): Verdict {
  const ours = found.filter(({ signature }) => signature === 'ours');
  const reviews = ours.map((from) => ({ ...from.review, moved: from.moved ?? NONE, from }));
  const shown = decide(plan, reviews);
  const { by, expected, unreviewed, used } = needsApproval
    ? decide(plan, reviews, ({ from: { approvals } }) => approvals.length > 0)
    : shown;
  const unshown = new Set(shown.unreviewed);
  const isHeld = (change: Change) => change.origin === 'base' && unshown.has(change);
  return {
    expected,
    unreviewed: unreviewed.filter((change) => !isHeld(change)),
    held: unreviewed.filter(isHeld),
    unapproved: unreviewed.filter((change) => !unshown.has(change)),
    counted: used.map(({ from }) => from),
    inboxes: [...by].flatMap(([{ account }, { inboxes }]) => inboxes?.filter((one) => one.account === account) ?? []),
  };
}

/**
 * Uses up what a review shows of a rule of which a newer review was made, and of changes that an older review made and
 * that are not needed now. Else its change would come back once somebody undoes it. `found`: newest first.
 */
export function withMadeBefore(found: readonly FoundReview[], plan: Plan | null): FoundReview[] {
  // Nothing is known of changes that are not in the plan because an account was not read, or because of `only`.
  const isKnown = plan?.complete === true && !isLimited(plan);
  const needed = new Set(plan?.changes.map(({ digest }) => shortDigest(digest)));
  const ours = (some: readonly FoundReview[]) =>
    some.flatMap(({ signature, review }) => (signature === 'ours' ? review : []));
  return found.map((one, index) => {
    const { changes, unneeded = [], shown = {} } = one.review;
    const made = new Set(ours(found.slice(index + 1)).flatMap(({ done = [] }) => done));
    const remade = new Set(
      ours(found.slice(0, index)).flatMap(({ done = [], shown: named = {} }) =>
        done.flatMap((digest) => named[digest] ?? []),
      ),
    );
    const isGone = (digest: string) =>
      (isKnown && !one.isWider && made.has(digest) && !needed.has(digest)) || remade.has(shown[digest] ?? '');
    const gone = changes?.filter(isGone) ?? [];
    if (changes === null || gone.length === 0) return one;
    const left = changes.filter((digest) => !isGone(digest));
    return { ...one, review: { ...one.review, changes: left, unneeded: [...unneeded, ...gone] } };
  });
}

/** Reviews that show another change of a held rule: their run was superseded or dropped, and nobody else would say so. */
export function staleIn(
  found: readonly FoundReview[],
  plan: DecidedPlan,
  held: readonly Change[],
): Map<FoundReview, Change[]> {
  const needed = new Set(plan.changes.map(({ digest }) => shortDigest(digest)));
  const stale = new Map<FoundReview, Change[]>();
  for (const one of found) {
    const { changes, shown = {} } = one.review;
    if (one.signature !== 'ours' || changes === null) continue;
    const names = new Set(changes.flatMap((digest) => (needed.has(digest) ? [] : (shown[digest] ?? []))));
    const ofThese = held.filter((change) => names.has(shownName(change)));
    if (ofThese.length > 0) stale.set(one, ofThese);
  }
  return stale;
}
