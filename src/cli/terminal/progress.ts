/** Prints on stderr how far a run has come: lines that stay, and on a terminal a line below them that is redrawn. */
import type { ProgressEvent, Step } from '../../model/applied.ts';
import { textAgain, textStalled, textStanding, textStep, textWaiting } from '../../report/progress.ts';
import type { Invocation } from '../command.ts';
import type { Io } from '../io.ts';
import { canRedraw, type Terminal } from './terminal.ts';

export interface Progress {
  tell(event: ProgressEvent): void;
  /** Writes other lines, such as the answer to Ctrl-C: until the end, nothing else may write to stderr. */
  say(text: string): void;
  /** Removes the line that is redrawn. Called when no more events come. */
  end(): void;
}

/** The amount of work. */
export interface Total {
  changes: number;
  accounts: number;
  /** Whether an empty line separates it from the plan above. After a question, the answer already did. */
  isBelowPlan: boolean;
}

/** Takes the cursor to the start of its row, and empties the row. */
const CLEARED = '\r\u001b[K';

/** A line in place of the one that was drawn before. One that fills the terminal could not be written over. */
function redrawn({ stderr }: Io, text: string): string {
  return CLEARED + text.slice(0, (stderr.columns ?? 80) - 1);
}

const STANDING_MS = 250;
/** Waits shorter than this, in ms, are part of the pace. */
const SAID_FROM_MS = 2_000;
/** In a log, at most one wait is reported in this time, in ms. */
const SAID_EVERY_MS = 10_000;
/** How long a stall is shown, in ms: if it lasts, it is reported again before that. */
const STALL_LASTS_MS = 4_000;
/** On a terminal, lines of more changes than this would push the plan away: only failures have one, and at most so many. */
const MOST_LINES = 50;

/** Shows the progress of an apply; nothing with --quiet. */
export function progress(io: Io, terminal: Terminal, { changes, accounts, isBelowPlan }: Total): Progress {
  const write = (text: string) => terminal.write('stderr', text);
  if (terminal.quiet) return { tell: () => {}, say: write, end: () => {} };
  const now = () => io.uptime() * 1000;
  const startedAt = now();
  const style = terminal.style('stderr');
  const counts = { ended: 0, failed: 0, refused: 0 };
  const redraws = canRedraw(io);
  const most = redraws ? MOST_LINES : Number.POSITIVE_INFINITY;
  let [gap, lines, saidAt] = [isBelowPlan ? '\n' : '', 0, Number.NEGATIVE_INFINITY];
  let waiting = { until: 0, text: (_at: number) => '' };

  const total = () => Math.max(changes, counts.ended);
  const draw = () => {
    const at = now();
    const why = at < waiting.until ? waiting.text(at) : null;
    write(redrawn(io, textStanding({ ...counts, total: total(), ms: at - startedAt, why })));
  };
  const timer = redraws ? setInterval(draw, STANDING_MS).unref() : undefined;
  if (redraws) draw();
  // The line below is drawn again a moment later: a program that ends at once leaves none.
  const keep = (text: string) => {
    if (redraws) write(CLEARED);
    write(gap + text);
    gap = '';
  };
  const wait = (text: (at: number) => string, until: number) => {
    if (redraws) waiting = { until, text };
    else if (now() - saidAt >= SAID_EVERY_MS) {
      saidAt = now();
      keep(`${text(saidAt)}\n`);
    }
  };
  const keepStep = (step: Step) => {
    const { status } = step;
    const isBad = status === 'failed' || status === 'refused';
    // If the run still waits, that is told again.
    waiting.until = 0;
    counts.ended += 1;
    if (isBad) counts[status] += 1;
    if (isBad ? lines >= most : changes > most || (status !== 'done' && status !== 'held')) return;
    lines += 1;
    keep(textStep(step, { number: counts.ended, total: total(), several: accounts > 1 }, style));
    if (redraws) draw();
  };
  return {
    tell: (event) => {
      const at = now();
      if (event.kind === 'step') keepStep(event.step);
      else if (event.kind === 'again') keep(textAgain(event.change, accounts > 1, style));
      else if (event.kind === 'stalled') {
        wait((later) => textStalled({ ...event, ms: event.ms + later - at }), at + STALL_LASTS_MS);
      } else if (event.ms >= SAID_FROM_MS) {
        wait((later) => textWaiting({ ...event, ms: at + event.ms - later }), at + event.ms);
      }
    },
    say: keep,
    end: () => {
      clearInterval(timer);
      if (redraws) write(CLEARED);
    },
  };
}

/** How long to stay silent, in ms. Then a terminal shows a line that is redrawn, a log one now and then. */
const PATIENCE_MS = 3_000;
const REDRAW_MS = 1_000;
const AGAIN_MS = 10_000;

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
    terminal.write('stderr', redraws ? redrawn(io, text) : `${text}\n`);
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
