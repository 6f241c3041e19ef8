/** A file that the user names for what a command comes to: `plan --output`, `apply --report`. */
import path from 'node:path';
import type { Finding } from '../diagnostics/diagnostic.ts';
import { systemReason } from '../model/system-reason.ts';
import { tryOutput, writeOutput } from '../source/replace-file.ts';
import type { Io } from './io.ts';

type Unwritable = Finding<'file-unwritable'>;

/** Each gives what is in the way, or null. */
export interface OutputFile {
  /** Known before anything else is done; nothing is left behind. */
  check: () => Unwritable | null;
  write: (text: string) => Unwritable | null;
}

/** `file` is relative to the folder to work in; `what` is how a message calls it. */
export function outputFile(io: Io, what: string, file: string, directory = '.'): OutputFile {
  const attempt = (act: (absolute: string) => void): Unwritable | null => {
    try {
      act(path.resolve(io.cwd(), directory, file));
      return null;
    } catch (error) {
      return { code: 'file-unwritable', args: { what, file, reason: systemReason(error) } };
    }
  };
  return {
    check: () => attempt(tryOutput),
    write: (text) => attempt((absolute) => writeOutput(absolute, text)),
  };
}
