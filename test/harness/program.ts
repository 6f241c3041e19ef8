/** The built program as a subprocess, as users run it. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { RUNTIME } from './runtime.ts';

/** The built program. */
export const PROGRAM = path.resolve(import.meta.dirname, '../../build/inboxctl.cjs');

/** Read once: a run of the action in this process has an environment of its own. */
const RUN_FOLDER = process.env[RUNTIME] ?? '';

/**
 * The home of the user who runs something against a service, where locks are. Each has one of its own, as on another
 * machine: inboxes are locked by their key, and those of the tests, many of which run at once, all have the same.
 */
export function ownHome(baseUrl = ''): string {
  const folder = path.join(RUN_FOLDER, String(process.pid), encodeURIComponent(baseUrl));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The environment of a process whose user has this home, though HOME says otherwise. */
export function withHome(home: string): { NODE_OPTIONS: string; OWN_HOME: string } {
  return {
    NODE_OPTIONS: `--require ${JSON.stringify(path.resolve(import.meta.dirname, 'own-home.cjs'))}`,
    OWN_HOME: home,
  };
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** No file can get a byte, as on a disk that is full; or more than so many blocks of 512 bytes. */
  diskFull?: boolean | number;
  /** Told of the child once it runs, to send signals or write to it. */
  started?: (child: ChildProcess) => void;
}

/** Runs `inboxctl` with these arguments; nothing of the test's own environment but PATH reaches it. */
export function program(
  args: readonly string[],
  { cwd, env = {}, diskFull = false, started }: RunOptions = {},
): Promise<Finished> {
  if (!existsSync(PROGRAM)) throw new Error('The program is not built: npm run build');
  const words = [process.execPath, PROGRAM, ...args];
  const limited = ['/bin/sh', '-c', `ulimit -f ${diskFull === true ? 0 : diskFull} && exec "$@"`, 'sh', ...words];
  const [first = '', ...rest] = diskFull === false ? words : limited;
  const own = { PATH: process.env.PATH, LANG: 'C.UTF-8', ...withHome(ownHome(env.INBOXCTL_BASE_URL)) };
  return endOf(spawn(first, rest, { cwd, env: { ...own, ...env } }), started);
}

/** Tells `started` of a child, which then gets no more input; gives its end, with all that it printed. */
export async function endOf(
  child: ChildProcessWithoutNullStreams,
  started: RunOptions['started'] = () => {},
): Promise<Finished> {
  const [stdout, stderr, ended] = [textOf(child.stdout), textOf(child.stderr), once(child, 'close')];
  started(child);
  child.stdin.on('error', () => {}).end();
  const [code] = await ended;
  return { code, stdout: stdout(), stderr: stderr() };
}

/** What a stream has said when it is asked for. */
export function textOf(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  return () => text;
}
