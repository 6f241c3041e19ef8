/** The English of what there is to say about statistics and their options. */

import { count, grouped } from './counts.ts';
import { escapeControl } from './escape-control.ts';
import type { Messages } from './message.ts';
import { timeText } from './time.ts';

type None = Record<never, never>;

export interface StatsNotices {
  'stats-report-unknown': { name: string };
  /** `flag` means nothing for this report. */
  'stats-option-unused': { flag: string; report: string };
  'date-unusable': { flag: string; text: string };
  /** Both as ISO 8601. */
  'dates-reversed': { from: string; to: string };
  /** As many mails were analysed as the service analyses at most. */
  'stats-capped': { cap: number };
  'stats-not-summed': None;
  /** The service's own total is not the sum of its periods. */
  'stats-totals-differ': { of: 'all' | 'sent' | 'read' | 'inbox'; total: number; sum: number };
}

const TOTALS: Record<StatsNotices['stats-totals-differ']['of'], string> = {
  all: 'mails',
  sent: 'sent mails',
  read: 'read mails',
  inbox: 'mails in the inbox',
};

export const statsNotices: Messages<StatsNotices> = {
  'stats-report-unknown': ({ name }) => ({
    message: `There are no statistics "${escapeControl(name)}".`,
    remedy: 'There are `volume` and `response-time`.',
  }),
  'stats-option-unused': ({ flag, report }) => ({
    message: `${flag} means nothing for ${report}.`,
    remedy: 'Leave it out: it is for `inboxctl stats volume`.',
  }),
  'date-unusable': ({ flag, text }) => ({
    message: `${flag} "${escapeControl(text)}" is no date.`,
    remedy:
      'It takes a day such as 2026-01-31, a month 2026-01, a year 2026; how long ago: 30d, 12w, 6m or 1y; a time such as 2026-01-31T09:30:00Z; or seconds or milliseconds since 1970, such as 1769817600. Days are those of UTC.',
  }),
  'dates-reversed': ({ from, to }) => ({
    message: `--from is later than --to: ${timeText(from)} and ${timeText(to)}.`,
    remedy: 'Give the earlier one as --from.',
  }),
  'stats-capped': ({ cap }) => ({
    message: `The service analyses ${count(cap, 'mail')} at most, and analysed that many: there may be more in this time.`,
    remedy: 'For all of them, look at shorter times with --from and --to.',
  }),
  'stats-not-summed': () => ({
    message: 'Medians, averages and percentages stand for each account only: they cannot be summed. Counts are.',
  }),
  'stats-totals-differ': ({ of, total, sum }) => ({
    message: `The service counts ${grouped(total)} ${TOTALS[of]} in all, and its periods add up to ${grouped(sum)}.`,
  }),
};
