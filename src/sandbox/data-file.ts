/**
 * Keeps the state of a sandbox in a file of JSON lines, one for each change (see store.ts). The file is written whole
 * beside the old one and then renamed, so it is never half written.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { kill, pid } from 'node:process';
import { systemReason } from '../model/system-reason.ts';
import { CannotStart } from './cannot-start.ts';
import { change, type StateChange } from './store.ts';

/** The changes in a data file; null if it does not exist or is empty. Throws a CannotStart. */
export function readDataFile(file: string): StateChange[] | null {
  const text = readText(file);
  if (text === '') return null;
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line, index) => {
    try {
      return change.parse(JSON.parse(line));
    } catch (cause) {
      throw new CannotStart({ problem: 'not-data', line: index + 1 }, { cause });
    }
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (systemReason(cause) === 'ENOENT') return '';
    throw new CannotStart({ problem: 'unreadable', reason: systemReason(cause) }, { cause });
  }
}

export function writeDataFile(file: string, lines: Iterable<string>): void {
  try {
    writeFileSync(`${file}.new`, [...lines].map((line) => `${line}\n`).join(''), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (cause) {
    throw new CannotStart({ problem: 'unwritable', reason: systemReason(cause) }, { cause });
  }
}

/** Returns what unlocks it. Takes over the lock of a process that is gone; two that do so at once may both run. */
export function lockDataFile(file: string): () => void {
  const lock = `${file}.lock`;
  const [, holder] = /^(\d+)\n$/.exec(readText(lock)) ?? [];
  try {
    if (holder !== undefined && isGone(Number(holder))) rmSync(lock, { force: true });
    writeFileSync(lock, `${pid}\n`, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const reason = systemReason(cause);
    if (reason !== 'EEXIST') throw new CannotStart({ problem: 'unwritable', reason }, { cause });
    throw new CannotStart({ problem: 'in-use', holder: holder ?? null }, { cause });
  }
  return () => rmSync(lock, { force: true });
}

function isGone(process: number): boolean {
  try {
    kill(process, 0);
    return false;
  } catch (error) {
    return systemReason(error) === 'ESRCH';
  }
}
