import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { diskOf } from '../../engine/pull/disk.ts';
import { declaredWebhooks, hiding } from '../../engine/pull/hidden.ts';
import { hidingInLines } from '../../engine/pull/hidden-lines.ts';
import { writeFiles } from '../../engine/pull/write-files.ts';
import { type PullPlan, planPull } from '../../engine/pull.ts';
import type { FileEdit } from '../../model/pull.ts';
import type { Secret } from '../../planning/secrets.ts';
import { jsonPulled } from '../../report/json.ts';
import { fileDiff } from '../../report/text/file-diff.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { INEXACT_DIFF, textPulled, textVariables } from '../../report/text/pull.ts';
import { uncommitted } from '../../source/git/status.ts';
import type { Command, Invocation } from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { withoutSecrets } from '../session/hidden-secrets.ts';
import { surroundingsOf } from '../session/rules.ts';
import { interruption } from '../terminal/interruption.ts';
import { saidIfSlow } from '../terminal/slow-answer.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';
import { openForPull, type PullProject } from './pull-project.ts';

export interface PullSettings {
  singleFile: boolean;
  prune: boolean;
  inlineSecrets: boolean;
  /** The folders and files that the project file lists are there afterwards, if only as empty ones; false if left out. */
  keepRoots?: boolean;
  /** Write over what git does not have, and whatever else it would be refused for. */
  force: boolean;
  /** Nothing that is written over can be lost: git is not asked. */
  isStored?: boolean;
  /** Write nothing. */
  dryRun: boolean;
}

export interface PullResult {
  /** Those that were written; with `dryRun`, that would be. The names of their rules are shown as they are. */
  files: FileEdit[];
  /** Variables that new references name, with their values, which are secrets: a plan needs them in its environment. */
  variables: PullPlan['variables'];
  /** Everything to be said, with secrets hidden. */
  notices: Diagnostic[];
  /** What must appear nowhere; the new variables among it. */
  secrets: Secret[];
  code: ExitCode;
}

/** `inboxctl pull`: writes live rules into the files. */
export const pull: Command = async (invocation) => {
  const { io, options } = invocation;
  const isOn = (name: string) => options[name] === true;
  const dryRun = isOn('dryRun');
  const result = await pullInto(invocation, {
    singleFile: isOn('singleFile'),
    prune: isOn('prune'),
    inlineSecrets: isOn('inlineSecrets'),
    keepRoots: true,
    force: isOn('force'),
    isStored: isOn('isStored'),
    dryRun,
  });
  const { notices, variables } = result;
  const style = textOptions(io, 'stdout', options);
  const hide = hiding(result.secrets);
  const files = result.files
    .map((file) => ({ ...file, rules: file.rules.map(hide) }))
    .sort((a, b) => (a.shown < b.shown ? -1 : 1));
  const isJson = options.format === 'json';
  const inLines = dryRun ? hidingInLines(result.files, result.secrets) : hide;
  const diffs = dryRun ? files.map((file) => fileDiff(file, inLines, { color: style.color && !isJson })) : [];
  const pulled = {
    dryRun,
    files: files.map((file, index) => ({ ...file, ...(dryRun ? { diff: diffs[index]?.text ?? '' } : {}) })),
    variables: variables.map((one) => ({ ...one, rules: one.rules.map(hide) })),
    notices,
  };

  const shown = isOn('quiet') ? errorsOnly(notices) : notices;
  if (shown.length > 0) io.stderr.write(renderProblems(shown, textOptions(io, 'stderr', options)));
  if (isJson) io.stdout.write(jsonPulled(pulled));
  else if (dryRun && files.length > 0) io.stdout.write(diffs.map(({ text }) => text).join(''));
  else if (files.length > 0 || result.code === EXIT.done) io.stdout.write(textPulled(pulled, style));
  if (!isOn('quiet') && diffs.some(({ isExact }) => !isExact)) io.stderr.write(INEXACT_DIFF);
  if (pulled.variables.length > 0 && !isOn('quiet')) {
    io.stderr.write(`\n${textVariables(pulled.variables, textOptions(io, 'stderr', options))}`);
  }
  return result.code;
};

/**
 * Pulls and prints nothing, for a command that goes on from there. Throws a UserError where settings or files have problems.
 * With files that git does not have as they are, nothing is written, unless it is forced.
 */
export async function pullInto(invocation: Invocation, settings: PullSettings): Promise<PullResult> {
  const opened = await saidIfSlow(invocation, openForPull(invocation));
  const plan = planOf(invocation, opened, settings);
  const known = new Set(plan.secrets.map(({ value }) => value));
  const declared = declaredWebhooks(opened.accounts).filter(({ value }) => !known.has(value));
  const secrets = [...plan.secrets, ...declared];
  const result = (files: FileEdit[], more: Diagnostic[], ...codes: ExitCode[]): PullResult => ({
    files,
    variables: plan.variables,
    notices: withoutSecrets([...opened.problems, ...trueOf(plan.notices, files), ...more], secrets),
    secrets,
    code: exitCode(...opened.codes, ...codes),
  });
  const guarded = settings.force ? [] : plan.refusals;
  const codes = guarded.length > 0 ? [EXIT.refused] : [];
  if (settings.dryRun) return result(plan.files, guarded, ...codes);
  const unsafe = settings.force || settings.isStored ? null : await unsaved(plan.files, invocation);
  const refusals = unsafe === null ? guarded : [...guarded, unsafe];
  if (refusals.length > 0) {
    // Of what would have been done only the reason that nothing was.
    const notices = withoutSecrets([...opened.problems, ...refusals], secrets);
    return { ...result([], [], EXIT.refused), variables: [], notices };
  }
  const interrupted = interruption(invocation.io, {
    what: 'the file that is being written',
    unknown: 'Run `inboxctl pull` again for the rest.',
  });
  interrupted.arm();
  try {
    const { written, left, failure } = await writeFiles(plan.files, () => interrupted.requested);
    if (failure !== null) {
      const args = { what: 'The file', file: failure.file.shown, reason: failure.reason };
      return result(written, [{ code: 'file-unwritable', args, severity: 'error' }], EXIT.failed);
    }
    if (left.length === 0) return result(written, []);
    const args = { written: written.length, left: left.length };
    return result(written, [{ code: 'pull-interrupted', args, severity: 'error' }], EXIT.interrupted);
  } finally {
    interrupted.disarm();
  }
}

/** Takes notices, and the files that were written; leaves out that names are in a file of settings which was not. */
function trueOf(notices: readonly Diagnostic[], files: readonly FileEdit[]): Diagnostic[] {
  const written = new Set(files.flatMap(({ kind, shown }) => (kind === 'project' ? [shown] : [])));
  return notices.filter(({ code, args }) => {
    return code !== 'pull-undeclarable' || args.ignored !== 'added' || written.has(args.file);
  });
}

/** What is to be said where files that would be written over may be lost; null where git has them. */
async function unsaved(files: readonly FileEdit[], { io }: Invocation): Promise<Diagnostic | null> {
  const { files: lost, failure } = await uncommitted(
    files.map((file) => file.path),
    io.env,
  );
  if (lost.length === 0) return null;
  const shown = files.filter((file) => lost.includes(file.path)).map((file) => file.shown);
  const args = { files: shown, failure: failure?.failure ?? null, detail: failure?.detail ?? '' };
  return { code: 'pull-uncommitted', args, severity: 'error' };
}

function planOf(
  invocation: Invocation,
  { project, loader, accounts, isComplete, secrets }: PullProject,
  { singleFile, prune, inlineSecrets, keepRoots = false }: PullSettings,
): ReturnType<typeof planPull> {
  return planPull({
    accounts,
    where: project,
    home: project.home,
    settingsFiles: new Set([
      project.fileOf([]).file,
      ...project.accounts.map(({ name }) => project.fileOf(['accounts', name]).file),
    ]),
    options: { singleFile, prune, inlineSecrets, keepRoots },
    isComplete,
    surroundings: surroundingsOf(invocation, project, 'warning'),
    variables: loader.secrets().filter(({ value }) => value !== ''),
    secrets,
    locate: loader.locate,
    disk: diskOf(project.projectFolder),
  });
}
