/** The result of an apply: its steps, the comparison with the live rules at the end, and one outcome for all of it. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Applied } from '../../diagnostics/results.ts';
import type { Step } from '../../model/applied.ts';
import type { Change } from '../../model/plan.ts';
import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import { comparison } from '../../planning/compared.ts';
import { remainingDifferences } from '../../planning/differences.ts';
import type { Planned } from '../plan.ts';
import type { Executed } from './execution.ts';

/** What became of a plan that was carried out. */
export function appliedOf(planned: Planned, executed: Executed, interrupted: boolean): Applied {
  const { account } = planned;
  const { after, failure } = executed;
  const made = stepsByChange(executed.steps);
  const steps = planned.planned.work.map(({ change }): Step => made.get(change) ?? { change, status: 'refused' });
  const unchecked = after === null && failure !== null ? [{ account: account.name, failure }] : [];
  const differences = after === null ? [] : differencesLeft(planned, steps, after);
  const written = steps.filter(({ status }) => status === 'done');
  const done = written.map(({ change }) => change);
  const notices = after === null ? [] : (planned.atEnd?.(after, done) ?? switched(planned, written, after));
  const facts = { steps, differences, notices, unchecked };
  return { ...NO_RUN, ...facts, outcome: applyOutcome(facts, interrupted) };
}

/** The result of a plan that is not carried out: nothing may or need be, or nothing was sent yet. */
export function appliedNothing({ planned: { guarded, work } }: Planned): Applied {
  const steps = work.map(({ change }): Step => {
    return { change, status: guarded || change.refused !== undefined ? 'refused' : 'not-tried' };
  });
  const outcome = steps.length > 0 || guarded ? 'refused' : 'converged';
  return { ...NO_RUN, outcome, steps, differences: [], notices: [], unchecked: [] };
}

/** The results of all accounts as one, with the accounts that could not be planned. */
export function combineApplied(
  results: readonly Applied[],
  { run, unplanned }: Pick<Applied, 'run' | 'unplanned'>,
): Applied {
  const outcomes = [...results.map(({ outcome }) => outcome), ...(unplanned.length > 0 ? (['partial'] as const) : [])];
  const steps = results.flatMap((result) => result.steps);
  const worst = WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'converged';
  return {
    run,
    outcome: worst === 'refused' ? refusedOrPartial(steps) : worst,
    steps,
    differences: results.flatMap(({ differences }) => differences),
    notices: results.flatMap(({ notices }) => notices),
    unchecked: results.flatMap(({ unchecked }) => unchecked),
    unplanned: [...unplanned],
  };
}

const WORST_FIRST = ['interrupted', 'partial', 'differs', 'refused', 'converged'] as const;
const UNFINISHED: ReadonlySet<Step['status']> = new Set(['failed', 'held', 'not-tried']);
const NO_RUN: Pick<Applied, 'run' | 'unplanned'> = { run: null, unplanned: [] };

function applyOutcome(
  { steps, differences, unchecked }: Pick<Applied, 'steps' | 'differences' | 'unchecked'>,
  interrupted: boolean,
): Applied['outcome'] {
  if (steps.some(({ status }) => UNFINISHED.has(status)) || unchecked.length > 0) {
    return interrupted ? 'interrupted' : 'partial';
  }
  if (differences.length > 0) return 'differs';
  return steps.some(({ status }) => status === 'refused') ? refusedOrPartial(steps) : 'converged';
}

/** `refused` means that nothing changed. A run that changed something is `partial`. */
function refusedOrPartial(steps: readonly Step[]): 'refused' | 'partial' {
  return steps.some(({ status }) => status === 'done') ? 'partial' : 'refused';
}

/** The steps of a run by the change as it was planned. Two changes may be equal, but each is one of its own. */
export function stepsByChange(steps: readonly Step[]): ReadonlyMap<Change, Step> {
  return new Map(steps.map((step) => [step.planned ?? step.change, step]));
}

/** What a second plan still finds, except for rules whose changes were not made or were left alone. */
function differencesLeft(
  { account, leftToDo, planned: { drift = [] } }: Planned,
  steps: readonly Step[],
  after: readonly LiveRule[],
) {
  const unmade = steps.filter(({ status }) => status !== 'done' && status !== 'skipped');
  const open = [...unmade, ...drift].map(({ change }) => change);
  const ids = new Set(open.map(({ id }) => id));
  const names = new Set(open.flatMap(({ name, renamedFrom = name }) => [name, renamedFrom]));
  const left = leftToDo(after)
    .map(({ change }) => change)
    .filter(({ id, name }) => (id === null || !ids.has(id)) && !names.has(name));
  return remainingDifferences(left, comparison(account.settings));
}

/** A notice for each rule that was switched, and for each one on or off against its file, unless the plan said so. */
function switched(
  { account, live, planned: { work, notices } }: Planned,
  written: readonly Pick<Step, 'change'>[],
  after: readonly LiveRule[],
): Diagnostic[] {
  const earlier = new Map(live.map((rule) => [rule.id, rule.enabled]));
  const replaced = new Set(written.flatMap(({ change }) => change.id ?? []));
  const made = new Set(written.map(({ change }) => change.name));
  const declared = new Map(account.declared.map((rule) => [rule.body.name, rule]));
  const told = new Set(notices.flatMap(({ code, rule }) => (code === 'enabled-differs' ? (rule ?? []) : [])));
  const created = new Set(work.flatMap(({ live: before, wanted }) => (before === null ? (wanted?.name ?? []) : [])));
  return after.flatMap(({ id, name, enabled }): Diagnostic[] => {
    const was = earlier.get(id);
    const plain = canonicalName(name);
    const shown = account.redactor.text(plain);
    const rule = declared.get(plain);
    const expected = rule?.enabled ?? enabled;
    const about = { severity: 'warning', account: account.name, rule: shown } as const;
    const how = enabled ? 'on' : was === undefined ? 'created-off' : replaced.has(id) ? 'replaced-off' : 'off';
    const switching: Diagnostic[] = [{ code: 'switched', args: { how }, ...about }];
    if (rule !== undefined && expected !== enabled && made.has(shown) && !told.has(shown)) {
      const place = account.placeOf(rule.spot);
      const against: Diagnostic = { code: 'enabled-differs', args: { expected }, ...about, place };
      return was === undefined || was === enabled ? [against] : [against, ...switching];
    }
    if (was === undefined) return !enabled && created.has(plain) && rule?.enabled !== false ? switching : [];
    return was === enabled ? [] : switching;
  });
}
