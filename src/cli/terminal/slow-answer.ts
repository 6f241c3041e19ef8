import type { Invocation } from '../command.ts';

/** In ms: how long nobody minds waiting, and how often it is said from then on. */
const PATIENCE_MS = 3_000;
const AGAIN_MS = 10_000;

/** Takes what the service is asked for, and what that is; says on stderr that it takes long, where it does, unless `--quiet`. */
export async function saidIfSlow<T>(
  { io, options }: Invocation,
  asked: Promise<T>,
  what = 'Reading the live rules',
): Promise<T> {
  if (options.quiet === true) return asked;
  const began = io.uptime();
  let timer: NodeJS.Timeout;
  const say = () => {
    io.stderr.write(`${what}, for ${Math.round(io.uptime() - began)} s so far\n`);
    timer = setTimeout(say, AGAIN_MS);
  };
  timer = setTimeout(say, PATIENCE_MS);
  try {
    return await asked;
  } finally {
    clearTimeout(timer);
  }
}
