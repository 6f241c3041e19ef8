/** Reports the progress of an apply: a line for each finished change, a line for each wait, and a bar. */
import { grouped } from '../diagnostics/counts.ts';
import type { ProgressEvent, Step } from '../model/applied.ts';
import type { Change } from '../model/plan.ts';
import { MADE, NOT_MADE } from './applied-view.ts';
import { accountPrefix, quoteValue } from './lines.ts';
import { type Style, styleOf, type TextOptions } from './style.ts';
import { cutTo, textWidth } from './width.ts';

/** Returns the line for a finished change. `number` counts from 1. `several`: whether there are several accounts. */
export function textStep(
  { change, status }: Step,
  { number, total, several }: { number: number; total: number; several: boolean },
  options: TextOptions,
): string {
  const { color, width, dots } = styleOf(options);
  const at = color.dim(`[${grouped(number)}/${grouped(total)}]`);
  const account = several ? accountPrefix(change.account) : '';
  return `${at} ${account}${ended(change, status, color)} ${cutTo(width, quoteValue(change.name), dots)}\n`;
}

function ended({ op }: Change, status: Step['status'], color: Style['color']): string {
  if (status === 'done') return color.green(MADE[op]);
  if (status === 'skipped') return color.dim(`${op} not needed`);
  const paint = status === 'failed' || status === 'refused' ? color.red : color.yellow;
  return paint(`${op} ${NOT_MADE[status]}`);
}

/** Returns the line for a write that is sent again. */
export function textAgain({ op, name, account }: Change, several: boolean, options: TextOptions): string {
  const { width, dots } = styleOf(options);
  return `${several ? accountPrefix(account) : ''}No answer to ${op} ${cutTo(width, quoteValue(name), dots)}: sending it again\n`;
}

export type Wait = Extract<ProgressEvent, { kind: 'waiting' }>;
export type Stalled = Extract<ProgressEvent, { kind: 'stalled' }>;

/** Says why the apply is waiting, and for how long: one line without a newline. `ms` is the remaining time. */
export function textWaiting({ why, status, account, ms }: Omit<Wait, 'kind'>): string {
  const seconds = `${Math.max(1, Math.ceil(ms / 1000))} s`;
  const of = accountPrefix(account ?? undefined);
  switch (why) {
    case 'rate-limit':
      return `${of}The service limits requests: waiting ${seconds}`;
    case 'retry':
      return `${of}The service answers ${status ?? 'with errors'}: trying again in ${seconds}`;
    case 'unreachable':
      return `${of}The service does not answer as it should: trying again in ${seconds}`;
  }
}

/** Says for how many ms nothing useful came from the service. */
export function textStalled({ why, ms }: Omit<Stalled, 'kind'>): string {
  const seconds = `${Math.floor(ms / 1000)} s`;
  return why === 'too-many'
    ? `The service has answered nothing but "too many requests" for ${seconds}`
    : `Waiting for an answer of the service, for ${seconds} so far`;
}

/** How far an apply has come. */
export interface ProgressStanding {
  /** Finished changes, whatever their outcome. */
  ended: number;
  total: number;
  failed: number;
  refused: number;
  /** In ms; null if it cannot be estimated yet. */
  leftMs: number | null;
}

const LONGEST_BAR = 30;
const SHORTEST_BAR = 5;

/** Returns the bar with its counts: one line without a newline, never wider than the terminal. */
export function textBar(standing: ProgressStanding, options: TextOptions): string {
  const { ended: done, total, failed, refused, leftMs } = standing;
  const { color } = styleOf(options);
  // Some terminals start a new line after a line that fills their width.
  const room = options.width - 1;
  const counts = `${grouped(done)}/${grouped(total)}`;
  const bad = failed === 0 ? '' : `${grouped(failed)} failed`;
  const stopped = refused === 0 ? '' : `${grouped(refused)} refused`;
  const left = leftMs === null ? '' : `${duration(leftMs)} left`;
  const frame = options.unicode ? 1 : 3;
  const fits = (parts: readonly string[], least: number) => textWidth(joined(parts)) + least <= room;
  const withBar = [
    [counts, bad, stopped, left],
    [counts, bad, left],
  ].find((parts) => fits(parts, SHORTEST_BAR + frame));
  const without = [[counts, bad, left], [counts, left], [counts]].find((parts) => fits(parts, 0));
  const parts = withBar ?? without ?? [];
  const painted = parts.map((part) => (part !== '' && (part === bad || part === stopped) ? color.red(part) : part));
  const size = Math.min(LONGEST_BAR, room - textWidth(joined(parts)) - frame);
  if (size < SHORTEST_BAR) return joined(painted);
  return `${bar(total === 0 ? 1 : Math.min(1, done / total), size, options)} ${joined(painted)}`.trimEnd();
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function bar(share: number, size: number, options: TextOptions): string {
  const { color } = styleOf(options);
  const full = Math.floor(share * size);
  if (!options.unicode) return `[${'#'.repeat(full)}${'-'.repeat(size - full)}]`;
  return color.green('█'.repeat(full)) + color.dim('░'.repeat(size - full));
}

/** Formats a duration with the precision of an estimate. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds <= 10) return `${seconds} s`;
  if (seconds <= 90) return `${Math.ceil(seconds / 5) * 5} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${grouped(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${rest} min`}`;
}
