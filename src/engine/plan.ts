/** Plans an account from its live rules, which ./ask-accounts.ts reads, and puts the plans of a run together. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Plan } from '../diagnostics/results.ts';
import type { ReadSample } from '../mail/samples.ts';
import { compareText } from '../model/compare-text.ts';
import { planDigest } from '../model/digest.ts';
import { globMatcher } from '../model/glob.ts';
import { groupBy } from '../model/group-by.ts';
import type { InboxIdentity } from '../model/inbox-identity.ts';
import { meantBy, nearest } from '../model/nearest.ts';
import { type AccountError, type Change, type Counts, editsOf, type PlannedAccount } from '../model/plan.ts';
import { recordOf } from '../model/record-of.ts';
import type { Reviewed, ReviewResult } from '../model/review.ts';
import type { LiveRule } from '../model/rule.ts';
import { canonicalName } from '../planning/canonical.ts';
import { byName, type Work } from '../planning/changes.ts';
import { type Only, rulesUnknown } from '../planning/only.ts';
import { withOrigins } from '../planning/origin.ts';
import { type AccountInput, type AccountPlan, planAccount, undeclaredNames } from '../planning/plan-account.ts';
import { review } from '../planning/review.ts';
import type { namesDeclaredBefore } from '../source/git/history.ts';

/** An account to plan for. */
export interface Account extends Omit<AccountInput, 'account' | 'live' | 'declaredBefore'> {
  name: string;
  /** Returns the names that were ever declared. Only called if the settings require it and it matters. */
  declaredBefore: (names: readonly string[]) => ReturnType<typeof namesDeclaredBefore>;
  /** Sample mails for showing the impact of changes. Optional. */
  samples?: readonly ReadSample[];
  /**
   * What the files at the base declare; null if they do not have the account. `otherInbox` says that theirs of this name may
   * be another inbox. Left out: the plan has no base.
   */
  base?: Pick<AccountInput, 'declared' | 'settings'> | { otherInbox: Diagnostic } | null;
}

export type PlanOrProblem = Pick<Planned, 'account' | 'planned' | 'leftToDo' | 'atEnd'> | { problem: Diagnostic };

/** Plans the changes that turn the inbox into what the files declare, and tells which of them come from a base. */
export async function planFor(account: Account, live: readonly LiveRule[]): Promise<PlanOrProblem> {
  const here = await planHere(account, live);
  if ('problem' in here) return here;
  return {
    account,
    planned: comparedWithBase(account, here, live),
    // New undeclared rules are kept, because the git history was not searched for them.
    leftToDo: (after) => planAgain(account, here, after).work,
  };
}

function comparedWithBase(account: Account, here: AccountPlan, live: readonly LiveRule[]): AccountPlan {
  const { base } = account;
  if (base === undefined) return here;
  if (base === null) return withOrigins(here, null);
  if ('declared' in base) {
    return withOrigins(here, { ...base, ...planAgain({ ...account, ...base, violations: [] }, here, live) });
  }
  const guarding = { ...here.guarding, otherInbox: true };
  return withOrigins({ ...here, guarding, notices: [...here.notices, base.otherInbox] }, null);
}

/** Plans again, from other files or live rules. Of the git history it uses only what the first plan looked up. */
function planAgain(account: Account, { declaredBefore }: AccountPlan, live: readonly LiveRule[]): AccountPlan {
  const isKept = account.settings.undeclared === 'declared-before';
  const known = isKept ? (declaredBefore ?? new Set<string>()) : null;
  return planAccount({ ...account, account: account.name, live, declaredBefore: known });
}

async function planHere(account: Account, live: readonly LiveRule[]): Promise<AccountPlan | { problem: Diagnostic }> {
  const input = { ...account, account: account.name, live };
  const asked = account.settings.undeclared === 'declared-before' ? undeclaredNames(input) : [];
  if (asked.length === 0) return planAccount({ ...input, declaredBefore: null });
  const history = await account.declaredBefore(asked);
  if ('problem' in history) return { problem: { ...history.problem, account: account.name } };
  const planned = planAccount({ ...input, declaredBefore: new Set([...history.names].map(canonicalName)) });
  const notices = history.notices.map((notice) => ({ ...notice, account: account.name }));
  return { ...planned, notices: [...notices, ...planned.notices] };
}

export interface Planned {
  account: Account;
  live: readonly LiveRule[];
  /** When the request for them was sent: ms on a clock that never runs backwards. */
  readAt: number;
  inbox: InboxIdentity;
  planned: AccountPlan;
  /** The changes still needed, given the live rules after the apply. */
  leftToDo: (live: readonly LiveRule[]) => Work[];
  /** Said at the end in place of what was switched on or off. `done`: the changes made. */
  atEnd?: (live: readonly LiveRule[], done: readonly Change[]) => Diagnostic[];
}

export type Unplanned = { name: string; baseUrl: string; declared: number; error: AccountError };

/** Combines the plans of a run. The result is complete if all accounts could be planned. */
export function planOf(planned: readonly Planned[], unplanned: readonly Unplanned[], base?: { commit: string }): Plan {
  const sorted = [...planned].sort((a, b) => compareText(a.account.name, b.account.name));
  // With different keys for the tags, no single id is right for the whole plan.
  const keysDiffer = new Set(planned.map(({ account }) => account.redactor.keyId)).size > 1;
  const lists = new Set(planned.map(({ account }) => account.samples ?? []));
  const samples = new Set([...lists].flat()).size;
  const read = sorted.map(({ account, live, inbox, planned: plan }): PlannedAccount => {
    const { name, baseUrl, declared, redactor } = account;
    const own = account.samples?.length ?? 0;
    const few = own === samples ? {} : { samples: own };
    const key = keysDiffer ? { keyId: redactor.keyId } : {};
    const counts = { live: live.length, declared: declared.length, summary: plan.counts };
    return { name, baseUrl, ...counts, ...few, ...key, inbox };
  });
  const failed = unplanned.map(({ name, baseUrl, declared, error }): PlannedAccount => {
    return { name, baseUrl, declared, error, live: 0, summary: NO_COUNTS };
  });
  const changes = sorted.flatMap(({ planned: { work, drift = [] } }) => {
    return [...work, ...drift].sort(byName).map(({ change }) => change);
  });
  const plan: Plan = {
    ...together([...read, ...failed], changes, keysDiffer ? null : (planned[0]?.account.redactor.keyId ?? null)),
    ...(base && { base: { commit: base.commit } }),
    notices: sorted.flatMap((one) => one.planned.notices),
    ...(samples > 0 && { samples }),
  };
  return partial(plan, planned);
}

/** What the accounts and the changes of a plan come to. */
export function together(accounts: readonly PlannedAccount[], changes: Change[], keyId: string | null) {
  return {
    digest: planDigest(editsOf(changes), accounts),
    keyId,
    complete: accounts.every(({ error }) => error === undefined),
    summary: recordOf(COUNTED, (key) => accounts.reduce((sum, { summary }) => sum + summary[key], 0)),
    accounts: [...accounts].sort((a, b) => compareText(a.name, b.name)),
    changes,
  };
}

function partial(plan: Plan, planned: readonly Planned[]): Plan {
  const [first] = planned;
  if (first?.account.only == null) return plan;
  const only = first.account.only.patterns.map(first.account.redactor.text);
  const leftOut = planned.reduce((sum, one) => sum + (one.planned.leftOut ?? []).length, 0);
  const notice: Diagnostic = { code: 'plan-partial', args: { only, leftOut }, severity: 'warning' };
  return { ...plan, only, notices: [notice, ...plan.notices] };
}

/** Globs of settings that fit no rule, declared or live, of any account that has them. */
export function unfitGlobs(planned: readonly Planned[]): Diagnostic[] {
  const entries = planned.flatMap(({ account: { settings, declared, redactor }, live }) => {
    const names = () => [...declared.map(({ body }) => body.name), ...live.map(({ name }) => canonicalName(name))];
    const ofRules = [...settings.ignoreDifferences, ...settings.acceptPitfalls].map(({ rule }) => rule);
    return [...settings.ignore, ...ofRules].map((glob) => ({ glob, names, redactor }));
  });
  return [...groupBy(entries, ({ glob }) => glob)].flatMap(([glob, same]): Diagnostic[] => {
    const names = same.flatMap((one) => one.names());
    if (names.some(globMatcher(glob))) return [];
    const meant = meantBy(glob, names) ?? [nearest(glob, names, 2)].filter((name) => name !== null);
    const { text } = same[0].redactor;
    return [{ code: 'glob-fits-nothing', args: { glob: text(glob), meant: meant.map(text) }, severity: 'warning' }];
  });
}

/** Names that no account has, declared or live. Unless `isWhole`, accounts that were not read may have them. */
export function onlyUnknown(
  only: Only | null,
  accounts: readonly { declared: readonly string[]; live: readonly LiveRule[] }[],
  isWhole: boolean,
): Diagnostic[] {
  if (accounts.length === 0) return [];
  const names = accounts.flatMap(({ declared, live }) => [...declared, ...live.map(({ name }) => name)]);
  if (isWhole) return rulesUnknown(only, names, 'declared-or-live');
  return rulesUnknown(only, names, 'read').map((unknown): Diagnostic => ({ ...unknown, severity: 'warning' }));
}

/** The plans of a run, with unreviewed changes refused. */
export function reviewPlanned(
  planned: readonly Planned[],
  reviewed: Reviewed,
): { planned: Planned[]; review: ReviewResult } {
  const only = planned[0]?.account.only;
  const accounts = planned.map(({ account: { name, redactor }, planned: plan, inbox }) => {
    return { name, keyId: redactor.keyId, redactor: redactor.ofRun, planned: plan, inbox };
  });
  const { plan } = reviewed;
  // The rules that this run leaves out are not reported as missing.
  const changes = plan?.changes.filter((one) => only?.has(one.name, one.renamedFrom ?? null) !== false) ?? [];
  const { planned: plans, ...rest } = review(accounts, { ...reviewed, plan: plan && { ...plan, changes } });
  return { planned: planned.map((one, index) => ({ ...one, planned: plans[index] ?? one.planned })), review: rest };
}

/** What of a plan will be carried out. */
export function workToDo({ guarded, work }: AccountPlan): Work[] {
  return guarded ? [] : work.filter(({ change }) => change.refused === undefined);
}

/** Whether anything in the plan will not be carried out. */
export function isRefused({ guarded, work }: AccountPlan): boolean {
  return guarded || work.some(({ change }) => change.refused !== undefined);
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

const COUNTED = ['create', 'replace', 'delete', 'unchanged', 'kept'] as const satisfies readonly (keyof Counts)[];
const NO_COUNTS: Counts = recordOf(COUNTED, () => 0);
