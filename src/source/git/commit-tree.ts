/**
 * The files of a commit, under their paths in the checkout. They are read from git's objects, so no checkout, filter, hook
 * or submodule is involved. In order: find the commit, list its files, read those that the loader asks for.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onceFor } from '../../model/once-for.ts';
import type { Kind, Tree } from '../paths.ts';
import { blobsIn } from './blobs.ts';
import { askGit, bytesOfGitNow, type Environment, type GitFailure } from './run.ts';
import { objectId } from './status.ts';
import { placeInRepository } from './versions.ts';

export interface CommitTree {
  /** The full hash. */
  commit: string;
  tree: Tree;
  /** Whether a file (absolute) is the same on disk. */
  isAsOnDisk: (file: string) => boolean;
  /** Why git did not give a file that was read, as in a partial clone; null if it gave all. */
  unread: () => GitFailure | null;
}

/** Why there is no tree. `shallow`: the clone has only the newest commits, and not this one. `no-commit`: it has all. */
export type NoTree = GitFailure | { failure: 'shallow' | 'no-commit'; detail: '' };

type Entries = ReadonlyMap<string, { kind: Kind; id: string }>;

/** Of each run, which has an environment of its own. */
const TREES = new WeakMap<Environment, (place: readonly [string, string]) => Promise<CommitTree | NoTree>>();

/** The files of a commit, seen from a folder (absolute). A run reads each once. `ref` must not look like an option. */
export function treeAt(env: Environment, folder: string, ref: string): Promise<CommitTree | NoTree> {
  const trees = TREES.get(env) ?? onceFor(([from, name]) => readTree(env, from, name));
  TREES.set(env, trees);
  return trees([folder, ref]);
}

async function readTree(env: Environment, folder: string, ref: string): Promise<CommitTree | NoTree> {
  const placed = await placeInRepository(env, folder, ref);
  if ('failure' in placed) return placed;
  const { top, inside, isShallow, commit } = placed;
  if (commit === null) return { failure: isShallow ? 'shallow' : 'no-commit', detail: '' };
  const told = await askGit(env, top, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (typeof told !== 'string') return told;
  const files = filesIn(told);
  const fromTop = (file: string) => path.posix.join(inside, path.relative(folder, file).split(path.sep).join('/'));
  const folders = foldersOf(files.keys());
  const fetched = new Map<string, Buffer | null>();
  let unread: GitFailure | null = null;

  /** The bytes on disk, if the commit has the same. */
  const onDisk = (file: string): Buffer | null => {
    const { id, kind } = files.get(file) ?? {};
    if (id === undefined || kind !== 'file') return null;
    try {
      const bytes = readFileSync(path.join(top, file));
      return objectId(bytes, id.length) === id ? bytes : null;
    } catch {
      return null;
    }
  };

  const fetch = (file: string, id: string): Buffer | null => {
    if (!fetched.has(id)) {
      // Start git once for a folder, not for each file.
      const beside = [...(folders.get(path.posix.dirname(file)) ?? [])].flatMap((name) => {
        const one = files.get(path.posix.join(path.posix.dirname(file), name));
        return one?.kind === 'file' && name.endsWith(path.extname(file)) ? one.id : [];
      });
      const ids = [...new Set([id, ...beside])].filter((one) => !fetched.has(one));
      const answer = bytesOfGitNow(env, top, ['cat-file', '--batch', '--buffer'], `${ids.join('\n')}\n`);
      if (Buffer.isBuffer(answer)) for (const one of blobsIn(answer)) fetched.set(one.id, one.bytes);
      else unread ??= answer;
    }
    const bytes = fetched.get(id) ?? null;
    if (bytes === null) unread ??= { failure: 'failed', detail: `object ${id} is missing` };
    return bytes;
  };

  const kindAt = (file: string): Kind | null => {
    if (file === '.' || folders.has(file)) return 'folder';
    const own = files.get(file)?.kind;
    if (own !== undefined) return own;
    return isInSubmodule(file, files) ? 'other' : null;
  };

  return {
    commit,
    isAsOnDisk: (file) => onDisk(fromTop(file)) !== null,
    unread: () => unread,
    tree: {
      kindOf: (file) => kindAt(fromTop(file)),
      entriesOf(folder) {
        const inside = fromTop(folder);
        if (kindAt(inside) === 'other') throw Object.assign(new Error('ESUBMODULE'), { code: 'ESUBMODULE' });
        const names = [...(folders.get(inside) ?? [])];
        return names.map((name) => {
          const kind = kindAt(path.posix.join(inside, name));
          // In a checkout a submodule is a folder with rules that count, so it must not be skipped.
          return { name, kind: kind === null || kind === 'other' ? 'folder' : kind };
        });
      },
      read(file, limit) {
        const inside = fromTop(file);
        const entry = files.get(inside);
        if (entry === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
        if (entry.kind !== 'file') return 'not-regular';
        const bytes = onDisk(inside) ?? fetch(inside, entry.id);
        if (bytes === null) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        return bytes.length > limit ? 'too-big' : bytes;
      },
    },
  };
}

/** Parses entries of the form `100644 blob ID\tPATH\0`. */
function filesIn(told: string): Entries {
  const entries = told.matchAll(/(\d+) \w+ (\w+)\t([^\0]*)\0/g);
  return new Map([...entries].map(([, mode = '', id = '', file = '']) => [file, { kind: kindOf(mode), id }]));
}

/** A submodule is `other`: its files are not in this repository. */
function kindOf(mode: string): Kind {
  if (mode.startsWith('100')) return 'file';
  return mode === '120000' ? 'link' : 'other';
}

/** The names in each folder, by the folder's path; the top folder is `.`. */
function foldersOf(files: Iterable<string>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>([['.', new Set()]]);
  for (const file of files) {
    for (let inner = file; inner !== '.'; inner = path.posix.dirname(inner)) {
      const folder = path.posix.dirname(inner);
      const names = folders.get(folder) ?? new Set();
      const isKnown = names.has(path.posix.basename(inner));
      folders.set(folder, names.add(path.posix.basename(inner)));
      if (isKnown) break;
    }
  }
  return folders;
}

function isInSubmodule(file: string, files: Entries): boolean {
  for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) {
    if (files.get(folder)?.kind === 'other') return true;
  }
  return false;
}
