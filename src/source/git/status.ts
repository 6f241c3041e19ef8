/** Which files would be lost with what stands on disk, because git has not stored it. */

import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { groupBy } from '../../model/group-by.ts';
import { askGit, type Environment, type GitFailure } from './run.ts';

/**
 * Those of these files (absolute) that are not in the last commit as they are on disk: changed, only staged, untracked,
 * ignored, or in no repository. Where git did not answer for some of them, these are among them, and `failure` says
 * why. A file that is not there does not count. Line ends are taken for equal, since git may convert them; it is asked
 * for what it holds and not for what changed, which could run filters that the repository's configuration names.
 */
export async function uncommitted(
  files: readonly string[],
  env: Environment,
): Promise<{ files: string[]; failure: GitFailure | null }> {
  const existing = files.filter((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
  const lost = new Set<string>();
  let failure: GitFailure | null = null;
  for (const [folder, names] of byFolder(existing)) {
    const committed = await committedIn(env, folder);
    if ('failure' in committed) failure ??= committed;
    for (const name of names) {
      const file = path.join(folder, name);
      if ('failure' in committed || !isStored(file, committed.get(name))) lost.add(file);
    }
  }
  return { files: existing.filter((file) => lost.has(path.normalize(file))), failure };
}

/** Whether git tracks a file (absolute). False if there is no repository, or no git. */
export async function isTracked(file: string, env: Environment): Promise<boolean> {
  const { dir, base } = path.parse(file);
  const tracked = await askGit(env, dir, ['ls-files', '-z', '--', base]);
  return typeof tracked === 'string' && tracked !== '';
}

function byFolder(files: readonly string[]): [string, string[]][] {
  const groups = groupBy(
    files.map((file) => path.parse(path.normalize(file))),
    ({ dir }) => dir,
  );
  return [...groups].map(([dir, inside]) => [dir, inside.map(({ base }) => base)]);
}

/** The object ids of the files of one folder in the last commit. */
async function committedIn(env: Environment, folder: string): Promise<Map<string, string> | GitFailure> {
  const committed = new Map<string, string>();
  const answer = await askGit(env, folder, ['ls-tree', '-z', 'HEAD']);
  if (typeof answer !== 'string') {
    // Before the first commit nothing is stored.
    return answer.detail === 'fatal: Not a valid object name HEAD' ? committed : answer;
  }
  for (const entry of answer.split('\0')) {
    const [, kind, id, name] = /^\d+ (\w+) ([\da-f]+)\t(.*)$/s.exec(entry) ?? [];
    if (kind === 'blob' && id !== undefined && name !== undefined) committed.set(name, id);
  }
  return committed;
}

/** Whether a file holds what the object with this id holds. */
function isStored(file: string, id: string | undefined): boolean {
  if (id === undefined || !lstatSync(file).isFile()) return false;
  const bytes = readFileSync(file);
  if (objectId(bytes, id.length) === id) return true;
  if (!bytes.includes('\r\n')) return false;
  const unixLines = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return objectId(unixLines, id.length) === id;
}

/** The id that git gives to a file's content: 40 hex digits with SHA-1, 64 with SHA-256. */
export function objectId(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
