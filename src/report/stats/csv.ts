/**
 * Statistics as CSV (RFC 4180). Each row is about one account, without sums, so that a spreadsheet counts nothing
 * twice. No cell can be a formula, whatever the service calls a period.
 */

import { escapeControl } from '../../diagnostics/escape-control.ts';
import { ANSWER_CLASSES, type ResponseTimeReport, type VolumeReport } from '../../model/stats.ts';
import { COUNTS, comparisonText } from './words.ts';

export function csvVolume({ accounts, period }: VolumeReport): string {
  const head: CsvCell[] = ['account', 'period', 'start', 'label', ...COUNTS.map(([key]) => key)];
  const rows = accounts.flatMap(({ name, rows: ofAccount }) =>
    ofAccount.map((row) => [name, period, row.start ?? '', row.label, ...COUNTS.map(([key]) => row[key])]),
  );
  return csv([head, ...rows]);
}

export function csvResponseTime({ accounts }: ResponseTimeReport): string {
  const rows = accounts.flatMap(({ name, answers }): CsvCell[][] => {
    if (answers === null) return [];
    const { summary, distribution, trend, emailsAnalyzed, maxEmailsCap } = answers;
    const row = (measure: string, value: CsvCell, unit: string, start: string | null = null, label = ''): CsvCell[] => {
      return [name, measure, start ?? '', label, value, unit];
    };
    const before = summary?.previousPeriod ?? null;
    return [
      ...(summary === null
        ? []
        : [
            row('median', summary.medianMinutes, 'minutes'),
            row('average', summary.averageMinutes, 'minutes'),
            row('within1Hour', summary.within1HourPercent, 'percent'),
          ]),
      ...(summary === null || before === null
        ? []
        : [
            row('previousMedian', before.medianMinutes, 'minutes'),
            // In words, because a negative number starts like a formula.
            row('comparison', comparisonText(summary) ?? '', 'text'),
          ]),
      ...ANSWER_CLASSES.map((key) => row(key, distribution[key], 'mails')),
      row('emailsAnalyzed', emailsAnalyzed, 'mails'),
      row('maxEmailsCap', maxEmailsCap, 'mails'),
      ...trend.flatMap(({ start, label, medianMinutes, count }) => [
        row('trendMedian', medianMinutes, 'minutes', start, label),
        row('trendCount', count, 'mails', start, label),
      ]),
    ];
  });
  return csv([['account', 'measure', 'start', 'label', 'value', 'unit'], ...rows]);
}

export type CsvCell = string | number;

export function csv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A spreadsheet reads a cell that starts with one of these as a formula. After an apostrophe it is text. */
const FORMULA = /^[=+\-@]/;

function cell(value: CsvCell): string {
  const shown = escapeControl(String(value));
  const text = FORMULA.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
