/** The files of the journals: where they are, and which is the newest. */
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

/** A journal: `run` is its name without the ending, `file` its absolute path. */
export interface RunFile {
  run: string;
  file: string;
}

const NAME = /^(\d{8}T\d{6}Z-[0-9a-f]{12}(?:-\d+)?)\.jsonl$/;

/** In bytes: what tells of the run as a whole is in the first ones, and the line of an end is shorter. */
const GLANCE = 1024;

/** Takes the folder of a project (absolute); gives the folders to be made for journals, the outer one first. */
export function journalFolders(home: string): [outer: string, runs: string] {
  const outer = path.join(home, '.inboxctl');
  return [outer, path.join(outer, 'runs')];
}

/** The journal of a run (absolute), whether it is there or not. */
export function journalFile(home: string, run: string): string {
  return path.join(journalFolders(home)[1], `${run}.jsonl`);
}

/** Takes the folder of a project (absolute); gives its journals, the newest first. None where there is no folder. */
export function runFiles(home: string): RunFile[] {
  const [, folder] = journalFolders(home);
  const found = namesIn(folder).flatMap((name) => {
    const run = NAME.exec(name)?.[1];
    const file = path.join(folder, name);
    if (run === undefined || lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
    return [{ run, file }];
  });
  return newestFirst(found);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Names have whole seconds: within one, the start that the journal itself tells decides. */
function newestFirst(found: RunFile[]): RunFile[] {
  const second = (run: string) => run.slice(0, 'YYYYMMDDThhmmssZ'.length);
  const often = new Map<string, number>();
  for (const { run } of found) often.set(second(run), (often.get(second(run)) ?? 0) + 1);
  return found
    .map((one) => {
      const exact = (often.get(second(one.run)) ?? 0) > 1 ? startTold(one.file) : '';
      return { one, key: `${second(one.run)} ${exact}`, copy: Number(one.run.split('-')[2] ?? 1) };
    })
    .sort((a, b) => compare(b.key, a.key) || b.copy - a.copy || compare(b.one.run, a.one.run))
    .map(({ one }) => one);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function startTold(file: string): string {
  return /"startedAt":"([^"]*)"/.exec(glance(file, 'start'))?.[1] ?? '';
}

/** Whether the last line of a journal is that of its end: told without reading the whole of it. */
export function hasEnd(file: string): boolean {
  const last = glance(file, 'end').trimEnd().split('\n').at(-1) ?? '';
  return last.startsWith('{"kind":"end",') && last.endsWith('}');
}

function glance(file: string, at: 'start' | 'end'): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(GLANCE);
      const from = at === 'start' ? 0 : Math.max(0, fstatSync(handle).size - GLANCE);
      return buffer.toString('utf8', 0, readSync(handle, buffer, 0, GLANCE, from));
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}
