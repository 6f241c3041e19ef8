/** GET /stats/by-period (API spec 2.4, 4.1), counted from the mails. */
import type * as z from 'zod';
import { startOf } from './calendar.ts';
import type { StatisticsConventions } from './conventions.ts';
import type { Message } from './message.ts';
import { type byPeriodQuery, isWithin } from './query.ts';

const NOTHING = { All: 0, Sent: 0, Read: 0, Unread: 0, Unarchived: 0, Archived: 0 };
type PeriodTotals = typeof NOTHING;

/** Counts mails in each period and in total. Periods without mail are left out (measured). */
export function byPeriod(
  messages: readonly Message[],
  query: z.output<typeof byPeriodQuery>,
  { label, newestFirst }: StatisticsConventions,
) {
  const rows = new Map<number, PeriodTotals>();
  const all = { ...NOTHING };
  for (const message of messages) {
    if (!isWithin(query, message)) continue;
    const start = startOf(query.period, message.at);
    const row = rows.get(start) ?? { ...NOTHING };
    rows.set(start, row);
    count(row, message);
    count(all, message);
  }
  const starts = [...rows.keys()].sort((a, b) => (newestFirst ? b - a : a - b));
  return {
    result: starts.map((start) => ({ startOfPeriod: label(start), ...rows.get(start) })),
    allCount: all.All,
    inboxCount: all.Unarchived,
    readCount: all.Read,
    sentCount: all.Sent,
  };
}

/** Every mail, also a sent one, is read or unread, and in the inbox or not: 2.4 does not say what a status excludes. */
function count(counts: PeriodTotals, { sent, read, archived }: Message): void {
  counts.All += 1;
  if (sent) counts.Sent += 1;
  counts[read ? 'Read' : 'Unread'] += 1;
  counts[archived ? 'Archived' : 'Unarchived'] += 1;
}
