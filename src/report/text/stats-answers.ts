/** How long answers took, for people: the sums, a chart of classes, and how it went over time. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { ANSWER_CLASSES, type Answers, type Distribution, type ResponseTimeReport } from '../../model/stats.ts';
import { hang } from '../lines.ts';
import { answersTable, type ReadAnswers } from '../stats/tables.ts';
import { CLASS_NAMES, comparisonText, durationText, NOT_ANALYZED, number, rangeText } from '../stats/words.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { barChart, label } from './bars.ts';
import { table } from './columns.ts';
import { blocksText, noteLines } from './stats.ts';

/** Ends in a newline. */
export function textResponseTime(
  { accounts, summed, range }: ResponseTimeReport,
  notices: readonly Diagnostic[],
  options: TextOptions,
): string {
  const style = styleOf(options);
  const read = accounts.flatMap(({ name, answers }): ReadAnswers[] => (answers === null ? [] : [{ name, answers }]));
  const [only] = read;
  if (only === undefined) return '';
  const of = summed === null ? (accounts.length > 1 ? ` of ${label(only.name)}` : '') : ` of ${read.length} accounts`;
  const title = hang('', style.color.bold(`Response times${of}, ${rangeText(range)} (UTC)`), style.width);
  const notes = noteLines(notices, style);
  const analyzed = (summed ?? only.answers).emailsAnalyzed;
  if (analyzed === 0) return blocksText([title, hang('', NOT_ANALYZED, style.width), notes]);
  const { distribution } = summed ?? only.answers;
  return blocksText([
    title,
    ...(summed === null ? [summaryLines(only.answers, style)] : []),
    [`How long answers took, of ${mails(analyzed)}:`, '', ...classChart(distribution, analyzed, style, options)],
    ...(summed === null
      ? trendBlocks(only.answers, style, options)
      : [['By account:', '', ...table(answersTable(read, summed, WORDS), style)], ...trendTable(read, style)]),
    notes,
  ]);
}

function summaryLines(answers: Answers, style: Style): string[] {
  const { summary, emailsAnalyzed, maxEmailsCap } = answers;
  if (summary === null) return [];
  const compared = comparisonText(summary);
  const rows = [
    ['Median', durationText(summary.medianMinutes) + (compared === null ? '' : `, ${compared}`)],
    ['Average', durationText(summary.averageMinutes)],
    ['Within 1 hour', `${number(summary.within1HourPercent)}%`],
    ['Analyzed', `${mails(emailsAnalyzed)}, of ${number(maxEmailsCap)} at most`],
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.flatMap(([name, text]) => hang(`  ${style.color.dim(name.padEnd(width))}  `, text, style.width));
}

function mails(value: number): string {
  return `${number(value)} ${value === 1 ? 'mail' : 'mails'}`;
}

function classChart(distribution: Distribution, analyzed: number, style: Style, options: TextOptions): string[] {
  const rows = ANSWER_CLASSES.map((key) => {
    const value = distribution[key];
    return { label: CLASS_NAMES[key], value, shown: `${number(value)} (${Math.round((100 * value) / analyzed)}%)` };
  });
  return barChart(rows, style, options);
}

function trendBlocks({ trend }: Answers, style: Style, options: TextOptions): string[][] {
  if (trend.length === 0) return [];
  const rows = trend.map(({ start, label: text, medianMinutes, count }) => ({
    label: label(start ?? text),
    value: medianMinutes,
    shown: `${durationText(medianMinutes)} (${mails(count)})`,
  }));
  return [['Median over time, by the beginning of each period:', '', ...barChart(rows, style, options)]];
}

const WORDS = {
  before: [
    'Median before',
    ({ previousPeriod }: NonNullable<Answers['summary']>) =>
      previousPeriod === null ? null : durationText(previousPeriod.medianMinutes),
  ],
  answeredIn: '',
} as const;

/** The median of each account over time. */
function trendTable(read: readonly ReadAnswers[], style: Style): string[][] {
  const found = read.map(({ answers }) => new Map(answers.trend.map((row) => [row.start ?? row.label, row])));
  const periods = [...new Set(found.flatMap((rows) => [...rows.keys()]))];
  const areTold = read.every(({ answers }) => answers.trend.every(({ start }) => start !== null));
  if (areTold) periods.sort();
  if (periods.length === 0) return [];
  const shown = (period: string) =>
    found.map((rows) => {
      const row = rows.get(period);
      return row === undefined ? null : `${durationText(row.medianMinutes)} (${number(row.count)})`;
    });
  const head = ['from', ...read.map(({ name }) => ({ theirs: name }))];
  const rows = periods.map((period) => [{ theirs: period }, ...shown(period)]);
  return [['Medians over time, with the number of mails:', '', ...table({ head, rows }, style)]];
}
