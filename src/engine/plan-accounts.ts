/** The plans of several accounts, side by side: one that fails does not stop the others. */
import pMap from 'p-map';
import type { Failure } from '../model/applied.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { LiveRule } from '../model/rule.ts';
import { type Account, leftToDo, type Outline, outlineOf, type Planned, planFor, Unplannable } from './plan.ts';

/** How many accounts are read at once. */
export const AT_ONCE = 8;

/** How many are, where so many requests are allowed at once. */
export function atOnce(concurrency: number): number {
  return Math.min(concurrency, AT_ONCE);
}

/** An account with a way to its live rules. */
export interface Target {
  account: Account;
  rules: {
    listRules(): Promise<LiveRule[]>;
    /** Nothing more is asked for now. */
    rest?(): void;
  };
  /** When its live rules were asked for, in ms of the clock, where that was before now. */
  askedAt?: number | null;
  /** Makes the plan from live rules just read. Left out: the plan is to what the files declare. */
  plan?: (live: readonly LiveRule[]) => Pick<Planned, 'account' | 'planned' | 'leftToDo'>;
}

export interface NotPlanned {
  account: Account;
  problem: Diagnostic;
  /** What the service or the way to it answered; null where something else is wrong. */
  failure: Failure | null;
}

export interface PlannedAccounts<Kept = Planned> {
  planned: Kept[];
  failed: NotPlanned[];
}

/**
 * Takes accounts, what turns what their ports throw into a value, and a clock in ms; gives their plans in the same order.
 * `concurrency`: how many requests there may be at once.
 */
export function planAccounts(
  targets: readonly Target[],
  failureOf: (error: unknown) => Failure,
  now: () => number,
  concurrency = AT_ONCE,
): Promise<PlannedAccounts> {
  return planEach(targets, { failureOf, now, concurrency, after: () => {} }, (planned) => planned);
}

/** The same for plans that are only shown: once its plan is made, nothing else is kept of an account, and it can rest. */
export function outlineAccounts(
  targets: readonly Target[],
  failureOf: (error: unknown) => Failure,
  now: () => number,
): Promise<PlannedAccounts<Outline>> {
  return planEach(targets, { failureOf, now, concurrency: AT_ONCE, after: ({ rules }) => rules.rest?.() }, outlineOf);
}

interface EachOptions {
  failureOf: (error: unknown) => Failure;
  now: () => number;
  concurrency: number;
  /** Called with each account once it is planned, or cannot be. */
  after: (target: Target) => void;
}

async function planEach<Kept extends object>(
  targets: readonly Target[],
  { failureOf, now, concurrency, after }: EachOptions,
  keep: (planned: Planned) => Kept,
): Promise<PlannedAccounts<Kept>> {
  const planned: Kept[] = [];
  const failed: NotPlanned[] = [];
  const results = await pMap(
    targets,
    async (target) => {
      const result = await planOne(target, failureOf, now);
      after(target);
      return 'planned' in result ? { kept: keep(result) } : { failed: result };
    },
    { concurrency: atOnce(concurrency) },
  );
  for (const result of results) {
    if ('kept' in result) planned.push(result.kept);
    else failed.push(result.failed);
  }
  return { planned, failed };
}

async function planOne(
  { account, rules, plan, askedAt = null }: Target,
  failureOf: (error: unknown) => Failure,
  now: () => number,
): Promise<Planned | NotPlanned> {
  try {
    const readAt = askedAt ?? now();
    const live = await rules.listRules();
    const liveCount = live.length;
    if (plan !== undefined) return { ...plan(live), live, liveCount, readAt };
    const planned = await planFor(account, live);
    const kept = planned.work.length === 0 ? [] : live;
    return { account, live: kept, liveCount, readAt, planned, leftToDo: (after) => leftToDo(account, planned, after) };
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
