/** What was reviewed before an apply, and how the plan of now compares with it. */
import type { Change, PlanDocument, ShownRule } from './plan.ts';

/** A reviewed plan as its file holds it. Only the digests of its changes decide; the rest is for what is said. */
export interface ReviewedPlan extends Pick<PlanDocument, 'keyId' | 'accounts' | 'changes'> {
  /** As the user named it. */
  file: string;
}

/** What may be carried out. */
export interface Reviewed {
  /** The PLANFILE; null where none is given. */
  plan: ReviewedPlan | null;
  /** The digests of `--expect`, of changes or of a whole plan, each as often as given. */
  expected: readonly string[];
}

/** A change that is not the reviewed one of the same rule. */
export interface ReviewedPair {
  reviewed: Change;
  now: Change;
  /** Whether the tags of their secrets, if they have any, were made under one key, so that they can be compared. */
  sameKey: boolean;
}

/** How the plan of now compares with what was reviewed. */
export interface ReviewResult {
  of: Reviewed;
  /** The digest of a plan of the changes that are not carried out: of what is left once the others are. */
  left: string;
  /** Changes of now that differ from what was reviewed of the same rule. */
  pairs: readonly ReviewedPair[];
  /** Changes of now about rules that the review has nothing about. */
  unreviewed: readonly Change[];
  /** Reviewed changes that are no longer needed. */
  skipped: readonly Change[];
}

/** A rule with its secrets as they are shown, and nothing of their tags. */
export function withoutTags<Rule extends ShownRule | null>(rule: Rule): Rule {
  return JSON.parse(JSON.stringify(rule), (key, value) => (key === 'tag' ? '' : value));
}
