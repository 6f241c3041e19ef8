/** Asks the services of several accounts, side by side: one that fails does not stop the others. */
import { pMapIterable } from 'p-map';
import { serviceFailed } from '../diagnostics/connections.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Failure } from '../model/applied.ts';
import { failureOf } from './failure.ts';
import type { Account } from './plan.ts';

/** How many accounts are asked at once. */
export const AT_ONCE = 8;

/** An account that nothing can be done for in this run. */
export interface FailedAccount {
  account: Account;
  problem: Diagnostic;
  /** What the service or the way to it answered; null where something else is wrong. */
  failure: Failure | null;
}

export interface Answered<Target, Answer> {
  target: Target;
  answer: Answer;
}

/**
 * Gives the answers in the order of the targets, each as soon as those before it are there; `concurrency`: how many requests
 * there may be at once. Of a thousand inboxes at an address where nothing answers, the first to be asked find out for all.
 */
export function askAccounts<Target extends { account: Account }, Answer>(
  targets: readonly Target[],
  ask: (target: Target) => Promise<Answer>,
  concurrency = AT_ONCE,
): AsyncIterable<Answered<Target, Answer> | FailedAccount> {
  const answering = new Set<string>();
  const unanswered = new Map<string, Failure>();
  const failed = (account: Account, failure: Failure): FailedAccount => {
    return { account, problem: serviceFailed(failure, account.name), failure };
  };
  const askOne = async (target: Target): Promise<Answered<Target, Answer> | FailedAccount> => {
    const { account } = target;
    const known = answering.has(account.baseUrl) ? undefined : unanswered.get(account.baseUrl);
    if (known !== undefined) return failed(account, known);
    try {
      const answer = await ask(target);
      answering.add(account.baseUrl);
      return { target, answer };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.status === null) unanswered.set(account.baseUrl, failure);
      else answering.add(account.baseUrl);
      return failed(account, failure);
    }
  };
  const most = Math.min(concurrency, AT_ONCE);
  return pMapIterable(targets, askOne, { concurrency: most, backpressure: Number.POSITIVE_INFINITY });
}
