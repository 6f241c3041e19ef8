/** How long answers took, as Markdown for GitHub: charts that it draws (Mermaid), and the numbers as tables. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { ANSWER_CLASSES, type Answers, type ResponseTimeReport } from '../../model/stats.ts';
import { CLASS_NAMES, comparisonText, durationText, NOT_ANALYZED, number } from '../stats-words.ts';
import { nameInCode } from './escape.ts';
import { aboutLine, ended, MOST_BARS, noteList, table, xychart } from './stats-parts.ts';

/** Takes a report and what else there is to say; gives Markdown, ending in a newline. */
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
      answersTable(read, summed),
      ...read.flatMap(({ name, answers }) => trendBlocks(read.length > 1 ? name : null, answers)),
    );
  }
  return ended([...blocks, noteList(notices)]);
}

function answersTable(
  read: readonly { name: string; answers: Answers }[],
  summed: ResponseTimeReport['summed'],
): string {
  const ofSummary = (name: string, shown: (summary: NonNullable<Answers['summary']>) => string | null) => [
    name,
    ...read.map(({ answers }) => (answers.summary === null ? '' : (shown(answers.summary) ?? ''))),
    ...(summed === null ? [] : ['']),
  ];
  const ofCounts = (name: string, value: (answers: Pick<Answers, 'distribution' | 'emailsAnalyzed'>) => number) => [
    name,
    ...read.map(({ answers }) => number(value(answers))),
    ...(summed === null ? [] : [number(value(summed))]),
  ];
  const compared = read.some(({ answers }) => answers.summary !== null && comparisonText(answers.summary) !== null);
  return table(
    [
      '',
      ...read.map(({ name }) => (read.length > 1 ? nameInCode(name) : 'Value')),
      ...(summed === null ? [] : ['Sum']),
    ],
    [
      ofSummary('Median', ({ medianMinutes }) => durationText(medianMinutes)),
      ...(compared ? [ofSummary('Median, compared', comparisonText)] : []),
      ofSummary('Average', ({ averageMinutes }) => durationText(averageMinutes)),
      ofSummary('Within 1 hour', ({ within1HourPercent }) => `${number(within1HourPercent)}%`),
      ofCounts('Mails analyzed', ({ emailsAnalyzed }) => emailsAnalyzed),
      ...ANSWER_CLASSES.map((key) =>
        ofCounts(`Mails answered in ${CLASS_NAMES[key]}`, ({ distribution }) => distribution[key]),
      ),
    ],
  );
}

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
    start ?? nameInCode(label),
    durationText(medianMinutes),
    number(count),
  ]);
  return [heading, chart, table(['from', 'Median', 'Mails'], rows)];
}
