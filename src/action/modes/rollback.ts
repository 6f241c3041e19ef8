/**
 * The mode rollback: takes a run back, from the snapshot that its job kept. Without `expect` it shows the way back and its
 * digest; with that digest it carries out exactly that. It takes only the snapshot of the run that `run-id` names, a run of
 * this repository's default branch, and of the workflow that made the snapshot. Nothing is sent to the service before that is
 * known.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { timeText } from '../../diagnostics/counts.ts';
import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';
import { ours, theirs } from '../../diagnostics/message.ts';
import type { Applied, Plan } from '../../diagnostics/results.ts';
import { namesIn } from '../../engine/snapshot/files.ts';
import type { RunSnapshot } from '../../engine/snapshot/read.ts';
import { appliedReport } from '../../report/applied.ts';
import { type Block, headingOf, inner, paragraph } from '../../report/document.ts';
import { line, link, look, messageLine } from '../../report/inline.ts';
import { planReport } from '../../report/plan.ts';
import { ofRollback } from '../../report/wording.ts';
import { shownPath } from '../../source/paths.ts';
import { targetOf, titleOf } from '../comment/target.ts';
import type { Context } from '../context.ts';
import { EVENTS } from '../events.ts';
import { planFailure } from '../failure.ts';
import type { GitHub } from '../github/client.ts';
import type { WorkflowRun } from '../github/commits.ts';
import { type Ending, failed, type Job, type Mode, refused, whyFailed } from '../mode.ts';
import { planOutputs } from '../plan-outputs.ts';
import { applyFailures, firstOf } from '../review/failures.ts';
import { reportFile, runFile } from './apply.ts';
import { shownEnding } from './shown.ts';

/** `isByHand`: the run carried out what any commit before it may have declared. */
type Made = RunSnapshot & { isByHand: boolean };

const APPLYING: ReadonlySet<string> = new Set(EVENTS.apply);

export const rollback: Mode = async (job) => {
  const run = await snapshotOf(job);
  if ('failure' in run) return run;
  const { code, document: plan, notices } = await job.commands.wayBack(run.file);
  const failure = planFailure(code, plan ?? { notices });
  if (plan === null) return { failure, outputs: {}, summary: [], notices };
  const head = headBlocks(job, run);
  const report = inner(planReport(plan, { wording: ofRollback() }));
  const blocks = [...head, report];
  if (job.inputs.expect === plan.digest && job.context.attempt === 1)
    return takenBack(job, run, plan, planOutputs(job, plan, blocks));
  return shownEnding(job, plan, { what: 'rollback', blocks, failure });
};

/** Opens the snapshot, and makes sure that the run that the inputs name made it. */
async function snapshotOf({ targets, github, inputs, context }: Job): Promise<Made | Ending> {
  const { runFile: named, runId } = inputs;
  const place = path.resolve(targets.root, named);
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  const [name, ...others] = isFolder ? namesIn(place).filter((one) => one.endsWith('.jsonl')) : [''];
  if (name === undefined || others.length > 0) {
    const snapshots = name === undefined ? 0 : 1 + others.length;
    return failed('invalid', messageLine({ code: 'run-file-which', args: { folder: named, snapshots } }));
  }
  const run = targets.readSnapshot(path.join(place, name));
  if ('problem' in run) {
    const { problem } = run;
    return problem.code === 'snapshot-untrusted' ? refused(problem) : failed('invalid', messageLine(problem));
  }
  const file = shownPath(run.file, targets.project.cwd);
  const locked = run.parts.find(({ opened }) => opened === null);
  if (locked !== undefined && run.parts.every(({ opened }) => opened === null)) {
    return refused({ code: 'snapshot-untrusted', args: { file, reason: 'other-key', keyId: locked.keyId } });
  }
  const made = await github.workflowRun(runId);
  const is = await distrustOf(made, context, github);
  if (made === null || is !== null) return refused({ code: 'rollback-run', args: { run: runId, is: is ?? 'unknown' } });
  const { github: by = null } = run.head.origin ?? {};
  if (by?.repository !== made.repository || by.run !== String(runId)) {
    const { url = null } = run.head.origin ?? {};
    return refused({ code: 'snapshot-of-another-run', args: { file, run: runId, url } });
  }
  if (by.workflow === made.workflow) return { ...run, isByHand: made.event === 'workflow_dispatch' };
  const workflows = { made: by.workflow, of: made.workflow };
  return refused({ code: 'snapshot-of-another-workflow', args: { file, run: runId, ...workflows } });
}

async function distrustOf(
  made: WorkflowRun | null,
  { owner, repo, defaultBranch, sha }: Context,
  { isInHistory }: Pick<GitHub, 'isInHistory'>,
): Promise<ArgsOf<'rollback-run'>['is'] | null> {
  const isHere = (repository: string | null) => repository === `${owner}/${repo}`;
  if (made === null) return 'unknown';
  if (!isHere(made.repository) || !isHere(made.headRepository)) return 'of-another-repository';
  if (made.headBranch !== defaultBranch) return 'of-another-branch';
  if (!APPLYING.has(made.event)) return 'of-another-event';
  // A tag may have the name of the branch, and its commit may be one that nobody merged.
  return (await isInHistory(made.headSha, sha)) ? null : 'of-another-branch';
}

/** Carries out the way back, if it is still the plan that was just made. */
async function takenBack(job: Job, run: Made, { digest }: Plan, outputs: Ending['outputs']): Promise<Ending> {
  const { code, document, notices } = await job.commands.rollback({ from: run.file, yes: true, expect: digest });
  const end = { code, applied: document };
  const failure = firstOf(applyFailures(end, [], notices));
  // What the command says about the files is for a terminal: a merge carries out only what its pull request caused.
  const isOfTerminal = (one: Diagnostic) => one.code === 'rollback-files' && one.args.of === 'apply';
  const { commit = null, github } = run.head.origin ?? {};
  const args = { commit: run.isByHand ? null : commit, pullRequests: github?.pullRequests ?? [] };
  const revert: Diagnostic[] = notices.some(isOfTerminal)
    ? [{ code: 'rollback-revert', args, severity: 'warning' }]
    : [];
  const others = (all: readonly Diagnostic[]) => all.filter((one) => !isOfTerminal(one));
  return {
    failure,
    outputs: { ...outputs, ...runFile(job, end), ...reportFile(job, end) },
    summary: [
      ...headBlocks(job, run),
      ...(document === null ? [] : [doneBlock({ ...document, notices: others(document.notices) })]),
      ...whyFailed(failure),
      ...(failure === null ? [] : [paragraph(line`To see what is left, run this workflow again without a digest.`)]),
      ...revert.flatMap((one) => [headingOf(line`What the files say`), paragraph(messageLine(one))]),
    ],
    notices: [...others(notices), ...revert],
  };
}

function headBlocks({ inputs }: Job, { head: { by, startedAt, origin = {} }, hasEnd }: RunSnapshot): Block[] {
  const { commit, actor, url } = origin;
  const of = commit === undefined ? [] : line` of the commit ${look('code', [theirs(commit.slice(0, 12))])}`;
  const whose = actor === undefined ? [] : line` by ${theirs(actor)}`;
  const run = url === undefined ? [] : line`, in ${link(line`this run`, url)}`;
  const title = line`Back to before the ${by}${of}${whose}, ${ours(timeText(startedAt))}${run}.`;
  const cut = line`Its snapshot has no end: that run was killed, or is still under way.`;
  return [titleOf(targetOf(inputs)), paragraph(title), ...(hasEnd ? [] : [paragraph(cut)])];
}

/** Without the commands for a terminal, which does not have the snapshot. */
function doneBlock(applied: Applied): Block {
  const report = appliedReport(applied, { wording: ofRollback() });
  const next = report.next.filter(({ kind }) => kind !== 'commands');
  return inner({ ...report, next });
}
