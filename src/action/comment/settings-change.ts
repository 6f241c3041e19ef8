/**
 * Finds what a pull request changes in the settings, and warns of it at the top of the comment. Compares the project
 * file and the account files at the base with those in the checkout. Every key counts, so new settings are covered too.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { projectFileIn } from '../../cli/session/base.ts';
import type { Project } from '../../cli/session/settings.ts';
import { count } from '../../diagnostics/counts.ts';
import { inRow, ours, type Parts, say, theirs } from '../../diagnostics/message.ts';
import { type Block, callout } from '../../report/document.ts';
import { accountName, type Inline, line, look, messageLine, ruleName } from '../../report/inline.ts';
import type { CommitTree, NoTree } from '../../source/git/commit-tree.ts';
import { parseAccount } from '../../source/load/account-files.ts';
import { kindOf } from '../../source/load/plain.ts';
import { parseProject } from '../../source/load/project-file.ts';
import { readContent } from '../../source/load/read-file.ts';
import { DISK, shownPath, type Tree } from '../../source/paths.ts';
import type { ReadCommit } from '../base.ts';
import type { Job } from '../mode.ts';

/** Where a job works. Paths are absolute. */
export interface Checkout extends Pick<Project, 'cwd' | 'file'> {
  root: string;
}

/** The settings that differ in a file, or what happened to the file. */
type FileChange = string[] | 'new' | 'removed' | 'changed';

export interface SettingsChange {
  /** The paths of the project file at the base and now, from the root of the repository; null if there is none. */
  before: string | null;
  now: string | null;
  files: Map<string, FileChange>;
  removed: string[];
  /** Why the comparison may be incomplete; null if it is complete. */
  unknown: Parts | null;
}

/** How many files, and settings of each, a warning names: the plan needs the room. */
const MOST_NAMED = 20;

/** The warning above a plan if the pull request changes settings. */
export async function settingsWarning(
  { readCommit, targets }: Pick<Job, 'readCommit' | 'targets'>,
  base: string,
): Promise<Block[]> {
  const { project, root } = targets;
  const found = await settingsChange(readCommit, base, { ...project, root });
  const { before, now, files, removed, unknown } = found;
  const lines = [...files].slice(0, MOST_NAMED).map(fileLine);
  if (files.size > MOST_NAMED) lines.push(line`and ${count(files.size - MOST_NAMED, 'more file')}`);
  if (removed.length > 0) lines.push(line`${STAY}: ${inRow(removed.map(accountName), MOST_NAMED)}`);
  const title = [
    ...(unknown === null ? [] : [line`${UNKNOWN} ${unknown}`]),
    ...(before === now && lines.length === 0 ? [] : [CHANGED, ...movedLine(found)]),
  ].flatMap((said, index) => [...(index === 0 ? [] : [' ']), ...said]);
  if (title.length === 0) return [];
  return [callout('warning', title, lines)];
}

const UNKNOWN = line`Whether this pull request changes settings is not known.`;
const CHANGED = line`${look('strong', line`This pull request changes settings, not only rules.`)} The plan below is already made with the new ones.`;

const STAY = line`The live rules of an account that was removed stay as they are, unless another account has its inbox`;

function movedLine({ before, now }: SettingsChange): Inline[] {
  if (before === now) return [];
  if (before === null) return [line`The project file ${fileName(now ?? '')} is new.`];
  if (now === null) return [line`The project file ${fileName(before)} is gone.`];
  return [line`The project file is ${fileName(now)}; before it was ${fileName(before)}.`];
}

function fileLine([file, what]: [string, FileChange]): Inline {
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

/** With `review: none` the plan does not need the base: one that cannot be read makes the result incomplete. */
export async function settingsChange(readCommit: ReadCommit, base: string, place: Checkout): Promise<SettingsChange> {
  const found = await readCommit(base);
  const now = place.file === null ? null : shownPath(place.file, place.root);
  const unknown = (why: NoTree): SettingsChange => {
    const message = messageLine({ code: 'base-unreadable', args: { ref: base, ...why } });
    return { before: now, now, files: new Map(), removed: [], unknown: message };
  };
  if ('failure' in found) return unknown(found);
  try {
    return changeSince(found, now, place);
  } catch (error) {
    const unread = found.unread();
    if (unread === null) throw error;
    return unknown(unread);
  }
}

function changeSince(found: CommitTree, now: string | null, place: Checkout): SettingsChange {
  const { file, root } = place;
  const files: SettingsChange['files'] = new Map();
  const old = projectFileIn(found.tree, { ...place, config: null });
  const before = old === null ? null : shownPath(old, root);
  const was = old === null ? {} : settingsIn(old, found.tree, root);
  const is = file === null ? {} : settingsIn(file, DISK, root);
  if (was === null || is === null) {
    return { before, now, files, removed: [], unknown: say`${theirs(before ?? '')} is not valid at its base.` };
  }
  const settings = changedSettings(was, is);
  if (settings.length > 0) files.set(now ?? before ?? '', settings);
  const { accounts } = was;
  if (typeof accounts === 'string' && accounts === is.accounts) {
    const inFolder = [found.tree, DISK].flatMap((tree) => accountFiles(tree, path.join(root, accounts)));
    for (const name of [...new Set(inFolder)].sort()) {
      const change = accountChange(found, path.join(root, accounts, name), accounts);
      if (change.length > 0) files.set(path.posix.join(accounts, name), change);
    }
  }
  const left = new Set(accountNames(is.accounts, DISK, root));
  const removed = accountNames(accounts, found.tree, root).filter((name) => !left.has(name));
  return { before, now, files, removed, unknown: null };
}

/** The names of accounts: the keys in a project file, or its account files. */
function accountNames(accounts: unknown, tree: Tree, root: string): string[] {
  if (typeof accounts !== 'string') return kindOf(accounts) === 'mapping' ? Object.keys(accounts as object) : [];
  return accountFiles(tree, path.join(root, accounts)).map((name) => path.parse(name).name);
}

function accountFiles(tree: Tree, folder: string): string[] {
  const names = tree.kindOf(folder) === 'folder' ? tree.entriesOf(folder).map(({ name }) => name) : [];
  return names.filter((name) => /^[^.].*\.ya?ml$/.test(name));
}

function accountChange({ tree, isAsOnDisk }: CommitTree, file: string, folder: string): FileChange {
  if (isAsOnDisk(file)) return [];
  if (tree.kindOf(file) === null) return 'new';
  if (DISK.kindOf(file) === null) return 'removed';
  const [was, is] = [tree, DISK].map((one) => {
    const { account, problems } = parseAccount(file, readText(one, file), folder);
    return problems.length > 0 ? null : account;
  });
  return was === null ? 'changed' : changedSettings(was, is);
}

/** The settings in a project file; null if it is invalid. A folder of accounts is relative to the repository's root. */
function settingsIn(file: string, tree: Tree, root: string): { accounts?: unknown } | null {
  const project = parseProject(readText(tree, file));
  if (typeof project?.accounts !== 'string') return project;
  return { ...project, accounts: path.posix.join(path.posix.dirname(shownPath(file, root)), project.accounts, '.') };
}

/** Returns the names of the settings that differ. An account written as null is not the same as a missing one. */
export function changedSettings(was: unknown, is: unknown, at: readonly string[] = []): string[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (kindOf(was) !== 'mapping' || kindOf(is) !== 'mapping') return [at.join('.')];
  const [before, after] = [was, is] as [Record<string, unknown>, Record<string, unknown>];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => changedSettings(before[key], after[key], [...at, key]));
}

function readText(tree: Tree, file: string): string {
  const content = readContent(file, tree);
  return content.kind === 'text' ? content.text : '';
}
