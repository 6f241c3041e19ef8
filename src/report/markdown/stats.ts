/** How much mail there was, as Markdown for GitHub: a chart that it draws (Mermaid), and the numbers as tables. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PeriodCounts, VolumeReport } from '../../model/stats.ts';
import { COUNTS, nothingText, number, PERIOD_HEADS, periodLabel, sumsOf } from '../stats-words.ts';
import { nameInCode } from './escape.ts';
import { aboutLine, ended, MOST_BARS, noteList, table, xychart } from './stats-parts.ts';

/** Takes a report and what else there is to say; gives Markdown, ending in a newline. */
export function markdownVolume(
  { accounts, summed, period, range }: VolumeReport,
  notices: readonly Diagnostic[],
): string {
  const read = accounts.filter(({ totals }) => totals !== null);
  const { rows, totals } = summed ?? read[0] ?? { rows: [], totals: null };
  const title = `### Mails by ${period}`;
  const blocks = [
    title,
    aboutLine(
      range,
      read.map(({ name }) => name),
    ),
  ];
  if (read.length > 0 && rows.length === 0) blocks.push(nothingText(totals?.all ?? 0));
  if (rows.length > 0) {
    const shown = rows.slice(-MOST_BARS);
    blocks.push(
      xychart({
        title: `Mails by ${period}: all as bars, sent as a line`,
        categories: shown.map((row) => periodLabel(row, period)),
        unit: 'Mails',
        series: [
          ['bar', shown.map(({ all }) => all)],
          ['line', shown.map(({ sent }) => sent)],
        ],
      }),
    );
    if (shown.length < rows.length) {
      blocks.push(`The chart has the newest ${shown.length} of ${number(rows.length)} ${period}s; the table has all.`);
    }
    blocks.push(volumeTable(rows, period));
    if (summed !== null) blocks.push('All mails, by account:', accountsTable(read, rows, period));
  }
  return ended([...blocks, noteList(notices)]);
}

function volumeTable(rows: readonly PeriodCounts[], period: VolumeReport['period']): string {
  const sums = sumsOf(rows);
  return table(
    [PERIOD_HEADS[period], ...COUNTS.map(([, name]) => name)],
    [
      ...rows.map((row) => [periodCell(row, period), ...COUNTS.map(([key]) => number(row[key]))]),
      ['**Sum**', ...COUNTS.map(([key]) => `**${number(sums[key])}**`)],
    ],
  );
}

function accountsTable(
  read: VolumeReport['accounts'],
  rows: readonly PeriodCounts[],
  period: VolumeReport['period'],
): string {
  const keyOf = ({ start, label }: PeriodCounts) => start ?? label;
  const found = read.map((account) => new Map(account.rows.map((row) => [keyOf(row), number(row.all)])));
  return table(
    [PERIOD_HEADS[period], ...read.map(({ name }) => nameInCode(name)), 'Sum'],
    [
      ...rows.map((row) => [
        periodCell(row, period),
        ...found.map((all) => all.get(keyOf(row)) ?? ''),
        number(row.all),
      ]),
      [
        '**Sum**',
        ...read.map((account) => `**${number(sumsOf(account.rows).all)}**`),
        `**${number(sumsOf(rows).all)}**`,
      ],
    ],
  );
}

function periodCell(row: PeriodCounts, period: VolumeReport['period']): string {
  return row.start === null ? nameInCode(row.label) : periodLabel(row, period);
}
