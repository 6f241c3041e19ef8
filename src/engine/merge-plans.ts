/** Saved plans, such as those of the shards of a run, as one plan. */
import { recorded } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Plan } from '../diagnostics/results.ts';
import { compareText } from '../model/compare-text.ts';
import { groupBy } from '../model/group-by.ts';
import type { PlanDocument, PlannedAccount } from '../model/plan.ts';
import { together } from './plan.ts';

/** `file` is the user's name for it. */
export type SavedPlan = { file: string; plan: PlanDocument };

/** One plan of all accounts, or problems: plans that share an account, or cannot come from one run. */
export function mergePlans(saved: readonly SavedPlan[]): { plan: Plan } | { problems: Diagnostic[] } {
  const problems = [...sharedAccounts(saved), ...unlike(saved)];
  if (problems.length > 0) return { problems };
  const plans = saved.map(({ plan }) => plan);
  const only = plans.find((plan) => plan.only !== undefined)?.only;
  const { mailbox, samples } = (plans.length === 1 ? plans[0] : undefined) ?? {};
  const keyIds = plans.flatMap(({ accounts, keyId }) => accounts.filter(isPlanned).map((one) => one.keyId ?? keyId));
  const isOneKey = new Set(keyIds).size <= 1;
  // Each with its key id if those differ, and its number of samples: plans may have the same mails or others.
  const accounts = plans.flatMap((plan) => {
    const keyId = isOneKey ? undefined : (plan.keyId ?? undefined);
    const own = { keyId, samples: plans.length === 1 ? undefined : plan.samples };
    return plan.accounts.map((account) => (isPlanned(account) ? { ...own, ...account } : account));
  });
  const changes = plans.flatMap((plan) => plan.changes).sort((a, b) => compareText(a.account, b.account));
  // Shards repeat what is about files that they share.
  const notices = plans.flatMap((plan) => plan.notices);
  const once = new Map(notices.map((one, at) => [one.account === undefined ? JSON.stringify(one) : at, one]));
  return {
    plan: {
      ...together(accounts, changes, isOneKey ? (keyIds[0] ?? null) : null),
      only,
      samples,
      mailbox,
      base: plans[0]?.base,
      notices: [...once.values()].map(recorded),
    },
  };
}

const isPlanned = ({ error }: PlannedAccount) => error === undefined;

function sharedAccounts(saved: readonly SavedPlan[]): Diagnostic[] {
  const all = saved.flatMap(({ file, plan: { accounts, changes } }) => {
    const names = new Set([...accounts.map(({ name }) => name), ...changes.map(({ account }) => account)]);
    return [...names].map((name) => ({ name, file }));
  });
  const shared = [...groupBy(all, ({ name }) => name)].flatMap(([name, ofName]) => {
    return ofName.length === 1 ? [] : [{ name, files: ofName.map(({ file }) => file) }];
  });
  return [...groupBy(shared, ({ files }) => JSON.stringify(files)).values()].map((same) => {
    const args = { files: same[0].files, accounts: same.map(({ name }) => name) };
    return { code: 'plan-files-same-account', args, severity: 'error' };
  });
}

function unlike(saved: readonly SavedPlan[]): Diagnostic[] {
  // Where no account could be planned, nothing is said of --only.
  const planned = saved.filter(({ plan }) => plan.accounts.some(isPlanned));
  const runs = groupBy(planned, ({ plan: { base, only } }) => JSON.stringify([base?.commit, only]));
  const files = [...runs.values()].map(([first]) => first.file);
  return runs.size <= 1 ? [] : [{ code: 'plan-files-unlike', args: { files }, severity: 'error' }];
}
