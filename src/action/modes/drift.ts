/** The mode drift: compares the inbox with the files of the default branch, and reports what differs to people. */
import { messageOf } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { plain, say } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { type Block, headingOf, inner, paragraph } from '../../report/document.ts';
import { driftBlocks } from '../../report/drift.ts';
import { messageLine } from '../../report/inline.ts';
import { planReport } from '../../report/plan.ts';
import { OF_DRIFT } from '../../report/wording.ts';
import { reportDrift, type Told } from '../drift/tell.ts';
import { planFailure } from '../failure.ts';
import { type Ending, type Job, type Mode, whyFailed } from '../mode.ts';
import { newestOf } from '../newest.ts';
import { planOutputs } from '../plan-outputs.ts';
import { firstOf } from '../review/failures.ts';
import { type Merged, mergedNotMade } from '../review/open.ts';

export const drift: Mode = async (job) => {
  const { code, document: plan, notices } = await job.commands.plan();
  const failure = planFailure(code, plan ?? { notices });
  const isKnown = plan?.accounts.some(({ error }) => error === undefined) === true;
  // Nothing is known of the inboxes, not even that they could not be read.
  if (plan === null || (!isKnown && failure?.reason === 'invalid')) return unknownEnding(failure, notices);
  const newest = await newestOf(job, 'drift');
  // Refused changes count as drift, not as a failure. Accounts that could not be read always fail the job.
  const unread = plan.complete ? null : failure;
  if (newest.kind === 'no') {
    // Not a failure: what an older commit declares says nothing of the default branch.
    const summary = [headingOf(say`Drift`), paragraph(messageLine(newest.notice))];
    return { failure: unread, outputs: planOutputs(job, plan), summary, notices: [newest.notice] };
  }
  const isUnsure = newest.kind === 'unknown';
  const merged = await mergedNotMade(job, plan, isUnsure ? [] : plan.changes);
  const told = isUnsure ? { where: null, failure: newest.failure } : await reportDrift(job, plan, merged.about);
  return driftEnding(job, plan, { ...told, merged, isKnown, failure: firstOf([unread, told.failure]) });
};

function unknownEnding(failure: Ending['failure'], notices: readonly Diagnostic[]): Ending {
  const summary = [
    headingOf(say`Drift`),
    paragraph(say`There is no plan, so it is not known whether the inbox is as its files say.`),
    ...whyFailed(failure),
  ];
  return { failure, outputs: {}, summary, notices };
}

interface Compared extends Told {
  merged: Merged;
  isKnown: boolean;
}

function driftEnding(job: Job, plan: Plan, { where, failure, since, merged, isKnown }: Compared): Ending {
  const { changes } = plan;
  const isDrift = changes.length > 0;
  const well = plan.complete ? say`The inbox is as its files say` : say`Not all accounts could be compared`;
  const heading = isDrift ? say`The inbox is not as its files say` : well;
  const summary: Block[] = [
    headingOf(heading),
    ...(where === null ? [] : [paragraph(where)]),
    ...(isDrift || !plan.complete ? driftBlocks(plan, merged.about, since) : []),
    inner(planReport(plan, { wording: OF_DRIFT })),
  ];
  const warning: Diagnostic = { code: 'drift', args: { changes: changes.length }, severity: 'warning' };
  const { message } = messageOf(warning);
  job.log(isDrift ? plain(message) : `${plain(well)}.`);
  return {
    failure,
    outputs: isKnown ? planOutputs(job, plan) : {},
    summary,
    notices: [...(isDrift && failure === null ? [warning] : []), ...plan.notices, ...merged.notices],
  };
}
