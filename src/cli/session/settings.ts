/** Reads settings from options and the project file, with all problems at once. connection.ts has address and key. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { rowOf } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { accountMatcher } from '../../model/account-name.ts';
import { type AccountSettings, accountsOf } from '../../model/project.ts';
import { isInShard, shownShard } from '../../model/shard.ts';
import { systemReason } from '../../model/system-reason.ts';
import { nearestEntry, rulesRootProblem, unreadable, unusableRoot, yamlTextsIn } from '../../source/load/find-files.ts';
import {
  findProjectFile,
  PROJECT_FILE,
  type ProjectFile,
  parseProject,
  projectFolder,
  readProjectFile,
} from '../../source/load/project-file.ts';
import { isInside, realPath, shownPath } from '../../source/paths.ts';
import type { Io } from '../io.ts';
import { UserError, userError } from '../user-error.ts';
import type { SessionArguments } from './arguments.ts';
import { connector } from './connection.ts';
import type { KeyBundle } from './key-bundle.ts';
import { keysIn } from './keys.ts';

export interface Project {
  /** Absolute. Shown paths are relative to it. */
  cwd: string;
  /** Absolute. Nothing outside of it is read. */
  projectFolder: string;
  /** Absolute: the folder of the project file, which its paths are relative to. */
  home: string;
  /** Absolute; null if there is none. */
  file: string | null;
  accounts: AccountSettings[];
  /** The accounts of `--account` (by default all) that belong to `--shard`. Only empty with a shard. */
  selected: AccountSettings[];
  /** Keys of a bundle that no account has. */
  spareKeys?: KeyBundle['entries'];
  notices: Diagnostic[];
  /** Finds a setting in the project file or an account file; null without a project file. */
  locate: ProjectFile['locate'] | null;
  /** The file (absolute; it may not exist) that has, or would have, the setting at a path. */
  fileOf: ProjectFile['fileOf'];
}

/** The working folder, absolute and without links, as after `cd`. Throws a UserError if it does not exist. */
export function workingFolder(io: Io, { directory = '.' }: SessionArguments): string {
  let cwd = directory;
  try {
    cwd = path.resolve(io.cwd(), directory);
    if (statSync(cwd).isDirectory()) return realpathSync(cwd);
  } catch {
    // It does not exist, or the folder that the program was started in is gone.
  }
  const near = nearestEntry(cwd);
  const meant = near && path.join(directory, '..', near === path.basename(cwd) ? '' : near);
  throw userError({ code: 'directory-missing', args: { directory, meant } });
}

/** Finds the project file from the working folder upwards. Throws a UserError if it is wrong. */
export function openSettings(io: Io, args: SessionArguments): Project {
  const cwd = workingFolder(io, args);
  const named = args.config;
  const { file, problems } =
    named === undefined ? findProjectFile(cwd, io.geteuid?.()) : { file: namedProjectFile(cwd, named), problems: [] };
  if (problems.length > 0) throw new UserError(problems);
  const home = file === null ? cwd : path.dirname(file);
  if (file !== null) requireFile(file, named ?? shownPath(file, cwd), named !== undefined);
  const read = file === null ? null : readProjectFile(file, cwd);
  const settings = read !== null && 'problems' in read ? read.readable : read;
  const accounts = accountsOf(settings?.project ?? {});
  const project: Project = {
    cwd,
    projectFolder: projectFolder(home),
    home,
    file,
    accounts,
    selected: accounts,
    notices: [...(settings?.warnings ?? [])],
    locate: settings?.locate ?? null,
    fileOf: settings?.fileOf ?? ((where) => ({ file: path.join(home, PROJECT_FILE), path: where })),
  };
  if (read === null || !('problems' in read)) {
    const { selected, notices } = selectionOf(accounts, args);
    return { ...project, selected, notices: [...project.notices, ...notices] };
  }
  const more = settings === null ? [] : furtherProblems(project, io);
  throw new UserError([...read.problems, ...more]);
}

/** The file of `--config`. A link to its folder is followed; one to the file itself is refused where it is read. */
function namedProjectFile(cwd: string, named: string): string {
  const { dir, base } = path.parse(path.resolve(cwd, named));
  return path.join(realPath(dir) ?? dir, base);
}

/** Throws a UserError if a path (absolute) is that of a folder, or was named and leads nowhere. A link is said where it is read. */
function requireFile(file: string, shown: string, isNamed: boolean): void {
  try {
    if (statSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (error) {
    if (isNamed || systemReason(error) === 'EISDIR') {
      throw userError(unreadable('The project file', { path: file, shown }, error));
    }
  }
}

/** The files that have settings, or would have (absolute): the project file, and those of single accounts. */
export function settingsFilesOf({ accounts, fileOf }: Pick<Project, 'accounts' | 'fileOf'>): string[] {
  const own = accounts.map(({ name }) => fileOf(['accounts', name]).file);
  return [...new Set([fileOf([]).file, ...own])];
}

/** Throws a UserError, with a folder that may contain rules, if there is neither a project file nor its folders. */
export function requireProject(project: Project): void {
  const { file, cwd, home } = project;
  if (file !== null || ['rules', '.inboxctl'].some((name) => existsSync(path.join(home, name)))) return;
  const found = elsewhere(project);
  if (found !== null) throw userError(found);
  throw userError({ code: 'project-missing', args: { folder: cwd, meant: nearestEntry(path.join(home, 'rules')) } });
}

/** What is in another place than where it is looked for: the project, its file, or rule files. Null if nothing is. */
export function elsewhere(project: Pick<Project, 'file' | 'cwd' | 'home' | 'accounts'>) {
  const { file, cwd, home, accounts } = project;
  const found = (what: 'above' | 'below' | 'rules', files: { name: string }[]) =>
    ({ code: 'project-elsewhere', args: { what, at: files.map(({ name }) => name) } }) as const;
  const texts = yamlTextsIn(home, PROJECT_FILE, file === null ? 2 : 0);
  const rules = texts.filter(({ text }) => /^(- )?actions:/m.test(text) && /^(- | {2})?condition:/m.test(text));
  const [outer = '', inner] = home.split(/[\\/]rules(?=[\\/]|$)/);
  const isInRules = file === null && inner !== undefined && rules.length > 0;
  if (isInRules) return found('above', [{ name: shownPath(outer, cwd) }]);
  const isProject = (name: string, text: string) => name.includes('/') || Object.keys(parseProject(text) ?? {})[0];
  const projects = file === null ? texts.filter(({ name, text }) => isProject(name, text)) : [];
  if (projects.length > 0) return found('below', projects);
  const roots = accounts.flatMap((account) => account.rules.map((root) => path.resolve(home, root)));
  const stray = rules.filter(({ name }) => !roots.some((root) => isInside(path.join(home, name), root)));
  return stray.length === 0 ? null : found('rules', stray);
}

/** Problems of a project file besides its shape, which are reported together with that. */
function furtherProblems(project: Project, { env }: Io): Diagnostic[] {
  const connect = connector({ io: { env }, args: {}, project, keys: keysIn(env) });
  const found = project.accounts.flatMap((account): Diagnostic[] => {
    const connection = connect(account);
    const roots = account.rules.flatMap((root): Diagnostic[] => {
      const unusable = unusableRoot(path.resolve(project.home, root), project);
      if (unusable === undefined || !account.namesRules) return [];
      return [{ ...rulesRootProblem(unusable), ...placeOfRoot(account, 'rules', unusable.root, project) }];
    });
    const written = Array.isArray(connection) ? connection.filter((problem) => rowOf(problem).offline !== false) : [];
    return [...written.filter(({ place }) => place !== undefined), ...roots];
  });
  // Accounts may share a problem.
  return [...new Map(found.map((one) => [JSON.stringify([one.code, one.args, one.place]), one])).values()];
}

/** The place where the settings name a folder or file of rules or tests (by its shown path); null if they do not. */
export function placeOfRoot(account: AccountSettings, of: 'rules' | 'tests', shown: string, project: Project) {
  const { cwd, home, locate } = project;
  const index = account[of].findIndex((root) => shownPath(path.resolve(home, root), cwd) === shown);
  const isNamed = of === 'rules' ? account.namesRules : account.namesTests;
  return isNamed && index !== -1 ? (locate?.([...account.pathOf(of), index]) ?? null) : null;
}

/** Selects by name first, then by share, so that a shard has the same accounts with and without names. */
function selectionOf(accounts: AccountSettings[], { account, shard }: SessionArguments) {
  const named = namedOf(accounts, account);
  if (shard === undefined) return { selected: named, notices: [] };
  const selected = named.filter(({ name }) => isInShard(name, shard));
  const empty: Diagnostic = {
    code: 'shard-empty',
    args: { shard: shownShard(shard), accounts: named.length },
    severity: 'info',
  };
  return { selected, notices: selected.length === 0 ? [empty] : [] };
}

function namedOf(accounts: AccountSettings[], patterns: SessionArguments['account']): AccountSettings[] {
  if (patterns === undefined) return accounts;
  const globs = patterns.map((pattern) => ({ pattern, matches: accountMatcher([pattern]) }));
  const known = accounts.map(({ name }) => name);
  const unknown = globs.filter(({ matches }) => !known.some(matches));
  if (unknown.length > 0) {
    throw new UserError(
      unknown.map(({ pattern }) => ({ code: 'account-unknown', args: { pattern, known }, severity: 'error' })),
    );
  }
  return accounts.filter(({ name }) => globs.some(({ matches }) => matches(name)));
}
