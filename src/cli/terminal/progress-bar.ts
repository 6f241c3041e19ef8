/** Progress on a terminal: lines that stay, and below them a bar that is gone at the end. */
import { createLogUpdate } from 'log-update';
import type { ProgressEvent, Step } from '../../model/applied.ts';
import { hangTyped } from '../../report/lines.ts';
import {
  type ProgressStanding,
  type Stalled,
  textAgain,
  textBar,
  textStalled,
  textStep,
  textWaiting,
  type Wait,
} from '../../report/text/progress.ts';
import type { Io } from '../io.ts';
import type { Terminal } from './terminal.ts';

/** With more changes than these only those that were not made have a line, and no more of them than these. */
const MOST_LINES = 50;
const REDRAW_MS = 250;
/** A stall that lasts is told again before this is over. */
const STALL_LASTS_MS = 4_000;

/** The bar is drawn at once. */
export function progressBar(
  io: Io,
  terminal: Terminal,
  { changes, accounts, isBelowPlan }: { changes: number; accounts: number; isBelowPlan: boolean },
) {
  const now = () => io.uptime() * 1000;
  const remaining = new Remaining(now());
  // The cursor stays: nothing could bring it back after a kill.
  const screen = createLogUpdate(io.stderr, { showCursor: true });
  const count = { ended: 0, failed: 0, refused: 0 };
  const waits = new Map<string | null, { wait: Wait; until: number }>();
  let checking = false;
  let stalled: { event: Stalled; at: number } | null = null;
  let lines = 0;
  let gap = isBelowPlan ? '\n' : '';
  let hasEnded = false;

  const frame = () => {
    const at = now();
    const total = Math.max(changes, count.ended);
    const standing: ProgressStanding = { ...count, total, leftMs: remaining.of(total - count.ended, at) };
    const [longest] = [...waits.values()].filter(({ until }) => until > at).sort((a, b) => b.until - a.until);
    const note = checking ? ['Reading the rules as they are now'] : [];
    const isOver = stalled === null || at - stalled.at > STALL_LASTS_MS;
    const silent =
      stalled === null || isOver ? note : [textStalled({ ...stalled.event, ms: stalled.event.ms + at - stalled.at })];
    const below = longest === undefined ? silent : [textWaiting({ ...longest.wait, ms: longest.until - at })];
    return gap + [textBar(standing, terminal.style('stderr')), ...below].join('\n');
  };
  const draw = () => screen(frame());
  const keep = (text: string) => {
    screen.persist(gap + text);
    gap = '';
  };
  const isWorthALine = ({ status }: Step) => {
    if (status === 'failed' || status === 'refused') return lines < MOST_LINES;
    return changes <= MOST_LINES && (status === 'done' || status === 'held');
  };

  const timer = setInterval(draw, REDRAW_MS);
  timer.unref();
  draw();
  return {
    tell: (event: ProgressEvent) => {
      if (hasEnded) return;
      if (event.kind === 'waiting') waits.set(event.account, { wait: event, until: now() + event.ms });
      else if (event.kind === 'checking') checking = true;
      else if (event.kind === 'stalled') stalled = { event, at: now() };
      else if (event.kind === 'again') keep(textAgain(event.change, accounts > 1, terminal.style('stderr')));
      else {
        const { step } = event;
        stalled = null;
        count.ended += 1;
        if (step.status === 'failed' || step.status === 'refused') count[step.status] += 1;
        remaining.ended(now());
        if (!isWorthALine(step)) return;
        lines += 1;
        const position = { number: count.ended, total: Math.max(changes, count.ended), several: accounts > 1 };
        keep(textStep(step, position, terminal.style('stderr')));
        draw();
      }
    },
    // The bar is drawn again a moment later: whoever ends the program at once leaves none behind.
    say: (text: string) => {
      if (hasEnded) io.stderr.write(text);
      else keep(hangTyped('', text.trimEnd(), terminal.style('stderr').width).join('\n'));
    },
    end: () => {
      if (hasEnded) return;
      hasEnded = true;
      clearInterval(timer);
      screen.clear();
    },
  };
}

/** Before this nothing is said: the first answers tell little. */
const LEAST_MS = 1_000;

/** How long the rest takes, going by the later half of the time so far: the pace changes when the service throttles. */
export class Remaining {
  readonly #startedAt: number;
  readonly #endedAt: number[] = [];

  /** All times are ms of one clock that never runs backwards. */
  constructor(now: number) {
    this.#startedAt = now;
  }

  /** Something ended. */
  ended(now: number): void {
    this.#endedAt.push(now);
  }

  /** Estimates how long `left` more take, in ms; null while too few are done to tell. */
  of(left: number, now: number): number | null {
    const elapsed = now - this.#startedAt;
    if (left <= 0 || elapsed < LEAST_MS) return null;
    const half = this.#startedAt + elapsed / 2;
    const lately = this.#endedAt.filter((at) => at >= half).length;
    return lately === 0 ? null : (left * (elapsed / 2)) / lately;
  }
}
