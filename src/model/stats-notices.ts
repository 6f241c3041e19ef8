/** What there is to say about statistics, and what can be wrong with their options: each code with its arguments. */

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
