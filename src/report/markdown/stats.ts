/** How much mail there was, as Markdown for GitHub: a chart that it draws (Mermaid), and the numbers as tables. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { VolumeReport } from '../../model/stats.ts';
import { accountsTable, countsTable } from '../stats/tables.ts';
import { nothingText, number, periodLabel } from '../stats/words.ts';
import { aboutLine, ended, MOST_BARS, noteList, table, xychart } from './stats-parts.ts';

/** Ends in a newline. */
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
    blocks.push(table(countsTable(rows, period)));
    if (summed !== null) blocks.push('All mails, by account:', table(accountsTable(read, rows, period)));
  }
  return ended([...blocks, noteList(notices)]);
}
