/** The calendar of the statistics, in UTC: API spec 4.1 names periods, and neither their beginnings nor a time zone. */

export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

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
export function displayDay(at: number): string {
  const date = new Date(at);
  return `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2, '0')}, ${date.getUTCFullYear()}`;
}

/** A day as ISO 8601 has it. */
export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
