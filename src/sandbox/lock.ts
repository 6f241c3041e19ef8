/**
 * The lock of a data file: a file beside it that names the process which uses it. A process that was killed leaves
 * its lock behind, so one whose process is gone is taken over.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { kill, pid } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { codeOf, DataFileError } from './data-file.ts';

/** The locks of this process: in a container the next program may have the id of the one that was killed. */
const held = new Set<string>();

const OWN = `${pid}\n`;

/** Longer than anyone takes from making a lock to writing in it. */
const WRITING_MS = 50;

/** Takes the path of a data file; gives what releases it again. Throws a DataFileError while another one uses it. */
export async function lockDataFile(file: string): Promise<() => void> {
  const lock = `${file}.lock`;
  if (held.has(lock)) throw inUse(file, OWN);
  held.add(lock);
  try {
    await take(file, lock);
  } catch (error) {
    held.delete(lock);
    throw error;
  }
  let released = false;
  return () => {
    if (released) return;
    released = true;
    held.delete(lock);
    if (textOf(lock) === OWN) rmSync(lock, { force: true });
  };
}

async function take(file: string, lock: string): Promise<void> {
  if (made(file, lock)) return;
  let holder = textOf(lock);
  if (holder === '') {
    await setTimeout(WRITING_MS);
    holder = textOf(lock);
  }
  if (!isStale(holder)) throw inUse(file, holder);
  if (!setAside(lock, holder) || !made(file, lock)) throw inUse(file, textOf(lock));
}

/** Whether the lock is ours now; false: there is one already. */
function made(file: string, lock: string): boolean {
  try {
    writeFileSync(lock, OWN, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw new DataFileError(file, `cannot be written (${codeOf(cause)})`, { cause });
  }
}

/** By a rename and a second look, so that of several that find the same stale lock none removes the winner's. */
function setAside(lock: string, stale: string | null): boolean {
  const aside = `${lock}.${pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return true;
  }
  if (textOf(aside) !== stale) {
    renameSync(aside, lock);
    return false;
  }
  rmSync(aside);
  return true;
}

function textOf(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return null;
  }
}

function holderOf(text: string | null): number | null {
  const digits = /^(\d+)\n$/.exec(text ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** An empty lock was cut off by a kill. Any other text is somebody's file of that name. */
function isStale(text: string | null): boolean {
  if (text === null || text === '') return true;
  const holder = holderOf(text);
  return holder !== null && (holder === pid || isGone(holder));
}

function isGone(process: number): boolean {
  try {
    kill(process, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

function inUse(file: string, text: string | null): DataFileError {
  const holder = holderOf(text);
  if (text && holder === null) return new DataFileError(file, `${file}.lock is in the way, and no lock of a sandbox`);
  const process = holder === null ? '' : `, process ${holder}`;
  return new DataFileError(file, `another sandbox uses it${process}; if that is none, delete ${file}.lock`);
}
