/**
 * The lock of an inbox: no two runs of a user change it at once on this machine, not even from two clones. Each process
 * creates a file of its own, `INBOX.PID`, and only then looks for the files of others. Of two processes that do so at
 * the same time, at least one sees the other, and each that does steps back. A lock is never taken over, so there is no
 * race to do so: a file whose process is gone means nothing, and any process that sees it removes it.
 */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { ArgsOf, Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SnapshotHead } from '../model/snapshot.ts';
import { systemReason } from '../model/system-reason.ts';
import { namesIn } from './snapshot/files.ts';

/** The parts of the machine that locks depend on. */
export interface Machine {
  /** The folders that locks may be kept in (absolute); the first usable one is used. */
  folders: readonly string[];
  /** The user id; -1 on systems without one. */
  uid: number;
  pid: number;
  /** When a process started, whatever the clock says; empty if unknown, null if the process is gone. */
  startOf: (pid: number) => string | null;
  wait: (ms: number) => Promise<unknown>;
  /** From 0 to below 1. */
  random: () => number;
}

export type Lock = { release: () => void } | { pid: number; file: string } | { problem: Diagnostic };

const TRIES = 3;
/** In ms, before the next try. The spread lets one of two processes finish before the other tries again. */
const WAIT = { least: 20, most: 120 };

/**
 * Locks are where every process of this user finds them: at a place that the system has for the user, whatever HOME,
 * TMPDIR and the like are. In /tmp another user could be first with a folder of that name, so it is the last choice.
 */
export function thisMachine(): Machine {
  const uid = process.geteuid?.() ?? -1;
  const home = ownHome(uid);
  // Several machines may share a home, and cannot see each other's processes.
  const inHome = home === null ? [] : [path.join(home, '.local/state/inboxctl', hostname())];
  const folders = [...inHome, `/tmp/inboxctl-locks-${uid}`];
  return { folders, uid, pid: process.pid, startOf, wait: setTimeout, random: Math.random };
}

/** The home folder of a user; null where it is not there or not theirs, as it is for users that only run a service. */
function ownHome(uid: number): string | null {
  try {
    const { homedir } = userInfo();
    const found = statSync(homedir);
    return found.isDirectory() && (uid === -1 || found.uid === uid) ? homedir : null;
  } catch {
    // A container may run as a user whom its system does not know.
    return null;
  }
}

function startOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemReason(error) === 'ESRCH') return null;
  }
  try {
    // The start time is the 22nd field of proc(5). The second one, in parentheses, may contain anything.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? null : (fields[18] ?? '');
  } catch {
    // Not Linux.
    const words = ['-o', 'lstart=', '-p', `${pid}`];
    return spawnSync('/bin/ps', words, { env: { LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' }).stdout?.trim() ?? '';
  }
}

/** Names the lock of an inbox by its API key, because an address has many spellings. It does not reveal the key. */
export function inboxId(apiKey: string): string {
  return createHmac('sha256', apiKey).update('inboxctl lock').digest('hex').slice(0, 32);
}

const held = new Set<string>();

/** Locks an inbox. `id` comes from inboxId. If another process has the lock, returns that process and its file. */
export async function lockInbox(id: string, machine: Machine = thisMachine()): Promise<Lock> {
  const folder = folderOf(machine);
  if (typeof folder !== 'string') return { problem: folder };
  const own = path.join(folder, `${id}.${machine.pid}`);
  if (held.has(own)) return { pid: machine.pid, file: own };
  held.add(own);
  const release = () => {
    if (held.delete(own)) rmSync(own, { force: true });
  };
  try {
    for (let tries = 1; ; tries += 1) {
      // A file that exists already is from an earlier process with the same id.
      writeFileSync(own, machine.startOf(machine.pid) ?? '', { mode: 0o600 });
      const other = holders(machine, folder, id).find((holder) => holder.pid !== machine.pid);
      if (other === undefined) return { release };
      rmSync(own, { force: true });
      if (tries === TRIES) {
        held.delete(own);
        return { pid: other.pid, file: other.file };
      }
      await machine.wait(WAIT.least + machine.random() * (WAIT.most - WAIT.least));
    }
  } catch (error) {
    release();
    const args = { what: 'The lock', file: own, reason: systemReason(error), of: 'lock' } as const;
    return { problem: { code: 'file-unwritable', args, severity: 'error' } };
  }
}

/** Whether the process of a run still works on it: it is alive, and took a lock before the run began. */
export function isRunning(
  { pid, startedAt }: Pick<SnapshotHead, 'pid' | 'startedAt'>,
  machine = thisMachine(),
): boolean {
  const folder = folderOf(machine);
  if (typeof folder !== 'string') return false;
  return holders(machine, folder).some((holder) => holder.pid === pid && holder.since <= Date.parse(startedAt));
}

interface Holder {
  pid: number;
  file: string;
  /** When it took the lock, in ms of the wall clock. */
  since: number;
}

/** The live processes that hold, or try to get, the lock of one inbox, or of any. Removes the files of dead ones. */
function holders({ startOf }: Machine, folder: string, id?: string): Holder[] {
  return namesIn(folder).flatMap((name): Holder[] => {
    const [, inbox, digits] = /^([0-9a-f]+)\.(\d+)$/.exec(name) ?? [];
    if (digits === undefined || (id !== undefined && inbox !== id)) return [];
    const file = path.join(folder, name);
    const since = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (since === undefined) return [];
    const start = startOf(Number(digits));
    // An empty file is still being written.
    const isSame = start === '' || ['', start].includes(ownerIn(file));
    if (start !== null && isSame) return [{ pid: Number(digits), file, since }];
    rmSync(file, { force: true });
    return [];
  });
}

/** The start time in a lock file; empty if the file was just removed. */
function ownerIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** What may pass: another process would find the folder usable, so to choose the next one would keep no one out. */
const PASSING = /^(ENOSPC|EDQUOT|E[MN]FILE|ENOMEM|EIO)$/;

function folderOf({ folders, uid }: Machine): string | Diagnostic {
  let problem: Diagnostic | null = null;
  for (const folder of folders) {
    problem = makeFolder(folder, uid);
    if (problem === null) return folder;
    if (problem.code === 'file-unwritable' && PASSING.test(problem.args.reason)) break;
  }
  return problem as Diagnostic;
}

function problemOf(found: Stats, uid: number): ArgsOf<'lock-folder-unusable'>['problem'] | null {
  if (found.isSymbolicLink()) return 'link';
  if (!found.isDirectory()) return 'no-folder';
  return uid === -1 || found.uid === uid ? null : 'owner';
}

/** Makes a folder for locks. An existing one must be ours. */
function makeFolder(folder: string, uid: number): Diagnostic | null {
  try {
    if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700, recursive: true });
    const problem = problemOf(lstatSync(folder), uid);
    if (problem !== null) return { code: 'lock-folder-unusable', args: { folder, problem }, severity: 'error' };
    chmodSync(folder, 0o700);
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    const args = { what: 'The folder of locks', file: folder, reason: systemReason(error), of: 'lock' } as const;
    return { code: 'file-unwritable', args, severity: 'error' };
  }
}
