import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../../source/paths.ts';

/** The files as they are. Nothing is written through it. */
export interface Disk {
  /** The text of a file (absolute), with its byte order mark; null where it is not there or no UTF-8. */
  read(file: string): string | null;
  /** The names in a folder (absolute): none where it is not there; null where nothing of ours may be in it. */
  names(folder: string): readonly string[] | null;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What is in a folder (absolute) that nothing may be touched outside of. */
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
