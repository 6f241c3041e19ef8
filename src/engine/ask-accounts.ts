/** Reads the live rules of accounts side by side, by GET requests alone, and plans. One that fails does not stop others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import pMap, { pMapIterable } from 'p-map';
import { serviceFailed } from '../diagnostics/connections.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Failure } from '../model/applied.ts';
import { inboxIdentityOf } from '../model/inbox-identity.ts';
import type { LiveRule } from '../model/rule.ts';
import { failureOf } from './failure.ts';
import { withImpact } from './impact.ts';
import { type Account, type Planned, type PlanOrProblem, planFor } from './plan.ts';

const AT_ONCE = 8;

/** An account that this run can do nothing for. */
export interface FailedAccount {
  account: Account;
  problem: Diagnostic;
  /** The failed answer or connection; null if something else is wrong. */
  failure: Failure | null;
}

export type Answered<Target, Answer> = { target: Target; answer: Answer };

/** In the order of the targets. If an address does not answer, only its first accounts wait; the others fail at once. */
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

/** An account, and how to read its live rules. */
export interface PlanTarget {
  account: Account;
  rules: { readInbox(): Promise<{ rules: LiveRule[]; at: string }> };
  /** Plans from fresh live rules, or says why it cannot. By default, plans what the files declare. */
  plan?: (live: readonly LiveRule[]) => PlanOrProblem;
}

/** Plans accounts, keeping their order. `concurrency` as in askAccounts. `now` is a clock in ms. */
export async function planAccounts(
  targets: readonly PlanTarget[],
  now: () => number,
  concurrency = AT_ONCE,
): Promise<{ planned: Planned[]; failed: FailedAccount[] }> {
  const read = async ({ rules }: PlanTarget): Promise<LiveRead> => {
    const readAt = now();
    const { rules: live, at } = await rules.readInbox();
    return { live, readAt, at };
  };
  const reads = askAccounts(targets, read, concurrency);
  const results = await pMap(reads, (one) => ('answer' in one ? planOne(one) : one), { concurrency: AT_ONCE });
  return {
    planned: results.filter((result) => 'planned' in result),
    failed: results.filter((result) => 'problem' in result),
  };
}

/** `at`: ISO 8601, by the service's clock. */
type LiveRead = Pick<Planned, 'live' | 'readAt'> & { at: string };

async function planOne({ target, answer }: Answered<PlanTarget, LiveRead>): Promise<Planned | FailedAccount> {
  const { account, plan } = target;
  const { live, readAt, at } = answer;
  // Planning blocks the event loop, so let the next request go out first.
  await nextTurn();
  const made = plan === undefined ? await planFor(account, live) : plan(live);
  if ('problem' in made) return { account, problem: made.problem, failure: null };
  const { samples, redactor } = account;
  const work = samples ? withImpact(made.planned.work, live, samples, redactor.text) : made.planned.work;
  const deleted = new Set(work.flatMap(({ change: { op, id } }) => (op === 'delete' ? [id] : [])));
  return { ...made, planned: { ...made.planned, work }, live, readAt, inbox: inboxIdentityOf(live, at, deleted) };
}
