/** Progress on stderr while the judge is asked. */
import { createLogUpdate } from 'log-update';
import { count, grouped } from '../../diagnostics/counts.ts';
import { textBar } from '../../report/text/progress.ts';
import type { Io } from '../io.ts';
import { canRedraw } from './can-redraw.ts';
import { Remaining } from './progress-bar.ts';
import type { Terminal } from './terminal.ts';

export interface JudgingProgress {
  /** To be called when the judge is done with a mail. */
  tell: (how: 'answered' | 'failed') => void;
  /** Writes another line: while a bar is shown, nothing else may write to stderr. */
  say: (text: string) => void;
  /** Removes the bar. */
  end: () => void;
}

const REDRAW_MS = 250;
/** Without a bar: the least time between two lines. */
const SAID_EVERY_S = 10;

/** A bar on a terminal, a line now and then elsewhere, nothing with --quiet. `total`: how many mails. */
export function judgingProgress(io: Io, terminal: Terminal, total: number): JudgingProgress {
  const write = (text: string) => terminal.write('stderr', text);
  if (terminal.quiet) return { tell: () => {}, say: write, end: () => {} };
  return canRedraw(io) ? bar(io, terminal, total) : lines(io, write, total);
}

function bar(io: Io, terminal: Terminal, total: number): JudgingProgress {
  const now = () => io.uptime() * 1000;
  const remaining = new Remaining(now());
  const screen = createLogUpdate(io.stderr, { showCursor: true });
  const standing = { ended: 0, total, failed: 0, refused: 0 };
  const draw = () => {
    const leftMs = remaining.of(total - standing.ended, now());
    screen(
      `${textBar({ ...standing, leftMs }, terminal.style('stderr'))}\nAsking the judge about ${count(total, 'mail')}`,
    );
  };
  const timer = setInterval(draw, REDRAW_MS);
  timer.unref();
  draw();
  return {
    tell: (how) => {
      standing.ended += 1;
      if (how === 'failed') standing.failed += 1;
      remaining.ended(now());
      draw();
    },
    say: (text) => screen.persist(text.trimEnd()),
    end: () => {
      clearInterval(timer);
      screen.clear();
    },
  };
}

function lines(io: Io, write: (text: string) => void, total: number): JudgingProgress {
  let [ended, saidAt] = [0, io.uptime()];
  write(`Asking the judge about ${count(total, 'mail')}\n`);
  return {
    tell: () => {
      ended += 1;
      if (io.uptime() - saidAt < SAID_EVERY_S) return;
      saidAt = io.uptime();
      write(`${grouped(ended)} of ${count(total, 'mail')}\n`);
    },
    say: write,
    end: () => {},
  };
}
