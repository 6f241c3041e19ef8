/** The built program as a subprocess, as users run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { RUNTIME } from './runtime.ts';

/** The built program. */
export const PROGRAM = path.resolve(import.meta.dirname, '../../build/inboxctl.cjs');

/** Read once: a run of the action in this process has an environment of its own. */
const RUN_FOLDER = process.env[RUNTIME] ?? '';

/**
 * Where locks are kept of runs against a service. Each has a folder of its own, as on a machine of its own: inboxes are
 * locked by their key, and those of the tests, many of which run at once, all have the same.
 */
export function runtimeFolder(baseUrl = ''): string {
  const folder = path.join(RUN_FOLDER, String(process.pid), encodeURIComponent(baseUrl));
  mkdirSync(folder, { recursive: true });
  return folder;
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
  return new Promise((resolve, reject) => {
    const words = [process.execPath, PROGRAM, ...args];
    const limited = ['/bin/sh', '-c', `ulimit -f ${diskFull === true ? 0 : diskFull} && exec "$@"`, 'sh', ...words];
    const [first = '', ...rest] = diskFull === false ? words : limited;
    const child = spawn(first, rest, {
      cwd,
      env: {
        PATH: process.env.PATH,
        LANG: 'C.UTF-8',
        XDG_RUNTIME_DIR: runtimeFolder(env.INBOXCTL_BASE_URL),
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    started?.(child);
    child.stdin.on('error', () => {});
    child.stdin.end();
  });
}
