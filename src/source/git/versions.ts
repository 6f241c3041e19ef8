/**
 * Which versions of which files a history holds. Every commit is compared with each of its parents, so that what only
 * one side of a merge had is found as well as what a merge made itself, whatever became of it later.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { askGit, type Environment, type GitFailure } from './run.ts';

/** Where in a repository a folder or file stands. */
export interface Placed {
  /** Absolute, as it was asked for. */
  root: string;
  /** The top folder of the work tree. */
  top: string;
  /** From `top` to `root`, with `/`; empty where they are the same. */
  inside: string;
  isShallow: boolean;
  /** The full hash of the commit that was asked for; null if the repository does not have it. */
  commit: string | null;
}

/**
 * The repository around a path (absolute), which need not exist any more, and the commit that `ref` names; the caller has
 * made sure that git cannot take it for an option.
 */
export async function placeInRepository(env: Environment, root: string, ref?: string): Promise<Placed | GitFailure> {
  const folder = nearestFolder(root);
  // Git repeats what it does not know. Names may hold line ends, but no `//`.
  const asked = ['--is-shallow-repository', '--show-toplevel', '--//', '--show-prefix'];
  const commits = ref === undefined ? [] : [`${ref}^{commit}`, '--'];
  const answer = await askGit(env, folder, ['rev-parse', ...asked, ...commits]);
  if (typeof answer !== 'string') return ref === undefined ? answer : placeInRepository(env, root);
  const found = /^(true|false)\n(.*)\n--\/\/\n(.*?)\n(?:([\da-f]+)\n--\n)?$/s.exec(answer) ?? [];
  const [, shallow, top, prefix, commit = null] = found;
  if (top === undefined || prefix === undefined) return { failure: 'failed', detail: answer.slice(0, 100) };
  const below = path.relative(folder, root).split(path.sep).join('/');
  const inside = (prefix + below).replace(/\/$/, '');
  return { root, top, inside, isShallow: shallow === 'true', commit };
}

function nearestFolder(file: string): string {
  let folder = file;
  while (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const above = path.dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return folder;
}

/** A version of a file: its object id, and its path from the top folder of the work tree. */
interface Version {
  id: string;
  file: string;
}

/**
 * Each version of a regular file at or below places in one repository that a commit or any before it has, the newest first.
 * One version may come many times.
 */
export async function versionsIn(
  env: Environment,
  places: readonly [Placed, ...Placed[]],
  commit: string,
): Promise<Version[] | GitFailure> {
  const { top } = places[0];
  const commits = await askGit(env, top, ['rev-list', commit]);
  if (typeof commits !== 'string') return commits;
  const paths = places.map(({ inside }) => (inside === '' ? '.' : inside));
  const options = ['--stdin', '--root', '-m', '-r', '-z', '--raw', '--no-commit-id', '--no-abbrev', '--no-renames'];
  const told = await askGit(env, top, ['diff-tree', ...options, '--', ...paths], commits);
  if (typeof told !== 'string') return told;
  // `:100644 100644 OLD NEW M`, NUL, a path, NUL.
  const versions: Version[] = [];
  for (const [, mode = '', id = '', file = ''] of told.matchAll(/:\d+ (\d+) \w+ (\w+) [^\0]*\0([^\0]*)\0/g)) {
    if (mode.startsWith('100')) versions.push({ id, file });
  }
  return versions;
}
