/** Reads live rules from the services of a run, and plans with them. */
import pMap from 'p-map';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { askAccounts, type FailedAccount, type PlanTarget, planAccounts } from '../../engine/ask-accounts.ts';
import { type DecidedInboxes, inboxesInCommon, otherInboxes } from '../../engine/inboxes.ts';
import { hasErrors, onlyUnknown, type Planned, planOf, reviewPlanned, unfitGlobs } from '../../engine/plan.ts';
import { type Reviewed, type ReviewResult, reviewedInboxes } from '../../model/review.ts';
import type { Client } from '../../service/client.ts';
import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { saidIfSlow } from '../terminal/progress.ts';
import { UserError } from '../user-error.ts';
import { type ClosedAccount, failedAccount, type OpenAccount, type SortedAccounts, sortedByState } from './accounts.ts';
import type { SessionArguments } from './arguments.ts';

/** Asks accounts; returns the answers in order, and those that cannot be read as closed. `what`: what is waited for. */
export async function askAll<Answer>(
  invocation: Pick<Invocation, 'io' | 'terminal'>,
  open: readonly OpenAccount[],
  ask: (client: Client) => Promise<Answer>,
  what?: string,
): Promise<SortedAccounts<OpenAccount & { answer: Answer }>> {
  const asked = askAccounts(open, ({ client }) => ask(client));
  // Collects what arrives one by one; the order stays.
  const answers = pMap(asked, (one) => ('answer' in one ? { ...one.target, answer: one.answer } : failedAccount(one)));
  return sortedByState(await saidIfSlow(invocation, answers, what));
}

/** Reads the live rules of accounts. */
export function readLive(invocation: Pick<Invocation, 'io' | 'terminal'>, open: readonly OpenAccount[]) {
  return askAll(invocation, open, (client) => client.listRules());
}

/** How to make a plan, if not from the files alone. */
export interface PlanHow {
  /** Plans an account from its live rules. By default, plans what the files declare. */
  planner?: ((open: OpenAccount) => NonNullable<PlanTarget['plan']>) | undefined;
  /** The review; null or omitted: everything may be carried out. */
  reviewed?: Reviewed | null | undefined;
  base?: { commit: string } | undefined;
  failed?: readonly ClosedAccount[];
  pitfalls?: readonly Diagnostic[] | undefined;
  concurrency?: number;
}

export interface PlannedRun {
  planned: Planned[];
  plan: Plan;
  review: ReviewResult | null;
  /** Why open accounts have no plan, and names of `--only` that may not exist. */
  problems: Diagnostic[];
  /** The accounts without a plan: closed before, or failed. */
  unplanned: ClosedAccount[];
  /** Of `unplanned`. */
  codes: ExitCode[];
}

/** Reads live rules and plans. Throws a UserError for an unknown name of `--only`, if all accounts were read. */
export async function planRun(
  invocation: Pick<Invocation<SessionArguments>, 'io' | 'terminal' | 'args'>,
  { open, closed }: { open: readonly OpenAccount[]; closed: readonly ClosedAccount[] },
  { planner, reviewed = null, base, failed: before = [], pitfalls = [], concurrency }: PlanHow = {},
): Promise<PlannedRun> {
  const { args } = invocation;
  const targets = open.map((one): PlanTarget => {
    return { account: one.account, rules: one.client, ...(planner && { plan: planner(one) }) };
  });
  const now = () => invocation.io.uptime() * 1000;
  const made = await saidIfSlow(invocation, planAccounts(targets, now, concurrency));
  const decided = reviewed === null ? new Map() : reviewedInboxes(reviewed);
  const { meant, others } = sortedInboxes(made.planned, decided);
  const failed = [...before, ...[...made.failed, ...others].map(failedAccount)];
  const unplanned = [...closed, ...failed];
  // Every account that was asked for was read.
  const isWhole = unplanned.length === 0 && args.shard === undefined;
  const unknown = unknownNames(meant, open, isWhole);
  const problems = [...failed.flatMap((one) => one.problems), ...unknown];
  if (hasErrors(unknown)) throw new UserError(unknown);
  const { planned, review } = reviewed === null ? { planned: meant, review: null } : reviewPlanned(meant, reviewed);
  const codes = unplanned.map(({ code }) => code);
  const plan = planOf(planned, unplanned, base);
  // A way back has no rules of files, and a glob may fit a rule of an account that was not read.
  const unfit = isWhole && args.account === undefined && planner === undefined ? unfitGlobs(planned) : [];
  const notices = [...unfit, ...pitfalls, ...plan.notices];
  return { planned, plan: { ...plan, notices }, review, problems, unplanned, codes };
}

/** The accounts whose inbox is the one that is meant, and those whose key opens another one. */
function sortedInboxes(planned: readonly Planned[], decided: DecidedInboxes) {
  const read = planned.map(({ account: { name, baseUrl }, live }) => ({ name, baseUrl, live }));
  const problems = [...inboxesInCommon(read), ...otherInboxes(read, decided)];
  const problemOf = new Map(problems.map((problem) => [problem.account, problem]));
  const meant = planned.filter(({ account }) => !problemOf.has(account.name));
  const others = planned.flatMap(({ account }): FailedAccount[] => {
    const problem = problemOf.get(account.name);
    return problem === undefined ? [] : [{ account, problem, failure: null }];
  });
  return { meant, others };
}

/** The names of `--only` that no account has. What an account declares is known even if it could not be read. */
function unknownNames(planned: readonly Planned[], open: readonly OpenAccount[], isWhole: boolean): Diagnostic[] {
  const [first] = planned;
  if (first === undefined) return [];
  const liveOf = new Map(planned.map(({ account, live }) => [account.name, live]));
  const named = open.map(({ account: { name, declared } }) => {
    return { declared: declared.map(({ body }) => body.name), live: liveOf.get(name) ?? [] };
  });
  // `only` is the same for all accounts.
  return onlyUnknown(first.account.only ?? null, named, isWhole);
}
