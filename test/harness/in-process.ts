/** The shell of the program in the process of the tests: the same words and the same world, without Node's start. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import type { Io } from '../../src/cli/io.ts';
import { type Finished, runtimeFolder } from './inboxctl.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../../package.json');

/**
 * Runs `inboxctl` with these arguments as `inboxctl` of ./inboxctl.ts does, from the source. For what the built program
 * is asked beside it: one run of a kind must be a process of its own. Throws what only the program's own mistakes throw.
 */
export async function inThisProcess(
  args: readonly string[],
  { cwd, env = {}, uid }: { cwd: string; env?: Record<string, string>; uid?: number },
): Promise<Finished> {
  const { version, engines } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  // Which the bundler puts in.
  Object.assign(globalThis, { INBOXCTL_VERSION: version, INBOXCTL_NODE: engines.node.replace('>=', '') });
  const { run } = await import('../../src/cli/run.ts');
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end();
  const [out, err] = [textOf(stdout), textOf(stderr)];
  const io: Io = {
    argv: ['node', 'inboxctl', ...args],
    pid: process.pid,
    version: process.version,
    geteuid: () => uid ?? process.geteuid?.() ?? 0,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    cwd: () => cwd,
    stdin,
    stdout,
    stderr,
    on: () => {},
    off: () => {},
    uptime: () => process.uptime(),
    exit: (code) => {
      throw new Error(`exit ${code}`);
    },
  };
  const before = process.env.XDG_RUNTIME_DIR;
  process.env.XDG_RUNTIME_DIR = runtimeFolder(env.INBOXCTL_BASE_URL);
  try {
    const code = await run(io);
    return { code, stdout: out(), stderr: err() };
  } finally {
    if (before === undefined) delete process.env.XDG_RUNTIME_DIR;
    else process.env.XDG_RUNTIME_DIR = before;
  }
}

function textOf(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  return () => text;
}
