/** The project file: found from the working directory upwards, read with the same care as a rule file. */
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../model/nearest.ts';
import type { ProjectSettings } from '../../model/project.ts';
import type { Path } from '../../model/rule.ts';
import type { WrittenProject } from '../../model/written-project.ts';
import { shownPath } from '../paths.ts';
import { DISK } from '../tree.ts';
import { type AccountFolder, locateIn, readAccountFiles } from './account-files.ts';
import { projectFindings, projectWarnings, readableSettings } from './project-problems.ts';
import { FILE_LIMIT, readRuleFile } from './read-file.ts';
import { type LocateSetting, parseSettings } from './settings-text.ts';

/** What it is called. */
export const PROJECT_FILE = 'inboxctl.yaml';

/**
 * Gives the project file (absolute) in a folder (absolute) or one above it, up to the root of its git work tree, and why it
 * may not be used. `uid` is the user that this runs as.
 */
export function findProjectFile(folder: string, uid?: number): { file: string | null; problems: Diagnostic[] } {
  for (let here = folder; ; here = path.dirname(here)) {
    const found = projectNames(here).map((name) => path.join(here, name));
    const [file = null] = found;
    if (file !== null) return { file, problems: found.flatMap((one) => problemsOf(one, folder, uid)) };
    if (existsSync(path.join(here, '.git')) || path.dirname(here) === here) return { file: null, problems: [] };
  }
}

/** The project file of a folder, and what is called nearly so. A dangling link is among them, and refused later. */
function projectNames(folder: string): string[] {
  const names = entriesOf(folder);
  if (!names.includes(PROJECT_FILE)) return names.filter(isMistaken);
  // Beside the right one, a backup or a note is not a mistake; one that another system or program takes for it is.
  return [PROJECT_FILE, ...names.filter((name) => name !== PROJECT_FILE && /^\.?inboxctl\.(ya?ml|json)$/i.test(name))];
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() || entry.name === PROJECT_FILE)
      .map(({ name }) => name)
      .sort();
  } catch {
    // A folder that may be entered, but not listed.
    return existsSync(path.join(folder, PROJECT_FILE)) ? [PROJECT_FILE] : [];
  }
}

/** Whether a file was meant as the project file by its name. Passed over, its guards and policy would be too. */
function isMistaken(name: string): boolean {
  const [stem = '', extension = ''] = name.toLowerCase().replace(/^\.+/, '').split('.');
  return nearest(stem, ['inboxctl'], 2) !== null && nearest(extension, ['yaml', 'json'], 1) !== null;
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
  warnings: readonly Diagnostic[];
}

/** Every problem with its place, and what can still be read: more may be wrong with that. */
interface WrongProjectFile {
  problems: Diagnostic[];
  readable: ProjectFile | null;
}

/** The problems of account files are told along with those of the project file. */
export function readProjectFile(file: string, cwd: string, tree = DISK): ProjectFile | WrongProjectFile {
  const shown = shownPath(file, cwd);
  if (tree.kindOf(file) === 'link') {
    const problem: Diagnostic = { code: 'project-file-linked', args: { file: shown }, severity: 'error' };
    return { problems: [problem], readable: null };
  }
  const text = readRuleFile({ path: file, shown }, FILE_LIMIT, tree);
  if (typeof text !== 'string') return { problems: [text], readable: null };
  const read = parseSettings('project', shown, text);
  if ('problems' in read) return { ...read, readable: null };
  const { locate, placed } = read;
  const findings = projectFindings(read.value);
  const problems = placed(findings);
  const warnings = placed(projectWarnings(read.value)).map((one): Diagnostic => ({ ...one, severity: 'warning' }));
  const written = readableSettings('project', read.value, findings);
  if (written === null) return { problems, readable: null };
  const { accounts, ...project } = written;
  const fileOf: ProjectFile['fileOf'] = (where) => ({ file, path: where });
  if (typeof accounts !== 'string') {
    const readable = { project: { ...project, accounts }, locate, fileOf, warnings };
    return problems.length > 0 ? { problems, readable } : readable;
  }
  const home = path.dirname(file);
  const found = readAccountFiles(accounts, home, { cwd, projectFolder: projectFolder(home), tree });
  if ('finding' in found) {
    problems.push(...placed([{ ...found.finding, path: ['accounts'], at: 'value' }]));
    return { problems, readable: { project, locate, fileOf, warnings } };
  }
  for (const problem of found.problems) problems.push(problem);
  const readable = { ...withAccountFiles(file, { project, locate }, found), warnings };
  return problems.length > 0 ? { problems, readable } : readable;
}

function withAccountFiles(
  file: string,
  { project, locate }: Pick<ProjectFile, 'project' | 'locate'>,
  { accounts, files }: AccountFolder,
): Omit<ProjectFile, 'warnings'> {
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

/** What the text of a project file says, account files apart; null where it has problems. */
export function parseProject(text: string): WrittenProject | null {
  const read = parseSettings('project', PROJECT_FILE, text);
  if ('problems' in read || projectFindings(read.value).length > 0) return null;
  return read.value as WrittenProject;
}
