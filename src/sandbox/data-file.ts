/**
 * State that survives kill -9: a file of JSON lines, one a mutation, each handed to the system in one write before
 * the request is answered. A last line without its line feed was cut off by the kill and never answered: it is
 * dropped. On start the file is written anew without what is superseded, and takes the old one's place by a rename.
 */
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type Change, change } from './state.ts';

/** A data file that cannot be used; the message names it. */
export class DataFileError extends Error {
  override name = 'DataFileError';
  readonly file: string;

  constructor(file: string, detail: string, options?: ErrorOptions) {
    super(`${file}: ${detail}`, options);
    this.file = file;
  }
}

/** The system's code of an error, such as ENOENT. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function changeOfLine(file: string, text: string, line: number): Change {
  try {
    return change.parse(JSON.parse(text));
  } catch (cause) {
    throw new DataFileError(file, `line ${line} is not sandbox data`, { cause });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return '';
    throw new DataFileError(file, `cannot be read (${codeOf(cause)})`, { cause });
  }
}

const BEGINNINGS = change.options.map(({ shape }) => `{"op":"${shape.op.value}",`);

/** Whether a text is how a line of ours begins, or the whole beginning of one. */
function isTorn(text: string): boolean {
  return BEGINNINGS.some((beginning) => text.startsWith(beginning) || beginning.startsWith(text));
}

/**
 * Takes the path of a data file; gives its changes, or null when there is no such file or it is empty. What could be
 * anybody's text is refused: the first line is always whole, since it comes with the rename.
 */
export function readDataFile(file: string): Change[] | null {
  const lines = readText(file).split('\n');
  const last = lines.pop() ?? '';
  if (lines.length === 0 && last === '') return null;
  const changes = lines.map((text, index) => changeOfLine(file, text, index + 1));
  if (lines.length > 0 && isTorn(last)) return changes;
  throw new DataFileError(file, `line ${lines.length + 1} is not sandbox data`);
}

/** Writes a file beside the named one, renames it to that and gives it open for writing. */
function replaceFile(file: string, content: Buffer): number {
  try {
    const descriptor = openSync(`${file}.new`, 'w', 0o600);
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
    renameSync(`${file}.new`, file);
    return descriptor;
  } catch (cause) {
    throw new DataFileError(file, `cannot be written (${codeOf(cause)})`, { cause });
  }
}

/** A data file open for more lines. */
export class DataFile {
  readonly #file: string;
  readonly #descriptor: number;
  #size: number;
  #closed = false;

  /** Writes the file anew with these lines and keeps it open. */
  constructor(file: string, lines: Iterable<string>) {
    const content = Buffer.from([...lines].map((line) => `${line}\n`).join(''));
    this.#file = file;
    this.#descriptor = replaceFile(file, content);
    this.#size = content.length;
  }

  /** Adds a line; throws when it could not be written whole, and then leaves nothing of it. */
  append(line: string): void {
    if (this.#closed) throw new DataFileError(this.#file, 'is closed');
    const bytes = Buffer.from(`${line}\n`);
    try {
      const written = writeSync(this.#descriptor, bytes, 0, bytes.length, this.#size);
      if (written < bytes.length) throw new DataFileError(this.#file, 'has no room for a line');
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size);
      throw error;
    }
    this.#size += bytes.length;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#descriptor);
  }
}
