/** Words and numbers for statistics. */

import { grouped } from '../diagnostics/counts.ts';
import type { ANSWER_CLASSES, COUNTS, StatsRange } from '../model/stats.ts';

/** Formats minutes: `2 h 5 min`. From one day on, rounds to hours. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return 'under 1 min';
  if (whole < 60) return `${whole} min`;
  if (whole < 1_440) return joined(`${Math.floor(whole / 60)} h`, whole % 60, 'min');
  const hours = Math.round(whole / 60);
  return joined(`${grouped(Math.floor(hours / 24))} d`, hours % 24, 'h');
}

function joined(first: string, rest: number, unit: string): string {
  return rest === 0 ? first : `${first} ${rest} ${unit}`;
}

/** Formats a count of the service. API spec 2.4 allows any number. */
export function number(value: number): string {
  return Number.isInteger(value) && value >= 0 ? grouped(value) : String(value);
}

/** Formats a range of days: `from 2026-05-25 to 2026-11-21`. */
export function rangeText({ from, to }: StatsRange): string {
  const [first, last] = [from?.slice(0, 10), to?.slice(0, 10)];
  if (first === undefined) return last === undefined ? 'all mail' : `up to ${last}`;
  return last === undefined ? `from ${first}` : `from ${first} to ${last}`;
}

/** Column headings for periods, and how much of its first day names a period: 2026, 2026-08 or 2026-08-03. */
export const PERIOD_HEADS = { day: 'day', week: 'week of', month: 'month', year: 'year' } as const;
export const PERIOD_LENGTHS = { day: 10, week: 10, month: 7, year: 4 } as const;

export const COUNT_NAMES: Record<(typeof COUNTS)[number], string> = {
  sent: 'Sent',
  read: 'Read',
  unread: 'Unread',
  unarchived: 'In inbox',
  archived: 'Archived',
  all: 'All',
};

export const CLASS_NAMES: Record<(typeof ANSWER_CLASSES)[number], string> = {
  lessThan1Hour: 'under 1 hour',
  oneToFourHours: '1 to 4 hours',
  fourTo24Hours: '4 to 24 hours',
  oneToThreeDays: '1 to 3 days',
  threeToSevenDays: '3 to 7 days',
  moreThan7Days: 'over 7 days',
};

/** Compares with the previous period: `12% slower`. */
export function changeText(percent: number): string {
  return percent === 0 ? 'none' : `${number(Math.abs(percent))}% ${percent > 0 ? 'slower' : 'faster'}`;
}
