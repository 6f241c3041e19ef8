/** Replaces a file as a whole: a reader, or a restart after a crash, finds the old text or the new one. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
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

/** A temporary file: the id of the process that writes it, and random digits. */
const TEMPORARY = /^\.inboxctl-(\d+)-[\da-f]{12}\.tmp$/;

/** In milliseconds. No write takes longer, so an older file is left over even if a process has that id. */
const LONGEST = 60 * 60 * 1000;

/** Writes a hidden file beside it, then renames that. Keeps permissions. Throws the system's error; ELOOP for a link. */
export function replaceFile(absolute: string, text: string): void {
  const temporary = writeBeside(absolute, text, lstatSync(absolute, { throwIfNoEntry: false }));
  try {
    renameSync(temporary, absolute);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Like replaceFile, for a file that a user named: follows links, and writes to devices and pipes directly. */
export function writeOutput(absolute: string, text: string): void {
  const file = outputOf(absolute);
  if (file !== null) {
    removeLeftovers(path.dirname(file));
    replaceFile(file, text);
  } else writeFileSync(absolute, text);
}

/** Throws if writeOutput would fail, as far as that can be known. Leaves nothing behind. */
export function tryOutput(absolute: string): void {
  const file = outputOf(absolute);
  // Do not open it: the reader of a pipe would see it close again.
  if (file === null) accessSync(absolute, constants.W_OK);
  else rmSync(writeBeside(file, '', statSync(file, { throwIfNoEntry: false })));
}

/** The path of the file to replace, new or not; null for what is written directly. */
function outputOf(absolute: string): string | null {
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (found?.isFile() || found?.isDirectory()) {
    // Open files, such as /dev/stdout, are written at their current position.
    return /^\/(dev\/(std|fd)|proc\/)/.test(absolute) ? null : realpathSync(absolute);
  }
  if (found !== undefined) return null;
  const isLink = lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? outputOf(path.resolve(path.dirname(absolute), readlinkSync(absolute))) : absolute;
}

/** Writes a hidden file with the permissions of the old one. Returns its path. */
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
  // Never more open than the old file, not even during the write.
  const handle = openSync(file, 'wx', mode === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(handle, text);
    if (mode === undefined) return;
    fchmodSync(handle, mode & 0o7777);
    // A new file needs no sync: a crash loses no old text, and for thousands of files this would take most of the time.
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a folder (absolute) that is not there. A link or a file in its place is an error of the system. */
export function makeFolder(folder: string, mode = 0o777): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) mkdirSync(folder, { mode });
  else if (!found.isDirectory()) {
    throw Object.assign(new Error(folder), { code: found.isSymbolicLink() ? 'ELOOP' : 'ENOTDIR' });
  }
}

/** Removes hidden files that killed processes left in a folder (absolute, existing or not). Ignores errors. */
export function removeLeftovers(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const writer = TEMPORARY.exec(name)?.[1];
      if (writer !== undefined) removeLeft(path.join(folder, name), Number(writer));
    }
  } catch {
    // The write that follows reports what is wrong with the folder.
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
