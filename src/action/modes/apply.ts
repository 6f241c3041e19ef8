/**
 * Applies what was merged: plans, looks up what of it was reviewed, carries exactly that out, and says in the comments what
 * became of it. The plan is made anew each time, so that a run may be repeated. A review counts once, and only the newest
 * commit of the default branch is carried out: a run of an older one, or a run that somebody starts again, would undo what
 * was merged since; the run of the newest commit makes what was reviewed for both.
 */
import { setTimeout } from 'node:timers/promises';
import { EXIT } from '../../cli/exit-code.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Parts, say, theirs } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { journalFile } from '../../engine/journal/files.ts';
import { headingOf, line, paragraph } from '../../report/document.ts';
import { targetOf, titleOf } from '../comment/target.ts';
import type { Context } from '../context.ts';
import { planFailure } from '../failure.ts';
import { GitHubError } from '../github/port.ts';
import { type Ending, failed, type Job, type JobFailure, type Mode } from '../mode.ts';
import { planOutputs } from '../plan-outputs.ts';
import { tellComments } from '../review/comments.ts';
import { applyFailures, bugFailure, firstOf, gitHubFailure } from '../review/failures.ts';
import { type ApplyEnd, outcomesOf } from '../review/outcomes.ts';
import { reviewsOf } from '../review/reviews.ts';
import { applySummary } from '../review/summary.ts';
import { telling } from '../telling.ts';

/** After an interruption the runner ends this process within seconds: comments that take longer must not cost the summary. */
const PATIENCE_MS = 3_000;

export const apply: Mode = async (job) => {
  const gate = defaultBranchOf(job.context);
  if ('refused' in gate) return failed('refused', gate.refused);
  const planned = await job.commands.plan();
  const plan = planned.document;
  const failures: JobFailure[] = [];

  const reviews = await reviewsOf(job, gate.branch, plan);
  // As late as can be: what is merged after this is not seen.
  const newest = plan === null || plan.changes.length === 0 ? null : await newestOf(job);
  if (plan !== null && newest?.kind === 'no') return supersededEnding(job, newest.message, planOutputs(job, plan));
  failures.push(...reviews.failures, ...(newest?.kind === 'unknown' ? [newest.failure] : []));
  const applied = plan !== null && newest?.kind === 'yes' ? await carriedOut(job, plan, reviews.expected) : null;
  const failedPlan = planFailure(planned.code, plan ?? planned);
  // What would be carried out of a refused plan decides whether that is refused too: then the apply says so.
  if (failedPlan !== null && (plan?.complete !== true || applied === null)) failures.push(failedPlan);

  const notices = merged(planned.notices, applied?.notices ?? [], reviews.notices);
  if (applied !== null) {
    const { end, bug } = applied;
    failures.push(...(bug === null ? applyFailures(end, reviews.unreviewed, applied.notices) : [bugFailure(bug)]));
  }
  const failure = firstOf(failures);
  const end = applied?.end ?? null;
  const warnings: Diagnostic[] = [];
  const comments = telling('What became of the plan', warnings, [], () =>
    tellComments(job, reviews.toTell, outcomesOf(plan, reviews, end), failure?.reason ?? null),
  );
  const ofComments = await (end?.code === EXIT.interrupted ? Promise.race([comments, giveUp()]) : comments);
  const outputs = await telling('The files of the plan', warnings, {}, () =>
    plan === null ? {} : planOutputs(job, plan),
  );
  const summary = await telling('The job summary', warnings, [], () =>
    applySummary(titleOf(targetOf(job.inputs)), plan, end, reviews.unreviewed, failure),
  );
  return {
    failure,
    outputs: { ...outputs, ...runFile(job, end) },
    summary,
    notices: [...notices, ...ofComments, ...warnings],
  };
};

/**
 * Carries out what is expected (null: all of it); null where that is nothing. Only accounts of the plan: what another one
 * needs is not in it, and was looked up nowhere.
 */
async function carriedOut(
  job: Job,
  plan: Plan,
  expected: readonly string[] | null,
): Promise<{ end: ApplyEnd; notices: readonly Diagnostic[]; bug: unknown } | null> {
  if (expected?.length === 0) return null;
  const accounts = plan.accounts.filter(({ error }) => error === undefined).map(({ name }) => name);
  try {
    const { notices, code, document } = await job.commands.apply({
      yes: true,
      ...(expected === null ? {} : { expect: [...expected] }),
      ...(plan.complete ? {} : { account: accounts }),
    });
    return { end: { code, applied: document }, notices, bug: null };
  } catch (bug) {
    // Changes may have been made, so the comments and the outputs still say how it ended.
    return { end: { code: EXIT.failed, applied: null, isLost: true }, notices: [], bug };
  }
}

/** The apply says again what the plan has said. */
function merged(...lists: readonly (readonly Diagnostic[])[]): Diagnostic[] {
  return [...new Map(lists.flat().map((notice) => [JSON.stringify(notice), notice])).values()];
}

async function giveUp(): Promise<Diagnostic[]> {
  await setTimeout(PATIENCE_MS, undefined, { ref: false });
  return [];
}

function runFile({ targets }: Job, end: ApplyEnd | null): Ending['outputs'] {
  const run = end?.applied?.run ?? null;
  if (run === null) return {};
  return { 'run-file': journalFile(targets.project.home, run) };
}

const EVENTS: ReadonlySet<string> = new Set(['push', 'workflow_dispatch']);

/** The default branch, where this run may apply; else why it may not. Only what is merged there was reviewed. */
function defaultBranchOf({
  event,
  ref,
  defaultBranch,
}: Pick<Context, 'event' | 'ref' | 'defaultBranch'>): { branch: string } | { refused: Parts } {
  if (!EVENTS.has(event)) {
    return {
      refused: say`apply runs on push and workflow_dispatch only, not on ${event === '' ? 'an unknown event' : theirs(event)}.`,
    };
  }
  if (defaultBranch === null) {
    return { refused: say`The event does not say which branch is the default one, and apply runs on no other.` };
  }
  if (ref !== `refs/heads/${defaultBranch}`) {
    return {
      refused: say`apply runs on the default branch ${theirs(defaultBranch)} only, not on ${ref === '' ? 'an unknown ref' : theirs(ref)}.`,
    };
  }
  return { branch: defaultBranch };
}

type Newest = { kind: 'yes' } | { kind: 'no'; message: Parts } | { kind: 'unknown'; failure: JobFailure };

/** Asks GitHub and not the event, which in a run that is started again says what the default branch was then. */
async function newestOf({ github, context }: Pick<Job, 'github' | 'context'>): Promise<Newest> {
  try {
    const { branch, sha } = await github.defaultHead();
    if (sha === context.sha && context.ref === `refs/heads/${branch}`) return { kind: 'yes' };
    const message = say`Nothing was carried out: this run is of commit ${theirs(context.sha.slice(0, 12))}, and ${theirs(branch)} is at ${theirs(sha.slice(0, 12))} now. The run of that commit applies what is merged. If there is none, run this workflow by hand.`;
    return { kind: 'no', message };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return { kind: 'unknown', failure: gitHubFailure(error, say`the head of the default branch`) };
  }
}

/** No failure: the newer run answers for the inbox, and fails where it must. */
function supersededEnding({ inputs }: Job, message: Parts, outputs: Ending['outputs']): Ending {
  return {
    failure: null,
    outputs: { ...outputs, superseded: 'true' },
    summary: [titleOf(targetOf(inputs)), headingOf(line`Nothing was carried out`), paragraph(message)],
    notices: [{ code: 'superseded', args: { said: message }, severity: 'warning' }],
  };
}
