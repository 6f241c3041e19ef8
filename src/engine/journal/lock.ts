/**
 * The lock of an inbox, so that no two runs on this machine change it at once, also from two clones. Each process makes a
 * file of its own, `INBOX.PID`, and only then looks for those of others: of two at the same time, at least one sees the
 * other, and both step back. There is no lock to be taken over, so there is no race about that either: a file whose process
 * is gone means nothing, and whoever sees it removes it.
 */
import { createHmac } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, uptime, userInfo } from 'node:os';
import path from 'node:path';
import { kill, pid } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PlanLine } from '../../model/journal.ts';
import { systemReason } from '../../source/find-files.ts';

/** What a lock needs of the machine. */
export interface Machine {
  /** The folder of locks, absolute. */
  folder: string;
  /** Of the user; -1 where users have none. */
  uid: number;
  pid: number;
  /** Whether a process of this id runs. */
  isAlive: (pid: number) => boolean;
  /** Wall clock, in ms. */
  now: () => number;
  /** Since the machine started, in s. */
  uptime: () => number;
  wait: (ms: number) => Promise<unknown>;
  /** From 0 up to 1. */
  random: () => number;
}

export type Lock = { release: () => void } | { pid: number; file: string } | { problem: Diagnostic };

const TRIES = 3;
/** In ms: of two that step back from each other, one is done before the other comes again. */
const WAIT = { least: 20, most: 120 };
/** In ms: clocks count uptime in whole seconds. */
const BOOT_TOLERANCE = 2000;

function thisMachine(): Machine {
  const { uid, username } = userInfo();
  const folder = path.join(tmpdir(), `inboxctl-locks-${uid === -1 ? username : uid}`);
  return { folder, uid, pid, isAlive, now: Date.now, uptime, wait: setTimeout, random: Math.random };
}

function isAlive(process: number): boolean {
  try {
    kill(process, 0);
    return true;
  } catch (error) {
    return systemReason(error) !== 'ESRCH';
  }
}

/** Takes the address and the API key of an inbox; gives what its lock is named by. The key cannot be told from it. */
export function inboxId(baseUrl: string, apiKey: string): string {
  return createHmac('sha256', apiKey).update(`inboxctl lock ${baseUrl}`).digest('hex').slice(0, 32);
}

/** The locks that this process has. */
const held = new Set<string>();

/** Takes what inboxId gives; gives what releases the lock, or the process that has it and the file that says so. */
export async function lockInbox(id: string, machine: Machine = thisMachine()): Promise<Lock> {
  const unusable = makeFolder(machine);
  if (unusable !== null) return { problem: unusable };
  const own = path.join(machine.folder, `${id}.${machine.pid}`);
  if (held.has(own)) return { pid: machine.pid, file: own };
  held.add(own);
  try {
    for (let tries = 1; ; tries += 1) {
      // One that is there already is of a process that is gone and had this id.
      writeFileSync(own, `${machine.pid}\n`, { mode: 0o600 });
      const other = holders(machine, id).find((holder) => holder.pid !== machine.pid);
      if (other === undefined) return { release: releaser(own) };
      rmSync(own, { force: true });
      if (tries === TRIES) {
        held.delete(own);
        return { pid: other.pid, file: other.file };
      }
      await machine.wait(WAIT.least + machine.random() * (WAIT.most - WAIT.least));
    }
  } catch (error) {
    held.delete(own);
    rmSync(own, { force: true });
    const args = { what: 'The lock', file: own, reason: systemReason(error), of: 'lock' } as const;
    return { problem: { code: 'file-unwritable', args, severity: 'error' } };
  }
}

function releaser(own: string): () => void {
  return () => {
    if (!held.delete(own)) return;
    rmSync(own, { force: true });
  };
}

/** Whether the process of a run still works on it: it lives, and has a lock that it took before the run began. */
export function isRunning({ pid, startedAt }: Pick<PlanLine, 'pid' | 'startedAt'>, machine = thisMachine()): boolean {
  return holders(machine).some((holder) => holder.pid === pid && holder.since <= Date.parse(startedAt));
}

interface Holder {
  pid: number;
  file: string;
  /** When it took the lock: wall clock, in ms. */
  since: number;
}

/** The living processes that have, or try to get, the lock of an inbox, or of any. The files of others are removed. */
function holders(machine: Machine, id?: string): Holder[] {
  const booted = machine.now() - machine.uptime() * 1000 - BOOT_TOLERANCE;
  return namesIn(machine.folder).flatMap((name): Holder[] => {
    const [, inbox, digits] = /^([0-9a-f]+)\.(\d+)$/.exec(name) ?? [];
    if (digits === undefined || (id !== undefined && inbox !== id)) return [];
    const file = path.join(machine.folder, name);
    const since = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (since === undefined) return [];
    // Ids of processes begin anew with the machine.
    if (since >= booted && machine.isAlive(Number(digits))) return [{ pid: Number(digits), file, since }];
    rmSync(file, { force: true });
    return [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Anyone may write to the folder for temporary files: one that is there already must be ours. */
function makeFolder({ folder, uid }: Machine): Diagnostic | null {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return null;
  } catch (error) {
    if (systemReason(error) !== 'EEXIST') {
      const args = { what: 'The folder of locks', file: folder, reason: systemReason(error), of: 'lock' } as const;
      return { code: 'file-unwritable', args, severity: 'error' };
    }
  }
  const found = lstatSync(folder);
  const problem = found.isSymbolicLink()
    ? 'link'
    : !found.isDirectory()
      ? 'no-folder'
      : uid !== -1 && found.uid !== uid
        ? 'owner'
        : null;
  if (problem !== null) return { code: 'lock-folder-unusable', args: { folder, problem }, severity: 'error' };
  if (uid !== -1 && (found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return null;
}
