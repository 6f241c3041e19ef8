/** Where the files of a project are, and what they are read from. */
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import { systemReason } from '../model/system-reason.ts';

/** Where a project is. Nothing outside `projectFolder` is read; paths are shown relative to `cwd`. Both are absolute. */
export interface Where {
  cwd: string;
  projectFolder: string;
  /** The folder of the project file; `cwd` if left out. */
  home?: string;
  /** Where files are read from; the disk if left out. */
  tree?: Tree;
}

/** The path to show: relative to `cwd`, with `/`. */
export function shownPath(absolute: string, cwd: string): string {
  const relative = path.relative(cwd, absolute);
  return relative === '' ? '.' : relative.split(path.sep).join('/');
}

/** Whether `inner` is `outer` or below it; both are absolute. */
export function isInside(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The path without links; null if it leads nowhere. */
export function realPath(absolute: string): string | null {
  try {
    return realpathSync(absolute);
  } catch {
    return null;
  }
}

/** A path (absolute) with the links that lead into a folder resolved. Those inside the folder are kept. */
export function pathInto(folder: string, absolute: string): string {
  const { dir, base } = path.parse(absolute);
  if (base === '') return absolute;
  const above = pathInto(folder, dir);
  const here = path.join(above, base);
  if (isInside(above, folder)) return here;
  const real = realPath(here);
  return real !== null && isInside(real, folder) ? real : here;
}

/** Links are not followed: one is a `link`, whatever it points to. */
export type Kind = 'file' | 'folder' | 'link' | 'other';

/** Where rules and settings are read from: the disk, or the files of a commit. All paths are absolute. */
export interface Tree {
  /** Returns null if nothing is there. */
  kindOf(path: string): Kind | null;
  /** The entries of a folder. Throws the system's error if it cannot be listed. */
  entriesOf(folder: string): { name: string; kind: Kind }[];
  /** Reads a file of at most `limit` bytes. Throws the system's error if it cannot be opened. */
  read(file: string, limit: number): Buffer | 'not-regular' | 'too-big';
}

// Do not follow a link that replaced the file after the folder was listed, and do not block on a pipe.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The errors for a path through a file, a path that is too long, and one with a NUL. */
const NOTHING_THERE: ReadonlySet<string> = new Set(['ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

export const DISK: Tree = {
  kindOf(path) {
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? null : kindOf(stats);
    } catch (error) {
      // No permission. It counts as a folder, so that listing it fails with the reason.
      return NOTHING_THERE.has(systemReason(error)) ? null : 'folder';
    }
  },
  entriesOf: (folder) =>
    readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  read(file, limit) {
    const handle = openSync(file, FLAGS);
    try {
      const stats = fstatSync(handle);
      if (!stats.isFile()) return 'not-regular';
      if (stats.size > limit) return 'too-big';
      const bytes = readFileSync(handle);
      // It may have grown.
      return bytes.length > limit ? 'too-big' : bytes;
    } finally {
      closeSync(handle);
    }
  },
};

function kindOf(found: Stats | Dirent): Kind {
  if (found.isSymbolicLink()) return 'link';
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
}
