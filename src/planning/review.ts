/**
 * Decides which changes were reviewed. A change is identified by its digest, which covers what is done to which rule of
 * which account. If files or live rules change after the review, so do the digests, and the changes are refused. A
 * review of one change counts once: it covers the delete of only one of two identical live rules.
 */
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import type { Redactor } from '../diagnostics/redactor.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change } from '../model/plan.ts';
import {
  type Reviewed,
  type ReviewedPair,
  type ReviewedPlan,
  type ReviewResult,
  withoutTags,
} from '../model/review.ts';
import { withDependentsRefused } from './changes.ts';
import { splitByCount } from './counted.ts';
import { changeDigest, planDigest } from './digest.ts';
import { sortedNotices, withGuards } from './guards.ts';
import type { AccountPlan } from './plan-account.ts';

/** An account of the run, with its new plan. */
export interface UnderReview {
  name: string;
  baseUrl: string;
  keyId: string;
  /** The redactor of the run: the plan file may be older than the variable that holds a secret. */
  redactor: Redactor;
  planned: AccountPlan;
}

/**
 * Returns the plans of the accounts in the same order, with unreviewed changes refused and guards applied to the rest,
 * and how they compare with the review.
 */
export function review(
  accounts: readonly UnderReview[],
  reviewed: Reviewed,
): ReviewResult & { planned: AccountPlan[] } {
  const changes = accounts.flatMap(({ planned }) => planned.work.map(({ change }) => change));
  // With `--only`, the digest of the whole plan covers these changes too.
  const wholes = [planDigest(changes), planDigest(accounts.flatMap(allOf))];
  const isWhole = wholes.some((whole) => reviewed.expected.includes(whole));
  const results = accounts.map((account) => reviewAccount(account, reviewed, isWhole));
  return {
    of: reviewed,
    left: planDigest(results.flatMap(({ planned }) => refusedOf(planned))),
    planned: results.map(({ planned }) => planned),
    pairs: results.flatMap(({ pairs }) => pairs),
    unreviewed: results.flatMap(({ unreviewed }) => unreviewed),
    skipped: results.flatMap(({ skipped }) => skipped),
  };
}

function refusedOf({ work, guarded }: AccountPlan): Change[] {
  return work.flatMap(({ change }) => (guarded || change.refused !== undefined ? [change] : []));
}

function allOf({ planned: { work, leftOut = [] } }: UnderReview): Change[] {
  return [...work.map(({ change }) => change), ...leftOut];
}

type AccountReview = Pick<ReviewResult, 'pairs' | 'unreviewed' | 'skipped'> & { planned: AccountPlan };

function reviewAccount(account: UnderReview, { plan, expected }: Reviewed, isWhole: boolean): AccountReview {
  const { name, planned } = account;
  const reviewed = (plan?.changes ?? [])
    .filter((change) => change.account === name)
    .map((change) => redacted(change, account.redactor));
  const changes = planned.work.map(({ change }) => change);

  const inPlan = sameDigests(reviewed, changes);
  const rest = reviewed.filter((change) => !inPlan.reviewed.has(change));
  const others = changes.filter((change) => !inPlan.now.has(change));
  const relatedTo = aboutSameRule(rest);
  const found = others.map((now) => ({ now, reviewed: relatedTo(now) }));

  const given = isWhole ? new Set(others) : expectedOnes(expected, changes, inPlan.now);
  const keyId = keyIn(plan, name);
  const isKey = [null, account.keyId].includes(keyId);
  const pairs: ReviewedPair[] = [];
  const unreviewed: Change[] = [];
  const refused = new Map<Change, Change>();
  for (const { now, reviewed } of found) {
    if (given.has(now)) continue;
    const sameKey = isKey || reviewed === null || !(hasSecrets(reviewed) && hasSecrets(now));
    const code = reviewed === null ? 'unreviewed' : refusalCode({ reviewed, now, sameKey });
    const change = { ...now, refused: now.refused ?? code };
    refused.set(now, change);
    if (reviewed === null) unreviewed.push(change);
    else pairs.push({ reviewed, now: change, sameKey });
  }
  const work = planned.work.map((item) => ({ ...item, change: refused.get(item.change) ?? item.change }));

  const met = new Set(found.map((one) => one.reviewed));
  const isComplete = pairs.length === 0 && unreviewed.length === 0;
  const notices = plan === null ? [] : noticesOf(account, plan, isComplete);
  const { guarding } = planned;
  // Whoever gives the digest of a whole way back has seen what it deletes.
  const isMeant = isWhole && guarding.isRollback;
  const flags = isMeant ? { ...guarding.flags, maxDeletes: Number.MAX_SAFE_INTEGER } : guarding.flags;
  return {
    planned: withGuards({
      ...planned,
      guarding: { ...guarding, flags },
      work: withDependentsRefused(work),
      notices: sortedNotices([...planned.notices, ...notices]),
    }),
    pairs,
    unreviewed,
    skipped: rest.filter((change) => !met.has(change)),
  };
}

function refusalCode({ reviewed, now, sameKey }: ReviewedPair): string {
  return !sameKey && untagged(reviewed) === untagged(now) ? 'tags-of-another-key' : 'changed-since-review';
}

/** Pairs changes that have the same digest, preferring the same live rule. Returns those that have a partner. */
function sameDigests(reviewed: readonly Change[], changes: readonly Change[]) {
  const free: Map<string, Change[]> = groupBy(reviewed, ({ digest }) => digest);
  const found = { reviewed: new Set<Change>(), now: new Set<Change>() };
  for (const fits of [(one: Change, now: Change) => one.id === now.id, () => true]) {
    for (const now of changes) {
      if (found.now.has(now)) continue;
      const alike = free.get(now.digest) ?? [];
      const at = alike.findIndex((one) => fits(one, now));
      const [one] = at === -1 ? [] : alike.splice(at, 1);
      if (one === undefined) continue;
      found.reviewed.add(one);
      found.now.add(now);
    }
  }
  return found;
}

/** The changes covered by single digests. Changes already covered by the plan file use up their digests. */
function expectedOnes(expected: readonly string[], changes: readonly Change[], covered: ReadonlySet<Change>) {
  const digestOf = ({ digest }: Change) => digest;
  const left = splitByCount(expected, (digest) => digest, [...covered].map(digestOf)).others;
  const uncovered = changes.filter((change) => !covered.has(change));
  return new Set(splitByCount(uncovered, digestOf, left).there);
}

/** The id of the key that made an account's tags in a plan file; null if the file does not say. */
function keyIn(plan: ReviewedPlan | null, name: string): string | null {
  return plan?.accounts.find((account) => account.name === name)?.keyId ?? plan?.keyId ?? null;
}

/** Notices about an account that the plan file lacks, could not read, or has at another address. */
function noticesOf({ name, baseUrl, redactor }: UnderReview, { accounts }: ReviewedPlan, isComplete: boolean) {
  const notices: Diagnostic[] = [];
  const warn = (finding: Finding) => notices.push({ ...finding, severity: 'warning', account: name });
  const there = accounts.find((account) => account.name === name);
  if (there === undefined) {
    const known = accounts.map((account) => redactor.text(account.name));
    if (!isComplete) warn({ code: 'review-without-account', args: { known } });
    return notices;
  }
  if (there.error !== undefined) {
    if (!isComplete) warn({ code: 'review-account-failed', args: {} });
    return notices;
  }
  const reviewed = redactor.text(there.baseUrl);
  if (reviewed !== baseUrl) warn({ code: 'review-other-address', args: { reviewed, now: baseUrl } });
  return notices;
}

/** Hides the secrets of this run in everything that may be shown of a plan file's change. */
function redacted(change: Change, redactor: Redactor): Change {
  const { account, op, digest, id } = change;
  return { ...redactor.everywhere(change), account, op, digest, id };
}

/**
 * Returns a function that finds the change of the same rule: by id, else by name, else by the earlier name of either.
 * Null if there is none.
 */
function aboutSameRule(changes: readonly Change[]): (change: Change) => Change | null {
  const byId = grouped(changes, ({ id }) => (id === null ? [] : [id]));
  const byName = grouped(changes, ({ name }) => [name]);
  const byAnyName = grouped(changes, namesOf);
  const met = new Set<Change>();
  return (change) => {
    const { id, name, op } = change;
    const places = [id === null ? [] : byId(id), byName(name), namesOf(change).flatMap(byAnyName)];
    const [candidates = []] = places.filter((some) => some.length > 0);
    const alike = candidates.filter((one) => one.op === op);
    const found = alike.find((one) => !met.has(one)) ?? alike[0] ?? candidates[0] ?? null;
    if (found !== null) met.add(found);
    return found;
  };
}

function namesOf({ name, renamedFrom }: Change): string[] {
  return renamedFrom === undefined ? [name] : [name, renamedFrom];
}

function grouped(changes: readonly Change[], keysOf: (change: Change) => string[]): (key: string) => Change[] {
  const keyed = changes.flatMap((change) => keysOf(change).map((key) => ({ key, change })));
  const groups = groupBy(keyed, ({ key }) => key);
  return (key) => (groups.get(key) ?? []).map(({ change }) => change);
}

/** Reports whether a change shows a secret: its digest then depends on the key that makes the tags. */
export function hasSecrets(change: Change): boolean {
  return untagged(change) !== changeDigest(change);
}

/** The digest that a change would have without the tags of its secrets. */
function untagged({ account, op, before, after }: Change): string {
  return changeDigest({ account, op, before: withoutTags(before), after: withoutTags(after) });
}
