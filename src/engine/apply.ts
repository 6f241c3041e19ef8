/**
 * Carries a plan out, one change at a time, and stops at the first failure: the outcome of a failed write may be
 * unknown, and a create is never repeated blindly. What was done is always said; a second plan tells what is left.
 */
import type { Applied, Failure, Outcome, Step } from '../model/applied.ts';
import type { ArgsOf, Diagnostic } from '../model/diagnostic.ts';
import type { LiveRule, RuleBody } from '../model/rule.ts';
import { canonicalName } from '../planning/canonical.ts';
import { remainingDifferences } from '../planning/differences.ts';
import { applyOrder } from '../planning/order.ts';
import type { Work } from '../planning/plan-account.ts';
import { type Account, type Planned, planFor } from './plan.ts';

/** What an apply needs of the service. */
export interface RulesPort {
  listRules(): Promise<LiveRule[]>;
  createRule(rule: RuleBody): Promise<unknown>;
  replaceRule(id: string, rule: RuleBody): Promise<unknown>;
  deleteRule(id: string): Promise<void>;
}

export interface ApplyOptions {
  rules: RulesPort;
  /** Turns what the port throws into a value; throws on what only we can have caused. */
  failureOf: (error: unknown) => Failure;
  /** Asked before each change: whether the user wants it to stop. */
  interrupted: () => boolean;
  /** Told of each step once its outcome is known. */
  onStep: (step: Step) => void;
}

/** Takes a plan with the live rules that it was made from; gives what was done and how the inbox is now. */
export async function apply(
  account: Account,
  planned: Planned,
  live: readonly LiveRule[],
  options: ApplyOptions,
): Promise<Applied> {
  const steps = await carryOut(planned, options);
  const after = await options.rules.listRules().then(
    (rules) => ({ rules }),
    (error: unknown) => ({ unchecked: options.failureOf(error) }),
  );
  if ('unchecked' in after) return { outcome: 'partial', steps, differences: [], notices: [], ...after };
  const left = planFor(account, after.rules).work.map(({ change }) => change);
  const settled = new Set(steps.filter(({ status }) => status !== 'done').map(({ change }) => change.digest));
  const differences = remainingDifferences(left.filter(({ digest }) => !settled.has(digest)));
  const notices = switched(account, live, after.rules);
  return { outcome: outcomeOf(steps, differences.length, options.interrupted()), steps, differences, notices };
}

async function carryOut({ work, guarded }: Planned, options: ApplyOptions): Promise<Step[]> {
  const steps: Step[] = [];
  let stopped = false;
  for (const item of applyOrder(work)) {
    const step = await oneStep(item);
    steps.push(step);
    if (step.status === 'failed') stopped = true;
    if (step.status !== 'not-tried') options.onStep(step);
  }
  return steps;

  async function oneStep(item: Work): Promise<Step> {
    const { change } = item;
    if (guarded || change.refused !== undefined) return { change, status: 'refused' };
    if (stopped || options.interrupted()) return { change, status: 'not-tried' };
    try {
      await send(item, options.rules);
      return { change, status: 'done' };
    } catch (error) {
      return { change, status: 'failed', error: options.failureOf(error) };
    }
  }
}

async function send({ change, wanted, live }: Work, rules: RulesPort): Promise<void> {
  if (live === null && wanted !== null) await rules.createRule(wanted);
  else if (live !== null && wanted !== null) await rules.replaceRule(live.id, wanted);
  else if (live !== null && change.op === 'delete') await rules.deleteRule(live.id);
}

function outcomeOf(steps: readonly Step[], differences: number, interrupted: boolean): Outcome {
  const some = (status: Step['status']) => steps.some((step) => step.status === status);
  if (some('failed')) return 'partial';
  if (interrupted && some('not-tried')) return 'interrupted';
  if (some('refused')) return 'refused';
  return differences === 0 ? 'converged' : 'differs';
}

/** Rules that the service switched on or off in this run, or created switched off: one notice for each way. */
function switched(account: Account, before: readonly LiveRule[], after: readonly LiveRule[]): Diagnostic[] {
  const earlier = new Map(before.map((rule) => [rule.id, rule.enabled]));
  const declared = new Set(account.declared.map(({ body }) => body.name));
  const rules: Record<ArgsOf<'switched'>['how'], string[]> = { 'created-off': [], off: [], on: [] };
  for (const { id, name, enabled } of after) {
    const was = earlier.get(id);
    const shown = account.veil.text(canonicalName(name));
    if (was === undefined && !enabled && declared.has(canonicalName(name))) rules['created-off'].push(shown);
    if (was !== undefined && was !== enabled) rules[enabled ? 'on' : 'off'].push(shown);
  }
  return (['created-off', 'off', 'on'] as const)
    .filter((how) => rules[how].length > 0)
    .map((how) => ({
      code: 'switched',
      args: { rules: rules[how].sort(), how },
      severity: 'warning',
      account: account.name,
    }));
}
