/**
 * A run of `apply` or `rollback`, from the opened project to the end. In the order of calls:
 *
 * 1. `lockAccounts`: no other run changes these inboxes until this one has ended.
 * 2. `planOpen`: reads the live rules, plans, and refuses what was not reviewed.
 * 3. `showPlan`: the plan, the review, and what is refused. If nothing is left to carry out, the run ends here.
 * 4. `confirm`, without --yes: asks, then opens and plans once more, since what was shown may be minutes old. If the answer
 *    is not yes, or the new plan differs, the run ends here.
 * 5. `carryOut`: writes the snapshot and sends the changes. engine/apply.ts continues the story: engine/apply/drive.ts sends,
 *    and engine/apply/execution.ts decides for each account.
 * 6. `finished` or `endedEarly`: how the run ended, as a document and an exit code.
 *
 * However steps 2 to 6 end, the locks are released. The session is closed with the command. Before step 5 no change was sent:
 * Ctrl-C at the question ends the run, and elsewhere the process. In step 5 no more changes are sent after Ctrl-C: requests under
 * way end, and the rules are read once more. A second Ctrl-C ends the process at once.
 */
import type { ArgsOf, Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import type { Applied, Plan } from '../../diagnostics/results.ts';
import { shellWord } from '../../diagnostics/yaml-text.ts';
import { type DecidedInboxes, otherInboxes } from '../../engine/inboxes.ts';
import { isRefused, type Planned } from '../../engine/plan.ts';
import type { AccountTraffic } from '../../model/applied.ts';
import { compareText } from '../../model/compare-text.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Reviewed, ReviewResult } from '../../model/review.ts';
import { appliedReport } from '../../report/applied.ts';
import { planReport } from '../../report/plan.ts';
import { printBelow, printTerminal } from '../../report/print/terminal.ts';
import { reviewReport } from '../../report/reviewed.ts';
import type { TextOptions } from '../../report/style.ts';
import { OF_FILES, ofRollback, type Wording } from '../../report/wording.ts';
import type { Invocation, Result } from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { madeNow } from '../made.ts';
import { writeOutputFile } from '../output-file.ts';
import type { OpenAccount, OpenProject } from '../session/accounts.ts';
import { baseWords, inboxOptions, type SessionArguments, sameInboxes } from '../session/arguments.ts';
import { shortRef } from '../session/base.ts';
import { type Locked, lockAccounts } from '../session/locks.ts';
import { type PlannedRun, planRun } from '../session/read-live.ts';
import { ask } from '../terminal/ask.ts';
import { interruption } from '../terminal/interruption.ts';
import { codeOfProblems, ending } from '../user-error.ts';
import { type CarryOutArguments, type CarryOutRun, carryOut, notCarriedOut } from './carry-out.ts';
import { APPLIED, type ApplyReport } from './formats.ts';
import type { RollbackProject } from './rollback-project.ts';

/** The report and the plan file are those of an apply alone. */
type RunArguments = SessionArguments &
  CarryOutArguments & { format: 'text' | 'json'; report?: string | undefined; planfile?: string | undefined };

/** What tells an apply from a rollback. */
export interface RunSpec {
  /** The run to take back, and how to plan that; null to plan for what the files declare. */
  rollback: Pick<RollbackProject, 'snapshot' | 'planner' | 'command'> | null;
  /** The review; null if everything may be carried out. */
  reviewed: Reviewed | null;
  openAgain: () => Promise<readonly OpenAccount[]>;
}

const QUESTION = 'Carry this out? Type yes to go on: ';

/** Why a run ends before it carries out anything. The finding decides the exit code (1 for a no), unless it was interrupted. */
type EarlyEnd = { outcome: 'refused' | 'interrupted'; finding: Finding };

interface ShownPlan extends PlannedRun {
  spec: RunSpec;
  project: OpenProject;
  wording: Wording;
  toCarryOut: CarryOutRun;
}

type RunInvocation = Invocation<RunArguments>;

/** Runs to the end. Throws a UserError if nothing could be planned at all. */
export async function confirmedRun(
  invocation: RunInvocation,
  project: OpenProject,
  spec: RunSpec,
): Promise<Result<ApplyReport>> {
  const { io, args } = invocation;
  const command = spec.rollback === null ? null : [spec.rollback.command, ...sameInboxes(args)].join(' ');
  const unknown = `What the last requests did is not known: run \`${command}\` again.`;
  const interrupted = interruption(io, command === null ? {} : { unknown });
  // Before the try: no change was sent yet, and a lock is void once its process is gone.
  const locks = await lockAccounts(project.open);
  const planWith = (open: readonly OpenAccount[]) => planOpen(invocation, { project, spec, locks, open });
  try {
    const shown = showPlan(invocation, project, spec, await planWith(project.open));
    const untried = notCarriedOut(shown.toCarryOut);
    // No change may be carried out, so there is nothing to confirm.
    if (!untried.steps.some(({ status }) => status === 'not-tried')) return await finished(invocation, shown, untried);
    const confirmed = args.yes ? shown.toCarryOut : await confirm(invocation, shown, untried, planWith);
    if ('finding' in confirmed) return await endedEarly(invocation, shown, untried, confirmed);
    return await finished(invocation, shown, await carryOut(invocation, project, confirmed, interrupted));
  } finally {
    interrupted.disarm();
    locks.release();
  }
}

/** Plans the locked accounts, each with the settings and rules in `open`. */
function planOpen(
  invocation: RunInvocation,
  { project, spec, locks, open }: { project: OpenProject; spec: RunSpec; locks: Locked; open: readonly OpenAccount[] },
): Promise<PlannedRun> {
  const byName = new Map(open.map(({ account }) => [account.name, account]));
  const locked = locks.locked.flatMap((one): OpenAccount[] => {
    const account = byName.get(one.account.name);
    return account === undefined ? [] : [{ ...one, account }];
  });
  const { rollback, reviewed } = spec;
  const { concurrency } = invocation.args;
  const { closed, pitfalls, base } = project;
  const how = { planner: rollback?.planner, reviewed, base, failed: locks.failed, pitfalls, concurrency };
  return planRun(invocation, { open: locked, closed }, how);
}

function showPlan(invocation: RunInvocation, project: OpenProject, spec: RunSpec, made: PlannedRun): ShownPlan {
  const { args, terminal, findings } = invocation;
  const { planned, review } = made;
  const { rollback } = spec;
  const notices = [...notOfProject(spec.reviewed, project), ...made.plan.notices];
  const plan = { ...made.plan, notices };
  const wording = rollback === null ? OF_FILES : ofRollback(rollback.command);
  findings.add(made.problems);
  findings.print();
  if (planned.length > 0) {
    const { quiet } = terminal;
    showAbove(invocation, (style) =>
      printTerminal(planReport(plan, { wording, base: args.base, inboxes: inboxOptions(args) }), { ...style, quiet }),
    );
    if (review !== null) {
      const report = reviewReport(review, { wording, base: baseOf(project), sameInboxes: sameInboxes(args) });
      showAbove(invocation, (style) => printBelow(report, style));
    }
  }
  // Next to JSON, the plan on stderr has shown them already. Without a plan, nothing has.
  const outlet = args.format === 'json' && !terminal.quiet ? 'document' : 'document-and-errors';
  findings.add(notices, planned.length > 0 ? outlet : 'stderr');
  if (review !== null) findings.add(notAsReviewed(review), outlet);
  findings.print();
  const unplanned = made.unplanned.map(({ name, error }) => ({ account: name, message: error.message }));
  return {
    ...made,
    spec,
    project,
    wording,
    plan,
    toCarryOut: {
      rollbackOf: rollback?.snapshot.run ?? null,
      planned,
      skipped: review?.skipped ?? [],
      unplanned,
      planFile: spec.reviewed?.plan ?? null,
    },
  };
}

/** The warning about reviewed changes of accounts that the project does not have, selected or not. */
function notOfProject(reviewed: Reviewed | null, { session }: OpenProject): Diagnostic[] {
  const known = new Set(session.project.accounts.map(({ name }) => name));
  const lost = (reviewed?.plan?.changes ?? []).map(({ account }) => account).filter((name) => !known.has(name));
  if (lost.length === 0) return [];
  const accounts = session.redactor.everywhere([...new Set(lost)]);
  return [{ code: 'review-account-gone', args: { accounts, changes: lost.length }, severity: 'warning' }];
}

/** Asks, then plans once more. Returns what to carry out, or why the run ends. */
async function confirm(
  { io, findings }: RunInvocation,
  shown: ShownPlan,
  untried: Applied,
  planWith: (open: readonly OpenAccount[]) => Promise<PlannedRun>,
): Promise<CarryOutRun | EarlyEnd> {
  const answer = await ask(io, QUESTION);
  if (answer === 'cannot-ask') return { outcome: 'refused', finding: { code: answer, args: {} } };
  const no: Finding = { code: 'answered-no', args: { almost: answer === 'almost' } };
  if (answer !== 'yes') return { outcome: answer === 'interrupted' ? answer : 'refused', finding: no };
  const open = await shown.spec.openAgain();
  if (inboxesOf(open) !== inboxesOf(shown.project.open)) return changed({ files: [], live: [] });
  const again = await planWith(open);
  // Whoever answers has seen the plan of that inbox.
  const moved = otherInboxes(readOf(again.planned), seenIn(shown.planned));
  if (moved.length > 0) {
    findings.add(moved);
    return changed({ files: [], live: [] });
  }
  const lost = again.unplanned.filter((now) => !shown.unplanned.some(({ name }) => name === now.name));
  findings.add(lost.flatMap(({ problems }) => problems));
  const toCarryOut = { ...shown.toCarryOut, planned: again.planned };
  const isSame =
    lost.length === 0 &&
    again.unplanned.length === shown.unplanned.length &&
    fingerprintOf(notCarriedOut(toCarryOut)) === fingerprintOf(untried);
  if (isSame) return toCarryOut;
  const all = [shown.planned, again.planned];
  const files = differing(all, ({ account }) =>
    account.declared.map(({ body, renamedFrom }) => ({ ...body, renamedFrom })),
  );
  return changed({ files, live: differing(all, ({ live }) => live) });
}

function readOf(planned: readonly Planned[]) {
  return planned.map(({ account: { name, baseUrl }, live }) => ({ name, baseUrl, live }));
}

function seenIn(planned: readonly Planned[]): DecidedInboxes {
  return new Map(planned.map(({ account, inbox }) => [account.name, [inbox]]));
}

function changed(args: ArgsOf<'changed-meanwhile'>): EarlyEnd {
  return { outcome: 'refused', finding: { code: 'changed-meanwhile', args } };
}

/** The names of rules that are not the same in both plans. */
function differing(plans: readonly (readonly Planned[])[], rulesOf: (one: Planned) => readonly { name: string }[]) {
  const accounts = groupBy(plans.flat(), ({ account }) => account.name);
  const names = [...accounts.values()].flatMap((both) => {
    const alike = groupBy(both.length === 2 ? both.flatMap(rulesOf) : [], (rule) => JSON.stringify(rule));
    return [...alike.values()].flatMap(([{ name }, same]) => (same === undefined ? name : []));
  });
  return [...new Set(names)];
}

/** Addresses and keys. They must stay the same, since the clients and locks of the first plan are used to the end. */
function inboxesOf(open: readonly OpenAccount[]): string {
  return JSON.stringify(open.map(({ account: { name, baseUrl }, connection: { apiKey } }) => [name, baseUrl, apiKey]));
}

/** Each change by its digest, and whether it is refused, which the digest does not tell. */
function fingerprintOf({ steps }: Applied): string {
  return JSON.stringify(steps.map(({ change, status }) => [change.account, change.digest, status]));
}

/** That a part of the plan is not carried out, since nobody reviewed it. */
function notAsReviewed({ of, digest, pairs, unreviewed }: ReviewResult): Diagnostic[] {
  const changes = pairs.length + unreviewed.length;
  if (of.digest !== null && of.digest !== digest && changes > 0) {
    return [{ code: 'expected-other-plan', args: {}, severity: 'error' }];
  }
  return changes === 0 ? [] : [{ code: 'not-as-reviewed', args: { changes }, severity: 'error' }];
}

/** Prints what comes before the end: on stdout, or on stderr if stdout is JSON, but then not with --quiet. */
export function showAbove(
  { args, terminal }: Invocation<{ format: 'text' | 'json' }>,
  render: (style: TextOptions) => string,
): void {
  const json = args.format === 'json';
  if (json && terminal.quiet) return;
  const stream = json ? 'stderr' : 'stdout';
  terminal.write(stream, render(terminal.style(stream)));
}

/** The end of a run that carried something out, or had nothing that it could. */
async function finished(invocation: RunInvocation, shown: ShownPlan, result: Applied): Promise<Result<ApplyReport>> {
  const { args, findings } = invocation;
  const { wording, planned, plan, spec } = shown;
  const notices = [...result.notices, ...leftAlone(plan), ...filesLeft(spec.rollback, result)];
  // If no account has a plan, stderr has said everything.
  findings.add(notices, 'document');
  const about = {
    notCovered: { unread: false, held: plan.changes.some(({ origin }) => origin === 'base') },
    accounts: planned.length + result.unplanned.length,
    planFile: args.planfile === undefined ? null : shellWord(args.planfile),
    base: baseOf(shown.project),
    sameInboxes: sameInboxes(args),
    failFast: args.failFast,
    wording,
  };
  const print = { notices: planned.length === 0 ? null : notices, about };
  const refused = planned.some((one) => isRefused(one.planned)) ? EXIT.refused : EXIT.done;
  return withReport(invocation, shown, result, print, [...codesOfResult(result), refused]);
}

/** The notice about changes that come from the base, which an apply leaves alone. */
function leftAlone({ changes: all }: Plan): Diagnostic[] {
  const changes = all.filter(({ origin }) => origin === 'base');
  return changes.length === 0 ? [] : [{ code: 'left-alone', args: { changes }, severity: 'info' }];
}

/** The option that compares with the same base, as typed. */
function baseOf({ base }: OpenProject): string[] {
  return baseWords(base === undefined ? undefined : shortRef(base.ref));
}

/** The warning after a rollback that changed something: the files are as before, so the next apply would undo it. */
function filesLeft(rollback: RunSpec['rollback'], { steps }: Applied): Diagnostic[] {
  if (rollback === null || !steps.some(({ status }) => status === 'done')) return [];
  return [{ code: 'rollback-files', args: { of: rollback.snapshot.head.by }, severity: 'warning' }];
}

/** Writes the report. A failure does not undo the run, but changes the exit code. `ofRun`: the codes of the run. */
async function withReport(
  invocation: RunInvocation,
  { codes, plan, project }: ShownPlan,
  result: Applied,
  print: Omit<ApplyReport, 'applied'>,
  ofRun: readonly ExitCode[],
): Promise<Result<ApplyReport>> {
  const { args, findings } = invocation;
  const only = plan.only && { only: plan.only };
  const applied = { ...result, ...only, notices: findings.all(), accounts: trafficOf(invocation, project) };
  const end = { document: { applied, ...print }, formats: APPLIED };
  const code = exitCode(...codes, ...ofRun);
  if (args.report === undefined) return { code, ...end };
  const { printPage } = await import('../../report/print/page.ts');
  const page = printPage(appliedReport(applied, { ...print.about, plan }), { ...plan, made: madeNow(invocation) });
  const problem = writeOutputFile(invocation, 'The report', args.report, page);
  if (problem === null) return { code, ...end };
  findings.add([ending(problem)]);
  return { code: exitCode(code, codeOfProblems([problem])), ...end };
}

/** What was sent for each account: nothing where it is closed. */
function trafficOf({ io, now }: RunInvocation, { open, closed }: OpenProject): AccountTraffic[] {
  const began = now() - io.uptime() * 1000;
  const at = (ms: number | null) => (ms === null ? null : new Date(began + ms).toISOString());
  const asked = open.map(({ account: { name }, traffic: { startedAt, endedAt, requests, retries } }) => {
    return { name, startedAt: at(startedAt), endedAt: at(endedAt), requests, retries };
  });
  const others = closed.map(({ name }) => ({ name, startedAt: null, endedAt: null, requests: 0, retries: 0 }));
  return [...asked, ...others].sort((a, b) => compareText(a.name, b.name));
}

/** All exit codes of a result. Accounts without a plan have brought theirs already. */
function codesOfResult({ outcome, steps, differences, unchecked }: Applied): ExitCode[] {
  const has = (...statuses: string[]) => steps.some(({ status }) => statuses.includes(status));
  const failed = outcome === 'differs' || unchecked.length > 0 || differences.length > 0 || has('failed', 'held');
  const refused = outcome === 'refused' || has('refused');
  return [
    outcome === 'interrupted' ? EXIT.interrupted : EXIT.done,
    failed ? EXIT.failed : EXIT.done,
    refused ? EXIT.refused : EXIT.done,
  ];
}

/** The end of a run that carried out nothing, with the reason. As text nothing is printed: stderr has it. */
async function endedEarly(
  invocation: RunInvocation,
  shown: ShownPlan,
  untried: Applied,
  { outcome, finding }: EarlyEnd,
): Promise<Result<ApplyReport>> {
  const why = ending(finding);
  const code = outcome === 'interrupted' ? EXIT.interrupted : codeOfProblems([why]);
  invocation.findings.add([why]);
  return withReport(invocation, shown, { ...untried, outcome }, { notices: null, about: {} }, [code]);
}
