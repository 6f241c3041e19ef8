/** Saved plans, such as those of the shards of a run, as one plan. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { recorded } from '../diagnostics/recorded.ts';
import type { Plan } from '../diagnostics/results.ts';
import { compareText } from '../model/compare-text.ts';
import { groupBy } from '../model/group-by.ts';
import type { Notice, PlanDocument, PlannedAccount } from '../model/plan.ts';
import { planDigest } from '../planning/digest.ts';
import { add, NO_COUNTS } from './plan.ts';

/** `file` is the user's name for it. */
export interface SavedPlan {
  file: string;
  plan: PlanDocument;
}

/**
 * Merges plans of different accounts; a single plan stays as it is. Returns problems if two plans have an account in common,
 * or cannot be of one run.
 */
export function mergePlans(saved: readonly SavedPlan[]): { plan: Plan } | { problems: Diagnostic[] } {
  // Where no account could be planned, nothing is said about the rules that --only names.
  const [first, ...others] = saved.filter(({ plan }) => plan.accounts.some(isPlanned));
  const problems = [...sharedAccounts(saved), ...others.flatMap((other) => unlike(other, first))];
  if (problems.length > 0) return { problems };
  const plans = saved.map(({ plan }) => plan);
  const only = first?.plan.only;
  const { base } = plans.find((plan) => plan.base?.problem != null) ?? plans[0] ?? {};
  const changes = plans.flatMap((plan) => plan.changes).sort((a, b) => compareText(a.account, b.account));
  return {
    plan: {
      digest: planDigest(changes),
      ...withKeys(plans),
      complete: plans.every(({ complete }) => complete),
      ...(only && { only }),
      summary: plans.map(({ summary }) => summary).reduce(add, NO_COUNTS),
      ...(base && { base }),
      changes,
      notices: onceForAll(plans.flatMap(({ notices }) => notices)).map(recorded),
    },
  };
}

function isPlanned({ error }: PlannedAccount): boolean {
  return error === undefined;
}

/**
 * The accounts of all plans, each with what is not the same for all: the key of its tags, and on how many sample mails it was
 * tried. Several plans may have the same mails or others, so how many there are in all is not known.
 */
function withKeys(plans: readonly PlanDocument[]): Pick<Plan, 'keyId' | 'samples' | 'accounts'> {
  const keyIds = plans.flatMap((plan) => plan.accounts.filter(isPlanned).map(({ keyId }) => keyId ?? plan.keyId));
  const isOneKey = new Set(keyIds).size <= 1;
  const isOnePlan = plans.length === 1;
  const accounts = plans.flatMap((plan) =>
    plan.accounts.map((account): PlannedAccount => {
      if (!isPlanned(account)) return account;
      const { keyId = plan.keyId, samples = isOnePlan ? undefined : plan.samples, ...rest } = account;
      return {
        ...rest,
        ...(isOneKey || keyId === null ? {} : { keyId }),
        ...(samples === undefined ? {} : { samples }),
      };
    }),
  );
  const samples = isOnePlan ? plans[0]?.samples : undefined;
  return {
    keyId: isOneKey ? (keyIds[0] ?? null) : null,
    ...(samples === undefined ? {} : { samples }),
    accounts: accounts.sort((a, b) => compareText(a.name, b.name)),
  };
}

/** Leaves out what shards repeat about files that they share. */
function onceForAll(notices: readonly Notice[]): Notice[] {
  const met = new Set<string>();
  return notices.filter((notice) => {
    const key = JSON.stringify(notice);
    if (notice.account === undefined && met.has(key)) return false;
    met.add(key);
    return true;
  });
}

/** Says for every two files that have accounts in common which these are. */
function sharedAccounts(saved: readonly SavedPlan[]): Diagnostic[] {
  const owners = new Map<string, string>();
  const shared = saved.flatMap(({ file, plan }) => {
    const names = new Set(
      [...plan.accounts, ...plan.changes.map(({ account }) => ({ name: account }))].map(({ name }) => name),
    );
    return [...names].flatMap((name) => {
      const owner = owners.get(name);
      if (owner !== undefined) return [{ files: [owner, file] as const, name }];
      owners.set(name, file);
      return [];
    });
  });
  return [...groupBy(shared, ({ files }) => JSON.stringify(files)).values()].map((same): Diagnostic => {
    const args = { files: same[0].files, accounts: [...new Set(same.map(({ name }) => name))] };
    return { code: 'plan-files-same-account', args, severity: 'error' };
  });
}

function unlike({ file, plan }: SavedPlan, first: SavedPlan | undefined): Diagnostic[] {
  if (first === undefined) return [];
  const say = (option: '--base' | '--only'): Diagnostic => {
    return { code: 'plan-files-unlike', args: { files: [first.file, file], option }, severity: 'error' };
  };
  return [
    ...(plan.base?.commit === first.plan.base?.commit ? [] : [say('--base')]),
    ...(JSON.stringify(plan.only) === JSON.stringify(first.plan.only) ? [] : [say('--only')]),
  ];
}
