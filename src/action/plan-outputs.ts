/** What a plan gives to the steps after this one. */
import { createHash } from 'node:crypto';
import type { PlanDocument } from '../model/plan.ts';
import { wholeOf } from './comment/plan-texts.ts';
import { targetOf, titleOf } from './comment/target.ts';
import type { Ending, Job } from './mode.ts';

/** Writes the files of a plan, named by its target, and gives the outputs. `warning` goes above the plan. */
export function planOutputs({ keep, inputs, context }: Job, plan: PlanDocument, warning = ''): Ending['outputs'] {
  const target = targetOf(inputs);
  const id = createHash('sha256').update(JSON.stringify(target)).digest('hex').slice(0, 8);
  const { pullRequest, sha, runUrl } = context;
  const { summary, digest, changes } = plan;
  const texts = { title: titleOf(target), plan, warning, headSha: pullRequest?.headSha ?? sha, runUrl };
  return {
    'has-changes': String(changes.length > 0),
    creates: String(summary.create),
    replaces: String(summary.replace),
    deletes: String(summary.delete),
    digest,
    'plan-file': keep(`plan-${id}.json`, jsonOf(plan)),
    'markdown-file': keep(`plan-${id}.md`, wholeOf(texts)),
  };
}

/** A step that prints the file must not run a command: `##[` begins one anywhere in a line. */
function jsonOf(plan: PlanDocument): string {
  return `${JSON.stringify(plan, null, 2).replaceAll('##[', '\\u0023#[')}\n`;
}
