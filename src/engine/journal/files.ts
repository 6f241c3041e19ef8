/** The files of the journals: where they are, and which is the newest. */

import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { compareText } from '../../model/compare-text.ts';
import { isEndLine } from './seal.ts';

/** A journal: `run` is its name without the ending, `file` its absolute path. */
export interface RunFile {
  run: string;
  file: string;
}

const NAME = /^(\d{8}T\d{6}Z-[0-9a-f]{12}(?:-\d+)?)\.jsonl$/;

/** The folders of a project's journals (absolute), the outer one first. */
export function journalFolders(home: string): [outer: string, runs: string] {
  const outer = path.join(home, '.inboxctl');
  return [outer, path.join(outer, 'runs')];
}

/** The journal of a run (absolute), whether it exists or not. */
export function journalFile(home: string, run: string): string {
  return path.join(journalFolders(home)[1], `${run}.jsonl`);
}

/** The journals of a project (absolute), newest first; none if the folder does not exist. */
export function runFiles(home: string): RunFile[] {
  const [, folder] = journalFolders(home);
  return namesIn(folder)
    .flatMap((name) => {
      const run = NAME.exec(name)?.[1];
      const file = path.join(folder, name);
      const found = run === undefined ? undefined : lstatSync(file, { throwIfNoEntry: false });
      return run === undefined || found?.isFile() !== true ? [] : [{ run, file, writtenAt: found.mtimeMs }];
    })
    .sort(newestFirst)
    .map(({ run, file }) => ({ run, file }));
}

/** The names in a folder; none if there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

type Dated = Pick<RunFile, 'run'> & { writtenAt: number };

/**
 * Sorts by name, then by the time of the last line, because names have only whole seconds, then by the number of a
 * copy.
 */
function newestFirst(a: Dated, b: Dated): number {
  const second = ({ run }: Dated) => run.slice(0, 'YYYYMMDDThhmmssZ'.length);
  const copy = ({ run }: Dated) => Number(run.split('-')[2] ?? 1);
  return compareText(second(b), second(a)) || b.writtenAt - a.writtenAt || copy(b) - copy(a);
}

/** In bytes; the last line of a finished run is shorter. */
const END_BYTES = 1024;

/** Reports whether a journal has the line that ends a run. Reads only the end of the file. */
export function hasEnd(file: string): boolean {
  const text = tail(file);
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  // A sealed line that is cut looks like a whole one.
  return (isEndLine(last) && text.endsWith('\n')) || (last.startsWith('{"kind":"end",') && last.endsWith('}'));
}

function tail(file: string): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(END_BYTES);
      const from = Math.max(0, fstatSync(handle).size - END_BYTES);
      return buffer.toString('utf8', 0, readSync(handle, buffer, 0, END_BYTES, from));
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}
