import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Bounds, sentRange, shownRange } from '../../engine/stats/dates.ts';
import { answersOf, summedAnswers } from '../../engine/stats/response-time.ts';
import { differingTotals, summedVolume, volumeAccount } from '../../engine/stats/volume.ts';
import { readEach } from '../../engine/stats.ts';
import type { Failure } from '../../model/applied.ts';
import type { AccountError } from '../../model/plan.ts';
import type { ResponseTimeReport, VolumeReport } from '../../model/stats.ts';
import { type Formats, RESPONSE_TIME, type StatsReport, VOLUME } from '../../report/formats.ts';
import type { Client } from '../../service/client.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT, exitCode } from '../exit-code.ts';
import { type ClosedAccount, closedAccount, errorOf, requireOpen } from '../session/accounts.ts';
import { openSession, type Session } from '../session/session.ts';
import { saidIfSlow } from '../terminal/slow-answer.ts';
import { userError } from '../user-error.ts';
import { boundsOf } from './stats-dates.ts';

type StatsInvocation = Invocation<Arguments<'stats'>>;

/** `inboxctl stats`: the statistics of the selected accounts, side by side. Sends nothing but GET. */
export async function stats(invocation: StatsInvocation): Promise<Result> {
  const { report, period } = invocation.args;
  if (report !== 'volume' && report !== 'response-time') {
    throw userError({ code: 'stats-report-unknown', args: { name: report } });
  }
  if (report === 'response-time' && period !== undefined) {
    throw userError({ code: 'stats-option-unused', args: { flag: '--period', report } });
  }
  const bounds = boundsOf(invocation.args, Date.now());
  // Rule files have no part in it.
  const session = openSession(invocation, { sends: true });
  try {
    const accounts = openAccounts(session);
    return await (report === 'volume' ? volume : responseTime)(invocation, accounts, bounds);
  } finally {
    await session.close();
  }
}

interface StatsAccounts {
  session: Session;
  open: { name: string; client: Client }[];
  /** Those whose settings are wrong. */
  closed: ClosedAccount[];
}

function openAccounts(session: Session): StatsAccounts {
  const open: StatsAccounts['open'] = [];
  const closed: ClosedAccount[] = [];
  for (const account of session.project.selected) {
    const connection = session.connection(account);
    if (Array.isArray(connection)) {
      closed.push(closedAccount({ name: account.name, baseUrl: '' }, session.redacted(connection)));
    } else open.push({ name: account.name, client: session.client(connection) });
  }
  requireOpen({ open, closed, diagnostics: problemsOf(closed) });
  return { session, open, closed };
}

async function volume(
  invocation: StatsInvocation,
  accounts: StatsAccounts,
  bounds: Bounds,
): Promise<Result<StatsReport<VolumeReport>>> {
  const { period = 'week', timeUnit } = invocation.args;
  const range = sentRange(bounds, timeUnit);
  const redact = (text: string) => accounts.session.redactor.wordsOfService(text);
  const read = await readAll(invocation, accounts, (client) => client.getStatsByPeriod({ ...range, period }));
  const found = read.map(({ name, value, error }): VolumeReport['accounts'][number] =>
    value === null ? { name, ...error, totals: null, rows: [] } : volumeAccount(name, value, period, redact),
  );
  const notes = found.flatMap((account): Diagnostic[] =>
    differingTotals(account).map((args) => ({
      code: 'stats-totals-differ',
      args,
      severity: 'info',
      account: account.name,
    })),
  );
  const summed = summedVolume(found, period);
  const report: VolumeReport = { report: 'volume', period, range: shownRange(bounds), accounts: found, summed };
  return resultOf(invocation, { accounts, read, notes, report, formats: VOLUME });
}

async function responseTime(
  invocation: StatsInvocation,
  accounts: StatsAccounts,
  bounds: Bounds,
): Promise<Result<StatsReport<ResponseTimeReport>>> {
  const range = sentRange(bounds, invocation.args.timeUnit);
  const redact = (text: string) => accounts.session.redactor.wordsOfService(text);
  const read = await readAll(invocation, accounts, (client) => client.getStatsResponseTime(range));
  const found = read.map(({ name, value, error }): ResponseTimeReport['accounts'][number] => {
    return { name, ...error, answers: value === null ? null : answersOf(value, redact) };
  });
  const summed = summedAnswers(found);
  const capped = found.flatMap(({ name, answers }): Diagnostic[] => {
    if (answers === null || !answers.capped) return [];
    return [{ code: 'stats-capped', args: { cap: answers.maxEmailsCap }, severity: 'info', account: name }];
  });
  const notes: Diagnostic[] =
    summed === null ? capped : [...capped, { code: 'stats-not-summed', args: {}, severity: 'info' }];
  const report: ResponseTimeReport = { report: 'response-time', range: shownRange(bounds), accounts: found, summed };
  return resultOf(invocation, { accounts, read, notes, report, formats: RESPONSE_TIME });
}

/** An account: what its service answered, or why it did not. */
interface Answered<T> {
  name: string;
  value: T | null;
  error?: { error: AccountError };
  problem?: Diagnostic;
}

async function readAll<T>(
  invocation: StatsInvocation,
  { session, open, closed }: StatsAccounts,
  ask: (client: Client) => Promise<T>,
): Promise<Answered<T>[]> {
  const read = await saidIfSlow(invocation, readEach(open, ask), 'Reading the statistics');
  const answered = [
    ...read.map((one) => ('value' in one ? one : failed<T>(one.name, one.failure))),
    ...closed.map((one): Answered<T> => ({ name: one.name, value: null, error: { error: errorOf(one) } })),
  ];
  const byName = new Map(answered.map((one) => [one.name, one]));
  return session.project.selected.flatMap(({ name }) => byName.get(name) ?? []);
}

function failed<T>(name: string, { status, code, message, hint, remedy }: Failure): Answered<T> {
  const problem: Diagnostic = { code: 'service-failed', args: { message, remedy }, severity: 'error', account: name };
  return { name, value: null, error: { error: { status, code, message, hint } }, problem };
}

interface Answers<Report> {
  accounts: StatsAccounts;
  read: readonly Answered<unknown>[];
  notes: readonly Diagnostic[];
  report: Report;
  formats: Formats<StatsReport<Report>>;
}

/** Says on stderr what went wrong, and what the format has no place for. */
function resultOf<Report>(
  { args, terminal }: StatsInvocation,
  { accounts: { session, closed }, read, notes, report, formats }: Answers<Report>,
): Result<StatsReport<Report>> {
  const failures = read.flatMap(({ problem }) => problem ?? []);
  const said = [...problemsOf(closed), ...failures, ...session.project.notices];
  const notices = [...said, ...notes];
  terminal.say(args.format === 'csv' ? notices : said);
  return {
    code: exitCode(...closed.map(({ code }) => code), failures.length > 0 ? EXIT.failed : EXIT.done),
    document: { report, notices, notes, hasAny: read.some(({ value }) => value !== null) },
    formats,
  };
}

function problemsOf(closed: readonly ClosedAccount[]): Diagnostic[] {
  return closed.flatMap(({ problems }) => problems);
}
