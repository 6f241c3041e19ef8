/** The project file: found from the working directory upwards, read with the same care as a rule file. */
import { existsSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ProjectSettings } from '../../model/project.ts';
import type { WrittenProject } from '../../model/written-project.ts';
import { type AccountFolder, locateIn, readAccountFiles } from './account-files.ts';
import { shownPath } from './find-files.ts';
import type { Path } from './node-places.ts';
import { projectFindings } from './project-problems.ts';
import { readRuleFile } from './read-file.ts';
import { type LocateSetting, parseSettings, type SettingFinding } from './settings-text.ts';

/** What it is called. */
export const PROJECT_FILE = 'inboxctl.yaml';

/** What people call it by mistake. Passed over, its guards and policy would be too. */
const MISTAKEN = ['inboxctl.yml', 'inboxctl.json', '.inboxctl.yaml', '.inboxctl.yml'];

/**
 * Takes an absolute folder and the user that this runs as; gives the project file (absolute) there or in a folder above it,
 * up to the root of its git work tree, and why it may not be used.
 */
export function findProjectFile(folder: string, uid?: number): { file: string | null; problems: Diagnostic[] } {
  for (let here = folder; ; here = path.dirname(here)) {
    const files = [PROJECT_FILE, ...MISTAKEN].map((name) => path.join(here, name));
    // A dangling link is found too, and refused later, rather than passed over.
    const found = files.filter((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
    const [file = null] = found;
    if (file !== null) return { file, problems: found.flatMap((one) => problemsOf(one, folder, uid)) };
    if (existsSync(path.join(here, '.git')) || path.dirname(here) === here) return { file: null, problems: [] };
  }
}

function problemsOf(file: string, cwd: string, uid: number | undefined): Diagnostic[] {
  const folder = path.dirname(file);
  const args = { file: shownPath(file, cwd) };
  const isMisnamed = path.basename(file) !== PROJECT_FILE;
  if (isMisnamed) return [{ code: 'project-file-misnamed', args, severity: 'error' }];
  if (folder === cwd || areOwn([lstatSync(file).uid, statSync(folder).uid], uid)) return [];
  return [{ code: 'project-file-of-another', args, severity: 'error' }];
}

/** Whether files belong to a user or to root: whoever can write them chooses where keys go and what is deleted. */
export function areOwn(owners: readonly number[], uid: number | undefined): boolean {
  return uid === undefined || owners.every((owner) => owner === uid || owner === 0);
}

/** The folder that nothing may be read outside of: the git work tree around a folder, else the folder itself. */
export function projectFolder(folder: string): string {
  for (let here = folder; ; here = path.dirname(here)) {
    if (existsSync(path.join(here, '.git'))) return here;
    if (path.dirname(here) === here) return folder;
  }
}

/** What a project file and its account files say, and where each of their keys or values stands. */
export interface ProjectFile {
  project: ProjectSettings;
  locate: LocateSetting;
  /** The file (absolute) that has what stands at a path of the settings, and its path in there. */
  fileOf: (path: Path) => { file: string; path: Path };
}

/** Takes the absolute path of a project file; gives what it says, or every problem with its place. */
export function readProjectFile(file: string, cwd: string): ProjectFile | { problems: Diagnostic[] } {
  const shown = shownPath(file, cwd);
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) {
    return { problems: [{ code: 'project-file-linked', args: { file: shown }, severity: 'error' }] };
  }
  const text = readRuleFile({ path: file, shown });
  if (typeof text !== 'string') return { problems: [text] };
  const read = parseProject(shown, text);
  if (read.folder === null) {
    if (!('project' in read)) return read;
    const { accounts: _, ...project } = read.project;
    const own = typeof read.project.accounts === 'string' ? {} : { accounts: read.project.accounts };
    return { project: { ...project, ...own }, locate: read.locate, fileOf: (where) => ({ file, path: where }) };
  }
  const home = path.dirname(file);
  const found = readAccountFiles(read.folder, home, { cwd, projectFolder: projectFolder(home) });
  const problems = 'problems' in read ? read.problems : [];
  if ('finding' in found) problems.push(...read.placed([{ ...found.finding, path: ['accounts'], at: 'value' }]));
  if ('problems' in found) for (const problem of found.problems) problems.push(problem);
  if (!('project' in read) || !('files' in found)) return { problems };
  return withAccountFiles(file, read, found);
}

function withAccountFiles(
  file: string,
  { project, locate }: ReadProject,
  { accounts, files }: AccountFolder,
): ProjectFile {
  const ofAccount = ([first, name]: Path) => (first === 'accounts' ? files.get(String(name)) : undefined);
  return {
    project: { ...project, accounts },
    locate: (where, at) => {
      const own = ofAccount(where);
      return own === undefined ? locate(where, at) : locateIn(own)(where.slice(2), at);
    },
    fileOf: (where) => {
      const own = ofAccount(where);
      return own === undefined ? { file, path: where } : { file: own.path, path: where.slice(2) };
    },
  };
}

interface ReadProject {
  project: WrittenProject;
  locate: LocateSetting;
}

/** `folder`: where the account files are, as it is written; null where there are none. */
type ParsedProject = { folder: string | null } & (
  | (ReadProject & { placed: (findings: readonly SettingFinding[]) => Diagnostic[] })
  | { problems: Diagnostic[]; placed: (findings: readonly SettingFinding[]) => Diagnostic[] }
);

/** Takes the text of a project file and how it is called; gives what it says, or every problem with its place. */
export function parseProject(shown: string, text: string): ParsedProject {
  const read = parseSettings('project', shown, text);
  if ('problems' in read) return { problems: read.problems, folder: null, placed: () => [] };
  const { value, locate, placed } = read;
  const accounts = Reflect.get(value, 'accounts') as unknown;
  const folder = typeof accounts === 'string' && accounts !== '' ? accounts : null;
  const findings = findingsOf(value, accounts);
  if (findings.length > 0) return { problems: placed(findings), folder, placed };
  return { project: value as WrittenProject, folder, locate, placed };
}

function findingsOf(value: object, accounts: unknown): SettingFinding[] {
  // The schema would pass it over.
  if (Object.hasOwn(Object(accounts), '__proto__')) {
    return [{ code: 'account-name', args: { name: '__proto__' }, path: ['accounts', '__proto__'], at: 'key' }];
  }
  const findings = projectFindings(value);
  const isEmpty = typeof accounts === 'object' && accounts !== null && Object.keys(accounts).length === 0;
  if (findings.length > 0 || !isEmpty) return findings;
  return [{ code: 'accounts-empty', args: {}, path: ['accounts'], at: 'key' }];
}
