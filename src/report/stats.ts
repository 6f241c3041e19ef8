/** Reports statistics as charts, and as tables with the same numbers. */

import { count, grouped } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { ours, theirs } from '../diagnostics/message.ts';
import type { Period } from '../model/periods.ts';
import {
  ANSWER_CLASSES,
  type Answers,
  type PeriodCounts,
  type ResponseTimeReport,
  type StatsRange,
  type VolumeReport,
} from '../model/stats.ts';
import { accountName, type Block, type Cell, type Inline, line, look, paragraph, type Report } from './document.ts';
import {
  CLASS_NAMES,
  COUNTS,
  changeText,
  durationText,
  number,
  PERIOD_HEADS,
  periodLabel,
  rangeText,
  sumsOf,
} from './stats/words.ts';

export function volumeReport(
  { accounts, summed, period, range }: VolumeReport,
  diagnostics: readonly Diagnostic[],
): Report {
  const read = accounts.filter(({ totals }) => totals !== null);
  const { rows, totals } = summed ?? read[0] ?? { rows: [], totals: null };
  const title = titleOf(line`Mails by ${period}`, range, read, accounts.length > 1);
  if (totals === null) return reportOf(title, [], diagnostics);
  if (rows.length === 0) return reportOf(title, [paragraph(nothing(totals.all))], diagnostics);
  const chart: Block = {
    kind: 'chart',
    title: line`All mails`,
    unit: 'Mails',
    bars: rows.map((row) => ({
      label: periodName(row, period),
      value: row.all,
      shown: cell(row.all),
      ...(row.leftOutBefore === 0 ? {} : { note: line`(${count(row.leftOutBefore, period)} left out)` }),
    })),
    line: { title: 'sent mails', values: rows.map(({ sent }) => sent) },
  };
  const ofAccounts =
    summed === null ? [] : [paragraph(line`All mails, by account:`), accountsTable(read, rows, period)];
  return reportOf(title, [chart, countsTable(rows, period), ...ofAccounts], diagnostics);
}

export function responseTimeReport(
  { accounts, summed, range }: ResponseTimeReport,
  diagnostics: readonly Diagnostic[],
): Report {
  const read = accounts.flatMap(({ name, answers }) => (answers === null ? [] : [{ name, answers }]));
  const title = titleOf(line`Response times`, range, read, accounts.length > 1);
  const [only] = read;
  if (only === undefined) return reportOf(title, [], diagnostics);
  const { distribution, emailsAnalyzed } = summed ?? only.answers;
  if (emailsAnalyzed === 0) return reportOf(title, [paragraph(NOT_ANALYZED)], diagnostics);
  const chart: Block = {
    kind: 'chart',
    title: line`How long answers took, of ${count(emailsAnalyzed, 'mail')}`,
    unit: 'Mails',
    bars: ANSWER_CLASSES.map((key) => {
      const value = distribution[key];
      const share = Math.round((100 * value) / emailsAnalyzed);
      return { label: ours(CLASS_NAMES[key]), value, shown: line`${cell(value)} (${share}%)` };
    }),
    head: ['Answered in', 'Mails'],
  };
  if (summed === null)
    return reportOf(title, [answersTable(read, null), chart, ...trendChart(only, false)], diagnostics);
  const ofAccounts = [paragraph(line`By account:`), answersTable(read, summed), ...trendTable(read)];
  return reportOf(title, [chart, ...ofAccounts, ...read.flatMap((one) => trendChart(one, true))], diagnostics);
}

function reportOf(title: Block, blocks: readonly Block[], diagnostics: readonly Diagnostic[]): Report {
  return { top: [], body: [title, ...blocks, { kind: 'problems', diagnostics }], next: [] };
}

/** Builds the title. Names a single account only if others were asked too. */
function titleOf(text: Inline, range: StatsRange, read: readonly { name: string }[], isOfSeveral: boolean): Block {
  const [first] = read;
  const named = first !== undefined && isOfSeveral ? line`, of ${accountName(first.name)}` : [];
  const whose = read.length > 1 ? line`, of ${count(read.length, 'account')}` : named;
  return { kind: 'title', text, counts: [], beside: [line`${ours(rangeText(range))} (UTC)${whose}`], about: [] };
}

/** Says why there are no rows. */
function nothing(all: number): Inline {
  if (all === 0) return line`The service counts no mail in this time.`;
  return line`The service counts ${ours(all === 1 ? '1 mail' : `${number(all)} mails`)} in this time, but returned no periods.`;
}

const NOT_ANALYZED = line`The service analyzed no answered mail, so there are no times to tell.`;

function cell(value: number): Inline {
  return [number(value)];
}

function periodName(row: PeriodCounts, period: Period): Inline {
  return row.start === null ? look('name', [theirs(row.label)]) : ours(periodLabel(row, period));
}

function countsTable(rows: readonly PeriodCounts[], period: Period): Block {
  const sums = sumsOf(rows);
  return {
    kind: 'table',
    head: [ours(PERIOD_HEADS[period]), ...COUNTS.map(([, name]) => ours(name))],
    rows: rows.map((row) => [periodName(row, period), ...COUNTS.map(([key]) => cell(row[key]))]),
    foot: [line`Sum`, ...COUNTS.map(([key]) => cell(sums[key]))],
  };
}

/** Tabulates the mails of each account. A period that a service left out has no value. */
function accountsTable(read: VolumeReport['accounts'], rows: readonly PeriodCounts[], period: Period): Block {
  const keyOf = ({ start, label }: PeriodCounts) => start ?? label;
  const found = read.map((account) => new Map(account.rows.map((row) => [keyOf(row), cell(row.all)])));
  return {
    kind: 'table',
    head: [ours(PERIOD_HEADS[period]), ...read.map(({ name }) => accountName(name)), line`Sum`],
    rows: rows.map((row) => [
      periodName(row, period),
      ...found.map((all) => all.get(keyOf(row)) ?? null),
      cell(row.all),
    ]),
    foot: [line`Sum`, ...read.map((account) => cell(sumsOf(account.rows).all)), cell(sumsOf(rows).all)],
  };
}

interface ReadAnswers {
  name: string;
  answers: Answers;
}

type Summary = NonNullable<Answers['summary']>;

/** Tabulates the accounts, one in each column. Only values that can be added have a sum. */
function answersTable(read: readonly ReadAnswers[], summed: ResponseTimeReport['summed']): Block {
  const ofSummary = (name: Inline, shown: (summary: Summary) => string | null): Cell[] => {
    const values = read.map(({ answers: { summary } }) => (summary === null ? null : shown(summary)));
    return [name, ...values.map((value) => (value === null ? null : ours(value))), ...(summed === null ? [] : [[]])];
  };
  const ofCounts = (
    name: Inline,
    value: (counts: Pick<Answers, 'distribution' | 'emailsAnalyzed'>) => number,
  ): Cell[] => [
    name,
    ...read.map(({ answers }) => cell(value(answers))),
    ...(summed === null ? [] : [cell(value(summed))]),
  ];
  const before = ({ previousPeriod }: Summary) =>
    previousPeriod === null ? null : durationText(previousPeriod.medianMinutes);
  const isCompared = read.some(({ answers: { summary } }) => summary !== null && before(summary) !== null);
  const compared = isCompared ? [ofSummary(line`Median before`, before), ofSummary(line`Change`, changeText)] : [];
  const classes = ANSWER_CLASSES.map((key) =>
    ofCounts(line`Answered in ${ours(CLASS_NAMES[key])}`, ({ distribution }) => distribution[key]),
  );
  return {
    kind: 'table',
    head: summed === null ? [[], []] : [[], ...read.map(({ name }) => accountName(name)), line`Sum`],
    rows: [
      ofSummary(line`Median`, ({ medianMinutes }) => durationText(medianMinutes)),
      ...compared,
      ofSummary(line`Average`, ({ averageMinutes }) => durationText(averageMinutes)),
      ofSummary(line`Within 1 hour`, ({ within1HourPercent }) => `${number(within1HourPercent)}%`),
      ofCounts(line`Mails analyzed`, ({ emailsAnalyzed }) => emailsAnalyzed),
      [
        line`Analyzed at most`,
        ...read.map(({ answers }) => cell(answers.maxEmailsCap)),
        ...(summed === null ? [] : [[]]),
      ],
      ...(summed === null ? [] : classes),
    ],
  };
}

/** With `isOfSeveral`, a table has the values, so only formats that can draw show the chart. */
function trendChart({ name, answers: { trend } }: ReadAnswers, isOfSeveral: boolean): Block[] {
  if (trend.length === 0) return [];
  const whose = isOfSeveral ? line` of ${accountName(name)}` : [];
  return [
    {
      kind: 'chart',
      title: line`Median over time${whose}, by the beginning of each period`,
      unit: 'Minutes',
      bars: trend.map((row) => ({
        label: startOf(row),
        value: row.medianMinutes,
        shown: line`${ours(durationText(row.medianMinutes))} (${count(row.count, 'mail')})`,
      })),
      ...(isOfSeveral ? { detail: 'comment' } : { head: ['from', 'Median'] }),
    },
  ];
}

function startOf({ start, label }: Answers['trend'][number]): Inline {
  return start === null ? look('name', [theirs(label)]) : ours(start);
}

/** Tabulates the median of each account over time. */
function trendTable(read: readonly ReadAnswers[]): Block[] {
  const found = read.map(({ answers }) => new Map(answers.trend.map((row) => [row.start ?? row.label, row])));
  const periods = new Map(found.flatMap((rows) => [...rows].map(([key, row]) => [key, startOf(row)])));
  if (periods.size === 0) return [];
  const areDated = read.every(({ answers }) => answers.trend.every(({ start }) => start !== null));
  const keys = areDated ? [...periods.keys()].sort() : [...periods.keys()];
  const shown = (key: string) =>
    found.map((rows): Cell => {
      const row = rows.get(key);
      return row === undefined ? null : line`${ours(durationText(row.medianMinutes))} (${grouped(row.count)})`;
    });
  return [
    paragraph(line`Medians over time, with the number of mails:`),
    {
      kind: 'table',
      head: [line`from`, ...read.map(({ name }) => accountName(name))],
      rows: keys.map((key) => [periods.get(key) ?? [], ...shown(key)]),
    },
  ];
}
