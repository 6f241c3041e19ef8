/** The plans of several accounts, side by side: one that fails does not stop the others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import pMap from 'p-map';
import type { LiveRule } from '../model/rule.ts';
import type { AccountPlan } from '../planning/plan-account.ts';
import { type Answered, AT_ONCE, askAccounts, type FailedAccount } from './ask-accounts.ts';
import { withImpact } from './impact.ts';
import { type Account, leftToDo, type Planned, planFor, Unplannable } from './plan.ts';

/** An account with a way to its live rules. */
export interface PlanTarget {
  account: Account;
  rules: { listRules(): Promise<LiveRule[]> };
  /** Makes the plan from live rules just read. Left out: the plan is to what the files declare. */
  plan?: (live: readonly LiveRule[]) => Pick<Planned, 'account' | 'planned' | 'leftToDo'>;
}

/** Gives the plans of accounts in the same order; `concurrency` as in askAccounts; `now`: a clock in ms. */
export async function planAccounts(
  targets: readonly PlanTarget[],
  now: () => number,
  concurrency = AT_ONCE,
): Promise<{ planned: Planned[]; failed: FailedAccount[] }> {
  const read = async ({ rules }: PlanTarget): Promise<LiveRead> => {
    const readAt = now();
    return { live: await rules.listRules(), readAt };
  };
  const reads = askAccounts(targets, read, concurrency);
  const results = await pMap(reads, (one) => ('answer' in one ? planOne(one) : one), { concurrency: AT_ONCE });
  return {
    planned: results.filter((result) => 'planned' in result),
    failed: results.filter((result) => 'problem' in result),
  };
}

type LiveRead = Pick<Planned, 'live' | 'readAt'>;

async function planOne({
  target: { account, plan },
  answer: { live, readAt },
}: Answered<PlanTarget, LiveRead>): Promise<Planned | FailedAccount> {
  // The request that takes the place of this one goes out first: planning takes the processor.
  await nextTurn();
  const tried = (planned: AccountPlan): AccountPlan => {
    if (account.samples === undefined) return planned;
    return { ...planned, work: withImpact(planned.work, live, account.samples, account.redactor.text) };
  };
  if (plan !== undefined) {
    const made = plan(live);
    return { ...made, planned: tried(made.planned), live, readAt };
  }
  try {
    const planned = await planFor(account, live);
    const left = (after: readonly LiveRule[]) => leftToDo(account, planned, after);
    return { account, live, readAt, planned: tried(planned), leftToDo: left };
  } catch (error) {
    if (error instanceof Unplannable) return { account, problem: error.problem, failure: null };
    throw error;
  }
}
