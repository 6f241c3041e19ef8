/** What can happen to an inbox, one step after another, and what must hold after each. */
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import { isConverged } from './fates.ts';
import { edited, type FileEdit, withSenders } from './file-edits.ts';
import { lines } from './log.ts';
import { brokenPromises } from './promises.ts';
import { lies } from './reports.ts';
import { notRestored } from './way-back.ts';
import type { InboxEdit } from './web-page.ts';
import { type Invocation, PLAIN, type World } from './world.ts';
import { type Content, written } from './written.ts';

export type Step =
  | { step: 'files'; edits: readonly FileEdit[] }
  | { step: 'web-page'; edit: InboxEdit }
  | { step: 'faults'; texts: readonly string[] }
  | { step: 'no-faults' }
  | { step: 'review' }
  | ({ step: 'apply'; reviewed: boolean } & Omit<Invocation, 'command'>)
  | ({ step: 'rollback'; newest: number } & Omit<Invocation, 'command'>);

/** What the next plan leaves out of what it must say of an inbox. */
async function untoldByPlan(world: World): Promise<string[]> {
  const { changes } = await world.plan();
  const isRight = isConverged(world.declared, world.witness.truths()) === (changes.length === 0);
  return isRight ? [] : ['the plan does not tell whether the inbox is as declared'];
}

/** Does a step and checks what must hold after it. Throws with the log where something does not. */
export async function perform(world: World, step: Step): Promise<void> {
  const known = world.runs.length;
  await act(world, step);
  const runs = world.runs.slice(known);
  const problems = runs.flatMap((run) =>
    [...brokenPromises(run), ...lies(run), ...notRestored(run, world.witness.log)].map(
      (problem) => `run ${run.run}: ${problem}`,
    ),
  );
  if (runs.length > 0) problems.push(...(await untoldByPlan(world)));
  if (problems.length > 0) throw new Broken(problems, world);
}

/** Rules that are declared, and live just so, before anything happens. */
export function begin(world: World, rules: readonly { name: string; content: Content }[]): void {
  world.declare(withSenders(rules.map(({ name, content }) => written(name, content))));
  for (const { name } of rules) world.edit({ does: 'create', name, asDeclared: true });
}

/**
 * With all faults gone, one more apply makes the inbox as declared. Rules that wait for each other in a circle are removed
 * first, and declared again.
 */
export async function settle(world: World): Promise<void> {
  world.witness.faults.clear();
  const { declared } = world;
  const stuck = (await world.plan()).changes.filter(({ refused }) => refused !== undefined);
  if (stuck.some(({ refused }) => refused === 'circle')) {
    world.declare(declared.filter((rule) => !stuck.some(({ name }) => name === rule.name)));
    await perform(world, { step: 'apply', reviewed: false, ...PLAIN });
    world.declare(declared);
  }
  await perform(world, { step: 'apply', reviewed: false, ...PLAIN });
  const run = world.runs.at(-1);
  const problems = [
    ...(run?.report?.outcome === 'converged'
      ? []
      : [`the last apply ended with ${run?.report?.outcome}: ${run?.said}`]),
    ...(isConverged(world.declared, world.witness.truths()) ? [] : ['the live rules are not as declared in the end']),
  ];
  if (problems.length > 0) throw new Broken(problems, world);
}

class Broken extends Error {
  constructor(problems: readonly string[], { witness, declared, runs }: World) {
    const snapshots = runs
      .slice(-3)
      .map(({ run, snapshot, code, report, said }) => `run ${run}: ${code} ${report?.outcome} ${snapshot}\n${said}`);
    super([...problems, '', `Declared: ${JSON.stringify(declared)}`, ...lines(witness.log), ...snapshots].join('\n'));
  }
}

async function act(world: World, step: Step): Promise<void> {
  if (step.step === 'files') world.declare(step.edits.reduce<readonly ResolvedRule[]>(edited, world.declared));
  else if (step.step === 'web-page') world.edit(step.edit);
  else if (step.step === 'faults') world.witness.faults.add(step.texts);
  else if (step.step === 'no-faults') world.witness.faults.clear();
  else if (step.step === 'review') await world.review();
  else if (step.step === 'apply') await world.apply({ ...step, command: 'apply' }, step.reviewed);
  else {
    const runs = world.runs.filter(({ snapshot }) => snapshot !== null);
    const back = runs.at(-1 - step.newest) ?? runs[0];
    if (back !== undefined) await world.rollback({ ...step, command: 'rollback' }, back);
  }
}
