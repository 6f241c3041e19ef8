/**
 * What API spec 2.4, 2.5, 4.1 and 4.2 leave open about statistics, by profile, and the calendar, which is in UTC: 4.1
 * says neither when a period begins nor in which time zone.
 */

export const PERIODS = ['day', 'week', 'month', 'year'] as const;
type Period = (typeof PERIODS)[number];

const DAY = 86_400_000;

function startOfDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

/** `first` is the first day of the week, 0 for Sunday. */
export function startOfWeek(at: number, first: 0 | 1): number {
  const day = startOfDay(at);
  return day - ((new Date(day).getUTCDay() - first + 7) % 7) * DAY;
}

/** In milliseconds since the epoch. Weeks start on Monday (measured). */
export function startOf(period: Period, at: number): number {
  const date = new Date(at);
  if (period === 'day') return startOfDay(at);
  if (period === 'week') return startOfWeek(at, 1);
  return Date.UTC(date.getUTCFullYear(), period === 'year' ? 0 : date.getUTCMonth(), 1);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As `Aug 03, 2026` (measured). */
function displayDay(at: number): string {
  const date = new Date(at);
  return `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2, '0')}, ${date.getUTCFullYear()}`;
}

export interface StatisticsConventions {
  /** The first day of a period as text (2.4, 2.5). */
  label(start: number): string;
  /** A date-time or null (2.5). */
  periodDate(start: number): string | null;
  newestFirst: boolean;
  /** Whether statistics of a disconnected mailbox are a 401. Section 7 has no such case. */
  needMailbox: boolean;
  /** A date outside of these, in milliseconds since the epoch, is a 500. 4.1 has no such limit. */
  dates: readonly [first: number, last: number];
  /** Whether response times are compared with those of the previous period. */
  comparesPeriods: boolean;
}

/** Allowed, but awkward for a client that expects the measured texts and order. */
export const LEFT_OPEN: StatisticsConventions = {
  label: (start) => new Date(start).toISOString().slice(0, 10),
  periodDate: () => null,
  newestFirst: true,
  needMailbox: false,
  dates: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  comparesPeriods: true,
};

export const MEASURED: StatisticsConventions = {
  label: displayDay,
  periodDate: (start) => new Date(start).toISOString(),
  newestFirst: false,
  needMailbox: true,
  // The beginning of the year 1. A date in 1200 BC is refused; the exact limit was not measured.
  dates: [-62_135_596_800_000, 8.64e15],
  comparesPeriods: false,
};
