/** What was reviewed before an apply, and how the current plan compares with it. */
import type { Change, PlanDocument, PlannedAccount, ShownRule } from './plan.ts';

/** A reviewed plan file. Only the digests of its changes decide; the rest is for messages. */
export interface ReviewedPlan {
  keyId: string | null;
  accounts: PlannedAccount[];
  /** With a base, the edits were reviewed; the others were shown as left alone. */
  changes: Change[];
  base?: PlanDocument['base'];
  file: string;
}

/** What may be carried out. */
export interface Reviewed {
  plan: ReviewedPlan | null;
  /** The digests of `--expect`, of changes or of a whole plan. One that was given twice counts twice. */
  expected: readonly string[];
}

/** A change that differs from the reviewed one of the same rule. */
export interface ReviewedPair {
  reviewed: Change;
  now: Change;
  /** Whether their tags were made with the same key, so that secrets can be compared. */
  sameKey: boolean;
}

/** How the current plan compares with what was reviewed. */
export interface ReviewResult {
  of: Reviewed;
  /** The digest of a plan of the changes that are not carried out. */
  left: string;
  pairs: readonly ReviewedPair[];
  unreviewed: readonly Change[];
  skipped: readonly Change[];
}

/** A rule without the tags of its secrets. */
export function withoutTags<Rule extends ShownRule | null>(rule: Rule): Rule {
  return JSON.parse(JSON.stringify(rule), (key, value) => (key === 'tag' ? '' : value));
}
