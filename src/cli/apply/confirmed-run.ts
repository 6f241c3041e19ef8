/** What apply and rollback share: plan, show, ask, plan again, carry out, and say how it ended. */

import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import type { Applied, Plan } from '../../diagnostics/results.ts';
import { type Planned, planOf } from '../../engine/plan.ts';
import type { PlannedAccounts } from '../../engine/plan-accounts.ts';
import { reviewPlanned } from '../../engine/review/review-planned.ts';
import type { Review, Reviewed } from '../../model/review.ts';
import { jsonApplied } from '../../report/json.ts';
import type { Wording } from '../../report/style.ts';
import { textApplied } from '../../report/text/apply.ts';
import { textPlan } from '../../report/text/plan.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { textReview } from '../../report/text/review.ts';
import type { Invocation } from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import type { OpenProject } from '../session/project.ts';
import { asTyped, sameInboxes } from '../terminal/as-typed.ts';
import { type Answer, ask } from '../terminal/ask.ts';
import type { Interruption } from '../terminal/interruption.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';
import { carryOut, notCarriedOut, type Run } from './carry-out.ts';
import type { ReportFile } from './report-file.ts';
import { codesOf, unplanned } from './unplanned.ts';

/** Where the plan of a run comes from, and how it is spoken of. */
export interface Course {
  by: Run['by'];
  rollbackOf: Run['rollbackOf'];
  question: string;
  /** What was reviewed; null where everything may be carried out. */
  reviewed: Reviewed | null;
  /** Where a page of what was done is kept; null: nowhere. */
  report: ReportFile | null;
  /** Makes the plan; `again` from settings and files as they are by then, and null where they are another project's. */
  plan: (again: boolean) => Promise<PlannedAccounts | null>;
  /** What is said of a plan besides its own notices. */
  notices: (plan: Plan, planned: readonly Planned[]) => Promise<Diagnostic[]>;
  /** What is said after the end, where something was done. */
  epilogue: (applied: Applied) => Diagnostic[];
  wording: Wording;
}

/** Why a run ends before it carried anything out. */
interface Refusal {
  outcome: Applied['outcome'];
  code: ExitCode;
  finding: Finding;
}

const CHANGED: Refusal = {
  outcome: 'refused',
  code: EXIT.refused,
  finding: { code: 'changed-meanwhile', args: {} },
};

/** What an answer to the question ends the run with; null where it goes on. */
const REFUSALS: Record<Answer, Refusal | null> = {
  yes: null,
  no: { outcome: 'refused', code: EXIT.failed, finding: { code: 'answered-no', args: {} } },
  interrupted: { outcome: 'interrupted', code: EXIT.interrupted, finding: { code: 'answered-no', args: {} } },
  'cannot-ask': { outcome: 'refused', code: EXIT.refused, finding: { code: 'cannot-ask', args: {} } },
};

/** A plan of a run, before anything was carried out. */
interface Made extends PlannedAccounts {
  plan: Plan;
  review: Review | null;
}

/** What was shown, and what it does to the end. */
interface Shown extends Made {
  run: Run;
  /** Everything said so far. */
  said: Diagnostic[];
  /** What accounts without a plan do to the exit code. */
  codes: ExitCode[];
}

/** Takes a project whose inboxes are locked; runs to the end. Throws a UserError where nothing could be planned at all. */
export async function confirmedRun(
  invocation: Invocation,
  project: OpenProject,
  course: Course,
  interrupted: Interruption,
): Promise<ExitCode> {
  const shown = await planAndShow(invocation, project, course);
  const untried = notCarriedOut(shown.run);
  if (!untried.steps.some(({ status }) => status === 'not-tried')) return finish(invocation, shown, untried, course);

  let { run } = shown;
  if (invocation.options.yes !== true) {
    const refusal = REFUSALS[await ask(invocation.io, course.question)];
    if (refusal !== null) return stopped(invocation, shown, untried, refusal, course);
    // What was asked about may be minutes old: files, settings and live rules are read again.
    const again = await planAgain(project, course, shown);
    if (again === null) return stopped(invocation, shown, untried, CHANGED, course);
    run = again;
  }
  return finish(invocation, shown, await carryOut(invocation, project, run, interrupted), course);
}

async function made(project: OpenProject, course: Course, again: boolean): Promise<Made | null> {
  const accounts = await course.plan(again);
  if (accounts === null) return null;
  const { planned, failed } = accounts;
  const reviewed = course.reviewed === null ? null : reviewPlanned(planned, course.reviewed);
  const result = reviewed?.planned ?? planned;
  const plan = planOf(result, unplanned(project.closed, failed));
  return { planned: result, failed, plan, review: reviewed?.review ?? null };
}

async function planAndShow(invocation: Invocation, project: OpenProject, course: Course): Promise<Shown> {
  const { io, options } = invocation;
  const first = await made(project, course, false);
  if (first === null) throw new Error('The first plan is of the project as it was opened');
  const { planned, failed, review } = first;
  const notices = [...(await course.notices(first.plan, planned)), ...first.plan.notices];
  const plan = { ...first.plan, notices };
  const problems = failed.map(({ problem }) => problem);
  if (problems.length > 0) io.stderr.write(renderProblems(problems, textOptions(io, 'stderr', options)));
  if (planned.length > 0) show(invocation, plan, review, course);
  const without = unplanned(project.closed, failed).map(({ name, error }) => {
    return { account: name, message: error.message };
  });
  const { by, rollbackOf } = course;
  return {
    ...first,
    plan,
    run: { by, rollbackOf, planned, skipped: review?.skipped ?? [], unplanned: without },
    said: [...project.diagnostics, ...notices, ...problems],
    codes: codesOf(project.closed, failed),
  };
}

/** Plans again from everything as it is now; null where that is not the plan that was shown. */
async function planAgain(project: OpenProject, course: Course, shown: Shown): Promise<Run | null> {
  const again = await made(project, course, true);
  if (again === null || again.failed.length !== shown.failed.length) return null;
  return again.plan.digest === shown.plan.digest ? { ...shown.run, planned: again.planned } : null;
}

function show({ io, options }: Invocation, plan: Plan, review: Review | null, { wording }: Course): void {
  const json = options.format === 'json';
  const quiet = options.quiet === true;
  if (json && quiet) return;
  const stream = json ? 'stderr' : 'stdout';
  const style = { ...textOptions(io, stream, options), wording };
  const notices = quiet ? errorsOnly(plan.notices) : plan.notices;
  io[stream].write(textPlan({ ...plan, notices }, style));
  if (review !== null) io[stream].write(textReview(review, style));
}

/** The end where something was carried out, or there was nothing to do. */
async function finish(
  invocation: Invocation,
  { said, codes, planned, plan }: Shown,
  result: Applied,
  { by, epilogue, wording, report }: Course,
): Promise<ExitCode> {
  const { io, options, args } = invocation;
  const notices = [...result.notices, ...epilogue(result)];
  const shown = { ...result, notices: options.quiet === true ? errorsOnly(notices) : notices };
  const [file] = by === 'apply' ? args : [];
  const accounts = planned.length + result.unplanned.length;
  const more = { accounts, planFile: file === undefined ? null : asTyped(file), sameInboxes: sameInboxes(options) };
  const style = { ...textOptions(io, 'stdout', options), ...more, wording, failFast: options.failFast === true };
  // Where not one account has a plan, stderr has said it all.
  const text = planned.length === 0 ? '' : textApplied(shown, style);
  const all = { ...result, notices: [...said, ...notices] };
  io.stdout.write(options.format === 'json' ? jsonApplied(all) : text);
  return exitCode(...codes, ...codesOfResult(result), await reported(invocation, report, plan, all));
}

/** Writes the report; what was done is done, whether that can be written down or not. */
async function reported(
  { io, options }: Invocation,
  report: Course['report'],
  plan: Plan,
  applied: Applied,
): Promise<ExitCode> {
  const problem = (await report?.write(plan, applied)) ?? null;
  if (problem === null) return EXIT.done;
  io.stderr.write(renderProblems([problem], textOptions(io, 'stderr', options)));
  return EXIT.failed;
}

function codesOfResult({ outcome, steps, differences, unchecked }: Applied): ExitCode[] {
  const has = (...statuses: string[]) => steps.some(({ status }) => statuses.includes(status));
  const failed = outcome === 'differs' || unchecked.length > 0 || differences.length > 0 || has('failed', 'held');
  const refused = outcome === 'refused' || has('refused');
  return [
    outcome === 'interrupted' ? EXIT.interrupted : EXIT.done,
    failed ? EXIT.failed : EXIT.done,
    refused ? EXIT.refused : EXIT.done,
    steps.some(({ change }) => change.refused === 'variable-unset') ? EXIT.wrongInput : EXIT.done,
  ];
}

/** The end where nothing was carried out, and why. */
async function stopped(
  invocation: Invocation,
  { said, codes, plan }: Shown,
  untried: Applied,
  { outcome, code, finding }: Refusal,
  { report }: Course,
): Promise<ExitCode> {
  const { io, options } = invocation;
  const severity = finding.code === 'answered-no' ? 'info' : 'error';
  const why = { ...finding, severity } as Diagnostic;
  const all = { ...untried, outcome, notices: [...said, why] };
  if (options.format === 'json') io.stdout.write(jsonApplied(all));
  io.stderr.write(renderProblems([why], textOptions(io, 'stderr', options)));
  return exitCode(code, ...codes, await reported(invocation, report, plan, all));
}
