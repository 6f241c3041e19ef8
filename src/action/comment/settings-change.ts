/**
 * Finds what a pull request changes in the settings, and warns of it at the top of the comment. Compares the project
 * file and the account files at the base with those in the checkout. Every key counts, so new settings are covered too.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Project } from '../../cli/session/settings.ts';
import { count } from '../../diagnostics/counts.ts';
import { ours, type Parts, say, sentence, theirs } from '../../diagnostics/message.ts';
import { type Block, type Inline, inRow, line, look, ruleName } from '../../report/document.ts';
import { objectId } from '../../source/git/status.ts';
import { parseAccount } from '../../source/load/account-files.ts';
import { kindOf } from '../../source/load/plain.ts';
import { PROJECT_FILE, parseProject } from '../../source/load/project-file.ts';
import { type GitHub, GitHubError } from '../github/port.ts';
import type { Job } from '../mode.ts';
import { repositoryRoot } from '../repository-paths.ts';

/** How many account files are fetched from GitHub. Most need not be: their object ids show that they are unchanged. */
const MOST_ASKED = 100;

export interface BaseCommit {
  github: Pick<GitHub, 'fileAt' | 'treeAt'>;
  sha: string;
}

/** Where a job works. Paths are absolute, except `config`, which is as in the inputs. */
export interface Checkout extends Pick<Project, 'cwd' | 'file'> {
  config: string | null;
  root: string;
}

export interface SettingsChange {
  /** The paths of the project file at the base and now, from the root of the repository; null if there is none. */
  before: string | null;
  now: string | null;
  /** By file: the settings that differ, or what happened to the file. */
  files: Map<string, string[] | 'new' | 'removed' | 'changed'>;
  /** Why the comparison may be incomplete; null if it is complete. */
  unknown: Parts | null;
}

/** How many files, and settings of each, a warning names: the plan needs the room. */
const MOST_NAMED = 20;

/** The warning above a plan if the pull request changes settings. `sha` is the base commit. */
export async function settingsWarning(
  { github, inputs, targets }: Pick<Job, 'github' | 'inputs' | 'targets'>,
  sha: string,
): Promise<Block[]> {
  const root = repositoryRoot(targets.project, inputs.workingDirectory);
  const found = await settingsChange({ github, sha }, { ...targets.project, config: inputs.config, root });
  const { before, now, files, unknown } = found;
  const lines = [...files].slice(0, MOST_NAMED).map(lineOf);
  if (files.size > MOST_NAMED) lines.push(line`and ${count(files.size - MOST_NAMED, 'more file')}`);
  const title = [
    ...(unknown === null ? [] : [line`${UNKNOWN} ${unknown}`]),
    ...(before === now && lines.length === 0 ? [] : [CHANGED, ...movedLine(found)]),
  ].flatMap((said, index) => [...(index === 0 ? [] : [' ']), ...said]);
  if (title.length === 0) return [];
  return [{ kind: 'callout', tone: 'warning', title, names: [], most: 0, problems: [], lines, place: 'here' }];
}

const UNKNOWN = line`Whether this pull request changes settings is not known: the files at its base could not be read.`;
const CHANGED = line`${look('strong', line`This pull request changes settings, not only rules.`)} The plan below is already made with the new ones.`;

function movedLine({ before, now }: SettingsChange): Inline[] {
  if (before === now) return [];
  if (before === null) return [line`The project file ${fileName(now ?? '')} is new.`];
  if (now === null) return [line`The project file ${fileName(before)} is gone.`];
  return [line`The project file is ${fileName(now)}; before it was ${fileName(before)}.`];
}

function lineOf([file, what]: [string, string[] | 'new' | 'removed' | 'changed']): Inline {
  const which =
    typeof what === 'string'
      ? ours(what)
      : inRow(
          what.map((name) => ruleName({ name })),
          MOST_NAMED,
        );
  return line`${fileName(file)}: ${which}`;
}

function fileName(file: string): Inline {
  return look('code', [theirs(file)]);
}

/**
 * A file that cannot be read at the base makes the result incomplete but is not an error: the plan does not need it.
 */
export async function settingsChange(base: BaseCommit, place: Checkout): Promise<SettingsChange> {
  const now = place.file === null ? null : fromRoot(place.file, place.root);
  const change: SettingsChange = { before: now, now, files: new Map(), unknown: null };
  try {
    change.unknown = await compare(base, place, change);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    change.unknown = sentence(error.message);
  }
  return change;
}

/** Adds the differences to `change`. Returns why there may be more, or null. */
async function compare(base: BaseCommit, place: Checkout, change: SettingsChange): Promise<Parts | null> {
  const { now, files } = change;
  const old = await projectAtBase(base, place);
  change.before = old?.file ?? null;
  const was = old === null ? {} : settingsIn(old.file, old.text);
  const is = now === null ? {} : settingsIn(now, readText(path.join(place.root, now)));
  if (was === null || is === null) return say`${theirs(change.before ?? '')} is not a valid project file there.`;
  const settings = changedSettings(was, is);
  if (settings.length > 0) files.set(now ?? change.before ?? '', settings);
  const isSameFolder = typeof was.accounts === 'string' && was.accounts === is.accounts;
  return isSameFolder ? await compareAccounts(base, place.root, String(was.accounts), files) : null;
}

/** Finds the project file at the base the way it is found on disk: from the working directory upwards. */
async function projectAtBase({ github, sha }: BaseCommit, { cwd, config, root }: Checkout) {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const file = fromRoot(config === null ? path.join(folder, PROJECT_FILE) : path.resolve(cwd, config), root);
    const text = await github.fileAt(file, sha);
    if (text !== null) return { file, text };
    if (config !== null || folder === root || path.dirname(folder) === folder) return null;
  }
}

/** The settings in a project file; null if it is invalid. A folder of accounts is relative to the repository's root. */
function settingsIn(file: string, text: string): { accounts?: unknown } | null {
  const project = parseProject(text);
  if (typeof project?.accounts !== 'string') return project;
  const { accounts } = project;
  return { ...project, accounts: path.posix.join(path.posix.dirname(file), accounts, '.') };
}

async function compareAccounts(
  { github, sha }: BaseCommit,
  root: string,
  folder: string,
  files: SettingsChange['files'],
): Promise<Parts | null> {
  const tree = await github.treeAt(sha);
  if (tree === null) return say`The repository has too many files to be listed.`;
  const here = readdirSync(path.join(root, folder)).map((name) => path.posix.join(folder, name));
  const there = [...tree.keys()].filter((file) => path.posix.dirname(file) === folder);
  const accountIn = (file: string, text: string) => {
    const read = parseAccount(file, text, folder);
    return 'account' in read ? read.account : null;
  };
  let asked = 0;
  for (const file of [...new Set([...here, ...there])].sort()) {
    if (!/(?:^|\/)[^./][^/]*\.ya?ml$/.test(file)) continue;
    const onDisk = path.join(root, file);
    const name = tree.get(file);
    if (!existsSync(onDisk)) files.set(file, 'removed');
    else if (name === undefined) files.set(file, 'new');
    else if (name !== objectId(readFileSync(onDisk), name.length)) {
      asked += 1;
      const text = asked > MOST_ASKED ? null : await github.fileAt(file, sha);
      const [was, is] = [text === null ? null : accountIn(file, text), accountIn(file, readText(onDisk))];
      const settings = was === null ? 'changed' : changedSettings(was, is);
      if (settings.length > 0) files.set(file, settings);
    }
  }
  return null;
}

/** Returns the names of the settings that differ. An account written as null is not the same as a missing one. */
export function changedSettings(was: unknown, is: unknown, at: readonly string[] = []): string[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (kindOf(was) !== 'mapping' || kindOf(is) !== 'mapping') return [at.join('.')];
  const [before, after] = [was, is] as [Record<string, unknown>, Record<string, unknown>];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => changedSettings(before[key], after[key], [...at, key]));
}

function fromRoot(file: string, root: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}

function readText(file: string): string {
  return new TextDecoder().decode(readFileSync(file));
}
