/** Changes of files carried out, each file as a whole, so that what is cut off between two of them can be gone on with. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FileEdit } from '../../model/pull.ts';
import { systemReason } from '../../model/system-reason.ts';
import { removeLeftovers, replaceFile } from '../../source/replace-file.ts';

export interface WrittenFiles {
  written: FileEdit[];
  left: FileEdit[];
  /** Why the first of those that are left could not be written; `reason` is a code of the system, such as EACCES. */
  failure: { file: FileEdit; reason: string } | null;
}

/** Writes the files in their order, and asks before each whether to stop. */
export async function writeFiles(files: readonly FileEdit[], interrupted: () => boolean): Promise<WrittenFiles> {
  for (const folder of new Set(files.map((file) => path.dirname(file.path)))) removeLeftovers(folder);
  for (const [index, file] of files.entries()) {
    // So that a signal is noticed.
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
