/** The first day of a period, from what a service calls it: API spec 2.4 says only that this is a text. */
import type { Period } from '../../model/periods.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** 2026-08-03 for `Aug 03, 2026` (measured), an ISO date or date-time, a month or a year; null for any other text. */
export function firstDay(label: string): string | null {
  const [, name = '', dayOfMonth = '', yearOfDay = ''] =
    /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(label.trim()) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  if (month >= 0) return existing(`${yearOfDay}-${two(month + 1)}-${dayOfMonth.padStart(2, '0')}`);
  const [, year, ofYear = '01', ofMonth = '01'] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T[\d:.]+(?:Z|[+-]00:?00)?)?)?)?$/.exec(label.trim()) ?? [];
  return year === undefined ? null : existing(`${year}-${ofYear}-${ofMonth}`);
}

/** How many periods are between two that begin on these days; 0 where that is not a whole number. */
export function periodsBetween(before: string | null, after: string | null, period: Period): number {
  if (before === null || after === null) return 0;
  const days = (Date.parse(after) - Date.parse(before)) / 86_400_000;
  const months = monthOf(after) - monthOf(before);
  const steps = { day: days, week: days / 7, month: months, year: months / 12 }[period];
  return Number.isInteger(steps) ? Math.max(0, steps - 1) : 0;
}

function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function existing(day: string): string | null {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null;
}
