import type { Invocation } from '../command.ts';
import { canRedraw } from './can-redraw.ts';

/** In ms: how long nobody minds waiting; from then on a terminal shows a line that moves, a log gets one now and then. */
const PATIENCE_MS = 3_000;
const REDRAW_MS = 1_000;
const AGAIN_MS = 10_000;

const CLEARED = '\r\u001b[K';

/** Says on stderr what is waited for, where the answer takes long. On a terminal nothing of it is left at the end. */
export async function saidIfSlow<T>(
  { io, terminal }: Pick<Invocation, 'io' | 'terminal'>,
  asked: Promise<T>,
  what = 'Reading the live rules',
): Promise<T> {
  if (terminal.quiet) return asked;
  const began = io.uptime();
  const redraws = canRedraw(io);
  let [timer, isShown]: [NodeJS.Timeout | undefined, boolean] = [undefined, false];
  const say = () => {
    const text = `${what}, for ${Math.round(io.uptime() - began)} s so far`;
    terminal.write('stderr', redraws ? CLEARED + text.slice(0, (io.stderr.columns ?? 80) - 1) : `${text}\n`);
    isShown = redraws;
    timer = setTimeout(say, redraws ? REDRAW_MS : AGAIN_MS);
  };
  timer = setTimeout(say, PATIENCE_MS);
  try {
    return await asked;
  } finally {
    clearTimeout(timer);
    if (isShown) terminal.write('stderr', CLEARED);
  }
}
