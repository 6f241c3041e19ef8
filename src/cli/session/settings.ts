/** Flags and project file to settings; every problem at once. Where the service is and its key: connection.ts. */

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { rowOf } from '../../diagnostics/describe.ts';
import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';
import { composedName } from '../../model/account-name.ts';
import { globMatcher } from '../../model/glob.ts';
import type { Judge } from '../../model/judgments.ts';
import { type AccountSettings, accountsOf, judgeOf } from '../../model/project.ts';
import { shownShard } from '../../model/shard.ts';
import { isInShard } from '../../planning/shard.ts';
import { nearestEntry, rulesRootProblem, unusableRoot } from '../../source/load/find-files.ts';
import {
  findProjectFile,
  PROJECT_FILE,
  type ProjectFile,
  projectFolder,
  readProjectFile,
} from '../../source/load/project-file.ts';
import { shownPath } from '../../source/paths.ts';
import type { Io } from '../io.ts';
import { UserError, userError } from '../user-error.ts';
import type { ProjectArguments } from './arguments.ts';
import { connector } from './connection.ts';
import { keysIn } from './keys.ts';

export interface Project {
  /** Absolute. Paths are shown relative to it. */
  cwd: string;
  /** Absolute: nothing outside it is read. */
  projectFolder: string;
  /** Absolute: the folder of the project file, which its paths are relative to. */
  home: string;
  /** Absolute; null where there is none. */
  file: string | null;
  /** All accounts, whether selected or not. */
  accounts: AccountSettings[];
  /** Of those that `--account` names (all without it) those that `--shard` has. Only a shard may have none. */
  selected: AccountSettings[];
  /** What answers for tests in place of the AI; null where there is none. */
  judge: Judge | null;
  /** Notices about the settings and the selection. */
  notices: Diagnostic[];
  /** Finds a setting in the project file or in an account file; null without a project file. */
  locate: ProjectFile['locate'] | null;
  /** The file (absolute; it may not exist) that has, or would have, the setting at a path. */
  fileOf: ProjectFile['fileOf'];
}

/** The folder to work in, absolute. Throws a UserError where there is none. */
export function workingFolder(io: Io, { directory = '.' }: ProjectArguments): string {
  try {
    const cwd = path.resolve(io.cwd(), directory);
    if (statSync(cwd).isDirectory()) return cwd;
  } catch {
    // Not there, or what the program was started in is gone.
  }
  throw userError({ code: 'directory-missing', args: { directory } });
}

/** The project file, found from the folder to work in. Throws a UserError with what is wrong with it. */
export function openSettings(io: Io, args: ProjectArguments): Project {
  const cwd = workingFolder(io, args);
  const named = args.config;
  const { file, problems } =
    named === undefined ? findProjectFile(cwd, io.geteuid?.()) : { file: path.resolve(cwd, named), problems: [] };
  if (problems.length > 0) throw new UserError(problems);
  const home = file === null ? cwd : path.dirname(file);
  if (file !== null && statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    const shown = named ?? shownPath(file, cwd);
    throw userError({ code: 'file-unreadable', args: { what: 'The project file', file: shown, reason: 'EISDIR' } });
  }
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
    judge: judgeOf(settings?.project ?? {}),
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

/** Whether there is anything to work with: a project file, or without one the folder of rules, or journals. */
export function hasProject({ file, home }: Project): boolean {
  return file !== null || ['rules', '.inboxctl'].some((name) => existsSync(path.join(home, name)));
}

/** Throws a UserError that names the folder where there is nothing to work with. */
export function requireProject(project: Project): void {
  if (!hasProject(project)) throw userError({ code: 'project-missing', args: missingProject(project) });
}

/** Where there is no project, and a folder there that may be the one of its rules. */
export function missingProject({ cwd, home }: Project): ArgsOf<'project-missing'> {
  return { folder: cwd, meant: nearestEntry(path.join(home, 'rules')) };
}

/** What is wrong with a project file besides its shape: reported together with that. */
function furtherProblems(project: Project, { env }: Io): Diagnostic[] {
  const connect = connector({ io: { env }, args: {}, project, keys: keysIn(env) });
  const found = project.accounts.flatMap((account): Diagnostic[] => {
    const connection = connect(account);
    const roots = account.rules.flatMap((root): Diagnostic[] => {
      const unusable = unusableRoot(path.resolve(project.home, root), project);
      if (unusable === undefined || !account.namesRules) return [];
      return [{ ...rulesRootProblem(unusable), ...placeOfRoot(account, unusable.root, project) }];
    });
    const written = Array.isArray(connection) ? connection.filter((problem) => rowOf(problem).offline !== false) : [];
    return [...written.filter(({ place }) => place !== undefined), ...roots];
  });
  // Accounts may share what is wrong.
  return [...new Map(found.map((one) => [JSON.stringify([one.code, one.args, one.place]), one])).values()];
}

/** Where the settings name a rules folder or file, as it is shown; null where they name none. */
export function placeOfRoot({ rules, pathOf, namesRules }: AccountSettings, shown: string, project: Project) {
  const { cwd, home, locate } = project;
  const index = rules.findIndex((root) => shownPath(path.resolve(home, root), cwd) === shown);
  return namesRules && index !== -1 ? (locate?.([...pathOf('rules'), index]) ?? null) : null;
}

/** First the names, then the share: a shard selects the same accounts among the named ones as among all. */
function selectionOf(accounts: AccountSettings[], { account, shard }: ProjectArguments) {
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

function namedOf(accounts: AccountSettings[], patterns: ProjectArguments['account']): AccountSettings[] {
  if (patterns === undefined) return accounts;
  const globs = patterns.map((pattern) => {
    const isGlobOf = globMatcher(composedName(pattern));
    return { pattern, matches: (name: string) => isGlobOf(composedName(name)) };
  });
  const known = accounts.map(({ name }) => name);
  const unknown = globs.filter(({ matches }) => !known.some(matches));
  if (unknown.length > 0) {
    throw new UserError(
      unknown.map(({ pattern }) => ({ code: 'account-unknown', args: { pattern, known }, severity: 'error' })),
    );
  }
  return accounts.filter(({ name }) => globs.some(({ matches }) => matches(name)));
}
