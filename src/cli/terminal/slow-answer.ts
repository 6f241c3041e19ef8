import type { Invocation } from '../command.ts';

/** In ms: how long nobody minds waiting, and how often it is said from then on. */
const PATIENCE_MS = 3_000;
const AGAIN_MS = 10_000;

/** Says on stderr what is waited for, where the answer takes long. */
export async function saidIfSlow<T>(
  { io, terminal }: Pick<Invocation, 'io' | 'terminal'>,
  asked: Promise<T>,
  what = 'Reading the live rules',
): Promise<T> {
  if (terminal.quiet) return asked;
  const began = io.uptime();
  let timer: NodeJS.Timeout;
  const say = () => {
    terminal.write('stderr', `${what}, for ${Math.round(io.uptime() - began)} s so far\n`);
    timer = setTimeout(say, AGAIN_MS);
  };
  timer = setTimeout(say, PATIENCE_MS);
  try {
    return await asked;
  } finally {
    clearTimeout(timer);
  }
}
