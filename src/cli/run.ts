/** The outermost layer of the program: arguments in, exit code out. */
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';

declare const INBOXCTL_VERSION: string;

/** Returns the exit code. A reader that stops early, as in `inboxctl plan | head`, is not a failure; a full disk is. */
export async function run(io: Io): Promise<ExitCode> {
  let lost = false;
  io.stderr.on('error', () => {});
  io.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || lost) return;
    lost = true;
    io.stderr.write(`error: The output cannot be written (${error.code}).\n`);
  });
  const code = await answer(io).catch((bug) => reported(io, bug));
  // Once this write ends, all output is flushed or has failed.
  for (const stream of [io.stdout, io.stderr]) await new Promise<void>((resolve) => stream.write('', () => resolve()));
  return lost && code === EXIT.done ? EXIT.failed : code;
}

/** Prints a bug of ours with its stack, and what to do. */
async function reported(io: Io, bug: unknown): Promise<ExitCode> {
  const { bugLines } = await import('./bug.ts');
  io.stderr.write(`${bugLines(bug, io.env).join('\n')}\n`);
  return EXIT.failed;
}

async function answer(io: Io): Promise<ExitCode> {
  // Scripts and prompts ask this all the time, so nothing else is loaded.
  if (io.argv.length === 3 && ['--version', '-V', '-v', 'version'].includes(io.argv[2] ?? '')) {
    io.stdout.write(`${INBOXCTL_VERSION}\n`);
    return EXIT.done;
  }
  const { parseAndRun } = await import('./program.ts');
  return parseAndRun(io, INBOXCTL_VERSION);
}
