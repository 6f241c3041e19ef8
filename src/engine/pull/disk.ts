import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../../source/load/find-files.ts';
import type { Disk } from './input.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Takes the folder that nothing may be touched outside of, absolute; gives a way to look at what is in it. */
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
