/** The files of the snapshots: where they are, and which is the newest. */
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { compareText } from '../../model/compare-text.ts';

/** A snapshot: `run` is its name without the ending, `file` its absolute path. */
export type RunFile = { run: string; file: string };

const NAME = /^(\d{8}T\d{6}Z-[0-9a-f]{12}(?:-\d+)?)\.jsonl$/;

/** The folders of a project's snapshots (absolute), the outer one first. */
export function snapshotFolders(home: string): [outer: string, runs: string] {
  const outer = path.join(home, '.inboxctl');
  return [outer, path.join(outer, 'runs')];
}

/** The snapshot of a run (absolute), whether it exists or not. */
export function snapshotFile(home: string, run: string): string {
  return path.join(snapshotFolders(home)[1], `${run}.jsonl`);
}

/** The part of a plan's digest that is in the name of a run. */
export function shortDigest(digest: string): string {
  return digest.replace('sha256:', '').slice(0, 12);
}

/** The snapshots of a project (absolute), newest first; none if the folder does not exist. */
export function runFiles(home: string): RunFile[] {
  const [, folder] = snapshotFolders(home);
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

/** The files below a folder (absolute), but for hidden ones and links; else the path itself, whatever is there. */
export function filesBelow(place: string): { file: string; run: null }[] {
  try {
    return readdirSync(place, { withFileTypes: true }).flatMap((one) => {
      const isSought = (one.isFile() || one.isDirectory()) && (!one.name.startsWith('.') || one.name === '.inboxctl');
      return isSought ? filesBelow(path.join(place, one.name)) : [];
    });
  } catch {
    return [{ file: place, run: null }];
  }
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

/** By name, then by the time of the last write, because names have whole seconds, then by the number of a copy. */
function newestFirst(a: Dated, b: Dated): number {
  const second = ({ run }: Dated) => run.slice(0, 'YYYYMMDDThhmmssZ'.length);
  const copy = ({ run }: Dated) => Number(run.split('-')[2] ?? 1);
  return compareText(second(b), second(a)) || b.writtenAt - a.writtenAt || copy(b) - copy(a);
}
