/** What an apply says on stderr while it runs. */
import type { ProgressEvent } from '../../model/applied.ts';
import { textStalled, textStep, textWaiting } from '../../report/text/progress.ts';
import type { Invocation } from '../command.ts';
import type { Io } from '../io.ts';
import { progressBar } from './progress-bar.ts';
import { textOptions } from './style.ts';

export interface Progress {
  /** Takes what happened, at once when it did. */
  tell(event: ProgressEvent): void;
  /** Writes lines of others, such as the answer to Ctrl-C: while a bar is shown, nobody else may write there. */
  say(text: string): void;
  /** Takes away what is not to stay. To be called when nothing more will be told; more often does no harm. */
  end(): void;
}

/** How much there is to be done. */
export interface Total {
  changes: number;
  accounts: number;
}

/** Waits shorter than this, in ms, are part of the pace. */
const SAID_FROM_MS = 2_000;
/** In plain lines no more than one wait is told in this time, in ms. */
const SAID_EVERY_MS = 10_000;

/**
 * Takes how many changes are to be made, in how many accounts; gives whom to tell what happens to them: on a terminal a
 * bar, elsewhere plain lines, and with --quiet nothing.
 */
export function progress(invocation: Invocation, total: Total): Progress {
  const { io, options } = invocation;
  if (options.quiet === true) return { tell: () => {}, say: (text) => io.stderr.write(text), end: () => {} };
  const { tell, ...rest } = canRedraw(io) ? progressBar(invocation, total) : plainLines(invocation, total);
  return {
    ...rest,
    tell: (event) => {
      if (event.kind !== 'waiting' || event.ms >= SAID_FROM_MS) tell(event);
    },
  };
}

function canRedraw({ stderr, env }: Io): boolean {
  return stderr.isTTY === true && stderr.columns !== 0 && env.TERM !== 'dumb';
}

function plainLines({ io, options }: Invocation, { changes, accounts }: Total): Progress {
  const style = textOptions(io, 'stderr', options);
  let number = 0;
  let isFirst = true;
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (text: string) => {
    // The plan above is set off by an empty line; after a question the answer did that.
    io.stderr.write(isFirst && options.yes === true ? `\n${text}` : text);
    isFirst = false;
  };
  return {
    tell: (event) => {
      if (event.kind === 'waiting') {
        const now = io.uptime() * 1000;
        if (now - saidAt < SAID_EVERY_MS) return;
        saidAt = now;
        say(`${textWaiting(event)}\n`);
      } else if (event.kind === 'stalled') {
        const now = io.uptime() * 1000;
        if (now - saidAt < SAID_EVERY_MS) return;
        saidAt = now;
        say(`${textStalled(event)}\n`);
      } else if (event.kind === 'step') {
        number += 1;
        const { status } = event.step;
        if (status === 'skipped' || status === 'not-tried') return;
        say(textStep(event.step, { number, total: Math.max(changes, number), several: accounts > 1 }, style));
      }
    },
    say,
    end: () => {},
  };
}
