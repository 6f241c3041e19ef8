/**
 * Decides which changes were reviewed. A change is identified by its digest, which covers what is done to which rule of
 * which inbox. If files or live rules change after the review, so do the digests, and the changes are refused. A
 * review of one change counts once: it covers the delete of only one of two identical live rules. With a base, what no
 * review covers and the files did not cause is left alone. A reviewed change is carried out, whatever causes it. That the
 * inboxes are those of the review is asked before (engine/inboxes.ts).
 */
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import type { Redactor } from '../diagnostics/redactor.ts';
import { changeDigest, planDigest } from '../model/digest.ts';
import { groupBy } from '../model/group-by.ts';
import type { InboxIdentity } from '../model/inbox-identity.ts';
import { type Change, editsOf } from '../model/plan.ts';
import {
  type Reviewed,
  type ReviewedPair,
  type ReviewedPlan,
  type ReviewResult,
  type ShownChanges,
  withoutTags,
} from '../model/review.ts';
import { byName, type Work } from './changes.ts';
import { splitByCount } from './counted.ts';
import { withDriftApart } from './origin.ts';
import type { AccountPlan } from './plan-account.ts';

export interface UnderReview {
  name: string;
  keyId: string;
  /** The redactor of the run: the plan file may be older than the variable that holds a secret. */
  redactor: Redactor;
  planned: AccountPlan;
  inbox: InboxIdentity;
}

const NOTHING: ShownChanges = { digests: [], inboxes: [] };

/** The plans in the same order, unreviewed changes refused and the rest guarded, and how they compare. */
export function review(
  accounts: readonly UnderReview[],
  reviewed: Reviewed,
): ReviewResult & { planned: AccountPlan[] } {
  const digest = planDigest(
    accounts.flatMap(({ planned }) => planned.work.map(({ change }) => change)),
    accounts,
  );
  // The digest of another plan allows nothing, whatever a plan file has.
  const isOther = reviewed.digest !== null && reviewed.digest !== digest;
  const allowing = isOther ? { ...reviewed, plan: null, shown: NOTHING } : reviewed;
  const results = accounts.map((account) => reviewAccount(account, allowing));
  return {
    of: reviewed,
    digest,
    planned: results.map(({ planned }) => planned),
    pairs: results.flatMap(({ pairs }) => pairs),
    unreviewed: results.flatMap(({ unreviewed }) => unreviewed),
    skipped: results.flatMap(({ skipped }) => skipped),
  };
}

type AccountReview = Omit<ReviewResult, 'of' | 'digest'> & { planned: AccountPlan };

function reviewAccount(account: UnderReview, { plan, shown, digest }: Reviewed): AccountReview {
  const { name, planned } = account;
  const ofFile = (plan?.changes ?? []).filter((change) => change.account === name);
  // The secrets of this run are hidden in everything that may be shown of a plan file's change.
  const reviewed = editsOf(ofFile).map((change): Change => {
    const { op, digest, id } = change;
    return { ...account.redactor.everywhere(change), account: name, op, digest, id };
  });
  const all = [...planned.work, ...(planned.drift ?? [])];
  const changes = all.map(({ change }) => change);
  const rest = unlike(reviewed, changes);
  const relatedTo = aboutSameRule(rest.reviewed);
  const found = rest.now.map((now) => ({ now, reviewed: relatedTo(now) }));
  const shownAsDrift = ofFile.filter(({ origin }) => origin === 'base').map(digestOf);
  const isShownAsDrift = new Set(splitByCount(rest.now, digestOf, shownAsDrift).there);

  // The digest of this plan covers all of it, where nothing else says what was reviewed.
  const isWhole = digest !== null && plan === null && shown === null;
  const given = isWhole ? new Set(editsOf(rest.now)) : expectedOnes(shown?.digests ?? [], changes, rest.now);
  // The key that made the account's tags in the plan file, if the file says so.
  const keyId = plan?.accounts.find((one) => one.name === name)?.keyId ?? plan?.keyId ?? null;
  const isKey = keyId === null || keyId === account.keyId;
  const pairs: ReviewedPair[] = [];
  const unreviewed: Change[] = [];
  const left = new Set<Change>();
  const refused = new Map<Change, Change>();
  for (const { now, reviewed } of found.filter((one) => !given.has(one.now))) {
    if (isShownAsDrift.has(now) || (reviewed === null && now.origin === 'base')) {
      left.add(now);
      continue;
    }
    const sameKey = isKey || reviewed === null || !(hasSecrets(reviewed) && hasSecrets(now));
    const isSameUntagged = !sameKey && untagged(reviewed) === untagged(now);
    const changed = isSameUntagged ? 'tags-of-another-key' : 'changed-since-review';
    const change = { ...now, refused: now.refused ?? (reviewed === null ? 'unreviewed' : changed) };
    refused.set(now, change);
    if (reviewed === null) unreviewed.push(change);
    else pairs.push({ reviewed, now: change, sameKey });
  }
  const work = all.map((item): Work => {
    const origin = left.has(item.change) ? 'base' : item.change.origin && 'edit';
    return { ...item, change: { ...(refused.get(item.change) ?? item.change), ...(origin && { origin }) } };
  });

  const met = new Set(found.map((one) => one.reviewed));
  const notices = plan === null ? [] : noticesOf(account, plan, refused.size === 0);
  const { guarding } = planned;
  // Whoever gives the digest of a whole way back has seen what it deletes.
  const isMeant = isWhole && guarding.isRollback;
  const flags = isMeant ? { ...guarding.flags, maxDeletes: Number.MAX_SAFE_INTEGER } : guarding.flags;
  return {
    planned: withDriftApart({
      ...planned,
      guarding: { ...guarding, flags },
      work: work.sort(byName),
      notices: [...planned.notices, ...notices],
    }),
    pairs,
    unreviewed,
    skipped: rest.reviewed.filter((change) => !met.has(change)),
  };
}

const digestOf = ({ digest }: Change) => digest;

/** What is left of both without pairs of the same digest. Changes of the same live rule are paired first. */
function unlike(reviewed: readonly Change[], now: readonly Change[]) {
  let rest = { reviewed, now };
  for (const keyOf of [({ digest, id }: Change) => `${digest} ${id}`, digestOf]) {
    const { there, others } = splitByCount(rest.now, keyOf, rest.reviewed.map(keyOf));
    rest = { reviewed: splitByCount(rest.reviewed, keyOf, there.map(keyOf)).others, now: others };
  }
  return rest;
}

/** The `uncovered` changes that single digests cover. Those covered by the plan file use up their digests. */
function expectedOnes(expected: readonly string[], changes: readonly Change[], uncovered: readonly Change[]) {
  const open = new Set(uncovered);
  const covered = changes.filter((change) => !open.has(change)).map(digestOf);
  const left = splitByCount(expected, (digest) => digest, covered).others;
  return new Set(splitByCount(uncovered, digestOf, left).there);
}

/** The notice about an account that the plan file lacks or could not read. */
function noticesOf({ name, redactor }: UnderReview, { accounts }: ReviewedPlan, isComplete: boolean) {
  const warning = (finding: Finding): Diagnostic[] => [{ ...finding, severity: 'warning', account: name }];
  const there = accounts.find((account) => account.name === name);
  if (there === undefined) {
    const known = accounts.map((account) => redactor.text(account.name));
    return isComplete ? [] : warning({ code: 'review-without-account', args: { known } });
  }
  return isComplete || there.error === undefined ? [] : warning({ code: 'review-account-failed', args: {} });
}

/** By what the change of the same rule is found: by id, else by name, else by the earlier name of either. */
const RULE_KEYS: readonly ((change: Change) => readonly string[])[] = [
  ({ id }) => (id === null ? [] : [id]),
  ({ name }) => [name],
  ({ name, renamedFrom }) => (renamedFrom === undefined ? [name] : [name, renamedFrom]),
];

function aboutSameRule(changes: readonly Change[]): (change: Change) => Change | null {
  const byKey = RULE_KEYS.map((keysOf) => {
    const keyed = changes.flatMap((change) => keysOf(change).map((key) => ({ key, change })));
    return groupBy(keyed, ({ key }) => key);
  });
  const met = new Set<Change>();
  return (now) => {
    const places = RULE_KEYS.map((keysOf, at) => keysOf(now).flatMap((key) => byKey[at]?.get(key) ?? []));
    const candidates = (places.find((some) => some.length > 0) ?? []).map(({ change }) => change);
    const alike = candidates.filter(({ op }) => op === now.op);
    const found = alike.find((one) => !met.has(one)) ?? alike[0] ?? candidates[0] ?? null;
    if (found !== null) met.add(found);
    return found;
  };
}

/** Reports whether a change shows a secret: its digest then depends on the key that makes the tags. */
export function hasSecrets(change: Change): boolean {
  return untagged(change) !== changeDigest(change, '');
}

/** The digest that a change at any address would have without the tags of its secrets. */
function untagged({ account, op, before, after }: Change): string {
  return changeDigest({ account, op, before: withoutTags(before), after: withoutTags(after) }, '');
}
