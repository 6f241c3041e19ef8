import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isUntouched, startProject, writeExamples, writeWorkflow } from '../../engine/init/start.ts';
import { groupBy } from '../../model/group-by.ts';
import type { InboxOutcome, LeftToDo, StartingFile } from '../../model/init.ts';
import { fileDiff } from '../../report/file-diff.ts';
import { type Formats, PLAN, type PlanReport } from '../../report/formats.ts';
import { nextStepsReport, startingFilesReport } from '../../report/init.ts';
import { printBelow, printTerminal } from '../../report/print/terminal.ts';
import { remoteHosts } from '../../source/git/run.ts';
import { findRuleFiles } from '../../source/load/find-files.ts';
import { findProjectFile, projectFolder } from '../../source/load/project-file.ts';
import { shownPath } from '../../source/paths.ts';
import {
  type ArgumentsOf,
  argumentsOf,
  type CommandDefinition,
  type Invocation,
  option,
  type Result,
} from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { type Io, withMembers } from '../io.ts';
import { color, connection, directory, quiet } from '../options.ts';
import { type PullResult, pullInto } from '../pull/pull-into.ts';
import { openSession, type Session } from '../session/session.ts';
import { elsewhere, openSettings, settingsFilesOf, workingFolder } from '../session/settings.ts';
import { codeOfProblems, type Ended, runToEnd, type Stopped, UserError, userError } from '../user-error.ts';
import * as plan from './plan.ts';

export const definition = {
  description:
    'Writes inboxctl.yaml, .gitignore, rules and an example of tests, and where a remote of the repository is on GitHub, the workflow for GitHub Actions. It asks no questions and changes no existing file, except that it adds lines to .gitignore, and to `rules` of accounts the folder that it writes.\nExits 0 when everything was written, 1 when a file cannot be written or the inbox cannot be read. The rest is still written.',
  options: [
    directory,
    color,
    quiet,
    ...connection,
    option('--workflows', 'write the workflow whatever the remotes are'),
  ],
  dry: '',
  examples: { 'inboxctl init': 'a project in this folder' },
} as const satisfies CommandDefinition;

interface StartReport {
  files: readonly StartingFile[];
  /** A plan of the pulled rules; null if there are none. */
  plan: PlanReport | null;
  /** The next steps; null if an error has to be fixed first. */
  left: LeftToDo | null;
  /** Where to take the steps; null for the working directory. */
  folder: string | null;
  hide: (text: string) => string;
}

export const STARTED: Formats<StartReport> = {
  text: async ({ files, plan, left, folder, hide }, view) => {
    if (view.quiet) return '';
    const diffs = files.map(({ edit }) => edit && `\n${fileDiff(edit, hide, view.style).text}`);
    const planned = plan === null ? '' : `\n${await PLAN.text({ ...plan, next: null }, view)}`;
    const next = left === null ? '' : printBelow(nextStepsReport(files, left, folder), view.style);
    return printTerminal(startingFilesReport(files), view.style) + diffs.join('') + planned + next;
  },
};

/** Also servers of one's own, and the aliases that people give hosts of several keys. */
const GITHUB = /\bgithub\b|\.ghe\.com$/;

type InitInvocation = Invocation<ArgumentsOf<typeof definition>>;

/** `inboxctl init`: writes a starting project, from the live rules if possible. Existing files stay as they are. */
export async function run(invocation: InitInvocation): Promise<Result<StartReport>> {
  const { io, args, findings } = invocation;
  const cwd = workingFolder(io, args);
  const { isNew, notices, accountFiles } = lookAround(io, args, cwd);
  const started = startProject(cwd);
  const session = openSession(invocation, { sendsKeys: false, project: 'optional' });
  const { project } = session;
  const roots = [...new Set(project.accounts.flatMap((account) => session.filesOf(account).roots))];
  const pulled = isWithoutRules(session, roots) ? await firstPull(invocation, session) : null;
  if (isNew) started.push(...writeExamples(cwd, pulled?.inbox !== 'pulled'));
  const isOnGitHub = (await remoteHosts(project.projectFolder, io.env)).some((host) => GITHUB.test(host));
  if (isOnGitHub || args.workflows) started.push(...writeWorkflow(project.projectFolder, cwd, project.accounts.length));

  const errors = started.filter((one) => 'severity' in one);
  // Where one file is denied, so are the others.
  const about = ({ args: { file, reason } }: (typeof errors)[number]) =>
    /^E(ACCES|PERM|ROFS)$/.test(reason) ? '' : file;
  const unwritten = [...groupBy(errors, about).values()].map(([first]) => first);
  const files = withPulled(
    started.filter((one) => 'status' in one),
    pulled,
  );
  const problems = [...notices, ...unwritten, ...(pulled?.notices ?? [])];
  findings.add(problems);
  findings.print();
  const planned = pulled?.inbox === 'pulled' ? await firstPlan(invocation, pulled) : null;
  const left: LeftToDo = {
    inbox: pulled?.inbox ?? 'has-rules',
    missing: pulled?.missing ?? [],
    unset: (pulled?.variables ?? []).filter(({ name }) => !io.env[name]),
    isInGit: existsSync(path.join(project.projectFolder, '.git')),
    projectFiles: [
      ...files.map(({ file }) => file),
      ...[...accountFiles, ...roots].filter((file) => existsSync(file)).map((file) => shownPath(file, cwd)),
    ],
  };
  const hide = (text: string) => session.redactor.text(text);
  const isHindered = problems.some(({ code }) => code === 'file-unwritable');
  const plan = planned !== null && 'document' in planned ? planned.document : null;
  return {
    code: exitCode(codeOfProblems(unwritten), pulled?.code ?? EXIT.done, planned?.code ?? EXIT.done),
    document: { files, plan, left: isHindered ? null : left, folder: args.directory ?? null, hide },
    formats: STARTED,
  };
}

/** Looks for existing settings and rules. Throws a UserError if existing settings are wrong. */
function lookAround(
  io: Io,
  args: ArgumentsOf<typeof definition>,
  cwd: string,
): { isNew: boolean; notices: Diagnostic[]; accountFiles: readonly string[] } {
  const { file } = findProjectFile(cwd, io.geteuid?.());
  if (file !== null && path.dirname(file) === cwd) {
    // Those of single accounts: none if the project file lists the accounts.
    const accountFiles = settingsFilesOf(openSettings(io, args)).filter((one) => one !== file);
    return { isNew: false, notices: [], accountFiles };
  }
  const found = elsewhere({ file: null, cwd, home: cwd, accounts: [] });
  if (found?.args.what === 'above') throw userError(found);
  const { files } = findRuleFiles(['rules'], { cwd, projectFolder: projectFolder(cwd) });
  const shown = { file: file === null ? '' : shownPath(file, cwd) };
  const notices: Diagnostic[] = file === null ? [] : [{ code: 'project-above', args: shown, severity: 'warning' }];
  return { isNew: files.length === 0, notices, accountFiles: [] };
}

/** Reports whether no file declares a rule, or might once it is fixed. False for a project in a parent folder. */
function isWithoutRules({ project, loader }: Session, roots: readonly string[]): boolean {
  if (project.home !== project.cwd) return false;
  const { rules, problems } = loader.load(roots);
  const errors = problems.filter(({ code, severity }) => severity === 'error' && code !== 'rules-root-missing');
  return rules.length === 0 && errors.length === 0;
}

/** Adds the pulled files. The project file, which a pull may extend, is listed once. */
function withPulled(files: readonly StartingFile[], pulled: FirstPull | null): StartingFile[] {
  const edited = new Map((pulled?.files ?? []).map(({ shown, before }) => [shown, before]));
  const listed = files.map((file): StartingFile => {
    return file.status === 'kept' && edited.has(file.file) ? { ...file, status: 'extended' } : file;
  });
  const names = new Set(files.map(({ file }) => file));
  const more = [...edited].filter(([file]) => !names.has(file));
  return [
    ...listed,
    ...more.map(([file, before]): StartingFile => ({ file, status: before === null ? 'created' : 'extended' })),
  ];
}

interface FirstPull extends Pick<PullResult, 'files' | 'variables'> {
  inbox: InboxOutcome;
  missing: string[];
  notices: readonly Diagnostic[];
  code: ExitCode;
}

const MISSING: Partial<Record<Diagnostic['code'], string>> = {
  'base-url-missing': 'INBOXCTL_BASE_URL',
  'api-key-missing': 'INBOXCTL_API_KEY',
};

/** Writes the rules of the inbox into a project that has none yet, if the inbox is known. Never throws a UserError. */
async function firstPull(invocation: InitInvocation, session: Session): Promise<FirstPull> {
  const { file } = session.project;
  const problems = session.connectionProblems();
  const namesIn = (one: Diagnostic) => (one.code === 'account-key-unset' ? one.args.names : (MISSING[one.code] ?? []));
  const missing = [...new Set(problems.flatMap(namesIn))];
  const nothing = { files: [], variables: [], missing };
  if (missing.length > 0) {
    const wrong = problems.filter((one) => namesIn(one).length === 0);
    return { ...nothing, inbox: 'not-said', notices: wrong, code: wrong.length > 0 ? EXIT.wrongInput : EXIT.done };
  }
  try {
    const isFresh = file !== null && isUntouched(file);
    const pulled = await pullInto(invocation, {
      only: null,
      prune: false,
      isFresh,
      project: 'optional',
      force: false,
      dryRun: false,
    });
    const hasRules = pulled.files.some(({ kind }) => kind === 'rules');
    const inbox = hasRules ? 'pulled' : 'empty';
    return { ...pulled, inbox: pulled.code === EXIT.done ? inbox : 'not-read', missing };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...nothing, inbox: 'not-read', notices: error.diagnostics, code: error.code };
  }
}

/** Plans after the first pull, which finds no changes. New variables have their live values. */
function firstPlan(
  { io, args, ...invocation }: InitInvocation,
  { variables }: FirstPull,
): Promise<Ended<PlanReport> | Stopped> {
  const env = { ...io.env, ...Object.fromEntries(variables.map(({ name, value }) => [name, value])) };
  const { directory, baseUrl, apiKeyFile, apiKeysFile, allowHttp, timeout } = args;
  const planArgs = argumentsOf(plan.definition, { directory, baseUrl, apiKeyFile, apiKeysFile, allowHttp, timeout });
  return runToEnd(plan.run, { ...invocation, io: withMembers(io, { env }), args: planArgs });
}
