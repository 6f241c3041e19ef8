/**
 * Carries out plans made from fresh live rules:
 *
 * 1. `executionOf` makes a state machine for each account, which decides without I/O what to send next.
 * 2. `drive` sends it, for all accounts of a service together: several requests at once, as fast as the service allows.
 * 3. When no change is left, each machine reads the live rules once more.
 * 4. `appliedOf` compares them with the plan: what was done, what was not and why, and what was stored differently.
 */
import type { Applied } from '../diagnostics/results.ts';
import { groupBy } from '../model/group-by.ts';
import { type DriveOptions, drive, type RulesPort } from './apply/drive.ts';
import { type Execution, executionOf } from './apply/execution.ts';
import { stepOf } from './apply/item.ts';
import { pacer } from './apply/pacer.ts';
import type { QueueOptions } from './apply/queue.ts';
import { appliedNothing, appliedOf } from './apply/result.ts';
import type { RetryOptions } from './apply/writes.ts';
import { type Planned, workToDo } from './plan.ts';

/** A plan with the client that carries it out. */
export type ToApply = { planned: Planned; rules: RulesPort };

/** `failFast`: stop everything at the first failed change. `now`: the clock of `readAt`. */
export interface ApplyOptions extends Omit<DriveOptions, 'pacer'>, RetryOptions, Pick<QueueOptions, 'failFast'> {}

/** Returns what was done for each plan and the state of each inbox, in the same order. */
export async function apply(targets: readonly ToApply[], options: ApplyOptions): Promise<Applied[]> {
  const { random, retryForMs } = options;
  const stopAll = () => {
    for (const { execution } of running) execution?.sendNoMore();
  };
  const running = targets.map(({ planned, rules }): Running => {
    return { planned, rules, execution: started(planned, options, stopAll) };
  });
  const services = groupBy(running, ({ planned }) => planned.account.baseUrl);
  const drives = [...services.values()].map((members) => {
    const active = members.flatMap(({ planned, execution, rules }) =>
      execution === null ? [] : [{ account: planned.account.name, execution, rules }],
    );
    return drive(active, { ...options, pacer: pacer({ random, longestMs: retryForMs }) });
  });
  await Promise.all(drives);
  return running.map(({ planned, execution }) => {
    return execution === null
      ? appliedNothing(planned)
      : appliedOf(planned, execution.result(), options.signal.aborted);
  });
}

interface Running extends ToApply {
  /** Null if there is nothing to carry out. */
  execution: Execution | null;
}

function started({ live, planned, readAt }: Planned, options: ApplyOptions, stopAll: () => void): Execution | null {
  const { retryForMs, failFast, random, onProgress } = options;
  const work = workToDo(planned);
  if (work.length === 0) return null;
  return executionOf(work, live, readAt, {
    retryForMs,
    failFast,
    refused: planned.work.filter(({ change }) => change.refused !== undefined),
    random,
    onEnd: (item) => {
      const step = stepOf(item);
      if (failFast && step.status === 'failed') stopAll();
      if (step.status !== 'not-tried') onProgress({ kind: 'step', step });
    },
  });
}
