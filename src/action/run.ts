/** Runs the action: masks secrets, reads inputs, event and settings, runs the mode, and tells the runner how it ended. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setOutput } from '@actions/core';
import { bugLines } from '../cli/bug.ts';
import { EXIT, type ExitCode } from '../cli/exit-code.ts';
import { type Io, withMembers } from '../cli/io.ts';
import type { SessionArguments } from '../cli/session/arguments.ts';
import { keysIn } from '../cli/session/keys.ts';
import { UserError } from '../cli/user-error.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapedLines } from '../diagnostics/escape-control.ts';
import { joinedLines, plain, say, theirs } from '../diagnostics/message.ts';
import { Redactor } from '../diagnostics/redactor.ts';
import { headingOf, paragraph } from '../report/document.ts';
import { line, messageLine } from '../report/inline.ts';
import { printMarkdown } from '../report/print/markdown.ts';
import { treeAt } from '../source/git/commit-tree.ts';
import { baseOf, type ReadCommit } from './base.ts';
import { commandsIn } from './commands.ts';
import { type Context, contextOf, isProposal } from './context.ts';
import { refusedRun } from './events.ts';
import { planFailure } from './failure.ts';
import { connectGitHub } from './github/client.ts';
import { GitHubError } from './github/errors.ts';
import { type Inputs, inputsOf, secretInputs } from './inputs.ts';
import { type Ending, failed, type Mode, refused } from './mode.ts';
import { apply } from './modes/apply.ts';
import { drift } from './modes/drift.ts';
import { plan } from './modes/plan.ts';
import { rollback } from './modes/rollback.ts';
import { validate } from './modes/validate.ts';
import { placeInWorkspace } from './repository-root.ts';
import { annotate, annotationsOf, mask, SUMMARY_LIMIT, summarize } from './runner.ts';
import { targetsOf } from './targets.ts';
import { warnOnFailure } from './warn-on-failure.ts';
import { toldWhole } from './words.ts';

const MODES: Record<Inputs['mode'], Mode> = { validate, plan, apply, drift, rollback };

/** Events whose workflows have the repository's secrets, but may work on what outsiders wrote. */
const NEVER: ReadonlySet<string> = new Set(['pull_request_target', 'workflow_run']);

/** `now`: the time in ms. */
export async function runAction(io: Io, now: () => number): Promise<ExitCode> {
  for (const value of secretInputs(io.env)) mask(value);
  const ending = await endingOf(io, now).catch((error) => endingOfError(error, io));
  await tellRunner(io, ending);
  return ending.failure === null ? EXIT.done : EXIT.failed;
}

async function endingOf(io: Io, now: () => number): Promise<Ending> {
  const read = inputsOf(io.env);
  if ('problems' in read) return failed('invalid', joinedLines(read.problems.map((one) => [theirs(one)])));
  const inputs = read.ok;
  const context = contextOf(io.env);
  if (NEVER.has(context.event)) {
    return refused({ code: 'job-event-unsafe', args: { event: context.event } });
  }
  // Node reads it before the program starts, so it is too late to unset it.
  if (io.env.NODE_DEBUG) {
    return failed('invalid', messageLine({ code: 'node-debug', args: { value: io.env.NODE_DEBUG } }));
  }
  const world = commandsWorld(io, inputs);
  const settings = settingsOf(inputs);
  const targets = targetsOf(world, settings, inputs, isProposal(context));
  for (const value of targets.keys) mask(value);
  if (targets.refusal !== null && sendsKeys(inputs, context)) return refused(targets.refusal);
  const refusal = refusedRun(inputs.mode, context);
  if (refusal !== null) return refusal;
  const readCommit: ReadCommit = (ref) => treeAt(world.env, targets.project.home, ref);
  return MODES[inputs.mode]({
    inputs,
    context,
    targets,
    readCommit,
    base: await baseOf({ context, inputs }, readCommit),
    github: connectGitHub(inputs.githubToken, context, io.env),
    commands: commandsIn(world, settings, inputs.only.length === 0 ? {} : { only: inputs.only }),
    now,
    keep: (name, text) => keep(io, name, text),
    log: (text) => void io.stdout.write(`${escapedLines(text).join('\n')}\n`),
  });
}

/** Reports whether keys are sent. What others wrote is only checked, without any key. */
function sendsKeys({ mode }: Inputs, { pullRequest }: Context): boolean {
  return mode !== 'validate' && !(mode === 'plan' && pullRequest?.stranger != null);
}

/** Inputs reach commands only as options. The runner reads two streams in no reliable order, so there is only one. */
function commandsWorld(io: Io, { signingKey, githubToken, allowedHosts }: Inputs): Io {
  const env = Object.fromEntries(Object.entries(io.env).filter(([name]) => !name.startsWith('INPUT_')));
  if (signingKey !== null) env.INBOXCTL_SIGNING_KEY = signingKey;
  if (githubToken !== null) env.GITHUB_TOKEN = githubToken;
  if (allowedHosts.length > 0) env.INBOXCTL_ALLOWED_HOSTS = allowedHosts.join();
  const folder = io.env.GITHUB_WORKSPACE || io.cwd();
  return withMembers(io, { env, cwd: () => folder, stdin: Readable.from([]), stderr: io.stdout });
}

function settingsOf({ workingDirectory, accounts, shard, baseUrl, apiKey, apiKeys }: Inputs): SessionArguments {
  return {
    directory: workingDirectory,
    account: accounts.length === 0 ? undefined : accounts,
    shard: shard ?? undefined,
    baseUrl: baseUrl ?? undefined,
    apiKey: apiKey ?? undefined,
    apiKeys: apiKeys ?? undefined,
  };
}

function keep(io: Io, name: string, text: string): string {
  const folder = io.env.RUNNER_TEMP || tmpdir();
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** Users can only cause UserErrors and GitHubErrors. Anything else is a bug in inboxctl and is shown with its stack. */
function endingOfError(error: unknown, io: Io): Ending {
  if (error instanceof UserError) {
    const inputs = secretInputs(io.env).map((value) => ({ name: 'of an input', value }));
    const notices = new Redactor([...keysIn(io.env), ...inputs]).diagnostics(error.diagnostics);
    return { failure: planFailure(EXIT.wrongInput, { notices }), outputs: {}, summary: [], notices };
  }
  if (error instanceof GitHubError) {
    return failed(error.reason, error.explanation);
  }
  return failed('bug', toldWhole(say`The run ended by a mistake of inboxctl.`, bugLines(error, io.env)));
}

async function tellRunner(io: Io, { failure, outputs, summary, notices }: Ending): Promise<void> {
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  if (failure !== null) setOutput('failure-reason', failure.reason);
  const warnings: Diagnostic[] = [];
  await warnOnFailure('The job summary', warnings, undefined, () => {
    // A run that is refused before its mode begins has no summary of its own.
    const refused = failure === null ? [] : [headingOf(line`inboxctl`), paragraph(failure.message)];
    const report = { top: summary.length === 0 ? refused : summary, body: [], next: [] };
    const whole = 'the file that the output `plan-file` names';
    summarize(printMarkdown(report, { maxBytes: SUMMARY_LIMIT, whole }), io.env);
  });
  const folder = placeInWorkspace(io.env.GITHUB_WORKSPACE, io.env['INPUT_WORKING-DIRECTORY']?.trim() || '.');
  const why = failure === null ? undefined : plain(failure.message);
  for (const annotation of annotationsOf([...notices, ...warnings], folder, why)) annotate(annotation);
}
