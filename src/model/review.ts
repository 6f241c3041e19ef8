/** What was reviewed before an apply, and how the current plan compares with it. */
import type { InboxIdentity } from './inbox-identity.ts';
import type { Change, PlanDocument, PlannedAccount, ShownRule } from './plan.ts';

/** A reviewed plan file. The digests of its changes and its inboxes decide; the rest is for messages. */
export interface ReviewedPlan {
  digest: string;
  keyId: string | null;
  accounts: PlannedAccount[];
  /** With a base, the edits were reviewed; the others were shown as left alone. */
  changes: Change[];
  base?: PlanDocument['base'];
  file: string;
}

/** Single changes that somebody was shown, by their digests: one that is there twice counts twice. */
export interface ShownChanges {
  digests: readonly string[];
  /** What they were shown for: a digest knows no inbox. */
  inboxes: readonly { account: string; inbox: InboxIdentity }[];
}

/** What may be carried out: what each of these that is not null allows. */
export interface Reviewed {
  plan: ReviewedPlan | null;
  /** The digest of `--expect`, which is of a whole plan. */
  digest: string | null;
  /** What the action found in comments. */
  shown: ShownChanges | null;
}

/** The inboxes that a review was made for. The digest of a plan covers its own. */
export function reviewedInboxes({ plan, shown }: Reviewed): Map<string, InboxIdentity[]> {
  const ofPlan = (plan?.accounts ?? []).flatMap(({ name, inbox }) => (inbox ? [{ account: name, inbox }] : []));
  const inboxes = new Map<string, InboxIdentity[]>();
  for (const { account, inbox } of [...ofPlan, ...(shown?.inboxes ?? [])]) {
    inboxes.set(account, [...(inboxes.get(account) ?? []), inbox]);
  }
  return inboxes;
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
  /** The digest of the plan as it is now. */
  digest: string;
  pairs: readonly ReviewedPair[];
  unreviewed: readonly Change[];
  skipped: readonly Change[];
}

/** A rule without the tags of its secrets. */
export function withoutTags<Rule extends ShownRule | null>(rule: Rule): Rule {
  return JSON.parse(JSON.stringify(rule), (key, value) => (key === 'tag' ? '' : value));
}
