/** The plans of several accounts, side by side: one that fails does not stop the others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import pMap, { pMapIterable } from 'p-map';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Failure } from '../model/applied.ts';
import type { LiveRule } from '../model/rule.ts';
import type { AccountPlan } from '../planning/plan-account.ts';
import { failureOf } from './failure.ts';
import { withImpact } from './impact.ts';
import { type Account, leftToDo, type Planned, planFor, Unplannable } from './plan.ts';

/** How many accounts are read at once. */
export const AT_ONCE = 8;

/** An account with a way to its live rules. */
export interface PlanTarget {
  account: Account;
  rules: { listRules(): Promise<LiveRule[]> };
  /** Makes the plan from live rules just read. Left out: the plan is to what the files declare. */
  plan?: (live: readonly LiveRule[]) => Pick<Planned, 'account' | 'planned' | 'leftToDo'>;
}

export interface NotPlanned {
  account: Account;
  problem: Diagnostic;
  /** What the service or the way to it answered; null where something else is wrong. */
  failure: Failure | null;
}

export interface PlannedAccounts {
  planned: Planned[];
  failed: NotPlanned[];
}

/**
 * Gives the plans of accounts in the same order; `concurrency`: how many requests there may be at once; `now`: a clock in ms.
 * Of a thousand inboxes at an address where nothing answers, those that are asked first find out for all.
 */
export async function planAccounts(
  targets: readonly PlanTarget[],
  now: () => number,
  concurrency = AT_ONCE,
): Promise<PlannedAccounts> {
  const answering = new Set<string>();
  const unanswered = new Map<string, NotPlanned>();
  const readOne = async (target: PlanTarget): Promise<LiveRead | NotPlanned> => {
    const { account, rules } = target;
    const known = answering.has(account.baseUrl) ? undefined : unanswered.get(account.baseUrl);
    if (known !== undefined) return notPlanned(account, known.problem, known.failure);
    const readAt = now();
    try {
      const live = await rules.listRules();
      answering.add(account.baseUrl);
      return { target, live, readAt };
    } catch (error) {
      const failure = failureOf(error);
      const { message, remedy } = failure;
      const problem: Diagnostic = { code: 'service-failed', args: { message, remedy }, severity: 'error' };
      const result = notPlanned(account, problem, failure);
      if (failure.status === null) unanswered.set(account.baseUrl, result);
      else answering.add(account.baseUrl);
      return result;
    }
  };
  const most = Math.min(concurrency, AT_ONCE);
  const reads = pMapIterable(targets, readOne, { concurrency: most, backpressure: Number.POSITIVE_INFINITY });
  const results = await pMap(reads, (read) => ('live' in read ? planOne(read) : read), { concurrency: AT_ONCE });
  return {
    planned: results.filter((result) => 'planned' in result),
    failed: results.filter((result) => 'problem' in result),
  };
}

interface LiveRead extends Pick<Planned, 'live' | 'readAt'> {
  target: PlanTarget;
}

async function planOne({ target: { account, plan }, live, readAt }: LiveRead): Promise<Planned | NotPlanned> {
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
    if (error instanceof Unplannable) return notPlanned(account, error.problem, null);
    throw error;
  }
}

function notPlanned(account: Account, problem: Diagnostic, failure: Failure | null): NotPlanned {
  return { account, problem: { ...problem, account: account.name }, failure };
}
