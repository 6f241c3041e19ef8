/** The parts of `process` that the program uses. `run` gets them, so that no other code reads `process`. */
import type { Readable, Writable } from 'node:stream';

/** Asks the program to end: Ctrl-C, a CI runner, a terminal that is closed. */
export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export interface Io {
  argv: string[];
  env: Record<string, string | undefined>;
  pid: number;
  /** The id of the user; undefined on Windows. */
  geteuid?: () => number | undefined;
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

/** The same program with other members. `io` may be the process itself, whose members are not its own properties. */
export function withMembers(io: Io, members: Partial<Io>): Io {
  return Object.create(io, Object.getOwnPropertyDescriptors(members));
}
