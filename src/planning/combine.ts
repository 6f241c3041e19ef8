import type { Plan } from '../diagnostics/results.ts';
import type { Counts, PlannedAccount } from '../model/plan.ts';
import type { Work } from './changes.ts';
import { planDigest } from './digest.ts';
import type { AccountPlan } from './plan-account.ts';

export const NO_COUNTS: Counts = { create: 0, replace: 0, delete: 0, unchanged: 0, kept: 0 };

/** An account of a plan. */
export interface PlanPart {
  account: PlannedAccount;
  /** null where the account could not be read. */
  planned: (Pick<AccountPlan, 'notices'> & { work: readonly Pick<Work, 'change'>[] }) | null;
}

export function combine(parts: readonly PlanPart[], keyId: Plan['keyId']): Plan {
  const sorted = [...parts].sort((a, b) => (a.account.name < b.account.name ? -1 : 1));
  const changes = sorted.flatMap(({ planned }) => planned?.work.map(({ change }) => change) ?? []);
  return {
    digest: planDigest(changes),
    keyId,
    complete: sorted.every(({ planned }) => planned !== null),
    summary: sorted.map(({ account }) => account.summary).reduce(add, NO_COUNTS),
    accounts: sorted.map(({ account }) => account),
    changes,
    notices: sorted.flatMap(({ planned }) => planned?.notices ?? []),
  };
}

function add(a: Counts, b: Counts): Counts {
  return {
    create: a.create + b.create,
    replace: a.replace + b.replace,
    delete: a.delete + b.delete,
    unchanged: a.unchanged + b.unchanged,
    kept: a.kept + b.kept,
  };
}
