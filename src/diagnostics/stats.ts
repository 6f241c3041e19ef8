/** Messages about statistics, and problems with their options. */
import { count, grouped } from './counts.ts';
import { ours, quoted, say, type Topic, theirs } from './message.ts';

const TOTALS = { all: 'mails', sent: 'sent mails', read: 'read mails', inbox: 'mails in the inbox' } as const;

export const statsNotices = {
  'date-unusable': ({ flag, text }: { flag: string; text: string }) => ({
    message: say`Invalid value for ${ours(flag)}: ${quoted(text)} is not a valid date.`,
    remedy: say`Write a day such as 2026-01-31, or how many days ago, such as 30d.`,
  }),
  'dates-reversed': ({ from, to }: { from: string; to: string }) => ({
    message: say`--from is later than --to: ${theirs(from)} and ${theirs(to)}.`,
    remedy: say`Give the earlier one as --from.`,
  }),
  'stats-capped': ({ cap }: { cap: number }) => ({
    message: say`The service analyzes at most ${count(cap, 'mail')}, and analyzed that many: there may be more in this time.`,
    remedy: say`For all of them, look at shorter times with --from and --to.`,
  }),
  'stats-not-summed': () => ({
    message: say`Medians, averages and percentages are shown for each account only: they cannot be summed. Counts are.`,
  }),
  'stats-totals-differ': ({ of, total, sum }: { of: keyof typeof TOTALS; total: number; sum: number }) => ({
    message: say`The service counts ${grouped(total)} ${TOTALS[of]} in all, and its periods add up to ${grouped(sum)}.`,
  }),
} satisfies Topic;
