/** A run of the program that can be killed at once: as a process of its own, or for speed in this one. */
import type { ChildProcess } from 'node:child_process';
import { PassThrough } from 'node:stream';
import type { Io, Signal } from '../../../src/cli/io.ts';
import { type Finished, program, textOf } from '../program.ts';

export type Where = 'here' | 'process';

export interface Started {
  /** null where it was killed. */
  finished: Promise<Finished | null>;
  /** Ends when nothing of it runs any more. */
  kill: () => Promise<void>;
  interrupt: () => void;
  /** Makes its clock run ahead; a process of its own has the machine's. */
  age: (ms: number) => void;
}

export interface Start {
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** The shell of the program, for runs in this process. */
  run: (io: Io) => Promise<number>;
  /** Ends its connections: after a kill nothing is left that it could wait for. */
  hangUp: () => void;
}

export const START: Record<Where, (start: Start) => Started> = { here: startHere, process: startProcess };

class Killed extends Error {}

/** No process has this id: whoever asks whether a run in this process is still at work is told that it is not. */
const NO_PROCESS = 2 ** 30;

function startHere({ args, cwd, env, run, hangUp }: Start): Started {
  const listeners = new Map<Signal, () => void>();
  let dead = false;
  let aheadMs = 0;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io: Io = {
    argv: ['node', 'inboxctl', ...args],
    pid: NO_PROCESS,
    env,
    cwd: () => cwd,
    stdin: new PassThrough(),
    stdout,
    stderr,
    on: (signal, listener) => listeners.set(signal, listener),
    off: (signal) => listeners.delete(signal),
    // All that a run does next asks for the time first: one that is dead does nothing more, and leaves its snapshot as it is.
    uptime: () => {
      if (dead) throw new Killed();
      return process.uptime() + aheadMs / 1000;
    },
    exit: (code) => {
      throw new Error(`exit ${code}`);
    },
  };
  const [out, err] = [textOf(stdout), textOf(stderr)];
  const finished = run(io).then(
    (code) => (dead ? null : { code, stdout: out(), stderr: err() }),
    (error) => {
      if (dead) return null;
      throw error;
    },
  );
  return {
    finished,
    kill: async () => {
      dead = true;
      hangUp();
    },
    interrupt: () => listeners.get('SIGINT')?.(),
    age: (ms) => {
      aheadMs += ms;
    },
  };
}

function startProcess({ args, cwd, env, hangUp }: Start): Started {
  let child: ChildProcess | null = null;
  let dead = false;
  let interrupted = false;
  const ended = program(args, {
    cwd,
    env,
    started: (started) => {
      child = started;
    },
  });
  return {
    // Before anything is carried out an interruption ends it at once.
    finished: ended.then((finished) => (dead || (interrupted && finished.code === null) ? null : finished)),
    kill: async () => {
      dead = true;
      child?.kill('SIGKILL');
      await ended;
      hangUp();
    },
    interrupt: () => {
      interrupted = true;
      child?.kill('SIGINT');
    },
    age: () => {},
  };
}
