/** A file replaced whole: whoever reads it, or finds it after a crash, has the old text or the new one. */
import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Takes the absolute path of a file, there or not, and its text. The text is written to a hidden file beside it, which then
 * takes its place; an old file's permissions are kept. Throws the system's error, and ELOOP for a link, which is not followed.
 */
export function replaceFile(absolute: string, text: string): void {
  const old = lstatSync(absolute, { throwIfNoEntry: false });
  if (old && !old.isFile()) {
    const code = old.isSymbolicLink() ? 'ELOOP' : 'EISDIR';
    throw Object.assign(new Error(`${code}: not a regular file, '${absolute}'`), { code });
  }
  const temporary = path.join(path.dirname(absolute), `.inboxctl-${randomBytes(6).toString('hex')}.tmp`);
  try {
    write(temporary, text, old?.mode);
    renameSync(temporary, absolute);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function write(file: string, text: string, mode: number | undefined): void {
  const handle = openSync(file, 'wx');
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
