/** The program in the process of the tests: the same arguments and the same world, without the start of Node. */
import { PassThrough, Readable } from 'node:stream';
import type { Io } from '../../src/cli/io.ts';
import { type Finished, ownHome, program, type RunOptions, textOf } from './program.ts';

/** Each run is a process again, of the built program. It takes much longer. */
const PROCESSES = process.env.PROCESSES === '1';

/**
 * Runs `inboxctl` with these arguments from the source, as `program` of ./program.ts runs the built program. For tests that
 * are not about the process: its signals, its streams, its end, its locks. `uid` is of the user that it believes to run as.
 * With PROCESSES=1, and where the test is told of the child or the disk is full, it is a process.
 */
export async function inboxctl(
  args: readonly string[],
  options: RunOptions & { uid?: number; stdin?: Readable } = {},
): Promise<Finished> {
  const { cwd = process.cwd(), env = {}, uid } = options;
  const isProcess = options.started !== undefined || options.diskFull !== undefined;
  if (isProcess || (PROCESSES && uid === undefined)) return program(args, options);
  const { run } = await import('../../src/cli/run.ts');
  const { stdin = Readable.from([]) } = options;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, err] = [textOf(stdout), textOf(stderr)];
  const io = worldOf({
    argv: ['node', 'inboxctl', ...args],
    geteuid: () => uid ?? process.geteuid?.() ?? 0,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    cwd: () => cwd,
    stdin,
    stdout,
    stderr,
  });
  const code = await run(io);
  return { code, stdout: out(), stderr: err() };
}

/** The world of a run in this process: no signal comes, and nothing ends the process. */
export function worldOf(world: Pick<Io, 'argv' | 'env' | 'cwd' | 'stdin' | 'stdout' | 'stderr' | 'geteuid'>): Io {
  // Locks are taken by process, so this one has one home for them.
  process.env.OWN_HOME = ownHome();
  return {
    pid: process.pid,
    on: () => {},
    off: () => {},
    uptime: () => process.uptime(),
    exit: (code) => {
      throw new Error(`exit ${code}`);
    },
    ...world,
  };
}
