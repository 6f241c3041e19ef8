import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Started, startProject, writeExample, writeWorkflows } from '../engine/init/start.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { NextStep, StartingFile } from '../model/init.ts';
import { renderProblems } from '../report/problems.ts';
import { textNextSteps, textStartingFiles } from '../report/text-init.ts';
import { findRuleFiles, shownPath } from '../source/find-files.ts';
import { findProjectFile, projectFolder } from '../source/project-file.ts';
import { connector } from './connection.ts';
import type { Command, Invocation } from './definition.ts';
import { EXIT, type ExitCode, exitCode } from './exit-code.ts';
import { rulesLoader, rulesOf } from './rules.ts';
import { jsonSchema } from './schemas.ts';
import { openSettings, type Project, text, workingFolder } from './settings.ts';
import { errorsOnly, textOptions } from './terminal.ts';

declare const INBOXCTL_VERSION: string;

/** `inboxctl init`: writes a starting project; what is there stays as it is. */
export const init: Command = async (invocation) => {
  const cwd = workingFolder(invocation);
  const before = lookAround(invocation, cwd);
  const started = startProject(cwd, {
    'rules.schema.json': jsonSchema('rules'),
    'project.schema.json': jsonSchema('project'),
  });
  const project = openSettings(invocation, cwd);
  const inbox = before.isNew ? inboxOf(invocation, project) : null;
  const results = [started];
  if (before.isNew) results.push(writeExample(cwd));
  if (invocation.options.workflows !== false) {
    const settings = { version: INBOXCTL_VERSION, ...needed(invocation, project) };
    results.push(writeWorkflows(project.projectFolder, cwd, settings));
  }
  return report(invocation, project, inbox, [...before.notices, ...problemsOf(results)], filesOf(results));
};

interface Around {
  /** There are neither settings nor rules yet. */
  isNew: boolean;
  notices: Diagnostic[];
}

/** Throws a Stop where settings that are there are wrong. */
function lookAround(invocation: Invocation, cwd: string): Around {
  const file = findProjectFile(cwd);
  if (file !== null && path.dirname(file) === cwd) {
    openSettings(invocation, cwd);
    return { isNew: false, notices: [] };
  }
  const { files } = findRuleFiles(['rules'], { cwd, projectFolder: projectFolder(cwd) });
  const args = { file: file === null ? '' : shownPath(file, cwd) };
  const notices: Diagnostic[] = file === null ? [] : [{ code: 'project-above', args, severity: 'warning' }];
  return { isNew: files.length === 0, notices };
}

/** What is known of the inbox of a new project: the variables that are missing, and what is wrong with those there are. */
interface Inbox {
  missing: string[];
  problems: Diagnostic[];
}

const MISSING: Partial<Record<Diagnostic['code'], string>> = {
  'base-url-missing': 'INBOXCTL_BASE_URL',
  'api-key-missing': 'INBOXCTL_API_KEY',
};

function inboxOf(invocation: Invocation, project: Project): Inbox {
  const connect = connector(invocation, project);
  const found = project.selected
    .map(connect)
    .filter((one) => Array.isArray(one))
    .flat();
  return {
    missing: found.flatMap(({ code }) => MISSING[code] ?? []),
    problems: found.filter(({ code }) => MISSING[code] === undefined),
  };
}

/** The variables that a plan needs. */
function needed(invocation: Invocation, project: Project): { variables: string[]; secrets: string[] } {
  const { accounts } = project;
  const loader = rulesLoader(invocation, project, 'warning');
  loader.load(accounts.flatMap((account) => rulesOf(account, project).roots));
  const keys = accounts.map(({ apiKeyVariable }) => apiKeyVariable ?? 'INBOXCTL_API_KEY');
  return {
    variables: accounts.some(({ baseUrl }) => baseUrl === null) ? ['INBOXCTL_BASE_URL'] : [],
    secrets: [...new Set([...keys, ...loader.secrets().map(({ name }) => name)])],
  };
}

function report(
  invocation: Invocation,
  project: Project,
  inbox: Inbox | null,
  notices: Diagnostic[],
  files: StartingFile[],
): ExitCode {
  const { io, options } = invocation;
  const problems = [...notices, ...(inbox?.problems ?? [])];
  const shown = options.quiet === true ? errorsOnly(problems) : problems;
  io.stdout.write(textStartingFiles(files, textOptions(io, 'stdout', options)));
  if (shown.length > 0) io.stderr.write(`\n${renderProblems(shown, textOptions(io, 'stderr', options))}`);
  const next = nextSteps(invocation, project, inbox, files);
  io.stdout.write(textNextSteps(next, text(options.directory) ?? null, textOptions(io, 'stdout', options)));
  return exitCode(problems.some(({ severity }) => severity === 'error') ? EXIT.wrongInput : EXIT.done);
}

function nextSteps(
  invocation: Invocation,
  project: Project,
  inbox: Inbox | null,
  files: readonly StartingFile[],
): NextStep[] {
  const written = files.filter(({ status }) => status === 'created' || status === 'extended').map(({ file }) => file);
  const toInbox: NextStep[] = [{ step: 'check-connection' }, { step: 'pull' }, { step: 'plan' }];
  const { missing = [] } = inbox ?? {};
  return [
    ...(missing.length > 0 ? [{ step: 'set-connection', missing } as const] : []),
    ...(inbox === null ? [] : toInbox),
    ...(existsSync(path.join(project.projectFolder, '.git')) ? [] : [{ step: 'git-init' } as const]),
    ...(written.length > 0 ? [{ step: 'commit', files: [...new Set(written.map(topOf))] } as const] : []),
    ...(written.some((file) => file.includes('.github/')) ? [githubStep(invocation, project)] : []),
  ];
}

function githubStep(invocation: Invocation, project: Project): NextStep {
  return { step: 'store-on-github', ...needed(invocation, project) };
}

/** The file or folder of the project, or above it, that a file is in. */
function topOf(file: string): string {
  return /^((?:\.\.\/)*[^/]+)/.exec(file)?.[0] ?? file;
}

function filesOf(results: readonly Started[]): StartingFile[] {
  return results.flatMap(({ files }) => files);
}

function problemsOf(results: readonly Started[]): Diagnostic[] {
  return results.flatMap(({ problems }) => problems);
}
