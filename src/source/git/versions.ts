/**
 * The versions of files in a history. Each commit is compared with each of its parents, so this also finds versions that
 * only one side of a merge had, and versions that a merge made.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { askGit, type Environment, type GitFailure } from './run.ts';

/** The place of a folder or file in its repository. */
export interface Placed {
  /** Absolute, as the caller named it. */
  root: string;
  /** The top folder of the work tree. */
  top: string;
  /** From `top` to `root`, with `/`; empty if they are the same. */
  inside: string;
  isShallow: boolean;
  /** The full hash of the commit; null if the repository does not have it. */
  commit: string | null;
}

/** The repository around a path (absolute), gone or not. `ref` must not look like an option. */
export async function placeInRepository(env: Environment, root: string, ref?: string): Promise<Placed | GitFailure> {
  const folder = nearestFolder(root);
  // rev-parse repeats what it does not know. `--//` separates the answers: paths may contain line ends, but no `//`.
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

/** The versions of regular files at or below `places`, in a commit and all before it, newest first. May repeat one. */
export async function versionsIn(
  env: Environment,
  places: readonly [Placed, ...Placed[]],
  commit: string,
): Promise<{ id: string; file: string }[] | GitFailure> {
  const { top } = places[0];
  const commits = await askGit(env, top, ['rev-list', commit]);
  if (typeof commits !== 'string') return commits;
  const paths = places.map(({ inside }) => (inside === '' ? '.' : inside));
  const options = ['--stdin', '--root', '-m', '-r', '-z', '--raw', '--no-commit-id', '--no-abbrev', '--no-renames'];
  const told = await askGit(env, top, ['diff-tree', ...options, '--', ...paths], commits);
  if (typeof told !== 'string') return told;
  // `:100644 100644 OLD NEW M\0PATH\0`
  const versions = told.matchAll(/:\d+ (\d+) \w+ (\w+) [^\0]*\0([^\0]*)\0/g);
  return [...versions].flatMap(([, mode, id = '', file = '']) => (mode?.startsWith('100') ? { id, file } : []));
}
