/** What the next plan must say of runs that are over. */
import { isConverged } from './fates.ts';
import type { Run, World } from './world.ts';

/** Takes the runs of a step; gives what the plan after it leaves out: a run that was cut off. */
export async function untoldByPlan(world: World, runs: readonly Run[]): Promise<string[]> {
  const { notices, changes } = await world.plan();
  const live = world.witness.truths();
  const newest = runs.at(-1);
  // Where another run came between, that one was the last to change the inbox.
  const isLast = runs.every(({ run, journal }) => run === newest?.run || journal === null);
  const cut = newest?.killed === true && isLast ? newest.journal : null;
  const isNamed = notices.some(({ code, message }) => code === 'run-unfinished' && message.includes(cut ?? ''));
  const isRight = isConverged(world.declared, live) === (changes.length === 0);
  return [
    ...(cut === null || isNamed ? [] : [`the plan does not say that run ${newest?.run} was cut off`]),
    ...(isRight ? [] : ['the plan does not tell whether the inbox is as declared']),
  ];
}
