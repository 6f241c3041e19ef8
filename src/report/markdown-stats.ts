/** Statistics as Markdown for GitHub: a chart that it draws (Mermaid), and the numbers as tables. */
import type { Diagnostic } from '../model/diagnostic.ts';
import {
  ANSWER_CLASSES,
  type Answers,
  type PeriodCounts,
  type ResponseTimeReport,
  type VolumeReport,
} from '../model/stats.ts';
import { isNamed } from './lines.ts';
import { nameInCode, prose } from './markdown/escape.ts';
import { describe } from './messages/index.ts';
import {
  CLASS_NAMES,
  COUNTS,
  comparisonText,
  durationText,
  NOT_ANALYSED,
  nothingText,
  number,
  PERIOD_HEADS,
  periodLabel,
  rangeText,
  sumsOf,
} from './stats-words.ts';

/** More bars than these cannot be told apart. */
const MOST_BARS = 24;

export function markdownVolume(
  { accounts, summed, period, range }: VolumeReport,
  notices: readonly Diagnostic[],
): string {
  const read = accounts.filter(({ totals }) => totals !== null);
  const { rows, totals } = summed ?? read[0] ?? { rows: [], totals: null };
  const title = `### Mails by ${period}`;
  const blocks = [title, `${rangeSentence(range)}${ofAccounts(read.map(({ name }) => name))}.`];
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

export function markdownResponseTime(
  { accounts, summed, range }: ResponseTimeReport,
  notices: readonly Diagnostic[],
): string {
  const read = accounts.flatMap(({ name, answers }) => (answers === null ? [] : [{ name, answers }]));
  const title = '### Response times';
  const blocks = [title, `${rangeSentence(range)}${ofAccounts(read.map(({ name }) => name))}.`];
  const counts = summed ?? read[0]?.answers;
  if (counts !== undefined && counts.emailsAnalyzed === 0) blocks.push(NOT_ANALYSED);
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
      ofCounts('Mails analysed', ({ emailsAnalyzed }) => emailsAnalyzed),
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

interface Chart {
  title: string;
  categories: readonly string[];
  unit: string;
  series: readonly (readonly ['bar' | 'line', readonly number[]])[];
}

function xychart({ title, categories, unit, series }: Chart): string {
  const most = Math.max(1, ...series.flatMap(([, values]) => values));
  return [
    '```mermaid',
    'xychart-beta',
    `    title "${title}"`,
    `    x-axis [${categories.map(category).join(', ')}]`,
    `    y-axis "${unit}" 0 --> ${Math.ceil(most)}`,
    ...series.map(([kind, values]) => `    ${kind} [${values.join(', ')}]`),
    '```',
  ].join('\n');
}

/** Only characters that end neither the text, nor the line, nor the block. */
function category(text: string): string {
  return `"${text.replace(/[^\w ,.:+-]/g, '').slice(0, 24) || '?'}"`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `| --- |${' ---: |'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

function rangeSentence(range: VolumeReport['range']): string {
  const text = rangeText(range);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} (UTC)`;
}

function ofAccounts(names: readonly string[]): string {
  const named = names.filter(isNamed);
  return named.length === 0 ? '' : `, of ${named.map(nameInCode).join(', ')}`;
}

function noteList(notices: readonly Diagnostic[]): string {
  return notices
    .map((notice) => {
      const { message, remedy } = describe(notice);
      const about = isNamed(notice.account) ? `${nameInCode(notice.account)}: ` : '';
      const kind = notice.severity === 'error' ? '**Error:** ' : '';
      return `- ${kind}${about}${prose(remedy === undefined ? message : `${message} ${remedy}`)}`;
    })
    .join('\n');
}

function ended(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
