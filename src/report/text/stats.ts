/** How much mail there was, for people: a chart, then the numbers. */

import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PeriodCounts, VolumeReport } from '../../model/stats.ts';
import { accountPrefix, hang } from '../lines.ts';
import { accountsTable, countsTable } from '../stats/tables.ts';
import { nothingText, number, periodLabel, rangeText } from '../stats/words.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { barChart, gapText, label } from './bars.ts';
import { table } from './columns.ts';

/** Ends in a newline. */
export function textVolume(
  { accounts, summed, period, range }: VolumeReport,
  notices: readonly Diagnostic[],
  options: TextOptions,
): string {
  const style = styleOf(options);
  const read = accounts.filter(({ totals }) => totals !== null);
  const [only] = read;
  if (only === undefined) return '';
  const { rows, totals } = summed ?? only;
  const of = summed === null ? (accounts.length > 1 ? ` of ${label(only.name)}` : '') : ` of ${read.length} accounts`;
  const title = hang('', style.color.bold(`Mails by ${period}${of}, ${rangeText(range)} (UTC)`), style.width);
  const blocks =
    rows.length === 0
      ? [title, hang('', nothingText(totals?.all ?? 0), style.width)]
      : [title, chart(rows, period, style, options), table(countsTable(rows, period), style)];
  if (summed !== null && rows.length > 0) {
    blocks.push(['All mails, by account:', '', ...table(accountsTable(read, rows, period), style)]);
  }
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

/** Notes below the numbers, each with the account that it is about. */
export function noteLines(notices: readonly Diagnostic[], style: Style): string[] {
  return notices.flatMap((notice) => {
    const { message, remedy } = describe(notice);
    const said = remedy === undefined ? message : `${message} ${remedy}`;
    return hang(`${style.color.cyan('note:')} `, accountPrefix(notice.account) + said, style.width);
  });
}

export function blocksText(blocks: readonly (readonly string[])[]): string {
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}
