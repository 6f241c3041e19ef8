/** What the next plan must say of an inbox. */
import { isConverged } from './fates.ts';
import type { World } from './world.ts';

/** Gives what the plan leaves out. */
export async function untoldByPlan(world: World): Promise<string[]> {
  const { changes } = await world.plan();
  const isRight = isConverged(world.declared, world.witness.truths()) === (changes.length === 0);
  return isRight ? [] : ['the plan does not tell whether the inbox is as declared'];
}
