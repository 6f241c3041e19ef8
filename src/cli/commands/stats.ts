import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Bounds, sentRange, shownRange } from '../../engine/stats/dates.ts';
import { answersOf, summedAnswers } from '../../engine/stats/response-time.ts';
import { differingTotals, summedVolume, volumeAccount } from '../../engine/stats/volume.ts';
import { readEach } from '../../engine/stats.ts';
import type { Failure } from '../../model/applied.ts';
import type { AccountError } from '../../model/plan.ts';
import type { ResponseTimeReport, VolumeReport } from '../../model/stats.ts';
import { csvResponseTime, csvVolume } from '../../report/csv-stats.ts';
import { jsonResponseTime, jsonVolume } from '../../report/json.ts';
import { markdownVolume } from '../../report/markdown/stats.ts';
import { markdownResponseTime } from '../../report/markdown/stats-answers.ts';
import type { TextOptions } from '../../report/style.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { textVolume } from '../../report/text/stats.ts';
import { textResponseTime } from '../../report/text/stats-answers.ts';
import type { Client } from '../../service/client.ts';
import type { Period } from '../../service/statistics.ts';
import type { Command, Invocation } from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { text } from '../session/settings.ts';
import { openStatsAccounts, problemsOf, type StatsAccounts } from '../session/stats-accounts.ts';
import { saidIfSlow } from '../terminal/slow-answer.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';
import { userError } from '../user-error.ts';
import { boundsOf, unitOf } from './stats-dates.ts';

/** `inboxctl stats`: the statistics of the selected accounts, side by side. Sends nothing but GET. */
export const stats: Command = async (invocation) => {
  const { args, options } = invocation;
  const [report = ''] = args;
  if (report !== 'volume' && report !== 'response-time')
    throw userError({ code: 'stats-report-unknown', args: { name: report } });
  if (report === 'response-time' && options.period !== undefined) {
    throw userError({ code: 'stats-option-unused', args: { flag: '--period', report } });
  }
  const bounds = boundsOf(options, Date.now());
  const accounts = openStatsAccounts(invocation);
  try {
    return report === 'volume'
      ? await volume(invocation, accounts, bounds)
      : await responseTime(invocation, accounts, bounds);
  } finally {
    await accounts.close();
  }
};

async function volume(invocation: Invocation, accounts: StatsAccounts, bounds: Bounds): Promise<ExitCode> {
  const period = (text(invocation.options.period) ?? 'week') as Period;
  const range = sentRange(bounds, unitOf(invocation.options));
  const read = await readAll(invocation, accounts, (client) => client.getStatsByPeriod({ ...range, period }));
  const found = read.map(({ name, value, error }): VolumeReport['accounts'][number] =>
    value === null ? { name, ...error, totals: null, rows: [] } : volumeAccount(name, value, period, accounts.hide),
  );
  const summed = summedVolume(found, period);
  const report: VolumeReport = { report: 'volume', period, range: shownRange(bounds), accounts: found, summed };
  const notes = found.flatMap((account): Diagnostic[] =>
    differingTotals(account).map((args) => ({
      code: 'stats-totals-differ',
      args,
      severity: 'info',
      account: account.name,
    })),
  );
  return written(invocation, accounts, read, notes, {
    json: (notices) => jsonVolume(report, notices),
    csv: () => csvVolume(report),
    markdown: (notices) => markdownVolume(report, notices),
    text: (notices, options) => textVolume(report, notices, options),
  });
}

async function responseTime(invocation: Invocation, accounts: StatsAccounts, bounds: Bounds): Promise<ExitCode> {
  const range = sentRange(bounds, unitOf(invocation.options));
  const read = await readAll(invocation, accounts, (client) => client.getStatsResponseTime(range));
  const found = read.map(({ name, value, error }): ResponseTimeReport['accounts'][number] => {
    return { name, ...error, answers: value === null ? null : answersOf(value, accounts.hide) };
  });
  const summed = summedAnswers(found);
  const report: ResponseTimeReport = { report: 'response-time', range: shownRange(bounds), accounts: found, summed };
  const capped = found.flatMap(({ name, answers }): Diagnostic[] => {
    if (answers === null || !answers.capped) return [];
    return [{ code: 'stats-capped', args: { cap: answers.maxEmailsCap }, severity: 'info', account: name }];
  });
  const notSummed: Diagnostic[] = summed === null ? [] : [{ code: 'stats-not-summed', args: {}, severity: 'info' }];
  return written(invocation, accounts, read, [...capped, ...notSummed], {
    json: (notices) => jsonResponseTime(report, notices),
    csv: () => csvResponseTime(report),
    markdown: (notices) => markdownResponseTime(report, notices),
    text: (notices, options) => textResponseTime(report, notices, options),
  });
}

/** An account: what its service answered, or why it did not. */
interface Answered<T> {
  name: string;
  value: T | null;
  error?: { error: AccountError };
  problem?: Diagnostic;
}

async function readAll<T>(
  invocation: Invocation,
  { open, closed, names }: StatsAccounts,
  ask: (client: Client) => Promise<T>,
): Promise<Answered<T>[]> {
  const read = await saidIfSlow(invocation, readEach(open, ask), 'Reading the statistics');
  const answered = [
    ...read.map((one) => ('value' in one ? one : failed<T>(one.name, one.failure))),
    ...closed.map(({ name, problems: [first] }): Answered<T> => {
      if (first === undefined) throw new Error('An account that is closed has no problem');
      const error = { status: null, code: first.code, message: describe(first).message, hint: null };
      return { name, value: null, error: { error } };
    }),
  ];
  const byName = new Map(answered.map((one) => [one.name, one]));
  return names.flatMap((name) => byName.get(name) ?? []);
}

function failed<T>(name: string, { status, code, message, hint, remedy }: Failure): Answered<T> {
  const problem: Diagnostic = { code: 'service-failed', args: { message, remedy }, severity: 'error', account: name };
  return { name, value: null, error: { error: { status, code, message, hint } }, problem };
}

interface Formats {
  json: (notices: readonly Diagnostic[]) => string;
  csv: () => string;
  markdown: (notices: readonly Diagnostic[]) => string;
  text: (notices: readonly Diagnostic[], options: TextOptions) => string;
}

/** Writes the report, and on stderr what went wrong. Gives the exit code. */
function written<T>(
  { io, options }: Invocation,
  { closed, notices }: StatsAccounts,
  read: readonly Answered<T>[],
  notes: readonly Diagnostic[],
  formats: Formats,
): ExitCode {
  const failures = read.flatMap(({ problem }) => problem ?? []);
  const problems = [...problemsOf(closed), ...failures];
  const all = [...problems, ...notices, ...notes];
  const said = options.quiet === true ? errorsOnly(all) : all;
  const hasAny = read.some(({ value }) => value !== null);
  const toStderr = options.format === 'csv' ? said : said.filter((one) => !notes.includes(one));
  if (options.format === 'json') io.stdout.write(formats.json(all));
  else if (options.format === 'markdown') io.stdout.write(formats.markdown(said));
  else if (options.format === 'csv') io.stdout.write(formats.csv());
  else if (hasAny)
    io.stdout.write(formats.text(options.quiet === true ? [] : notes, textOptions(io, 'stdout', options)));
  if (toStderr.length > 0) io.stderr.write(renderProblems(toStderr, textOptions(io, 'stderr', options)));
  return exitCode(...closed.map(({ code }) => code), failures.length > 0 ? EXIT.failed : EXIT.done);
}
