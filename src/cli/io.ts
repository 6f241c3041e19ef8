/** The world as the shell sees it: what `run` is given, so that nothing below reads `process`. */
import type { Readable, Writable } from 'node:stream';

export interface Io {
  argv: string[];
  env: Record<string, string | undefined>;
  cwd: () => string;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean; columns?: number };
  on: (signal: 'SIGINT' | 'SIGTERM', listener: () => void) => unknown;
  off: (signal: 'SIGINT' | 'SIGTERM', listener: () => void) => unknown;
  exit: (code: number) => never;
}
