/** The outputs of a plan, for later steps. */
import { createHash } from 'node:crypto';
import type { Plan } from '../diagnostics/results.ts';
import { editsOf } from '../model/plan.ts';
import type { Block } from '../report/document.ts';
import { jsonPlan } from '../report/json.ts';
import { planBlocks, wholeOf } from './comment/plan-texts.ts';
import { targetOf } from './comment/target.ts';
import type { Ending, Job } from './mode.ts';

/** Writes the files of a plan, named after its target, and returns the outputs. `blocks` show the plan. */
export function planOutputs(job: Job, plan: Plan, blocks: readonly Block[] = planBlocks(job, plan)): Ending['outputs'] {
  const target = targetOf(job.inputs);
  const id = createHash('sha256').update(JSON.stringify(target)).digest('hex').slice(0, 8);
  const { summary, digest, changes } = plan;
  return {
    'has-changes': String(editsOf(changes).length > 0),
    creates: String(summary.create),
    replaces: String(summary.replace),
    deletes: String(summary.delete),
    digest,
    'plan-file': job.keep(`plan-${id}.json`, jsonPlan(plan)),
    'markdown-file': job.keep(`plan-${id}.md`, wholeOf(blocks)),
  };
}
