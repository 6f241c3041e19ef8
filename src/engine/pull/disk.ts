/** The files of a project, as a pull reads and writes them. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FileEdit } from '../../model/pull.ts';
import { systemReason } from '../../model/system-reason.ts';
import { isInside } from '../../source/paths.ts';
import { removeLeftovers, replaceFile } from '../../source/replace-file.ts';

/** Reads files. Never writes. */
export interface Disk {
  /** The text of a file (absolute path), with its byte order mark. Null if it is missing or not UTF-8. */
  read(file: string): string | null;
  /** The names in a folder (absolute path). Empty if it is missing; null if a pull may not write there. */
  names(folder: string): readonly string[] | null;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Gives access to files. Folders outside of `projectFolder` (absolute path) are off limits. */
export function diskOf(projectFolder: string): Disk {
  return {
    read: (file) => {
      try {
        return lstatSync(file).isFile() ? decoder.decode(readFileSync(file)) : null;
      } catch {
        return null;
      }
    },
    names: (folder) => {
      if (!isInside(folder, projectFolder)) return null;
      let step = projectFolder;
      for (const segment of path.relative(projectFolder, folder).split(path.sep)) {
        if (segment.startsWith('.')) return null;
        step = path.join(step, segment);
        const stats = lstatSync(step, { throwIfNoEntry: false });
        if (stats === undefined) return [];
        if (!stats.isDirectory()) return null;
      }
      return readdirSync(folder);
    },
  };
}

interface WrittenFiles {
  written: FileEdit[];
  left: FileEdit[];
  /** Why the first file of `left` could not be written. `reason` is a system code such as EACCES. */
  failure: { file: FileEdit; reason: string } | null;
}

/** Writes whole files in order, so that an interrupted pull can be repeated. Checks `interrupted` before each file. */
export async function writeFiles(files: readonly FileEdit[], interrupted: () => boolean): Promise<WrittenFiles> {
  for (const folder of new Set(files.map((file) => path.dirname(file.path)))) removeLeftovers(folder);
  for (const [index, file] of files.entries()) {
    // Lets signal handlers run.
    await turn();
    const rest = { written: files.slice(0, index), left: files.slice(index) };
    if (interrupted()) return { ...rest, failure: null };
    try {
      write(file);
    } catch (error) {
      return { ...rest, failure: { file, reason: systemReason(error) } };
    }
  }
  return { written: [...files], left: [], failure: null };
}

function write({ path: file, after }: FileEdit): void {
  if (after === null) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  replaceFile(file, after);
}
