/** Words and numbers for statistics, shared by all formats. */

import { grouped } from '../../diagnostics/counts.ts';
import { timeText } from '../../diagnostics/time.ts';
import type { ANSWER_CLASSES, Answers, PeriodCounts, StatsRange, VolumeReport } from '../../model/stats.ts';

/** Formats minutes: `2 h 5 min`. From one day on, rounds to hours. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return 'under 1 min';
  if (whole < 60) return `${grouped(whole)} min`;
  if (whole < 1_440) return joined([`${Math.floor(whole / 60)} h`, whole % 60 === 0 ? '' : `${whole % 60} min`]);
  const hours = Math.round(whole / 60);
  return joined([`${grouped(Math.floor(hours / 24))} d`, hours % 24 === 0 ? '' : `${hours % 24} h`]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Formats a count of the service. API spec 2.4 allows any number. */
export function number(value: number): string {
  return Number.isInteger(value) && value >= 0 ? grouped(value) : String(value);
}

/** Formats a range in UTC: `from 2026-05-25 to 2026-11-21`. Whole days have no times. */
export function rangeText({ from, to }: StatsRange): string {
  const first = from === null ? null : timeShown(from, /T00:00:00\.000Z$/);
  const last = to === null ? null : timeShown(to, /T23:59:59\.999Z$/);
  if (first === null) return last === null ? 'all mail' : `up to ${last}`;
  return last === null ? `from ${first}` : `from ${first} to ${last}`;
}

function timeShown(iso: string, whole: RegExp): string {
  return whole.test(iso) ? iso.slice(0, 10) : timeText(iso);
}

/** Formats a period by its first day: 2026, 2026-08 or 2026-08-03. Falls back to the label of the service. */
export function periodLabel(
  { start, label }: Pick<PeriodCounts, 'start' | 'label'>,
  period: VolumeReport['period'],
): string {
  if (start === null) return label;
  return period === 'year' ? start.slice(0, 4) : period === 'month' ? start.slice(0, 7) : start;
}

/** Column headings for periods. */
export const PERIOD_HEADS = { day: 'day', week: 'week of', month: 'month', year: 'year' } as const;

export const COUNTS = [
  ['all', 'All'],
  ['sent', 'Sent'],
  ['read', 'Read'],
  ['unread', 'Unread'],
  ['unarchived', 'In inbox'],
  ['archived', 'Archived'],
] as const;

export const CLASS_NAMES: Record<(typeof ANSWER_CLASSES)[number], string> = {
  lessThan1Hour: 'under 1 hour',
  oneToFourHours: '1 to 4 hours',
  fourTo24Hours: '4 to 24 hours',
  oneToThreeDays: '1 to 3 days',
  threeToSevenDays: '3 to 7 days',
  moreThan7Days: 'over 7 days',
};

/** Compares with the previous period: `12% slower than in the period before (1 h 52 min)`. */
export function comparisonText({ previousPeriod }: NonNullable<Answers['summary']>): string | null {
  if (previousPeriod === null) return null;
  const { medianMinutes, percentChange } = previousPeriod;
  const before = `the period before (${durationText(medianMinutes)})`;
  return percentChange === 0 ? `as in ${before}` : `${changed(percentChange)} than in ${before}`;
}

/** Like `comparisonText`, for places that show the previous period beside it. */
export function changeText({ previousPeriod }: NonNullable<Answers['summary']>): string | null {
  if (previousPeriod === null) return null;
  return previousPeriod.percentChange === 0 ? 'none' : changed(previousPeriod.percentChange);
}

function changed(percent: number): string {
  return `${number(Math.abs(percent))}% ${percent > 0 ? 'slower' : 'faster'}`;
}

/** Sums each count over all rows. */
export function sumsOf(rows: readonly PeriodCounts[]): Record<(typeof COUNTS)[number][0], number> {
  const sums = COUNTS.map(([key]) => [key, rows.reduce((sum, row) => sum + row[key], 0)]);
  return Object.fromEntries(sums);
}
