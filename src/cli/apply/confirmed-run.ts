/** What apply and rollback share: lock, plan, show, ask, plan again, carry out, and say how it ended. */

import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import type { Applied, Plan } from '../../diagnostics/results.ts';
import { shellWord } from '../../diagnostics/shell-word.ts';
import type { Planned } from '../../engine/plan.ts';
import type { ReviewResult } from '../../model/review.ts';
import { APPLIED, type ApplyReport } from '../../report/formats.ts';
import type { TextOptions, Wording } from '../../report/style.ts';
import { textPlan } from '../../report/text/plan.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { textReview } from '../../report/text/review.ts';
import { OF_FILES } from '../../report/wording.ts';
import type { Invocation, Result } from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { madeNow } from '../made.ts';
import type { OutputFile } from '../output-file.ts';
import type { OpenAccount, OpenProject } from '../session/accounts.ts';
import { type SessionArguments, sameInboxes } from '../session/arguments.ts';
import { type Locked, lockAccounts } from '../session/locks.ts';
import { type PlanHow, type PlannedRun, planRun } from '../session/read-live.ts';
import { ask, type Confirmation } from '../terminal/ask.ts';
import { interruption, type UnderWay } from '../terminal/interruption.ts';
import { type CarryOutArguments, type CarryOutRun, carryOut, notCarriedOut } from './carry-out.ts';

type RunArguments = SessionArguments & CarryOutArguments & { format: 'text' | 'json'; yes: boolean };

/** Where the plan of a run comes from, and how it is spoken of. */
export interface RunSpec extends Pick<PlanHow, 'reviewed' | 'planner'> {
  /** The run that is taken back; null for an apply. */
  rollbackOf: CarryOutRun['rollbackOf'];
  /** Where a page of what was done is kept. */
  report?: OutputFile | null;
  /** The plan file that was given. */
  planFile?: string | undefined;
  /** Reads settings and files as they are now, for a second plan; null where they are another project's. */
  openAgain: () => readonly OpenAccount[] | null;
  /** What is said of a plan besides its own notices. */
  notices?: (plan: Plan, planned: readonly Planned[]) => Promise<Diagnostic[]>;
  /** What is said after the end, where something was done. */
  epilogue?: (applied: Applied) => Diagnostic[];
  /** How the plan is spoken of; as one of the files if left out. */
  wording?: Wording;
  /** What Ctrl-C is answered with. */
  underWay?: UnderWay;
}

const QUESTION = 'Carry this out? Type yes to go on: ';

/** Why a run ends before it carried anything out. */
interface EarlyEnd {
  outcome: Applied['outcome'];
  code: ExitCode;
  finding: Finding;
}

const CHANGED: EarlyEnd = {
  outcome: 'refused',
  code: EXIT.refused,
  finding: { code: 'changed-meanwhile', args: {} },
};

/** What an answer to the question ends the run with; null where it goes on. */
const ENDS: Record<Confirmation, EarlyEnd | null> = {
  yes: null,
  almost: { outcome: 'refused', code: EXIT.failed, finding: { code: 'answered-no', args: { almost: true } } },
  no: { outcome: 'refused', code: EXIT.failed, finding: { code: 'answered-no', args: { almost: false } } },
  interrupted: {
    outcome: 'interrupted',
    code: EXIT.interrupted,
    finding: { code: 'answered-no', args: { almost: false } },
  },
  'cannot-ask': { outcome: 'refused', code: EXIT.refused, finding: { code: 'cannot-ask', args: {} } },
};

/** A plan that was shown. */
interface ShownPlan extends PlannedRun {
  run: CarryOutRun;
  /** Everything said so far. */
  said: Diagnostic[];
}

type RunInvocation = Invocation<RunArguments>;

/** Runs to the end, and closes the project. Throws a UserError where nothing could be planned at all. */
export async function confirmedRun(
  invocation: RunInvocation,
  project: OpenProject,
  spec: RunSpec,
): Promise<Result<ApplyReport>> {
  const { io, args } = invocation;
  const interrupted = interruption(io, spec.underWay);
  const locks = await lockAccounts(project.open);
  const plan = (open: readonly OpenAccount[]) => planOpen(invocation, { project, spec, locks, open });
  try {
    const shown = await showPlan(invocation, project, spec, await plan(project.open));
    const untried = notCarriedOut(shown.run);
    if (!untried.steps.some(({ status }) => status === 'not-tried')) {
      return await finished(invocation, shown, untried, spec);
    }
    let { run } = shown;
    if (!args.yes) {
      const end = ENDS[await ask(io, QUESTION)];
      if (end !== null) return await endedEarly(invocation, shown, untried, end, spec);
      // What was asked about may be minutes old: files, settings and live rules are read again.
      const open = spec.openAgain();
      const again = open === null ? null : await plan(open);
      if (again === null || !isSamePlan(again, shown)) {
        return await endedEarly(invocation, shown, untried, CHANGED, spec);
      }
      run = { ...run, planned: again.planned };
    }
    return await finished(invocation, shown, await carryOut(invocation, project, run, interrupted), spec);
  } finally {
    interrupted.disarm();
    locks.release();
    await project.session.close();
  }
}

/** Plans the locked ones of the accounts as they are opened now. */
function planOpen(
  invocation: RunInvocation,
  { project, spec, locks, open }: { project: OpenProject; spec: RunSpec; locks: Locked; open: readonly OpenAccount[] },
): Promise<PlannedRun> {
  const byName = new Map(open.map(({ account }) => [account.name, account]));
  const locked = locks.locked.flatMap((one): OpenAccount[] => {
    const account = byName.get(one.account.name);
    return account === undefined ? [] : [{ ...one, account }];
  });
  const { reviewed, planner } = spec;
  const { concurrency } = invocation.args;
  return planRun(
    invocation,
    { open: locked, closed: project.closed },
    { planner, reviewed, failed: locks.failed, concurrency },
  );
}

function isSamePlan(again: PlannedRun, shown: PlannedRun): boolean {
  return again.closed.length === shown.closed.length && again.plan.digest === shown.plan.digest;
}

async function showPlan(
  invocation: RunInvocation,
  project: OpenProject,
  spec: RunSpec,
  made: PlannedRun,
): Promise<ShownPlan> {
  const { planned, review, problems } = made;
  const notices = [...((await spec.notices?.(made.plan, planned)) ?? []), ...made.plan.notices];
  const plan = { ...made.plan, notices };
  invocation.terminal.say(problems);
  if (planned.length > 0) {
    const { wording = OF_FILES } = spec;
    const { args, terminal } = invocation;
    const { quiet } = terminal;
    showAbove(invocation, (style) => textPlan(plan, { ...style, wording, quiet }));
    if (review !== null)
      showAbove(invocation, (style) => textReview(review, { ...style, wording, sameInboxes: sameInboxes(args) }));
    // Of JSON it stands on stderr already.
    if (args.format === 'text' || quiet) terminal.sayToo(refusals(notices, review));
  }
  const unplanned = made.closed.map(({ name, error }) => ({ account: name, message: error.message }));
  const { rollbackOf } = spec;
  return {
    ...made,
    plan,
    run: { rollbackOf, planned, skipped: review?.skipped ?? [], unplanned },
    said: [...project.diagnostics, ...notices, ...problems],
  };
}

/** Why the plan, or a part of it, is not carried out. */
function refusals(notices: readonly Diagnostic[], review: ReviewResult | null): Diagnostic[] {
  const changes = review === null ? 0 : review.pairs.length + review.unreviewed.length;
  return [
    ...notices.filter(({ severity }) => severity === 'error'),
    ...(changes === 0 ? [] : [{ code: 'not-as-reviewed', args: { changes }, severity: 'error' } as const]),
  ];
}

/** Shows what comes above the end: on stderr where stdout is JSON, and not if that is to be quiet. */
export function showAbove(
  { args, terminal }: Invocation<{ format: 'text' | 'json' }>,
  render: (style: TextOptions) => string,
): void {
  const json = args.format === 'json';
  if (json && terminal.quiet) return;
  const stream = json ? 'stderr' : 'stdout';
  terminal.write(stream, render(terminal.style(stream)));
}

/** The end where something was carried out, or there was nothing to do. */
async function finished(
  invocation: RunInvocation,
  { said, codes, planned, plan }: ShownPlan,
  result: Applied,
  { epilogue, wording = OF_FILES, report, planFile }: RunSpec,
): Promise<Result<ApplyReport>> {
  const { args } = invocation;
  const notices = [...result.notices, ...leftOutOf(result, planned), ...(epilogue?.(result) ?? [])];
  const applied = { ...result, ...onlyIn(plan), notices: [...said, ...notices] };
  return {
    code: exitCode(...codes, ...codesOfResult(result), await reported(invocation, report, plan, applied)),
    document: {
      applied,
      // Where not one account has a plan, stderr has said it all.
      notices: planned.length === 0 ? null : notices,
      about: {
        accounts: planned.length + result.unplanned.length,
        planFile: planFile === undefined ? null : shellWord(planFile),
        sameInboxes: sameInboxes(args),
        failFast: args.failFast,
        wording,
      },
    },
    formats: APPLIED,
  };
}

function onlyIn({ only }: Plan): Pick<Applied, 'only'> {
  return only === undefined ? {} : { only };
}

/** What is to be remembered of a partial run once it made changes. */
function leftOutOf({ run }: Applied, planned: readonly Planned[]): Diagnostic[] {
  const leftOut = planned.reduce((sum, one) => sum + (one.planned.leftOut ?? []).length, 0);
  return run === null || leftOut === 0 ? [] : [{ code: 'apply-partial', args: { leftOut }, severity: 'info' }];
}

/** Writes the report; what was done is done, whether that can be written down or not. */
async function reported(
  invocation: RunInvocation,
  report: RunSpec['report'],
  plan: Plan,
  applied: Applied,
): Promise<ExitCode> {
  if (report == null) return EXIT.done;
  const { htmlApplied } = await import('../../report/html/applied.ts');
  const problem = report.write(htmlApplied(plan, applied, madeNow(invocation)));
  if (problem === null) return EXIT.done;
  invocation.terminal.say([{ ...problem, severity: 'error' }]);
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
async function endedEarly(
  invocation: RunInvocation,
  { said, codes, plan }: ShownPlan,
  untried: Applied,
  { outcome, code, finding }: EarlyEnd,
  { report }: RunSpec,
): Promise<Result<ApplyReport>> {
  const severity = finding.code === 'answered-no' ? 'info' : 'error';
  const why = { ...finding, severity } as Diagnostic;
  const applied = { ...untried, ...onlyIn(plan), outcome, notices: [...said, why] };
  // Said although it may be quiet: nothing else tells of it.
  invocation.terminal.write('stderr', renderProblems([why], invocation.terminal.style('stderr')));
  return {
    code: exitCode(code, ...codes, await reported(invocation, report, plan, applied)),
    document: { applied, notices: null, about: {} },
    formats: APPLIED,
  };
}
