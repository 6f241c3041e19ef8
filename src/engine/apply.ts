/**
 * Carries a plan out, one change at a time, and stops at the first failure: the outcome of a failed write may be
 * unknown, and a create is never repeated blindly. What was done is always said; a second plan tells what is left.
 */
import type { Applied, Failure, Step } from '../model/applied.ts';
import type { ArgsOf, Diagnostic } from '../model/diagnostic.ts';
import type { Change } from '../model/plan.ts';
import type { LiveRule, RuleBody } from '../model/rule.ts';
import { canonicalName } from '../planning/canonical.ts';
import { remainingDifferences } from '../planning/differences.ts';
import { applyOrder } from '../planning/order.ts';
import type { Work } from '../planning/work.ts';
import { fresh } from './fresh.ts';
import { type Account, leftToDo, type Planned } from './plan.ts';

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
  /** A clock in ms. */
  now: () => number;
}

/** Takes a plan with the live rules that it was made from, just read; gives what was done and how the inbox is now. */
export async function apply({ account, planned, live }: Planned, options: ApplyOptions): Promise<Applied> {
  const steps = await carryOut(planned, live, options);
  const after = await options.rules.listRules().then(
    (rules) => ({ rules }),
    (error: unknown) => ({ failure: options.failureOf(error) }),
  );
  const interrupted = options.interrupted();
  if ('failure' in after) {
    const unchecked = [{ account: account.name, failure: after.failure }];
    return settle({ run: null, steps, differences: [], notices: [], interrupted, unchecked, unplanned: [] });
  }
  const left = leftToDo({ account, planned }, after.rules).map(({ change }) => change);
  const differences = remainingDifferences(left.filter(isNotOf(steps.filter(({ status }) => status !== 'done'))));
  const replaced = new Set(
    steps.flatMap(({ status, change: { id } }) => (status === 'done' && id !== null ? [id] : [])),
  );
  const notices = switched(account, live, after.rules, replaced);
  return settle({
    run: null,
    steps: steps.map(resolved(left)),
    differences,
    notices,
    interrupted,
    unchecked: [],
    unplanned: [],
  });
}

/** A test for changes that are not about the same rules as these steps: by id, or by name where it has none. */
function isNotOf(steps: readonly Step[]): (change: Change) => boolean {
  const ids = new Set(steps.map(({ change }) => change.id));
  const names = new Set(steps.flatMap(({ change }) => [change.name, change.renamedFrom ?? change.name]));
  return ({ id, name }) => (id === null || !ids.has(id)) && !names.has(name);
}

/** A failed write whose outcome is not known may have been made all the same: what is left to do tells. */
function resolved(left: readonly Change[]): (step: Step) => Step {
  const digests = new Set(left.map(({ digest }) => digest));
  return (step) => {
    if (step.error?.outcomeUnknown !== true) return step;
    const others = left.some((change) => !isNotOf([step])(change));
    const found = digests.has(step.change.digest) ? 'not-made' : others ? 'otherwise' : 'made';
    return { ...step, found };
  };
}

/** Takes what was done in each account, and the accounts that could not be planned; gives it as one. */
export function combineApplied(results: readonly Applied[], unplanned: Applied['unplanned']): Applied {
  const outcomes = [...results.map(({ outcome }) => outcome), ...(unplanned.length > 0 ? (['partial'] as const) : [])];
  return {
    run: results.find(({ run }) => run !== null)?.run ?? null,
    outcome: WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'converged',
    steps: results.flatMap(({ steps }) => steps),
    differences: results.flatMap(({ differences }) => differences),
    notices: results.flatMap(({ notices }) => notices),
    unchecked: results.flatMap(({ unchecked }) => unchecked),
    unplanned: [...unplanned],
  };
}

const WORST_FIRST = ['interrupted', 'partial', 'differs', 'refused', 'converged'] as const;

async function carryOut(
  { work, guarded }: Planned['planned'],
  live: readonly LiveRule[],
  options: ApplyOptions,
): Promise<Step[]> {
  const view = fresh(() => options.rules.listRules(), live, options.now);
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
      const objection = await view.objectionTo(item);
      if (objection !== null) return { change: { ...change, refused: objection }, status: 'refused' };
      await send(item, options.rules);
      view.done(item);
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

/** The outcome, the most telling first. */
function settle(facts: Omit<Applied, 'outcome'> & { interrupted: boolean }): Applied {
  const { interrupted, ...applied } = facts;
  const { steps, differences, unchecked } = applied;
  const some = (status: Step['status']) => steps.some((step) => step.status === status);
  const cut = interrupted && (some('not-tried') || some('failed') || unchecked.length > 0);
  const partial = some('failed') || unchecked.length > 0;
  const complete = differences.length > 0 ? 'differs' : some('refused') ? 'refused' : 'converged';
  return { ...applied, outcome: cut ? 'interrupted' : partial ? 'partial' : complete };
}

/** Rules that the service switched on or off in this run, or created switched off: one notice for each way. */
function switched(
  account: Account,
  before: readonly LiveRule[],
  after: readonly LiveRule[],
  replaced: ReadonlySet<string>,
): Diagnostic[] {
  const earlier = new Map(before.map((rule) => [rule.id, rule.enabled]));
  // A rule that is expected to be off is no news when it is.
  const expected = new Set(account.declared.filter(({ enabled }) => enabled !== false).map(({ body }) => body.name));
  const rules: Record<ArgsOf<'switched'>['how'], string[]> = { 'created-off': [], 'replaced-off': [], off: [], on: [] };
  for (const { id, name, enabled } of after) {
    const was = earlier.get(id);
    const shown = account.veil.text(canonicalName(name));
    if (was === undefined && !enabled && expected.has(canonicalName(name))) rules['created-off'].push(shown);
    if (was === undefined || was === enabled) continue;
    rules[enabled ? 'on' : replaced.has(id) ? 'replaced-off' : 'off'].push(shown);
  }
  return (['created-off', 'replaced-off', 'off', 'on'] as const)
    .filter((how) => rules[how].length > 0)
    .map((how) => ({
      code: 'switched',
      args: { rules: rules[how].sort(), how },
      severity: 'warning',
      account: account.name,
    }));
}
