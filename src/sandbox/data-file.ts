/**
 * The state of a sandbox in a file of JSON lines, each a change (see state.ts). It is written whole beside the old one,
 * which it then replaces by a rename, so the file is never half written.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { kill, pid } from 'node:process';
import { systemReason } from '../model/system-reason.ts';
import { change, type StateChange } from './store.ts';

/** Why a data file cannot be used; `reason` is a code of the system, `holder` the process that uses it. */
type DataFileProblem =
  | { problem: 'unreadable'; reason: string }
  | { problem: 'unwritable'; reason: string }
  | { problem: 'not-data'; line: number }
  | { problem: 'in-use'; lock: string; holder: string | null };

/** A data file that cannot be used; the message names it. */
export class DataFileError extends Error {
  override name = 'DataFileError';
  readonly why: DataFileProblem;

  constructor(file: string, why: DataFileProblem, options?: ErrorOptions) {
    super(`${file}: ${detailOf(why)}`, options);
    this.why = why;
  }
}

function detailOf(why: DataFileProblem): string {
  if (why.problem === 'unreadable') return `cannot be read (${why.reason})`;
  if (why.problem === 'unwritable') return `cannot be written (${why.reason})`;
  if (why.problem === 'not-data') return `line ${why.line} is not sandbox data`;
  const by = why.holder === null ? '' : `, process ${why.holder}`;
  return `another sandbox uses it${by}; if that is no longer running, delete ${why.lock}`;
}

/** Gives the changes of a data file, or null where there is no such file or it is empty. Throws a DataFileError. */
export function readDataFile(file: string): StateChange[] | null {
  const text = readText(file);
  if (text === '') return null;
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line, index) => {
    try {
      return change.parse(JSON.parse(line));
    } catch (cause) {
      throw new DataFileError(file, { problem: 'not-data', line: index + 1 }, { cause });
    }
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (systemReason(cause) === 'ENOENT') return '';
    throw new DataFileError(file, { problem: 'unreadable', reason: systemReason(cause) }, { cause });
  }
}

export function writeDataFile(file: string, lines: Iterable<string>): void {
  try {
    writeFileSync(`${file}.new`, [...lines].map((line) => `${line}\n`).join(''), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (cause) {
    throw new DataFileError(file, { problem: 'unwritable', reason: systemReason(cause) }, { cause });
  }
}

/**
 * Keeps a second sandbox from the same data file, by a lock file beside it; gives what removes that. A lock whose process is
 * gone, as kill -9 leaves it, is taken over; two sandboxes that do so in the same moment are not kept apart. Throws a
 * DataFileError.
 */
export function lockDataFile(file: string): () => void {
  const lock = `${file}.lock`;
  const [, holder] = /^(\d+)\n$/.exec(readText(lock)) ?? [];
  try {
    if (holder !== undefined && isGone(Number(holder))) rmSync(lock, { force: true });
    writeFileSync(lock, `${pid}\n`, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const reason = systemReason(cause);
    if (reason !== 'EEXIST') throw new DataFileError(file, { problem: 'unwritable', reason }, { cause });
    throw new DataFileError(file, { problem: 'in-use', lock, holder: holder ?? null }, { cause });
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
