/** How much mail there was: what services answered, as a report. */

import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import type { Period } from '../../model/periods.ts';
import type { PeriodCounts, VolumeReport } from '../../model/stats.ts';
import type { PeriodStatistics } from '../../service/statistics.ts';
import { firstDay, periodsBetween } from './first-day.ts';

type VolumeAccount = VolumeReport['accounts'][number];

/** The answer for one account. `redact` removes what may be shown nowhere. */
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

/** The sum of the accounts that were read; null unless these are several. */
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

/** Ascending, as far as the service tells when periods are; else as it gave them. */
function inOrder(rows: readonly VolumeRow[], period: Period): PeriodCounts[] {
  const areTold = rows.every(({ start }) => start !== null);
  const sorted = areTold ? [...rows].sort((a, b) => ((a.start ?? '') < (b.start ?? '') ? -1 : 1)) : rows;
  return sorted.map((row, index) => {
    const before = sorted[index - 1]?.start ?? null;
    return { ...row, leftOutBefore: areTold ? periodsBetween(before, row.start, period) : 0 };
  });
}

/** The sum of two alike rows of counts, as far as they are numbers. */
function added<T extends object>(a: T, b: T): T {
  const sums = Object.entries(a).map(([key, value]) => {
    return [key, typeof value === 'number' ? value + Number(b[key as keyof T]) : value];
  });
  return Object.fromEntries(sums) as T;
}

const TOTAL_OF = { all: 'all', inbox: 'unarchived', read: 'read', sent: 'sent' } as const;

/** Where the service's own totals are not the sums of its periods. */
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
