/**
 * The mode apply: plans, finds out which changes may be made, carries out exactly those, and writes the result into the
 * comments. After a push these are the changes that the plans of merged pull requests showed; a run by hand shows the plan
 * first, and with its digest carries out all of it. Each run makes a fresh plan, so a run can be repeated. A review counts
 * once. Only the newest commit of the default branch is applied: a run of an older commit would undo what was merged since,
 * and the run of the newest commit makes the reviewed changes of both.
 */
import { setTimeout } from 'node:timers/promises';
import { EXIT } from '../../cli/exit-code.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { guardNotices } from '../../diagnostics/guards.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { snapshotFile } from '../../engine/snapshot/files.ts';
import { headingOf, paragraph } from '../../report/document.ts';
import { line, messageLine } from '../../report/inline.ts';
import { jsonApplied } from '../../report/json.ts';
import type { Commands, PlannedHere } from '../commands.ts';
import { planBlocks } from '../comment/plan-texts.ts';
import { targetOf, titleOf } from '../comment/target.ts';
import { isByHand } from '../context.ts';
import { planFailure } from '../failure.ts';
import { type Ending, eachOnce, type Job, type JobFailure, type Mode, refused } from '../mode.ts';
import { type Newest, newestOf } from '../newest.ts';
import { planOutputs } from '../plan-outputs.ts';
import { tellComments, tellSuperseded } from '../review/comments.ts';
import { applyFailures, bugFailure, firstOf } from '../review/failures.ts';
import { type ApplyEnd, outcomesOf } from '../review/outcomes.ts';
import { type Reviews, reviewsOf } from '../review/reviews.ts';
import { applySummary } from '../review/summary.ts';
import { warnOnFailure } from '../warn-on-failure.ts';
import { shownEnding } from './shown.ts';
import { noticeBlocks } from './validate.ts';

/** After an interruption the runner kills this process within seconds: slow comments must not cost the summary. */
const PATIENCE_MS = 3_000;

export const apply: Mode = async (job) => {
  const planned = await job.commands.plan({ base: job.base, withoutBase: job.inputs.review === 'none' });
  const plan = planned.document;
  const { expect } = job.inputs;
  if (isByHand(job.context) && (plan?.digest !== expect || job.context.attempt > 1)) return shown(job, planned);
  if (!isByHand(job.context) && expect !== null) return refused({ code: 'expect-by-push', args: {} });
  const [reviews, newest] = await reviewsAndNewest(job, plan);
  if (plan !== null && newest?.kind === 'no') return supersededEnding(job, plan, reviews, newest.notice);
  const applied = plan !== null && newest?.kind === 'yes' ? await carriedOut(job, plan, reviews) : null;
  // A plan does not fail for accounts that the push does not touch. An apply that did not read them is not whole.
  const isWell = planned.code === EXIT.done && plan?.complete !== false;
  const failedPlan = isWell ? null : planFailure(planned.code || EXIT.failed, plan ?? planned);
  const failure = firstOf([
    ...reviews.failures,
    newest?.kind === 'unknown' ? newest.failure : null,
    // If something was applied, the apply itself reports what was refused.
    plan?.complete !== true || applied === null ? failedPlan : null,
    ...(applied?.failures ?? []),
  ]);
  // What an edit overwrites was said before the merge. The digest of a run by hand lifts guards.
  const isSaid = ({ code }: Diagnostic) =>
    code === 'overwrites-drift' || (isByHand(job.context) && code in guardNotices);
  const ofPlan = planned.notices.filter((notice) => !isSaid(notice));
  const told = await writeResult(job, { plan, reviews, end: applied?.end ?? null, failure });
  return {
    ...told,
    failure,
    notices: [...eachOnce([...ofPlan, ...(applied?.notices ?? []), ...reviews.notices]), ...told.notices],
  };
};

/** Shows the plan of a run by hand that has no digest, or not this one. */
function shown(job: Job, { code, document: plan, notices }: Awaited<ReturnType<Commands['plan']>>): Ending {
  const failure = planFailure(code, plan ?? { notices });
  if (plan !== null) return shownEnding(job, plan, { what: 'apply', blocks: planBlocks(job, plan), failure });
  return { failure, outputs: {}, summary: [titleOf(targetOf(job.inputs)), ...noticeBlocks(notices)], notices };
}

/** Whether this is the newest commit is asked as late as possible: a merge after it goes unnoticed. */
async function reviewsAndNewest(job: Job, plan: PlannedHere | null): Promise<[Reviews, Newest | null]> {
  const reviews = await reviewsOf(job, plan);
  if (plan === null || plan.changes.length === 0) return [reviews, null];
  const newest = await newestOf(job, 'apply');
  if (newest.kind !== 'yes' || !newest.isBehind) return [reviews, newest];
  return [await reviewsOf(job, plan, true), await newestOf(job, 'apply')];
}

type AppliedRun = { end: ApplyEnd; failures: JobFailure[]; notices: readonly Diagnostic[] };

/** Applies what reviews allow (null: all), only in accounts of the plan: no review was looked up for the others. */
async function carriedOut(job: Job, plan: Plan, { verdict, toTell }: Reviews): Promise<AppliedRun | null> {
  const { expected, unreviewed } = verdict;
  const { expect } = job.inputs;
  if (expected?.length === 0) return null;
  const accounts = plan.accounts.filter(({ error }) => error === undefined).map(({ name }) => name);
  try {
    const { notices, code, document } = await job.commands.apply({
      yes: true,
      ...(plan.base === undefined || job.base === null ? {} : { base: job.base }),
      ...(expected === null ? {} : { shown: { digests: expected, inboxes: verdict.inboxes } }),
      ...(expect === null ? {} : { expect }),
      // Whoever gives the digest of a whole plan has seen what it deletes.
      ...(isByHand(job.context) ? { maxDeletes: Number.MAX_SAFE_INTEGER, allowEmpty: true } : {}),
      ...(plan.complete ? {} : { account: accounts }),
      reviewed: {
        pullRequests: [...new Set(toTell.map(({ review }) => review.pullRequest))].sort((a, b) => a - b),
        approvals: verdict.counted.flatMap(({ review: { pullRequest }, approvals }) =>
          approvals.map(({ by, commit }) => ({ pullRequest, by, commit })),
        ),
      },
    });
    const end = { code, applied: document };
    return { end, failures: applyFailures(end, unreviewed, notices), notices };
  } catch (bug) {
    // Changes may have been made, so the comments and the outputs still say how it ended.
    return { end: { code: EXIT.failed, applied: null, isLost: true }, failures: [bugFailure(bug)], notices: [] };
  }
}

type Result = { plan: Plan | null; reviews: Reviews; end: ApplyEnd | null; failure: JobFailure | null };

/** Writes comments, files and the summary. What cannot be written is a warning, and does not change how the run ends. */
async function writeResult(job: Job, { plan, reviews, end, failure }: Result): Promise<Omit<Ending, 'failure'>> {
  const { verdict, toTell } = reviews;
  const warnings: Diagnostic[] = [];
  const comments = warnOnFailure('What became of the plan', warnings, [], () =>
    tellComments(job, toTell, outcomesOf(plan, verdict, end), failure?.reason ?? null),
  );
  const ofComments = await (end?.code === EXIT.interrupted ? Promise.race([comments, giveUp()]) : comments);
  const outputs = await warnOnFailure('The files of the plan', warnings, {}, () =>
    plan === null ? {} : planOutputs(job, plan),
  );
  const report = await warnOnFailure('The report of the apply', warnings, {}, () => reportFile(job, end));
  const summary = await warnOnFailure('The job summary', warnings, [], () =>
    applySummary(targetOf(job.inputs), plan, end, verdict, failure),
  );
  const files = { ...outputs, ...runFile(job, end), ...report };
  return { outputs: files, summary, notices: [...ofComments, ...warnings] };
}

async function giveUp(): Promise<Diagnostic[]> {
  await setTimeout(PATIENCE_MS, undefined, { ref: false });
  return [];
}

/** The output that names the snapshot of a run. */
export function runFile({ targets }: Job, end: ApplyEnd | null): Ending['outputs'] {
  const run = end?.applied?.run ?? null;
  return run === null ? {} : { 'run-file': snapshotFile(targets.project.home, run) };
}

/** Writes the report of a run, and returns the output that names it. */
export function reportFile({ keep }: Job, end: ApplyEnd | null): Ending['outputs'] {
  const applied = end?.applied ?? null;
  return applied === null ? {} : { 'report-file': keep('apply.json', jsonApplied(applied)) };
}

/** After a push it is not a failure: the newer run is responsible. What was asked for by hand was not done. */
async function supersededEnding(job: Job, plan: Plan, { toTell }: Reviews, notice: Diagnostic): Promise<Ending> {
  const untold = await tellSuperseded(job, toTell, notice);
  const nothing = [headingOf(line`Nothing was carried out`), paragraph(messageLine(notice))];
  return {
    failure: isByHand(job.context) ? { reason: 'refused', message: messageLine(notice) } : null,
    outputs: { ...planOutputs(job, plan), superseded: 'true' },
    summary: [titleOf(targetOf(job.inputs)), ...nothing],
    notices: [notice, ...untold],
  };
}
