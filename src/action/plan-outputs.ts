/** What a plan gives to the steps after this one. */
import { createHash } from 'node:crypto';
import type { PlanDocument } from '../model/plan.ts';
import { wholeOf } from './comment/plan-texts.ts';
import { targetOf, titleOf } from './comment/target.ts';
import type { Ending, Job } from './mode.ts';

/** Takes a plan; writes its files, of each target its own, and gives the outputs. */
export function planOutputs({ keep, inputs, context }: Job, plan: PlanDocument): Ending['outputs'] {
  const target = targetOf(inputs);
  const id = createHash('sha256').update(JSON.stringify(target)).digest('hex').slice(0, 8);
  const { sha: headSha, runUrl } = context;
  const { summary, digest, changes } = plan;
  return {
    'has-changes': String(changes.length > 0),
    creates: String(summary.create),
    replaces: String(summary.replace),
    deletes: String(summary.delete),
    digest,
    'plan-file': keep(`plan-${id}.json`, `${JSON.stringify(plan, null, 2)}\n`),
    'markdown-file': keep(`plan-${id}.md`, wholeOf({ title: titleOf(target), plan, warning: '', headSha, runUrl })),
  };
}
