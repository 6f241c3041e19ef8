/** What the terminal can show, from its streams, the environment and `--color`. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { TextOptions } from '../../report/style.ts';
import type { Io } from '../io.ts';

/** Takes the world and the command's options, gives how to write to one of its streams. */
export function textOptions(io: Io, stream: 'stdout' | 'stderr', options: Record<string, unknown>): TextOptions {
  const { isTTY = false, columns = 80 } = io[stream];
  return {
    color: usesColor(io.env, isTTY, options.color),
    unicode: hasUnicode(io.env),
    width: columns,
    verbose: options.verbose === true,
  };
}

function usesColor(env: Io['env'], isTTY: boolean, when: unknown): boolean {
  if (when === 'always' || when === 'never') return when === 'always';
  return isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
}

function hasUnicode(env: Io['env']): boolean {
  if (env.OS === 'Windows_NT') return true;
  return /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || '');
}

/** What `--quiet` leaves: errors, and that a journal has gaps, which no later command could tell. */
export function errorsOnly(notices: readonly Diagnostic[]): Diagnostic[] {
  return notices.filter(({ severity, code }) => severity === 'error' || code === 'journal-cut');
}
