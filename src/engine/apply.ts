/**
 * Carries plans out: all accounts at once, several requests at a time, each account by its own state machine. Then it
 * compares with the live rules and says what was done, what was not and why.
 */
import type { Applied, Failure, ProgressEvent, Step } from '../model/applied.ts';
import type { ArgsOf, Diagnostic } from '../model/diagnostic.ts';
import type { Change } from '../model/plan.ts';
import type { LiveRule } from '../model/rule.ts';
import { canonicalName } from '../planning/canonical.ts';
import { comparison } from '../planning/compared.ts';
import { remainingDifferences } from '../planning/differences.ts';
import type { Work } from '../planning/work.ts';
import { asideNotices } from './apply/asides.ts';
import { drive, type RulesPort } from './apply/drive.ts';
import { type Executed, Execution } from './apply/execution.ts';
import { stepOf } from './apply/item.ts';
import { type Pacer, pacer } from './apply/pacer.ts';
import type { Planned } from './plan.ts';

/** A plan with a way to carry it out. */
export interface ToApply {
  planned: Planned;
  rules: RulesPort;
}

export interface ApplyOptions {
  /** Requests at once, over all accounts of one service. */
  concurrency: number;
  /** For how long, in ms, what may pass is tried again. */
  retryForMs: number;
  /** Whether the first change that fails ends it all. */
  failFast: boolean;
  /** Aborted when the user wants it to stop. */
  signal: AbortSignal;
  /** Told at once of what happens; a `created` rule has its id. */
  onProgress: (event: ProgressEvent) => void;
  onOutcome: (
    change: Change,
    what: { status: Step['status'] | 'parked' | 'put-back'; id: string | null; error?: Failure; unanswered?: true },
  ) => void;
  /** A clock in ms that never runs backwards: the one of `readAt`. */
  now: () => number;
  /** From 0 to below 1. */
  random: () => number;
}

/** Takes plans whose live rules were just read; gives for each what was done and how the inbox is now, in the same order. */
export async function apply(targets: readonly ToApply[], options: ApplyOptions): Promise<Applied[]> {
  const services = new Map<string, Running[]>();
  const onFailed = () => {
    if (options.failFast) for (const { execution } of running) execution?.sendNoMore();
  };
  const running = targets.map((target): Running => {
    const { baseUrl } = target.planned.account;
    const one = { ...target, execution: executionOf(target.planned, options, onFailed) };
    services.set(baseUrl, [...(services.get(baseUrl) ?? []), one]);
    return one;
  });
  await Promise.all([...services.values()].map((members) => driveService(members, options)));
  return running.map(({ planned, execution }) => {
    if (execution === null) return untouched(planned);
    return applied(planned, execution.result, options.signal.aborted);
  });
}

interface Running extends ToApply {
  /** null where nothing is to be carried out. */
  execution: Execution | null;
}

async function driveService(members: readonly Running[], options: ApplyOptions): Promise<void> {
  const { concurrency, now, signal, onProgress, random, retryForMs } = options;
  const pace: Pacer = pacer({ random, longestMs: retryForMs });
  const active = members.flatMap(({ planned, execution, rules }) =>
    execution === null ? [] : [{ account: planned.account.name, execution, rules }],
  );
  await drive(active, { concurrency, pacer: pace, now, signal, onProgress });
}

function executionOf(
  { live, planned, readAt }: Planned,
  options: ApplyOptions,
  onFailed: () => void,
): Execution | null {
  const { retryForMs, failFast, random, onProgress, onOutcome } = options;
  const work = planned.guarded ? [] : planned.work.filter(isToBeMade);
  if (work.length === 0) return null;
  return new Execution(work, live, readAt, {
    retryForMs,
    failFast,
    holdsDeletes: planned.work.some(isCreateOfReview),
    random,
    onEnd: (item) => {
      const step = stepOf(item);
      const error = step.error === undefined ? {} : { error: step.error };
      const unanswered = step.status === 'done' || item.lost.length === 0 ? {} : { unanswered: true as const };
      onOutcome(item.work.change, { status: step.status, id: item.createdId, ...error, ...unanswered });
      if (step.status === 'failed') onFailed();
      if (step.status !== 'not-tried') onProgress({ kind: 'step', step });
    },
    onParked: ({ work: { change } }) => onOutcome(change, { status: 'parked', id: change.id }),
    onPutBack: ({ work: { change } }) => onOutcome(change, { status: 'put-back', id: change.id }),
  });
}

function isToBeMade({ change }: Work): boolean {
  return change.refused === undefined;
}

/**
 * A create that was reviewed and is not made, since it changed: a delete reviewed beside it may be that of the same rule
 * under its old name. One that nobody reviewed says nothing about the deletes that were.
 */
function isCreateOfReview({ change: { op, refused } }: Work): boolean {
  return op === 'create' && refused !== undefined && refused !== 'unreviewed';
}

/** What a plan comes to where nothing may or need be carried out. */
export function untouched({ planned: { guarded, work, notices } }: Planned): Applied {
  const steps = work.map(({ change }): Step => {
    return { change, status: guarded || change.refused !== undefined ? 'refused' : 'not-tried' };
  });
  const outcome = steps.length > 0 || guarded ? 'refused' : notices.some(isOpenEnd) ? 'differs' : 'converged';
  return { run: null, outcome, steps, differences: [], notices: [], unchecked: [], unplanned: [] };
}

function applied({ account, live, planned, leftToDo }: Planned, executed: Executed, interrupted: boolean): Applied {
  const made = new Map(executed.steps.map((step) => [step.change.digest + step.change.id, step]));
  const steps = planned.work.map(
    ({ change }): Step => made.get(change.digest + change.id) ?? { change, status: 'refused' },
  );
  const { after, failure, aside, late } = executed;
  const rules = late.map(({ name }) => name);
  const mayLand: Diagnostic = { code: 'may-land', args: { rules }, severity: 'warning', account: account.name };
  const asides = [
    ...asideNotices({ account, work: planned.work, steps, aside, after }),
    ...(late.length === 0 ? [] : [mayLand]),
  ];
  if (after === null) {
    const unchecked = failure === null ? [] : [{ account: account.name, failure }];
    return settle({ steps, differences: [], notices: asides, unchecked, interrupted, isOpen: false });
  }
  const left = leftToDo(after).map(({ change }) => change);
  const open = steps.filter(({ status }) => status !== 'done' && status !== 'skipped');
  const differences = remainingDifferences(left.filter(isNotOf(open)), comparison(account.settings));
  const notices = [...switched(planned.work, [...steps.filter(isDone), ...aside], { account, live, after }), ...asides];
  const isOpen = [...planned.notices, ...asides].some(isOpenEnd);
  return settle({ steps, differences, notices, unchecked: [], interrupted, isOpen });
}

function isDone({ status }: Step): boolean {
  return status === 'done';
}

/** A test for changes that are not about the same rules as these steps: by id, or by name where it has none. */
function isNotOf(steps: readonly Step[]): (change: Change) => boolean {
  const ids = new Set(steps.map(({ change }) => change.id));
  const names = new Set(steps.flatMap(({ change }) => [change.name, change.renamedFrom ?? change.name]));
  return ({ id, name }) => (id === null || !ids.has(id)) && !names.has(name);
}

/** Takes what was done in each account, and the accounts that could not be planned; gives it as one. */
export function combineApplied(
  results: readonly Applied[],
  { run, unplanned }: Pick<Applied, 'run' | 'unplanned'>,
): Applied {
  const outcomes = [...results.map(({ outcome }) => outcome), ...(unplanned.length > 0 ? (['partial'] as const) : [])];
  const steps = results.flatMap((result) => result.steps);
  const worst = WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'converged';
  return {
    run,
    outcome: worst === 'refused' ? refusedOrPartly(steps) : worst,
    steps,
    differences: results.flatMap(({ differences }) => differences),
    notices: results.flatMap(({ notices }) => notices),
    unchecked: results.flatMap(({ unchecked }) => unchecked),
    unplanned: [...unplanned],
  };
}

const WORST_FIRST = ['interrupted', 'partial', 'differs', 'refused', 'converged'] as const;

/** What keeps a run from being converged, whatever its changes came to: a request that nobody answered did it, or may yet. */
function isOpenEnd({ code }: Diagnostic): boolean {
  return code === 'left-parked' || code === 'may-land';
}

/** The outcome, the most telling first. */
function settle({
  interrupted,
  isOpen,
  ...facts
}: Omit<Applied, 'outcome' | 'run' | 'unplanned'> & { interrupted: boolean; isOpen: boolean }): Applied {
  const { steps, differences, unchecked } = facts;
  const isIncomplete = steps.some(({ status }) => UNMADE.has(status)) || unchecked.length > 0;
  const isRefused = steps.some(({ status }) => status === 'refused');
  const differs = differences.length > 0 || isOpen;
  const complete = differs ? 'differs' : isRefused ? refusedOrPartly(steps) : 'converged';
  const outcome = isIncomplete ? (interrupted ? 'interrupted' : 'partial') : complete;
  return { run: null, ...facts, outcome, unplanned: [] };
}

/** Refused is what had no effect at all: who reads it at night must not take it for that. */
function refusedOrPartly(steps: readonly Step[]): 'refused' | 'partial' {
  return steps.some(({ status }) => status === 'done') ? 'partial' : 'refused';
}

const UNMADE: ReadonlySet<Step['status']> = new Set(['failed', 'held', 'not-tried']);

interface Sides {
  account: Planned['account'];
  live: readonly LiveRule[];
  after: readonly LiveRule[];
}

/** Rules that the service switched on or off in this run, or created switched off: one notice for each way. */
function switched(
  work: readonly Work[],
  written: readonly Pick<Step, 'change'>[],
  { account, live, after }: Sides,
): Diagnostic[] {
  const earlier = new Map(live.map((rule) => [rule.id, rule.enabled]));
  const replaced = new Set(written.flatMap(({ change }) => change.id ?? []));
  // A rule that is expected to be off is no news when it is.
  const off = new Set(account.declared.filter(({ enabled }) => enabled === false).map(({ body }) => body.name));
  const created = new Set(work.flatMap(({ live: before, wanted }) => (before === null ? (wanted?.name ?? []) : [])));
  const rules: Record<ArgsOf<'switched'>['how'], string[]> = { 'created-off': [], 'replaced-off': [], off: [], on: [] };
  for (const { id, name, enabled } of after) {
    const was = earlier.get(id);
    const plain = canonicalName(name);
    const shown = account.veil.text(plain);
    if (was === undefined && !enabled && created.has(plain) && !off.has(plain)) rules['created-off'].push(shown);
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
