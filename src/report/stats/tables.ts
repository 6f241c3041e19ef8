/** The tables of statistics, as data: text and Markdown show the same cells, each in its own way. */

import type { Period } from '../../model/periods.ts';
import {
  ANSWER_CLASSES,
  type Answers,
  type PeriodCounts,
  type ResponseTimeReport,
  type VolumeReport,
} from '../../model/stats.ts';
import { CLASS_NAMES, COUNTS, durationText, number, PERIOD_HEADS, periodLabel, sumsOf } from './words.ts';

/** A count, words of ours, what others wrote, or (null) nothing that is known. */
export type Cell = number | string | { theirs: string } | null;

export interface Table {
  head: readonly Cell[];
  rows: readonly (readonly Cell[])[];
  /** The last row, set apart. */
  foot?: readonly Cell[];
}

export function countsTable(rows: readonly PeriodCounts[], period: Period): Table {
  const sums = sumsOf(rows);
  return {
    head: [PERIOD_HEADS[period], ...COUNTS.map(([, name]) => name)],
    rows: rows.map((row) => [periodCell(row, period), ...COUNTS.map(([key]) => row[key])]),
    foot: ['Sum', ...COUNTS.map(([key]) => sums[key])],
  };
}

/** All mails of each account; where a service gave no row for a period, none is made up. */
export function accountsTable(read: VolumeReport['accounts'], rows: readonly PeriodCounts[], period: Period): Table {
  const keyOf = ({ start, label }: PeriodCounts) => start ?? label;
  const found = read.map((account) => new Map(account.rows.map((row) => [keyOf(row), row.all])));
  return {
    head: [PERIOD_HEADS[period], ...read.map(({ name }) => ({ theirs: name })), 'Sum'],
    rows: rows.map((row) => [periodCell(row, period), ...found.map((all) => all.get(keyOf(row)) ?? null), row.all]),
    foot: ['Sum', ...read.map((account) => sumsOf(account.rows).all), sumsOf(rows).all],
  };
}

function periodCell(row: PeriodCounts, period: Period): Cell {
  return row.start === null ? { theirs: row.label } : periodLabel(row, period);
}

/** An account that could be read. */
export interface ReadAnswers {
  name: string;
  answers: Answers;
}

type Summary = NonNullable<Answers['summary']>;

/** How a format says what the period before was, and what the rows of the classes are called. */
interface AnswersWords {
  before: readonly [string, (summary: Summary) => string | null];
  answeredIn: string;
}

/** Each account in a column; only what can be summed has a sum. */
export function answersTable(
  read: readonly ReadAnswers[],
  summed: ResponseTimeReport['summed'],
  { before: [before, beforeText], answeredIn }: AnswersWords,
): Table {
  const ofSummary = (name: string, shown: (summary: Summary) => Cell): Cell[] => [
    name,
    ...read.map(({ answers }) => (answers.summary === null ? null : shown(answers.summary))),
    ...(summed === null ? [] : ['']),
  ];
  const ofCounts = (
    name: string,
    value: (counts: Pick<Answers, 'distribution' | 'emailsAnalyzed'>) => number,
  ): Cell[] => [name, ...read.map(({ answers }) => value(answers)), ...(summed === null ? [] : [value(summed)])];
  const isCompared = read.some(({ answers }) => (answers.summary?.previousPeriod ?? null) !== null);
  return {
    head: [
      '',
      ...read.map(({ name }) => (read.length > 1 ? { theirs: name } : 'Value')),
      ...(summed === null ? [] : ['Sum']),
    ],
    rows: [
      ofSummary('Median', ({ medianMinutes }) => durationText(medianMinutes)),
      ...(isCompared ? [ofSummary(before, beforeText)] : []),
      ofSummary('Average', ({ averageMinutes }) => durationText(averageMinutes)),
      ofSummary('Within 1 hour', ({ within1HourPercent }) => `${number(within1HourPercent)}%`),
      ofCounts('Mails analyzed', ({ emailsAnalyzed }) => emailsAnalyzed),
      ...ANSWER_CLASSES.map((key) => ofCounts(answeredIn + CLASS_NAMES[key], ({ distribution }) => distribution[key])),
    ],
  };
}
