/** Planning over a port that can only read: making a plan sends nothing but GET. */
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import type { AccountError, Plan } from '../model/plan.ts';
import type { PlanSettings } from '../model/project.ts';
import type { DeclaredRule, LiveRule, Spot } from '../model/rule.ts';
import { combine, NO_COUNTS } from '../planning/combine.ts';
import { type AccountPlan, type PlanFlags, planAccount } from '../planning/plan-account.ts';
import type { Veil } from '../planning/secrets.ts';

/** An account to plan for: what is declared, and how it is compared. */
export interface Account {
  name: string;
  baseUrl: string;
  declared: readonly DeclaredRule[];
  settings: PlanSettings;
  flags: PlanFlags;
  veil: Veil;
  placeOf: (spot: Spot) => Place;
}

export interface Planned extends AccountPlan {
  plan: Plan;
}

/** Takes an account and its live rules, gives the plan and the work that carries it out. */
export function planFor(account: Account, live: readonly LiveRule[]): Planned {
  const { name, declared } = account;
  const planned = planAccount({ ...account, account: name, live });
  const head = { name, baseUrl: account.baseUrl, live: live.length, declared: declared.length };
  const plan = combine([{ account: { ...head, summary: planned.counts }, planned }], account.veil.keyId);
  return { ...planned, plan };
}

/** The plan of an account that could not be read: not complete, and never to be applied. */
export function failedPlan(
  account: Pick<Account, 'name' | 'baseUrl'> & { declared: number; keyId: string | null },
  error: AccountError,
): Plan {
  const { name, baseUrl, declared } = account;
  return combine(
    [{ account: { name, baseUrl, live: 0, declared, summary: NO_COUNTS, error }, planned: null }],
    account.keyId,
  );
}

/** Whether the plan holds something that will not be carried out as it stands. */
export function isRefused(planned: Pick<Planned, 'guarded' | 'work'>): boolean {
  return planned.guarded || planned.work.some(({ change }) => change.refused !== undefined);
}

/** Whether any of these stops everything. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
