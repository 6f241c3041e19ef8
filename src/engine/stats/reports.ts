/** Turns what services answered into reports: how much mail there was, and how long answers took. */
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import type { Period } from '../../model/periods.ts';
import { recordOf } from '../../model/record-of.ts';
import {
  ANSWER_CLASSES,
  type Answers,
  type Distribution,
  type PeriodCounts,
  type ResponseTimeReport,
  type VolumeReport,
} from '../../model/stats.ts';
import type { PeriodStatistics, ResponseTimeStatistics } from '../../service/statistics.ts';

type VolumeAccount = VolumeReport['accounts'][number];

/** The volume of one account. `redact` removes secrets. */
export function volumeAccount(
  name: string,
  { result, allCount, inboxCount, readCount, sentCount }: PeriodStatistics,
  period: Period,
  redact: (text: string) => string,
): VolumeAccount {
  const rows = result.map(({ startOfPeriod, All, Sent, Read, Unread, Unarchived, Archived }) => ({
    start: firstDay(startOfPeriod),
    label: redact(startOfPeriod),
    all: All,
    sent: Sent,
    read: Read,
    unread: Unread,
    unarchived: Unarchived,
    archived: Archived,
  }));
  const totals = { all: allCount, inbox: inboxCount, read: readCount, sent: sentCount };
  return { name, totals, rows: inOrder(rows, period) };
}

/** The sum of the accounts that were read; null unless there are several. */
export function summedVolume(accounts: readonly VolumeAccount[], period: Period): VolumeReport['summed'] {
  const totals = accounts.flatMap((account) => account.totals ?? []);
  if (totals.length < 2) return null;
  const sums = new Map<string, VolumeRow>();
  for (const row of accounts.flatMap(({ rows }) => rows)) {
    const key = row.start ?? row.label;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? row : added(sum, row));
  }
  return { totals: totals.reduce(added), rows: inOrder([...sums.values()], period) };
}

type VolumeRow = Omit<PeriodCounts, 'leftOutBefore'>;

/** Sorts periods if the service says when they are; else keeps its order. */
function inOrder(rows: readonly VolumeRow[], period: Period): PeriodCounts[] {
  const areTold = rows.every(({ start }) => start !== null);
  const sorted = areTold ? [...rows].sort((a, b) => ((a.start ?? '') < (b.start ?? '') ? -1 : 1)) : rows;
  return sorted.map((row, index) => {
    const before = sorted[index - 1]?.start ?? null;
    return { ...row, leftOutBefore: areTold ? periodsBetween(before, row.start, period) : 0 };
  });
}

/** Adds the numbers of two rows; the other fields are those of the first. */
function added<T extends object>(a: T, b: T): T {
  const sums = Object.entries(a).map(([key, value]) => {
    return [key, typeof value === 'number' ? value + Number(b[key as keyof T]) : value];
  });
  return Object.fromEntries(sums) as T;
}

const TOTAL_OF = { all: 'all', inbox: 'unarchived', read: 'read', sent: 'sent' } as const;

/** Totals of the service that differ from the sums of its periods. */
export function differingTotals({
  rows,
  totals,
}: Pick<VolumeAccount, 'rows' | 'totals'>): ArgsOf<'stats-totals-differ'>[] {
  if (totals === null) return [];
  return (Object.keys(TOTAL_OF) as (keyof typeof TOTAL_OF)[]).flatMap((of) => {
    const sum = rows.reduce((before, row) => before + row[TOTAL_OF[of]], 0);
    return sum === totals[of] ? [] : [{ of, total: totals[of], sum }];
  });
}

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

/** How many periods lie between two that begin on these days; 0 if that is not a whole number. */
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

/** The response times of one account. `redact` removes secrets. */
export function answersOf(
  { summary, distribution, trend, emailsAnalyzed, maxEmailsCap }: ResponseTimeStatistics,
  redact: (text: string) => string,
): Answers {
  const { medianResponseTime, averageResponseTime, within1Hour, previousPeriodComparison: previous } = summary;
  const rows = trend.map((row) => ({
    start: firstDay(row.periodDate ?? '') ?? firstDay(row.period),
    label: redact(row.period),
    medianMinutes: row.medianResponseTime,
    count: row.count,
  }));
  const areTold = rows.every(({ start }) => start !== null);
  return {
    // The service says 0 if there were no answers, which would be the fastest time of all.
    summary:
      emailsAnalyzed === 0
        ? null
        : {
            medianMinutes: medianResponseTime,
            averageMinutes: averageResponseTime,
            within1HourPercent: within1Hour,
            previousPeriod:
              previous === null
                ? null
                : { medianMinutes: previous.medianResponseTime, percentChange: previous.percentChange },
          },
    distribution: picked((key) => distribution[key]),
    trend: areTold ? rows.sort((a, b) => ((a.start ?? '') < (b.start ?? '') ? -1 : 1)) : rows,
    emailsAnalyzed,
    maxEmailsCap,
    capped: emailsAnalyzed > 0 && emailsAnalyzed >= maxEmailsCap,
  };
}

/** The sum of the accounts that were read; null unless there are several. */
export function summedAnswers(accounts: ResponseTimeReport['accounts']): ResponseTimeReport['summed'] {
  const read = accounts.flatMap(({ answers }) => answers ?? []);
  if (read.length < 2) return null;
  return {
    distribution: picked((key) => read.reduce((sum, { distribution }) => sum + distribution[key], 0)),
    emailsAnalyzed: read.reduce((sum, answers) => sum + answers.emailsAnalyzed, 0),
  };
}

function picked(countOf: (key: keyof Distribution) => number): Distribution {
  return recordOf(ANSWER_CLASSES, countOf);
}
