/** A file replaced whole: a reader, or a restart after a crash, finds the old text or the new one. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { kill, pid } from 'node:process';
import { systemReason } from '../model/system-reason.ts';

/** The hidden file: with the process that writes it, and a random number. */
const TEMPORARY = /^\.inboxctl-(\d+)-[\da-f]{12}\.tmp$/;

/** In milliseconds: no text takes longer to write, so the process is another one of that id, or on another machine. */
const LONGEST = 60 * 60 * 1000;

/**
 * Writes a file (absolute), there or not. The text is written to a hidden file beside it, which then takes its place;
 * an old file's permissions are kept. Throws the system's error, and ELOOP for a link, which is not followed.
 */
export function replaceFile(absolute: string, text: string): void {
  const temporary = writeBeside(absolute, text, lstatSync(absolute, { throwIfNoEntry: false }));
  try {
    renameSync(temporary, absolute);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The same for a file that a user named, which links may lead to. A device or a pipe is written as it is. */
export function writeOutput(absolute: string, text: string): void {
  const file = outputOf(absolute);
  if (file !== null) {
    removeLeftovers(path.dirname(file));
    replaceFile(file, text);
  } else writeFileSync(absolute, text);
}

/** Throws what is in the way of such a file as far as that can be known; nothing is there afterwards that was not before. */
export function tryOutput(absolute: string): void {
  const file = outputOf(absolute);
  // Not opened: whoever reads a pipe would take it for closed again.
  if (file === null) accessSync(absolute, constants.W_OK);
  else rmSync(writeBeside(file, '', statSync(file, { throwIfNoEntry: false })));
}

/** The path of the file whose place is to be taken, there or not; null for what is written as it is. */
function outputOf(absolute: string): string | null {
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (found?.isFile() || found?.isDirectory()) {
    // What stands for an open file, such as /dev/stdout, is written where that one is.
    return /^\/(dev\/(std|fd)|proc\/)/.test(absolute) ? null : realpathSync(absolute);
  }
  if (found !== undefined) return null;
  const isLink = lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? outputOf(path.resolve(path.dirname(absolute), readlinkSync(absolute))) : absolute;
}

/** Gives the path of a hidden file with the text, which has the permissions of an old one. */
function writeBeside(absolute: string, text: string, old: Stats | undefined): string {
  if (old && !old.isFile()) {
    const code = old.isSymbolicLink() ? 'ELOOP' : 'EISDIR';
    throw Object.assign(new Error(`${code}: not a regular file, '${absolute}'`), { code });
  }
  const temporary = path.join(path.dirname(absolute), `.inboxctl-${pid}-${randomBytes(6).toString('hex')}.tmp`);
  try {
    write(temporary, text, old?.mode);
    return temporary;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function write(file: string, text: string, mode: number | undefined): void {
  // Never more open than the old one, not even while it is written.
  const handle = openSync(file, 'wx', mode === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(handle, text);
    if (mode === undefined) return;
    fchmodSync(handle, mode & 0o7777);
    // Without an old text nothing is lost with the power, and for thousands of new files this would take most of the time.
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Removes the hidden files in a folder (absolute, there or not) that processes left which were killed in the middle of
 * a write. What cannot be removed stays.
 */
export function removeLeftovers(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const writer = TEMPORARY.exec(name)?.[1];
      if (writer !== undefined) removeLeft(path.join(folder, name), Number(writer));
    }
  } catch {
    // The write that follows says what is wrong with the folder.
  }
}

function removeLeft(file: string, writer: number): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFile() && (Date.now() - found.mtimeMs > LONGEST || isGone(writer))) rmSync(file, { force: true });
}

function isGone(writer: number): boolean {
  try {
    kill(writer, 0);
    return false;
  } catch (error) {
    return systemReason(error) === 'ESRCH';
  }
}
