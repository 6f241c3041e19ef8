/** The shell of the program: arguments in, exit code out. */
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';

declare const INBOXCTL_VERSION: string;

/** Takes the world (`process`, or a test's own); gives the exit code. Writes to its streams only. */
export async function run(io: Io): Promise<ExitCode> {
  // The fast way for what scripts and prompts ask all the time: nothing else is loaded.
  if (io.argv.length === 3 && io.argv[2] === '--version') {
    io.stdout.write(`${INBOXCTL_VERSION}\n`);
    return EXIT.done;
  }
  // A reader that stops early, as in `inboxctl plan | head`, is no failure of ours.
  io.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const { parseAndRun } = await import('./program.ts');
  return parseAndRun(io, INBOXCTL_VERSION);
}
