/** The part that `pull` and `init` share: writes live rules into the files, and prints nothing. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isHideable, type Redactor } from '../../diagnostics/redactor.ts';
import { hasErrors, onlyUnknown } from '../../engine/plan.ts';
import { diskOf, writeFiles } from '../../engine/pull/disk.ts';
import { declaredWebhooks } from '../../engine/pull/hidden.ts';
import type { PullOptions } from '../../engine/pull/input.ts';
import { type PullPlan, planPull } from '../../engine/pull.ts';
import type { FileEdit } from '../../model/pull.ts';
import { isIgnored, uncommitted } from '../../source/git/status.ts';
import type { Invocation } from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import type { SessionArguments } from '../session/arguments.ts';
import { settingsFilesOf } from '../session/settings.ts';
import { interruption } from '../terminal/interruption.ts';
import { UserError } from '../user-error.ts';
import { openForPull, type PullProject } from './pull-project.ts';

export interface PullSettings extends Omit<PullOptions, 'keepRoots'> {
  /** Write even if git does not have the files, or if it would be refused for another reason. */
  force: boolean;
  /** The project file is that of `init`, unchanged: it may list other folders, and need not be in git to be overwritten. */
  isFresh?: boolean;
  /** `init` reports itself what could not be written. */
  project?: 'optional';
  dryRun: boolean;
}

export interface PullResult {
  /** The files written, or with `dryRun` those that would be. */
  files: FileEdit[];
  /** The variables of new references with their values, which are secrets: a plan needs them in its environment. */
  variables: PullPlan['variables'];
  notices: Diagnostic[];
  /** Hides the new variables too. */
  redactor: Redactor;
  code: ExitCode;
}

/** Pulls into the files; by force if git lacks them as they are. Throws a UserError if settings or files are wrong. */
export async function pullInto(invocation: Invocation<SessionArguments>, settings: PullSettings): Promise<PullResult> {
  const { io } = invocation;
  const opened = await openForPull(invocation, settings);
  const { session } = opened;
  const plan = pullPlanOf(opened, settings);
  session.learn(plan.secrets);
  session.learn(declaredWebhooks(opened.accounts));
  const isWhole = invocation.args.shard === undefined && opened.accounts.every(({ live }) => live !== 'not-read');
  const unknown = onlyUnknown(settings.only, namesIn(opened), isWhole);
  if (hasErrors(unknown)) throw new UserError([...unknown, ...opened.problems]);
  // The names of rules as they may be shown.
  const shown = <Part extends { rules: string[] }>(part: Part): Part => {
    return { ...part, rules: session.redactor.everywhere(part.rules) };
  };
  const result = (files: FileEdit[], more: Diagnostic[], ...codes: ExitCode[]): PullResult => ({
    files: files.map(shown),
    variables: plan.variables.map(shown),
    notices: [...opened.problems, ...unknown, ...trueOf(plan.notices, files), ...more],
    redactor: session.redactor,
    code: exitCode(...opened.codes, ...codes),
  });
  const guarded = [...plan.impossible, ...(settings.force ? [] : plan.refusals)];
  const unsafe = settings.force || settings.isFresh ? [] : await unsaved(plan.files, io);
  const refusals = [...guarded, ...unsafe];
  if (settings.dryRun) return result(plan.files, refusals, refusals.length > 0 ? EXIT.refused : EXIT.done);
  if (refusals.length > 0) {
    // If it was refused, only the reasons matter.
    const notices = [...opened.problems, ...refusals];
    return { ...result([], [], EXIT.refused), variables: [], notices };
  }
  const interrupted = interruption(io, {
    what: 'the file being written',
    unknown: 'Run the same command again for the rest.',
  });
  interrupted.arm();
  try {
    const { written, left, failure } = await writeFiles(plan.files, () => interrupted.signal.aborted);
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

/** The names that exist, including former names of declared rules; empty if no account could be read. */
function namesIn({ accounts, read }: PullProject): Parameters<typeof onlyUnknown>[1] {
  const selected = accounts.filter(({ live }) => live !== 'not-selected');
  if (read.size === 0) return [];
  return selected.map(({ name: account, rules }) => ({
    declared: rules.flatMap(({ resolved: { name, renamedFrom } }) => [
      name,
      ...(renamedFrom == null ? [] : [renamedFrom]),
    ]),
    live: read.get(account) ?? [],
  }));
}

/** Drops notices about an extended settings file if that file was not written. */
function trueOf(notices: readonly Diagnostic[], files: readonly FileEdit[]): Diagnostic[] {
  const written = new Set(files.flatMap(({ kind, shown }) => (kind === 'project' ? [shown] : [])));
  return notices.filter(({ code, args }) => {
    return code !== 'pull-undeclarable' || args.ignored !== 'added' || written.has(args.file);
  });
}

/** The problems if files that would be overwritten may be lost. Settings may be new that only get folders of accounts. */
async function unsaved(files: readonly FileEdit[], { env }: Io): Promise<Diagnostic[]> {
  const overwritten = files.filter(({ kind, rules }) => kind !== 'project' || rules.length > 0).map(({ path }) => path);
  const { files: lost, failure } = await uncommitted(overwritten, env);
  if (lost.length === 0) return [];
  const named = files.filter(({ path }) => lost.includes(path)).map(({ shown }) => shown);
  const ignored = (await isIgnored(lost[0] ?? '', env)) ? 'ignored' : null;
  const args = { files: named, failure: failure?.failure ?? ignored, detail: failure?.detail ?? '' } as const;
  return [{ code: 'pull-uncommitted', args, severity: 'error' }];
}

function pullPlanOf(
  { session, accounts, isComplete }: PullProject,
  { only, prune, isFresh = false }: PullSettings,
): ReturnType<typeof planPull> {
  const { project, loader, references } = session;
  return planPull({
    accounts,
    where: project,
    home: project.home,
    settingsFiles: new Set(settingsFilesOf(project)),
    options: { only, prune, keepRoots: !isFresh },
    isComplete,
    referenceContext: references,
    variables: loader.secrets().filter(({ value }) => isHideable(value)),
    secrets: session.secrets(),
    locate: loader.locate,
    disk: diskOf(project.projectFolder),
  });
}
