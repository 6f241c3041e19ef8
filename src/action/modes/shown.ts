/** What a run by hand shows before anything is done: the plan, its digest, and how to carry out exactly that. */
import { count } from '../../diagnostics/counts.ts';
import { theirs } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { type Block, headingOf, paragraph } from '../../report/document.ts';
import { line, look, messageLine } from '../../report/inline.ts';
import { type Ending, failed, type Job, type JobFailure, refused, whyFailed } from '../mode.ts';
import { planOutputs } from '../plan-outputs.ts';

interface Shown {
  what: 'apply' | 'rollback';
  blocks: readonly Block[];
  /** Why the plan itself is not whole or refused; null if it is well. */
  failure: JobFailure | null;
}

/** Nothing is carried out: no digest was given, or the plan has another one by now, which fails the run. */
export function shownEnding(job: Job, plan: Plan, { what, blocks, failure }: Shown): Ending {
  const { digest, notices } = plan;
  const ending = { outputs: planOutputs(job, plan, blocks), notices };
  const { expect } = job.inputs;
  if (expect !== null && job.context.attempt > 1) {
    const again = refused({ code: 'expect-again', args: { what } }).failure;
    return { ...ending, failure: again, summary: [...whyFailed(again), ...blocks, ...howToGoOn(plan, what)] };
  }
  // What could not be read is not another plan, and a shard without changes is not the one that was meant.
  const isOther = plan.complete && (plan.changes.length > 0 || job.inputs.shard === null);
  if (expect !== null && !isOther) return { ...ending, failure, summary: blocks };
  if (expect === null) return { ...ending, failure, summary: [...blocks, ...howToGoOn(plan, what)] };
  const changed = failed(
    'plan-changed',
    messageLine({ code: 'expected-changed', args: { what, digest: plan.changes.length === 0 ? null : digest } }),
  ).failure;
  // The plan itself comes last.
  return { ...ending, failure: changed, summary: [...blocks.slice(0, -1), ...whyFailed(changed), ...blocks.slice(-1)] };
}

function howToGoOn({ changes, digest, summary, accounts }: Plan, what: Shown['what']): Block[] {
  if (changes.length === 0) return [];
  const isRollback = what === 'rollback';
  const live = accounts.reduce((sum, account) => sum + account.live, 0);
  const deletes = line`It deletes ${summary.delete} of ${count(live, 'live rule')}. The digest allows that, whatever a guard says.`;
  const code = look('code', [theirs(digest)]);
  return [
    headingOf(line`Nothing was ${isRollback ? 'undone' : 'carried out'} yet`),
    ...(summary.delete > 0 ? [paragraph(deletes)] : []),
    paragraph(line`To carry out exactly this, run this workflow again with the same inputs and the digest ${code}.`),
  ];
}
