/** How much mail there was, for people: a chart, then the numbers. */

import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PeriodCounts, VolumeReport } from '../../model/stats.ts';
import { accountPrefix, hang } from '../lines.ts';
import { COUNTS, nothingText, number, PERIOD_HEADS, periodLabel, rangeText, sumsOf } from '../stats-words.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { barChart, gapText, label } from './bars.ts';
import { table } from './columns.ts';

/** Takes a report and what else there is to say; gives the text, ending in a newline. */
export function textVolume(report: VolumeReport, notices: readonly Diagnostic[], options: TextOptions): string {
  const style = styleOf(options);
  const { accounts, summed, period, range } = report;
  const read = accounts.filter(({ totals }) => totals !== null);
  const [only] = read;
  if (only === undefined) return '';
  const { rows, totals } = summed ?? only;
  const of = summed === null ? (accounts.length > 1 ? ` of ${label(only.name)}` : '') : ` of ${read.length} accounts`;
  const title = hang('', style.color.bold(`Mails by ${period}${of}, ${rangeText(range)} (UTC)`), style.width);
  const blocks =
    rows.length === 0
      ? [title, hang('', nothingText(totals?.all ?? 0), style.width)]
      : [title, chart(rows, period, style, options), countsTable(rows, period, style)];
  if (summed !== null && rows.length > 0) blocks.push(sideBySide(report, read, rows, style));
  return blocksText([...blocks, noteLines(notices, style)]);
}

function chart(rows: readonly PeriodCounts[], period: VolumeReport['period'], style: Style, options: TextOptions) {
  return barChart(
    rows.map((row) => ({
      label: label(periodLabel(row, period)),
      value: row.all,
      shown: number(row.all),
      note: row.leftOutBefore === 0 ? undefined : gapText(row.leftOutBefore, period),
    })),
    style,
    options,
  );
}

function countsTable(rows: readonly PeriodCounts[], period: VolumeReport['period'], style: Style): string[] {
  const sums = sumsOf(rows);
  return table(
    {
      head: [PERIOD_HEADS[period], ...COUNTS.map(([, name]) => name)],
      rows: rows.map((row) => [label(periodLabel(row, period)), ...COUNTS.map(([key]) => number(row[key]))]),
      foot: ['Sum', ...COUNTS.map(([key]) => number(sums[key]))],
    },
    style,
  );
}

/** All mails of each account; where a service gave no row for a period, none is made up. */
function sideBySide(
  { period }: VolumeReport,
  read: VolumeReport['accounts'],
  rows: readonly PeriodCounts[],
  style: Style,
): string[] {
  const keyOf = ({ start, label: text }: PeriodCounts) => start ?? text;
  const found = read.map((account) => new Map(account.rows.map((row) => [keyOf(row), row.all])));
  const cells = (row: PeriodCounts) => found.map((all) => numberOrNone(all.get(keyOf(row))));
  const lines = table(
    {
      head: [PERIOD_HEADS[period], ...read.map(({ name }) => label(name)), 'Sum'],
      rows: rows.map((row) => [label(periodLabel(row, period)), ...cells(row), number(row.all)]),
      foot: ['Sum', ...read.map((account) => number(sumsOf(account.rows).all)), number(sumsOf(rows).all)],
    },
    style,
  );
  return ['All mails, by account:', '', ...lines];
}

function numberOrNone(value: number | undefined): string {
  return value === undefined ? '-' : number(value);
}

/** Notes below the numbers, each with the account that it is about. */
export function noteLines(notices: readonly Diagnostic[], style: Style): string[] {
  return notices.flatMap((notice) => {
    const { message, remedy } = describe(notice);
    const said = remedy === undefined ? message : `${message} ${remedy}`;
    return hang(`${style.color.cyan('note')}  `, accountPrefix(notice.account) + said, style.width);
  });
}

export function blocksText(blocks: readonly (readonly string[])[]): string {
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}
