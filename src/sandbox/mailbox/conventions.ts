/**
 * What API spec 2.4, 2.5, 4.1 and 4.2 leave open about statistics, as each profile has it, and their calendar in UTC: 4.1 names
 * periods, but neither where they begin nor a time zone.
 */

export const PERIODS = ['day', 'week', 'month', 'year'] as const;
type Period = (typeof PERIODS)[number];

const DAY = 86_400_000;

function startOfDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

/** The beginning of the week that a time is in; `first` is its first day, 0 for Sunday. */
export function startOfWeek(at: number, first: 0 | 1): number {
  const day = startOfDay(at);
  return day - ((new Date(day).getUTCDay() - first + 7) % 7) * DAY;
}

/** The beginning of the period that a time is in, in ms since the epoch; weeks start on Monday (measured). */
export function startOf(period: Period, at: number): number {
  const date = new Date(at);
  if (period === 'day') return startOfDay(at);
  if (period === 'week') return startOfWeek(at, 1);
  return Date.UTC(date.getUTCFullYear(), period === 'year' ? 0 : date.getUTCMonth(), 1);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as display text: `Aug 03, 2026` (measured). */
function displayDay(at: number): string {
  const date = new Date(at);
  return `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2, '0')}, ${date.getUTCFullYear()}`;
}

/** A day as ISO 8601 has it. */
function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export interface StatisticsConventions {
  /** The text of a period's first day: 2.4 and 2.5 say that it is a text. */
  label(start: number): string;
  /** 2.5: a date-time or null. */
  periodDate(start: number): string | null;
  /** No order of periods is named. */
  newestFirst: boolean;
  /** Whether statistics of a mailbox that the service has lost are refused with 401; section 7 names no such case. */
  needMailbox: boolean;
  /** The first and the last date that there is, in ms since the epoch: one beyond them is a 500. 4.1 knows no such limit. */
  dates: readonly [first: number, last: number];
  /** Whether response times are compared with those of the period before, which 2.5 allows. */
  comparesPeriods: boolean;
}

/** Allowed, and awkward for a client that takes texts for those measured, or the order for the one it saw. */
export const LEFT_OPEN: StatisticsConventions = {
  label: isoDay,
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
  // The beginning of the year 1: a date in 1200 BC is refused, and where exactly that begins was not measured.
  dates: [-62_135_596_800_000, 8.64e15],
  comparesPeriods: false,
};
