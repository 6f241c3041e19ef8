import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../model/nearest.ts';
import type { ProjectSettings } from '../../model/project.ts';
import type { Path } from '../../model/rule.ts';
import type { WrittenProject } from '../../model/written-project.ts';
import { DISK, shownPath } from '../paths.ts';
import { locateIn, readAccountFiles } from './account-files.ts';
import { cutTexts } from './cut-texts.ts';
import { projectFindings, projectWarnings, readableSettings } from './project-problems.ts';
import { readRuleFile } from './read-file.ts';
import { type LocateSetting, parseSettings, withoutKey } from './settings-text.ts';

export const PROJECT_FILE = 'inboxctl.yaml';

/** The project file (absolute) in a folder or above it, in its git work tree, and why it must not be used. */
export function findProjectFile(folder: string, uid?: number): { file: string | null; problems: Diagnostic[] } {
  for (let here = folder; ; here = path.dirname(here)) {
    const found = projectNames(here).map((name) => path.join(here, name));
    const [file = null] = found;
    if (file !== null) return { file, problems: found.flatMap((one) => problemsOf(one, folder, uid)) };
    if (existsSync(path.join(here, '.git')) || path.dirname(here) === here) return { file: null, problems: [] };
  }
}

/** The project file of a folder, and entries with nearly its name. Links are refused later. */
function projectNames(folder: string): string[] {
  const names = entriesOf(folder);
  if (!names.includes(PROJECT_FILE)) return names.filter(isMistaken);
  // Beside the right file, a backup or a note is fine, but `inboxctl.yml` is a mistake.
  return [PROJECT_FILE, ...names.filter((name) => name !== PROJECT_FILE && /^\.?inboxctl\.(ya?ml|json)$/i.test(name))];
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() || entry.name === PROJECT_FILE)
      .map(({ name }) => name)
      .sort();
  } catch {
    // Some folders can be entered, but not listed.
    return existsSync(path.join(folder, PROJECT_FILE)) ? [PROJECT_FILE] : [];
  }
}

/** Whether a file was probably meant as the project file. To skip it would skip its guards and policy. */
function isMistaken(name: string): boolean {
  const [stem = '', extension = ''] = name.toLowerCase().replace(/^\.+/, '').split('.');
  return (
    nearest(stem, ['inboxctl'], 2) !== null && nearest(extension, ['yaml', 'json', 'toml', 'ini', 'conf'], 1) !== null
  );
}

function problemsOf(file: string, cwd: string, uid: number | undefined): Diagnostic[] {
  const folder = path.dirname(file);
  const args = { file: shownPath(file, cwd) };
  const isMisnamed = path.basename(file) !== PROJECT_FILE;
  if (isMisnamed) return [{ code: 'project-file-misnamed', args, severity: 'error' }];
  if (folder === cwd || areOwn([lstatSync(file).uid, statSync(folder).uid], uid)) return [];
  return [{ code: 'project-file-of-another', args, severity: 'error' }];
}

/** Whether files belong to a user or to root. Their owner decides where keys go and what is deleted. */
export function areOwn(owners: readonly number[], uid: number | undefined): boolean {
  return uid === undefined || owners.every((owner) => owner === uid || owner === 0);
}

/** The folder outside of which nothing is read: the git work tree around a folder, else the folder itself. */
export function projectFolder(folder: string): string {
  for (let here = folder; ; here = path.dirname(here)) {
    if (existsSync(path.join(here, '.git'))) return here;
    if (path.dirname(here) === here) return folder;
  }
}

/** The settings in a project file and its account files, and their places. */
export interface ProjectFile {
  project: ProjectSettings;
  locate: LocateSetting;
  /** The file (absolute) that has the setting at a path, and the path in that file. */
  fileOf: (path: Path) => { file: string; path: Path };
  warnings: readonly Diagnostic[];
}

/** Reads a project file and its account files. If there are problems, returns them and what can be read anyway. */
export function readProjectFile(
  file: string,
  cwd: string,
  tree = DISK,
): ProjectFile | { problems: Diagnostic[]; readable: ProjectFile | null } {
  const shown = shownPath(file, cwd);
  if (tree.kindOf(file) === 'link') {
    const problem: Diagnostic = { code: 'project-file-linked', args: { file: shown }, severity: 'error' };
    return { problems: [problem], readable: null };
  }
  const text = readRuleFile({ path: file, shown }, tree);
  if (typeof text !== 'string') return { problems: [text], readable: null };
  const settings = parseSettings('project', shown, text);
  const cuts = cutTexts(shown, text).map(withoutKey);
  if ('problems' in settings) return { problems: [...settings.problems, ...cuts], readable: null };
  const { value, locate, placed } = settings;
  const findings = projectFindings(value);
  const problems = placed(findings);
  const ofGlobs = placed(projectWarnings(value)).map((one): Diagnostic => ({ ...one, severity: 'warning' }));
  const written = readableSettings('project', value, findings);
  if (written === null) return { problems, readable: null };
  const { accounts, ...project } = written;
  const home = path.dirname(file);
  const where = { cwd, projectFolder: projectFolder(home), tree };
  const found =
    typeof accounts === 'string'
      ? readAccountFiles(accounts, home, where, (one) => placed([{ ...one, path: ['accounts'], at: 'value' }]))
      : { accounts, files: null, problems: [] };
  for (const problem of found.problems) problems.push(problem);
  for (const one of found.files?.values() ?? []) cuts.push(...cutTexts(one.shown, one.text).map(withoutKey));
  const ofAccount = ([first, name]: Path) => (first === 'accounts' ? found.files?.get(String(name)) : undefined);
  const readable: ProjectFile = {
    project: { ...project, accounts: found.accounts },
    locate: (where, at) => {
      const own = ofAccount(where);
      return own === undefined ? locate(where, at) : locateIn(own)(where.slice(2), at);
    },
    fileOf: (where) => {
      const own = ofAccount(where);
      return own === undefined ? { file, path: where } : { file: own.path, path: where.slice(2) };
    },
    warnings: [...cuts, ...ofGlobs],
  };
  return problems.length > 0 ? { problems: [...problems, ...cuts], readable } : readable;
}

/** Parses the text of a project file, without its account files. Returns null if it has problems. */
export function parseProject(text: string): WrittenProject | null {
  const read = parseSettings('project', PROJECT_FILE, text);
  if ('problems' in read || projectFindings(read.value).length > 0) return null;
  return read.value as WrittenProject;
}
