/** How long answers took, as Markdown for GitHub: charts that it draws (Mermaid), and the numbers as tables. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { ANSWER_CLASSES, type Answers, type ResponseTimeReport } from '../../model/stats.ts';
import { answersTable } from '../stats/tables.ts';
import { CLASS_NAMES, comparisonText, durationText, NOT_ANALYZED } from '../stats/words.ts';
import { nameInCode } from './escape.ts';
import { aboutLine, ended, MOST_BARS, noteList, table, xychart } from './stats-parts.ts';

/** Ends in a newline. */
export function markdownResponseTime(
  { accounts, summed, range }: ResponseTimeReport,
  notices: readonly Diagnostic[],
): string {
  const read = accounts.flatMap(({ name, answers }) => (answers === null ? [] : [{ name, answers }]));
  const title = '### Response times';
  const blocks = [
    title,
    aboutLine(
      range,
      read.map(({ name }) => name),
    ),
  ];
  const counts = summed ?? read[0]?.answers;
  if (counts !== undefined && counts.emailsAnalyzed === 0) blocks.push(NOT_ANALYZED);
  if (counts !== undefined && counts.emailsAnalyzed > 0) {
    blocks.push(
      xychart({
        title: 'How long answers took',
        categories: ANSWER_CLASSES.map((key) => CLASS_NAMES[key]),
        unit: 'Mails',
        series: [['bar', ANSWER_CLASSES.map((key) => counts.distribution[key])]],
      }),
      table(answersTable(read, summed, WORDS)),
      ...read.flatMap(({ name, answers }) => trendBlocks(read.length > 1 ? name : null, answers)),
    );
  }
  return ended([...blocks, noteList(notices)]);
}

const WORDS = { before: ['Median, compared', comparisonText], answeredIn: 'Mails answered in ' } as const;

function trendBlocks(account: string | null, { trend }: Answers): string[] {
  if (trend.length === 0) return [];
  const shown = trend.slice(-MOST_BARS);
  const heading = account === null ? 'Median over time:' : `Median over time of ${nameInCode(account)}:`;
  const chart = xychart({
    title: 'Median response time',
    categories: shown.map(({ start, label }) => start ?? label),
    unit: 'Minutes',
    series: [['bar', shown.map(({ medianMinutes }) => medianMinutes)]],
  });
  const rows = trend.map(({ start, label, medianMinutes, count }) => [
    start ?? { theirs: label },
    durationText(medianMinutes),
    count,
  ]);
  return [heading, chart, table({ head: ['from', 'Median', 'Mails'], rows })];
}
