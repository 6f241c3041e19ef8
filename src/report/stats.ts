/** Reports statistics as tables. A terminal draws a bar behind each row. */
import { count, grouped } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { ours, theirs } from '../diagnostics/message.ts';
import type { Period } from '../model/periods.ts';
import {
  ANSWER_CLASSES,
  type Answers,
  COUNTS,
  type PeriodCounts,
  type ResponseTimeReport,
  type StatsRange,
  type VolumeReport,
} from '../model/stats.ts';
import { type Block, type Cell, paragraph, type Report, reportTitle } from './document.ts';
import { accountName, type Inline, line, look } from './inline.ts';

export function volumeReport(
  { accounts, summed, period, range }: VolumeReport,
  diagnostics: readonly Diagnostic[],
): Report {
  const read = accounts.filter(({ totals }) => totals !== null);
  const { rows, totals } = summed ?? read[0] ?? { rows: [], totals: null };
  const title = statsTitle(line`Mails by ${period}`, range, read, accounts.length > 1);
  if (totals === null) return reportOf(title, [], diagnostics);
  if (rows.length === 0) return reportOf(title, [paragraph(nothing(totals.all))], diagnostics);
  const ofAccounts =
    summed === null ? [] : [paragraph(line`All mails, by account:`), accountsTable(read, rows, period)];
  return reportOf(title, [countsTable(rows, period), ...ofAccounts], diagnostics);
}

export function responseTimeReport(
  { accounts, summed, range }: ResponseTimeReport,
  diagnostics: readonly Diagnostic[],
): Report {
  const read = accounts.flatMap(({ name, answers }) => (answers === null ? [] : [{ name, answers }]));
  const title = statsTitle(line`Response times`, range, read, accounts.length > 1);
  const all = summed ?? read[0]?.answers;
  if (all === undefined) return reportOf(title, [], diagnostics);
  if (all.emailsAnalyzed === 0) return reportOf(title, [paragraph(NOT_ANALYZED)], diagnostics);
  const heads = (only: string): Cell[] => read.map(({ name }) => (summed === null ? ours(only) : accountName(name)));
  const blocks = [
    summaryTable(read, heads('')),
    classesTable(summed, read, heads('Mails')),
    ...trendTable(read, heads('Median (mails)')),
  ];
  return reportOf(title, blocks, diagnostics);
}

function reportOf(title: Block, blocks: readonly Block[], diagnostics: readonly Diagnostic[]): Report {
  return { top: [], body: [title, ...blocks, { kind: 'problems', diagnostics }], next: [] };
}

/** Builds the title. Names a single account only if others were asked too. */
function statsTitle(text: Inline, range: StatsRange, read: readonly { name: string }[], isOfSeveral: boolean): Block {
  const [first] = read;
  const named = first !== undefined && isOfSeveral ? line`, of ${accountName(first.name)}` : [];
  const whose = read.length > 1 ? line`, of ${count(read.length, 'account')}` : named;
  return reportTitle(text, { beside: [line`${ours(rangeText(range))} (UTC)${whose}`] });
}

function nothing(all: number): Inline {
  if (all === 0) return line`The service counts no mail in this time.`;
  return line`The service counts ${ours(all === 1 ? '1 mail' : `${number(all)} mails`)} in this time, but returned no periods.`;
}

const NOT_ANALYZED = line`The service analyzed no answered mail, so there are no times to tell.`;

function cell(value: number): Inline {
  return [number(value)];
}

/** A period by its first day, or as the service calls it. */
function periodName({ start, label }: Pick<PeriodCounts, 'start' | 'label'>, period: Period): Inline {
  return start === null ? look('name', [theirs(label)]) : ours(start.slice(0, PERIOD_LENGTHS[period]));
}

function sumOf(rows: readonly PeriodCounts[], key: (typeof COUNTS)[number]): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}

function countsTable(rows: readonly PeriodCounts[], period: Period): Block {
  return {
    kind: 'table',
    head: [ours(PERIOD_HEADS[period]), ...COUNTS.map((key) => ours(COUNT_NAMES[key]))],
    rows: rows.map((row) => [periodName(row, period), ...COUNTS.map((key) => cell(row[key]))]),
    foot: [line`Sum`, ...COUNTS.map((key) => cell(sumOf(rows, key)))],
    bars: rows.map(({ all }) => all),
  };
}

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
    foot: [line`Sum`, ...[...read.map((account) => account.rows), rows].map((all) => cell(sumOf(all, 'all')))],
  };
}

type ReadAnswers = readonly { name: string; answers: Answers }[];
type Summary = NonNullable<Answers['summary']>;

function summaryTable(read: ReadAnswers, heads: readonly Cell[]): Block {
  const times = (name: Inline, shown: (summary: Summary) => string | null): Cell[] => {
    const values = read.map(({ answers: { summary } }) => summary && shown(summary));
    return [name, ...values.map((value) => (value === null ? null : ours(value)))];
  };
  const compared = [
    times(line`Median before`, ({ previousPeriod }) => previousPeriod && durationText(previousPeriod.medianMinutes)),
    times(line`Change`, ({ previousPeriod }) => previousPeriod && changeText(previousPeriod.percentChange)),
  ];
  return {
    kind: 'table',
    head: [[], ...heads],
    rows: [
      times(line`Median`, ({ medianMinutes }) => durationText(medianMinutes)),
      ...(read.some(({ answers }) => answers.summary?.previousPeriod) ? compared : []),
      times(line`Average`, ({ averageMinutes }) => durationText(averageMinutes)),
      times(line`Within 1 hour`, ({ within1HourPercent }) => `${number(within1HourPercent)}%`),
      [
        line`Mails analyzed`,
        ...read.map(({ answers }) => line`${cell(answers.emailsAnalyzed)} of at most ${cell(answers.maxEmailsCap)}`),
      ],
    ],
  };
}

function classesTable(summed: ResponseTimeReport['summed'], read: ReadAnswers, heads: readonly Cell[]): Block {
  const all = [...read.map(({ answers }) => answers), ...(summed === null ? [] : [summed])];
  const shown = (value: number, of: number) => line`${cell(value)} (${Math.round((100 * value) / Math.max(1, of))}%)`;
  return {
    kind: 'table',
    head: [line`Answered in`, ...heads, ...(summed === null ? [] : [line`Sum`])],
    rows: ANSWER_CLASSES.map((key) => [
      ours(CLASS_NAMES[key]),
      ...all.map(({ distribution, emailsAnalyzed }) => shown(distribution[key], emailsAnalyzed)),
    ]),
    bars: ANSWER_CLASSES.map((key) => all.at(-1)?.distribution[key] ?? 0),
  };
}

function trendTable(read: ReadAnswers, heads: readonly Cell[]): Block[] {
  const found = read.map(({ answers }) => new Map(answers.trend.map((row) => [row.start ?? row.label, row])));
  const rows = new Map(found.flatMap((all) => [...all]));
  if (rows.size === 0) return [];
  const areDated = [...rows.values()].every(({ start }) => start !== null);
  const keys = areDated ? [...rows.keys()].sort() : [...rows.keys()];
  const shown = (row: Answers['trend'][number] | undefined): Cell =>
    row === undefined ? null : line`${ours(durationText(row.medianMinutes))} (${grouped(row.count)})`;
  return [
    {
      kind: 'table',
      head: [read.length === 1 ? line`from` : line`Median (mails) from`, ...heads],
      rows: keys.map((key) => [
        periodName(rows.get(key) ?? { start: null, label: key }, 'day'),
        ...found.map((all) => shown(all.get(key))),
      ]),
      ...(read.length === 1 ? { bars: keys.map((key) => rows.get(key)?.medianMinutes ?? 0) } : {}),
    },
  ];
}

/** Formats minutes: `2 h 5 min`. From one day on, rounds to hours. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return 'under 1 min';
  if (whole < 60) return `${whole} min`;
  const hours = Math.round(whole / 60);
  const [first, rest] =
    whole < 1_440
      ? [`${Math.floor(whole / 60)} h`, `${whole % 60} min`]
      : [`${grouped(Math.floor(hours / 24))} d`, `${hours % 24} h`];
  return rest.startsWith('0 ') ? first : `${first} ${rest}`;
}

/** Formats a count of the service. API spec 2.4 allows any number. */
function number(value: number): string {
  return Number.isInteger(value) && value >= 0 ? grouped(value) : String(value);
}

/** Formats a range of days: `from 2026-05-25 to 2026-11-21`. */
function rangeText({ from, to }: StatsRange): string {
  const [first, last] = [from?.slice(0, 10), to?.slice(0, 10)];
  if (first === undefined) return last === undefined ? 'all mail' : `up to ${last}`;
  return last === undefined ? `from ${first}` : `from ${first} to ${last}`;
}

/** Column headings for periods, and how much of its first day names a period: 2026, 2026-08 or 2026-08-03. */
const PERIOD_HEADS = { day: 'day', week: 'week of', month: 'month', year: 'year' } as const;
const PERIOD_LENGTHS = { day: 10, week: 10, month: 7, year: 4 } as const;

const COUNT_NAMES: Record<(typeof COUNTS)[number], string> = {
  sent: 'Sent',
  read: 'Read',
  unread: 'Unread',
  unarchived: 'In inbox',
  archived: 'Archived',
  all: 'All',
};

const CLASS_NAMES: Record<(typeof ANSWER_CLASSES)[number], string> = {
  lessThan1Hour: 'under 1 hour',
  oneToFourHours: '1 to 4 hours',
  fourTo24Hours: '4 to 24 hours',
  oneToThreeDays: '1 to 3 days',
  threeToSevenDays: '3 to 7 days',
  moreThan7Days: 'over 7 days',
};

function changeText(percent: number): string {
  return percent === 0 ? 'none' : `${number(Math.abs(percent))}% ${percent > 0 ? 'slower' : 'faster'}`;
}
