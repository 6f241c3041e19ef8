/**
 * Reads dates as people type them into ms since the epoch, both ends included. Days, months and years are those of UTC,
 * so that a command means the same on every machine. The deployments measured use UTC for periods too.
 */
import type { StatsRange } from '../../model/stats.ts';

const DAY = 86_400_000;
/** The end of the year 9999: anything later is a typing error. */
const LAST = Date.UTC(10_000, 0, 1) - 1;

/** The first and the last millisecond of the typed date. */
export interface Span {
  first: number;
  last: number;
}

/** The time that a text means, or null. `now` is in ms. */
export function spanOf(text: string, now: number): Span | null {
  const span = calendarSpan(text) ?? ago(text, now) ?? instant(text);
  return span !== null && span.first >= 0 && span.last <= LAST ? span : null;
}

/** A calendar year, month or day, as a whole: 2026, 2026-01, 2026-01-31. */
function calendarSpan(text: string): Span | null {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (year === '') return null;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const first = Date.UTC(y, m, d);
  // 2026-02-30 is not a day, although Date takes it for one.
  const date = new Date(first);
  if (date.getUTCMonth() !== m || date.getUTCDate() !== d) return null;
  const next = day !== undefined ? first + DAY : month !== undefined ? Date.UTC(y, m + 1, 1) : Date.UTC(y + 1, 0, 1);
  return { first, last: next - 1 };
}

/**
 * A day in the past, as a whole: 30d, 12w, 6m, 1y ago. A month before the 31st may be the last day of a shorter month.
 */
function ago(text: string, now: number): Span | null {
  const [, digits = '', unit] = /^(\d{1,5})([dwmy])$/.exec(text) ?? [];
  if (digits === '') return null;
  const number = Number(digits);
  const today = Math.floor(now / DAY) * DAY;
  if (unit === 'd' || unit === 'w') return wholeDay(today - number * (unit === 'w' ? 7 : 1) * DAY);
  const date = new Date(today);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() - number * (unit === 'y' ? 12 : 1);
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12];
  if (year < 1970) return null;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return wholeDay(Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)));
}

function wholeDay(first: number): Span {
  return { first, last: first + DAY - 1 };
}

/** A time with its offset, or since the epoch: 9 or 10 digits are seconds (1973 to 2286), 12 or 13 are milliseconds. */
function instant(text: string): Span | null {
  if (/^\d{12,13}$/.test(text)) return { first: Number(text), last: Number(text) };
  if (/^\d{9,10}$/.test(text)) return { first: Number(text) * 1000, last: Number(text) * 1000 + 999 };
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  if (calendarSpan(day) === null) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : { first: at, last: at };
}

/** The requested range, in ms; null for no bound. */
export interface Bounds {
  from: number | null;
  to: number | null;
}

/** The bounds to show. */
export function shownRange({ from, to }: Bounds): StatsRange {
  const shown = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return { from: shown(from), to: shown(to) };
}

/**
 * The bounds in a deployment's unit of time. 0 would mean no bound there, and means none here: nothing is older than
 * the epoch.
 */
export function sentRange({ from, to }: Bounds, unit: 'ms' | 's'): { fromDate: number | null; toDate: number | null } {
  const sent = (at: number | null) => (at === null || unit === 'ms' ? at : Math.floor(at / 1000));
  return { fromDate: sent(from) || null, toDate: sent(to) };
}
