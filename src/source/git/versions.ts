/**
 * Which versions of which files a history holds. Every commit is compared with each of its parents, so that what only
 * one side of a merge had is found as well as what a merge made itself, whatever became of it later.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { askGit, type Environment, type GitFailure, streamGit } from './run.ts';

/** Where in a repository a folder or file stands. */
export interface Placed {
  /** Absolute, as it was asked for. */
  root: string;
  /** The top folder of the work tree. */
  top: string;
  /** From `top` to `root`, with `/`; empty where they are the same. */
  inside: string;
  isShallow: boolean;
}

/** Takes an absolute path, which need not exist any more; gives the repository around it. */
export async function placeInRepository(env: Environment, root: string): Promise<Placed | GitFailure> {
  const folder = nearestFolder(root);
  const answer = await askGit(env, folder, ['rev-parse', '--is-shallow-repository', '--show-toplevel']);
  if (typeof answer !== 'string') return answer;
  const prefix = await askGit(env, folder, ['rev-parse', '--show-prefix']);
  if (typeof prefix !== 'string') return prefix;
  // Only the last line end is git's: names may hold some.
  const [, shallow, top] = /^(true|false)\n(.*)\n$/s.exec(answer) ?? [];
  if (top === undefined) return { failure: 'failed', detail: answer.slice(0, 100) };
  const below = path.relative(folder, root).split(path.sep).join('/');
  const inside = (prefix.slice(0, -1) + below).replace(/\/$/, '');
  return { root, top, inside, isShallow: shallow === 'true' };
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

/**
 * Takes places in one repository and a commit; tells `found` of each version of a regular file at or below them that the
 * commit or any before it has, the newest first: its object id, and its path from the top folder. One version may be
 * told many times.
 */
export async function eachVersion(
  env: Environment,
  places: readonly [Placed, ...Placed[]],
  commit: string,
  found: (id: string, file: string) => void,
): Promise<GitFailure | null> {
  const { top } = places[0];
  const commits = await askGit(env, top, ['rev-list', commit]);
  if (typeof commits !== 'string') return commits;
  const paths = places.map(({ inside }) => (inside === '' ? '.' : inside));
  const options = ['--stdin', '--root', '-m', '-r', '-z', '--raw', '--no-commit-id', '--no-abbrev', '--no-renames'];
  // In turn `:100644 100644 OLD NEW M` and a path.
  let meta: string | null = null;
  const take = splitAtNul((token) => {
    if (meta === null) {
      meta = token;
      return;
    }
    const [, mode = '', , id = ''] = meta.split(' ');
    meta = null;
    if (mode.startsWith('100')) found(id, token);
  });
  return streamGit(env, top, ['diff-tree', ...options, '--', ...paths], commits, take);
}

/** Takes bytes as they come; gives each text that a NUL ends. */
function splitAtNul(told: (token: string) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let start = 0;
    for (let end = all.indexOf(0); end !== -1; end = all.indexOf(0, start)) {
      told(all.toString('utf8', start, end));
      start = end + 1;
    }
    rest = Buffer.from(all.subarray(start));
  };
}
