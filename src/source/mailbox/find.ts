/** Finds the mail files below paths that a user names. Follows links, and finds each file once. */
import { closeSync, constants, existsSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, constants as zip } from 'node:zlib';
import type { LeftOut, LeftOutReason } from '../../diagnostics/mail.ts';
import { compareText } from '../../model/compare-text.ts';
import { systemReason } from '../../model/system-reason.ts';
import { readMailFile } from '../load/read-mail.ts';
import { shownPath } from '../paths.ts';
import { isGzip } from './content.ts';
import { isSeparator } from './mbox.ts';

/** A file with one or more mails. */
export type MailSource = { path: string; shown: string; bytes: number };

/** In folders, other files count if they begin like an mbox. Hidden ones are skipped, but for those of a Maildir. */
export function findMailSources(paths: readonly string[], cwd: string): { sources: MailSource[]; leftOut: LeftOut[] } {
  /** By their real paths. */
  const sources = new Map<string, MailSource>();
  const folders = new Set<string>();
  const leftOut: LeftOut[] = [];

  /** Adds what is at a path. Returns false if it is nothing to read and nothing to report. */
  function add(file: string, shown: string, isExpected: boolean, isLink = true): boolean {
    const leave = (reason: LeftOutReason, detail?: string) =>
      isExpected && leftOut.push({ reason, shown, mails: 1, ...(detail && { detail }) }) > 0;
    try {
      const stats = statSync(file);
      // A pipe of a shell has no real path.
      if (!stats.isDirectory() && !stats.isFile()) return leave('not-regular');
      const real = isLink ? realpathSync.native(file) : file;
      if (sources.has(real) || folders.has(real)) return true;
      if (stats.isDirectory()) return addFolder(real, shown);
      if (!isExpected && !beginsAsMbox(real)) return false;
      sources.set(real, { path: real, shown, bytes: stats.size });
      return true;
    } catch (error) {
      return leave('unreadable', systemReason(error));
    }
  }

  function addFolder(folder: string, shown: string): boolean {
    folders.add(folder);
    const isInMaildir = /^(cur|new)$/.test(path.basename(folder)) && isMaildir(path.dirname(folder));
    const unfinished = isMaildir(folder) ? 'tmp' : undefined;
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name));
    const isAnyAdded = entries.map((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.name === unfinished || (entry.name.startsWith('.') && !isMaildir(file))) return false;
      const isExpected =
        entry.isDirectory() || isInMaildir || /\.((emlx?|mbox|tar)(\.gz)?|zip|tgz|pst|ost|olm|msg)$/i.test(entry.name);
      return add(file, shown === '.' ? entry.name : `${shown}/${entry.name}`, isExpected, entry.isSymbolicLink());
    });
    return isAnyAdded.includes(true);
  }

  for (const given of paths) {
    const absolute = path.resolve(cwd, given);
    const shown = shownPath(absolute, cwd);
    if (given === '-') leftOut.push({ reason: 'not-regular', shown: given, mails: 1 });
    else if (!add(absolute, shown, true)) leftOut.push({ reason: 'no-mails', shown, mails: 1 });
  }
  return { sources: [...sources.values()], leftOut };
}

/** A Maildir in git may have no `new`, since git drops empty folders. Then there are mails in `cur`. */
function isMaildir(folder: string): boolean {
  const cur = path.join(folder, 'cur');
  const isMail = (shown: string) => 'mail' in readMailFile({ path: path.join(cur, shown), shown });
  return existsSync(`${cur}/.`) && (existsSync(path.join(folder, 'new')) || readdirSync(cur).some(isMail));
}

function beginsAsMbox(file: string): boolean {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(4096);
    const head = bytes.subarray(0, readSync(handle, bytes));
    return isSeparator(isGzip(head) ? gunzipSync(head, { finishFlush: zip.Z_SYNC_FLUSH }) : head);
  } finally {
    closeSync(handle);
  }
}
