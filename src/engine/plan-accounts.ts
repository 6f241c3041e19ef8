/** The plans of several accounts, side by side: one that fails does not stop the others. */
import pMap from 'p-map';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Failure } from '../model/applied.ts';
import type { LiveRule } from '../model/rule.ts';
import { type Account, leftToDo, type Planned, planFor, Unplannable } from './plan.ts';

/** How many accounts are read at once. */
export const AT_ONCE = 8;

/** An account with a way to its live rules. */
export interface Target {
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
 * Takes accounts, what turns what their ports throw into a value, and a clock in ms; gives their plans in the same order.
 * `concurrency`: how many requests there may be at once. Of a thousand inboxes at an address where nothing answers, those
 * that are asked first find out for all.
 */
export async function planAccounts(
  targets: readonly Target[],
  failureOf: (error: unknown) => Failure,
  now: () => number,
  concurrency = AT_ONCE,
): Promise<PlannedAccounts> {
  const answering = new Set<string>();
  const unanswered = new Map<string, NotPlanned>();
  const results = await pMap(
    targets,
    async (target) => {
      const { name, baseUrl } = target.account;
      const known = answering.has(baseUrl) ? undefined : unanswered.get(baseUrl);
      if (known !== undefined) {
        return { ...known, account: target.account, problem: { ...known.problem, account: name } as Diagnostic };
      }
      const result = await planOne(target, failureOf, now);
      if ('planned' in result || result.failure === null || result.failure.status !== null) answering.add(baseUrl);
      else unanswered.set(baseUrl, result);
      return result;
    },
    { concurrency: Math.min(concurrency, AT_ONCE) },
  );
  return {
    planned: results.filter((result) => 'planned' in result),
    failed: results.filter((result) => 'problem' in result),
  };
}

async function planOne(
  { account, rules, plan }: Target,
  failureOf: (error: unknown) => Failure,
  now: () => number,
): Promise<Planned | NotPlanned> {
  try {
    const readAt = now();
    const live = await rules.listRules();
    if (plan !== undefined) return { ...plan(live), live, readAt };
    const planned = await planFor(account, live);
    return { account, live, readAt, planned, leftToDo: (after) => leftToDo(account, planned, after) };
  } catch (error) {
    if (error instanceof Unplannable) return { account, problem: error.problem, failure: null };
    const failure = failureOf(error);
    const { message, remedy } = failure;
    const problem: Diagnostic = {
      code: 'service-failed',
      args: { message, remedy },
      severity: 'error',
      account: account.name,
    };
    return { account, problem, failure };
  }
}
