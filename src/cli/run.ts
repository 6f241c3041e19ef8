/** The shell of the program: arguments in, exit code out. */
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';

declare const INBOXCTL_VERSION: string;

/** Takes the world (`process`, or a test's own); gives the exit code. Writes to its streams only. */
export async function run(io: Io): Promise<ExitCode> {
  const { world, code } = watched(io);
  // The fast way for what scripts and prompts ask all the time: nothing else is loaded.
  if (io.argv.length === 3 && io.argv[2] === '--version') {
    io.stdout.write(`${INBOXCTL_VERSION}\n`);
    return code(EXIT.done);
  }
  // What a shell asks at each TAB: `inboxctl completion SHELL -- WORDS`.
  if (io.argv[2] === 'completion' && io.argv[4] === '--') {
    const { suggest } = await import('./completion/suggest.ts');
    io.stdout.write(await suggest(world, io.argv[3] ?? '', io.argv.slice(5)));
    return code(EXIT.done);
  }
  const { parseAndRun } = await import('./program.ts');
  return code(await parseAndRun(world, INBOXCTL_VERSION));
}

/**
 * Lost output must not end an apply midway. A reader that stops early, as in `inboxctl plan | head`, is no failure at
 * all; a full disk is one, and is said. A stream of Node that nobody writes to is never opened: that takes a millisecond.
 */
function watched(io: Io): { world: Io; code: (code: ExitCode) => Promise<ExitCode> } {
  let lost = false;
  let isOpen = false;
  const stderr = (): Io['stderr'] => {
    if (!isOpen) io.stderr.on('error', () => {});
    isOpen = true;
    return io.stderr;
  };
  io.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || lost) return;
    lost = true;
    stderr().write(`error: The output cannot be written (${error.code}).\n`);
  });
  const { argv, env, pid, version, stdout } = io;
  return {
    world: {
      ...{ argv, env, pid, version, stdout },
      get stdin() {
        return io.stdin;
      },
      get stderr() {
        return stderr();
      },
      cwd: () => io.cwd(),
      geteuid: () => io.geteuid?.(),
      on: (signal, listener) => io.on(signal, listener),
      off: (signal, listener) => io.off(signal, listener),
      uptime: () => io.uptime(),
      exit: (code) => io.exit(code),
    },
    code: async (code) => {
      // What was written before is through, or has failed, when this is.
      const through = (stream: Io['stdout']) => new Promise<void>((resolve) => stream.write('', () => resolve()));
      await through(io.stdout);
      if (isOpen) await through(io.stderr);
      return lost && code === EXIT.done ? EXIT.failed : code;
    },
  };
}
