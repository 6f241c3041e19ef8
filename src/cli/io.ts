/** The world as the shell sees it: what `run` is given, so that nothing below reads `process`. */
import type { Readable, Writable } from 'node:stream';

/** Asks the program to end: Ctrl-C, a CI runner, a terminal that is closed. */
export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export interface Io {
  argv: string[];
  env: Record<string, string | undefined>;
  /** Of the process. */
  pid: number;
  /** The user that this runs as; undefined on Windows. */
  geteuid?: () => number | undefined;
  /** Of Node, such as v20.19.0. */
  version: string;
  cwd: () => string;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean; columns?: number };
  on: (signal: Signal, listener: () => void) => unknown;
  off: (signal: Signal, listener: () => void) => unknown;
  /** Seconds since the start; never runs backwards. */
  uptime: () => number;
  exit: (code: number) => never;
}
