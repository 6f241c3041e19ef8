/** The mode drift: compares the inbox with the files of the default branch, and reports what differs to people. */

import { messageOf } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { plain, say } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { type Block, headingOf, inner, paragraph } from '../../report/document.ts';
import { driftBlocks } from '../../report/drift.ts';
import { messageLine } from '../../report/inline.ts';
import { planReport } from '../../report/plan.ts';
import { reportDrift, type Told } from '../drift/tell.ts';
import { refusedRun } from '../events.ts';
import { planFailure } from '../failure.ts';
import type { Ending, Job, Mode } from '../mode.ts';
import { newestOf } from '../newest.ts';
import { planOutputs } from '../plan-outputs.ts';
import { firstOf } from '../review/failures.ts';

export const drift: Mode = async (job) => {
  // A report must be about what an apply would do to the inbox.
  const refusal = refusedRun('drift', job.context);
  if (refusal !== null) return refusal;
  const { code, document: plan, notices } = await job.commands.plan();
  const failure = planFailure(code, plan ?? { notices });
  if (plan === null || (!plan.complete && plan.accounts.every(({ error }) => error !== undefined))) {
    return unknownEnding(failure, notices);
  }
  // Where nothing is reported, the summary is about the files of the run.
  const isReported = job.inputs.driftReport !== 'none';
  const newest = isReported ? await newestOf(job, 'drift') : null;
  // Refused changes count as drift, not as a failure. Accounts that could not be read always fail the job.
  const unread = plan.complete ? null : failure;
  if (newest?.kind === 'no') {
    // Not a failure: what an older commit declares says nothing of the default branch.
    const summary = [headingOf(say`Drift`), paragraph(messageLine(newest.notice))];
    return { failure: unread, outputs: planOutputs(job, plan), summary, notices: [newest.notice] };
  }
  const told = newest?.kind === 'unknown' ? { where: null, failure: newest.failure } : await reportDrift(job, plan);
  const failures = [unread, told.failure].filter((one) => one !== null);
  return driftEnding(job, plan, { ...told, failure: firstOf(failures) });
};

function unknownEnding(failure: Ending['failure'], notices: readonly Diagnostic[]): Ending {
  if (failure === null) throw new Error('A plan that is not whole ended well');
  const summary = [
    headingOf(say`Drift`),
    paragraph(
      say`Whether the inbox is as its files say is not known: there is no plan. The error of this job says why.`,
    ),
  ];
  return { failure, outputs: {}, summary, notices };
}

function driftEnding(job: Job, plan: Plan, { where, failure }: Told): Ending {
  const { changes } = plan;
  const isDrift = changes.length > 0;
  const well = plan.complete ? say`The inbox is as its files say` : say`Not all accounts could be compared`;
  const heading = isDrift ? say`The inbox is not as its files say` : well;
  const summary: Block[] = [
    headingOf(heading),
    ...(where === null ? [] : [paragraph(where)]),
    ...(isDrift || !plan.complete ? driftBlocks(plan) : []),
    inner(planReport(plan)),
  ];
  const warning: Diagnostic = { code: 'drift', args: { changes: changes.length }, severity: 'warning' };
  const { message } = messageOf(warning);
  job.log(isDrift ? plain(message) : `${plain(well)}.`);
  const asked = isDrift && job.inputs.failOnDrift ? { reason: 'drift' as const, message } : null;
  const isWarning = isDrift && failure === null && asked === null;
  return {
    failure: failure ?? asked,
    outputs: planOutputs(job, plan),
    summary,
    notices: [...(isWarning ? [warning] : []), ...plan.notices],
  };
}
