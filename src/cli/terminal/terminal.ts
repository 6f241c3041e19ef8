/** Writes what a command prints while it runs, as the streams and the options of style ask for. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { Redactor } from '../../diagnostics/redactor.ts';
import { renderProblems, shownNotices } from '../../report/print/problems.ts';
import type { TextOptions } from '../../report/style.ts';
import type { Io } from '../io.ts';
import { keysIn } from '../session/keys.ts';

export interface Terminal {
  /** Hides the secrets that are known so far in everything that a command prints. */
  redactor: () => Redactor;
  /** Sets where secrets come from; before that, they are the keys in the environment. */
  hide: (redactor: () => Redactor) => void;
  quiet: boolean;
  style: (stream: Stream) => TextOptions;
  /** Writes diagnostics to stderr, at once. */
  say: (diagnostics: readonly Diagnostic[]) => void;
  /** Whether stdout is a screen, which shows stderr too. */
  isOneScreen: boolean;
  /** Writes a text at once, for output that must not wait for the end of a command. */
  write: (stream: Stream, text: string) => void;
}

type Stream = 'stdout' | 'stderr';

export type TerminalArguments = { color?: 'auto' | 'always' | 'never'; quiet?: boolean; verbose?: boolean };

export function terminalOf(io: Io, { color = 'auto', quiet = false, verbose = false }: TerminalArguments): Terminal {
  const style = (stream: Stream): TextOptions => {
    const { isTTY = false, columns = 80 } = io[stream];
    return { color: usesColor(io.env, isTTY, color), unicode: hasUnicode(io.env), width: columns, verbose };
  };
  const known: (() => Redactor)[] = [];
  const redactor = () => {
    const secrets = known.flatMap((one) => one().secrets);
    return new Redactor(known.length === 0 ? keysIn(io.env) : secrets);
  };
  let saidLast = false;
  const write = (stream: Stream, text: string) => {
    if (text === '') return;
    // On a screen that shows both streams, an empty line follows a problem.
    const isApart = saidLast && io.stdout.isTTY === true && io.stderr.isTTY === true && !text.startsWith('\n');
    io[stream].write(isApart ? `\n${text}` : text);
    saidLast = false;
  };
  const say = (diagnostics: readonly Diagnostic[]) => {
    const text = renderProblems(redactor().diagnostics(shownNotices(diagnostics, quiet)), style('stderr'));
    write('stderr', text);
    saidLast ||= text !== '';
  };
  const isOneScreen = io.stdout.isTTY === true;
  return { redactor, hide: (more) => known.push(more), quiet, style, say, isOneScreen, write };
}

function usesColor(env: Io['env'], isTTY: boolean, when: TerminalArguments['color']): boolean {
  if (when === 'always' || when === 'never') return when === 'always';
  if (env.NO_COLOR) return false;
  const { FORCE_COLOR: forced = '' } = env;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTTY && env.TERM !== 'dumb';
}

function hasUnicode(env: Io['env']): boolean {
  if (env.OS === 'Windows_NT') return true;
  return /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || '');
}

/** Reports whether lines can be redrawn: stderr is a terminal that supports it. */
export function canRedraw({ stderr, env }: Io): boolean {
  return stderr.isTTY === true && stderr.columns !== 0 && env.TERM !== 'dumb';
}
