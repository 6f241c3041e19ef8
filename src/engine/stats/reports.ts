/** Turns what services answered into reports: how much mail there was, and how long answers took. */
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import { compareText } from '../../model/compare-text.ts';
import { groupBy } from '../../model/group-by.ts';
import { recordOf } from '../../model/record-of.ts';
import {
  ANSWER_CLASSES,
  type Answers,
  COUNTS,
  type PeriodCounts,
  type ResponseTimeReport,
  TOTALS,
  type VolumeReport,
} from '../../model/stats.ts';
import type { PeriodStatistics, ResponseTimeStatistics } from '../../service/statistics.ts';
import { existingDay } from './dates.ts';

type VolumeAccount = VolumeReport['accounts'][number];

/** The volume of one account. `redact` removes secrets. */
export function volumeAccount(
  name: string,
  { result, allCount, inboxCount, readCount, sentCount }: PeriodStatistics,
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
  return { name, totals: { all: allCount, inbox: inboxCount, read: readCount, sent: sentCount }, rows: inOrder(rows) };
}

/** The sum of the accounts that were read; null unless there are several. */
export function summedVolume(accounts: readonly VolumeAccount[]): VolumeReport['summed'] {
  const totals = accounts.flatMap((account) => account.totals ?? []);
  const [first] = totals;
  if (first === undefined || totals.length < 2) return null;
  const periods = groupBy(
    accounts.flatMap(({ rows }) => rows),
    ({ start, label }) => start ?? label,
  );
  const rows = [...periods.values()].map((same): PeriodCounts => ({ ...same[0], ...sumsOf(COUNTS, same) }));
  return { totals: sumsOf(TOTALS, totals), rows: inOrder(rows) };
}

/** Sorts rows if the service says when they are; else keeps its order. */
function inOrder<Row extends { start: string | null }>(rows: readonly Row[]): Row[] {
  if (rows.some(({ start }) => start === null)) return [...rows];
  return [...rows].sort((a, b) => compareText(a.start ?? '', b.start ?? ''));
}

function sumsOf<Key extends string>(
  keys: readonly Key[],
  rows: readonly Record<NoInfer<Key>, number>[],
): Record<Key, number> {
  return recordOf(keys, (key) => rows.reduce((sum, row) => sum + row[key], 0));
}

/** Totals of the service that differ from the sums of its periods. */
export function differingTotals({
  rows,
  totals,
}: Pick<VolumeAccount, 'rows' | 'totals'>): ArgsOf<'stats-totals-differ'>[] {
  if (totals === null) return [];
  const { all, unarchived: inbox, read, sent } = sumsOf(COUNTS, rows);
  const sums = { all, inbox, read, sent };
  return TOTALS.filter((of) => sums[of] !== totals[of]).map((of) => ({ of, total: totals[of], sum: sums[of] }));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 2026-08-03 for `Aug 03, 2026` (measured), an ISO date or date-time; null for any other text. */
export function firstDay(label: string): string | null {
  const [, name, day, year] = /^(\w{3}) (\d\d), (\d{4})$/.exec(label) ?? [];
  if (name === undefined) return existingDay(label.slice(0, 10));
  return existingDay(`${year}-${String(MONTHS.indexOf(name) + 1).padStart(2, '0')}-${day}`);
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
  const times = {
    medianMinutes: medianResponseTime,
    averageMinutes: averageResponseTime,
    within1HourPercent: within1Hour,
    previousPeriod: previous && { medianMinutes: previous.medianResponseTime, percentChange: previous.percentChange },
  };
  return {
    // The service says 0 if there were no answers, which would be the fastest time of all.
    summary: emailsAnalyzed === 0 ? null : times,
    distribution: recordOf(ANSWER_CLASSES, (key) => distribution[key]),
    trend: inOrder(rows),
    emailsAnalyzed,
    maxEmailsCap,
    capped: emailsAnalyzed > 0 && emailsAnalyzed >= maxEmailsCap,
  };
}

/** The sum of the accounts that were read; null unless there are several. */
export function summedAnswers(accounts: ResponseTimeReport['accounts']): ResponseTimeReport['summed'] {
  const read = accounts.flatMap(({ answers }) => answers ?? []);
  if (read.length < 2) return null;
  const distributions = read.map(({ distribution }) => distribution);
  return { distribution: sumsOf(ANSWER_CLASSES, distributions), ...sumsOf(['emailsAnalyzed'], read) };
}
