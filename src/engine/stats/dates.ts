/**
 * Reads dates as people type them into ms since the epoch, both ends included. Days are those of UTC, so that a command
 * means the same on every machine. The deployments measured use UTC for periods too.
 */
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
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const first = Date.UTC(y, m, d);
  // 2026-02-30 is not a day, although Date takes it for one.
  if (!new Date(first).toISOString().startsWith(text)) return null;
  const next = day !== undefined ? first + DAY : month !== undefined ? Date.UTC(y, m + 1) : Date.UTC(y + 1, 0);
  return { first, last: next - 1 };
}

/**
 * A day in the past, as a whole: 30d, 12w, 6m, 1y ago. A month before the 31st may be the last day of a shorter month.
 */
function ago(text: string, now: number): Span | null {
  const [, digits, unit] = /^(\d{1,5})([dwmy])$/.exec(text) ?? [];
  if (digits === undefined) return null;
  const date = new Date(Math.floor(now / DAY) * DAY);
  const day = date.getUTCDate();
  if (unit === 'd' || unit === 'w') date.setUTCDate(day - Number(digits) * (unit === 'w' ? 7 : 1));
  else {
    date.setUTCMonth(date.getUTCMonth() - Number(digits) * (unit === 'y' ? 12 : 1));
    if (date.getUTCDate() !== day) date.setUTCDate(0);
  }
  return { first: date.getTime(), last: date.getTime() + DAY - 1 };
}

/** A time with its offset. */
function instant(text: string): Span | null {
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const at = calendarSpan(day) === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : { first: at, last: at };
}
