import type { Io } from '../io.ts';

/** Whether lines can be written over: it is a terminal that knows how. */
export function canRedraw({ stderr, env }: Io): boolean {
  return stderr.isTTY === true && stderr.columns !== 0 && env.TERM !== 'dumb';
}
