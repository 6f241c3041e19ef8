/** Prints the progress of an apply on stderr. */
import type { ProgressEvent } from '../../model/applied.ts';
import { textAgain, textStalled, textStep, textWaiting } from '../../report/progress.ts';
import type { Invocation } from '../command.ts';
import type { Io } from '../io.ts';
import { progressBar } from './progress-bar.ts';
import { canRedraw, type Terminal } from './terminal.ts';

export interface Progress {
  tell(event: ProgressEvent): void;
  /** Writes other lines, such as the answer to Ctrl-C: while a bar is shown, nothing else may write to stderr. */
  say(text: string): void;
  /** Removes the bar. Called when no more events come; calling it again does no harm. */
  end(): void;
}

/** The amount of work. */
export interface Total {
  changes: number;
  accounts: number;
  /** Whether an empty line separates it from the plan above. After a question, the answer already did. */
  isBelowPlan: boolean;
}

/** Waits shorter than this, in ms, are part of the pace. */
const SAID_FROM_MS = 2_000;
/** Without a bar, at most one wait is reported in this time, in ms. */
const SAID_EVERY_MS = 10_000;

/** Shows a bar on a terminal, plain lines elsewhere, and nothing with --quiet. */
export function progress(io: Io, terminal: Terminal, total: Total): Progress {
  if (terminal.quiet) return { tell: () => {}, say: (text) => terminal.write('stderr', text), end: () => {} };
  const { tell, ...rest } = (canRedraw(io) ? progressBar : plainLines)(io, terminal, total);
  return {
    ...rest,
    tell: (event) => {
      if (event.kind !== 'waiting' || event.ms >= SAID_FROM_MS) tell(event);
    },
  };
}

function plainLines(io: Io, terminal: Terminal, { changes, accounts, isBelowPlan }: Total): Progress {
  let number = 0;
  let isFirst = isBelowPlan;
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (text: string) => {
    terminal.write('stderr', isFirst ? `\n${text}` : text);
    isFirst = false;
  };
  const saySometimes = (text: string) => {
    const now = io.uptime() * 1000;
    if (now - saidAt < SAID_EVERY_MS) return;
    saidAt = now;
    say(`${text}\n`);
  };
  return {
    tell: (event) => {
      if (event.kind === 'waiting') saySometimes(textWaiting(event));
      else if (event.kind === 'stalled') saySometimes(textStalled(event));
      else if (event.kind === 'again') say(textAgain(event.change, accounts > 1, terminal.style('stderr')));
      else if (event.kind === 'step') {
        number += 1;
        const { status } = event.step;
        if (status === 'skipped' || status === 'not-tried') return;
        const position = { number, total: Math.max(changes, number), several: accounts > 1 };
        say(textStep(event.step, position, terminal.style('stderr')));
      }
    },
    say,
    end: () => {},
  };
}

/** How long to stay silent, in ms. Then a terminal shows a line that is redrawn, a log one now and then. */
const PATIENCE_MS = 3_000;
const REDRAW_MS = 1_000;
const AGAIN_MS = 10_000;

const CLEARED = '\r\u001b[K';

/** Prints on stderr what a slow run waits for; a terminal shows it until the end. A function gives the whole line. */
export async function saidIfSlow<T>(
  { io, terminal }: Pick<Invocation, 'io' | 'terminal'>,
  asked: Promise<T>,
  what: string | (() => string) = 'Reading the live rules',
): Promise<T> {
  if (terminal.quiet) return asked;
  const began = io.uptime();
  const redraws = canRedraw(io);
  let [timer, isShown]: [NodeJS.Timeout | undefined, boolean] = [undefined, false];
  const say = () => {
    const text = typeof what === 'string' ? `${what}, for ${Math.round(io.uptime() - began)} s so far` : what();
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
