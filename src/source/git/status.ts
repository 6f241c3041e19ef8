/** Which files git has not stored, so that overwriting them would lose something. */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { groupBy } from '../../model/group-by.ts';
import { askGit, type Environment, type GitFailure } from './run.ts';

/**
 * The files (absolute) whose text on disk is not in the last commit: changed, only staged, untracked, ignored, or in no
 * repository. Files that do not exist are left out. If git fails for some files, they count as not stored, and `failure`
 * says why. Line ends do not matter, since git may convert them. Uses `ls-tree` and not `status`, which could run filters
 * from the repository's configuration.
 */
export async function uncommitted(
  files: readonly string[],
  env: Environment,
): Promise<{ files: string[]; failure: GitFailure | null }> {
  const existing = files.filter((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
  const lost = new Set<string>();
  let failure: GitFailure | null = null;
  for (const [folder, inside] of groupBy(existing, (file) => path.dirname(file))) {
    const committed = await committedIn(env, folder);
    if ('failure' in committed) failure ??= committed;
    for (const file of inside) {
      if ('failure' in committed || !isStored(file, committed.get(path.basename(file)))) lost.add(file);
    }
  }
  return { files: existing.filter((file) => lost.has(file)), failure };
}

/** Whether git ignores a file (absolute). `check-ignore` would name the line, but takes no literal paths. */
export async function isIgnored(file: string, env: Environment): Promise<boolean> {
  const { dir, base } = path.parse(file);
  const said = await askGit(env, dir, ['ls-files', '--others', '--ignored', '--exclude-standard', '--', base]);
  return typeof said === 'string' && said !== '';
}

/** Whether git tracks a file (absolute). False if there is no repository, or no git. */
export async function isTracked(file: string, env: Environment): Promise<boolean> {
  const { dir, base } = path.parse(file);
  const tracked = await askGit(env, dir, ['ls-files', '-z', '--', base]);
  return typeof tracked === 'string' && tracked !== '';
}

async function committedIn(env: Environment, folder: string): Promise<Map<string, string> | GitFailure> {
  const committed = new Map<string, string>();
  const answer = await askGit(env, folder, ['ls-tree', '-z', 'HEAD']);
  if (typeof answer !== 'string') {
    // There is no commit yet.
    return answer.detail === 'fatal: Not a valid object name HEAD' ? committed : answer;
  }
  for (const entry of answer.split('\0')) {
    const [, kind, id, name] = /^\d+ (\w+) ([\da-f]+)\t(.*)$/s.exec(entry) ?? [];
    if (kind === 'blob' && id !== undefined && name !== undefined) committed.set(name, id);
  }
  return committed;
}

function isStored(file: string, id: string | undefined): boolean {
  if (id === undefined || !lstatSync(file).isFile()) return false;
  const bytes = readFileSync(file);
  if (objectId(bytes, id.length) === id) return true;
  if (!bytes.includes('\r\n')) return false;
  const unixLines = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return objectId(unixLines, id.length) === id;
}

/** The object id of a file's content: 40 hex digits with SHA-1, 64 with SHA-256. */
export function objectId(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
