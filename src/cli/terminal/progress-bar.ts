/** Progress on a terminal: lines that stay, and a bar below them that disappears at the end. */
import { createLogUpdate } from 'log-update';
import type { ProgressEvent, Step } from '../../model/applied.ts';
import { hangTyped } from '../../report/lines.ts';
import {
  type Stalled,
  textAgain,
  textBar,
  textStalled,
  textStep,
  textWaiting,
  type Wait,
} from '../../report/progress.ts';
import type { Io } from '../io.ts';
import type { Terminal } from './terminal.ts';

const REDRAW_MS = 250;

/**
 * Shows a bar for something that is done `total` times. `below` returns the lines below it; `above` separates it from
 * what was written before. While it is shown, nothing else may write to stderr.
 */
function openBar(io: Io, terminal: Terminal, total: number, below: () => string[], above: string) {
  let gap = above;
  const now = () => io.uptime() * 1000;
  const remaining = estimate(now());
  const counts = { ended: 0, failed: 0, refused: 0 };
  // The cursor stays visible: after a kill nothing could bring it back.
  const screen = createLogUpdate(io.stderr, { showCursor: true });
  const draw = () => {
    const all = Math.max(total, counts.ended);
    const leftMs = remaining.of(all - counts.ended, now());
    screen(gap + [textBar({ ...counts, total: all, leftMs }, terminal.style('stderr')), ...below()].join('\n'));
  };
  const timer = setInterval(draw, REDRAW_MS);
  timer.unref();
  draw();
  return {
    draw,
    counts,
    count: (status: string) => {
      counts.ended += 1;
      if (status === 'failed' || status === 'refused') counts[status] += 1;
      remaining.ended(now());
    },
    /** Writes a line that stays. The bar is redrawn a moment later: a program that ends at once leaves none. */
    keep: (text: string) => {
      screen.persist(gap + text);
      gap = '';
    },
    end: () => {
      clearInterval(timer);
      screen.clear();
    },
  };
}

/** With more changes than this, only those that were not made get a line, and at most this many. */
const MOST_LINES = 50;
/** How long a reported stall is shown: if it lasts, it is reported again before that. */
const STALL_LASTS_MS = 4_000;

/** The bar of an apply. */
export function progressBar(
  io: Io,
  terminal: Terminal,
  { changes, accounts, isBelowPlan }: { changes: number; accounts: number; isBelowPlan: boolean },
) {
  const now = () => io.uptime() * 1000;
  const waits = new Map<string | null, { wait: Wait; until: number }>();
  let checking = false;
  let stalled: { event: Stalled; at: number } | null = null;
  let lines = 0;
  let hasEnded = false;

  const below = (): string[] => {
    const at = now();
    const [longest] = [...waits.values()].filter(({ until }) => until > at).sort((a, b) => b.until - a.until);
    if (longest !== undefined) return [textWaiting({ ...longest.wait, ms: longest.until - at })];
    if (stalled !== null && at - stalled.at <= STALL_LASTS_MS) {
      return [textStalled({ ...stalled.event, ms: stalled.event.ms + at - stalled.at })];
    }
    return checking ? ['Reading the rules as they are now'] : [];
  };
  const bar = openBar(io, terminal, changes, below, isBelowPlan ? '\n' : '');
  const isWorthALine = ({ status }: Step) => {
    if (status === 'failed' || status === 'refused') return lines < MOST_LINES;
    return changes <= MOST_LINES && (status === 'done' || status === 'held');
  };

  return {
    tell: (event: ProgressEvent) => {
      if (hasEnded) return;
      if (event.kind === 'waiting') waits.set(event.account, { wait: event, until: now() + event.ms });
      else if (event.kind === 'checking') checking = true;
      else if (event.kind === 'stalled') stalled = { event, at: now() };
      else if (event.kind === 'again') bar.keep(textAgain(event.change, accounts > 1, terminal.style('stderr')));
      else {
        const { step } = event;
        stalled = null;
        bar.count(step.status);
        if (!isWorthALine(step)) return;
        lines += 1;
        const { ended } = bar.counts;
        const position = { number: ended, total: Math.max(changes, ended), several: accounts > 1 };
        bar.keep(textStep(step, position, terminal.style('stderr')));
        bar.draw();
      }
    },
    say: (text: string) => {
      if (hasEnded) io.stderr.write(text);
      else bar.keep(hangTyped('', text.trimEnd(), terminal.style('stderr').width).join('\n'));
    },
    end: () => {
      if (hasEnded) return;
      hasEnded = true;
      bar.end();
    },
  };
}

/** No estimate before this: the first answers tell little. */
const LEAST_MS = 1_000;

/**
 * Estimates how long the rest takes from the later half of the time so far, because the pace changes when the service
 * throttles. All times are ms of one clock that never runs backwards.
 */
export function estimate(startedAt: number) {
  const endedAt: number[] = [];
  return {
    ended: (now: number) => void endedAt.push(now),
    /** Estimates how long `left` more take, in ms; null if too few have ended to tell. */
    of: (left: number, now: number): number | null => {
      const elapsed = now - startedAt;
      if (left <= 0 || elapsed < LEAST_MS) return null;
      const half = startedAt + elapsed / 2;
      const lately = endedAt.filter((at) => at >= half).length;
      return lately === 0 ? null : (left * (elapsed / 2)) / lately;
    },
  };
}
