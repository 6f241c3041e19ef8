import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Bounds, sentRange, shownRange, spanOf } from '../../engine/stats/dates.ts';
import { answersOf, differingTotals, summedAnswers, summedVolume, volumeAccount } from '../../engine/stats/reports.ts';
import type { ResponseTimeReport, VolumeReport } from '../../model/stats.ts';
import { type Formats, RESPONSE_TIME, type StatsReport, VOLUME } from '../../report/formats.ts';
import type { Client } from '../../service/client.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { exitCode } from '../exit-code.ts';
import {
  accountOpener,
  type ClosedAccount,
  isClosed,
  type OpenAccount,
  requireOpen,
  sortAccounts,
} from '../session/accounts.ts';
import { askAll } from '../session/read-live.ts';
import { openSession, type Session } from '../session/session.ts';
import { UserError, userError } from '../user-error.ts';

type StatsInvocation = Invocation<Arguments<'stats'>>;

/** `inboxctl stats`: the statistics of the selected accounts, side by side. Sends only GET requests. */
export async function stats(invocation: StatsInvocation): Promise<Result> {
  const { report, period } = invocation.args;
  if (report === 'response-time' && period !== undefined) {
    throw userError({ code: 'stats-option-unused', args: { flag: '--period', report } });
  }
  const bounds = boundsOf(invocation.args, invocation.now());
  // Rule files do not matter here.
  const session = openSession(invocation, { sends: true, project: 'optional' });
  return (report === 'volume' ? volume : responseTime)(invocation, session, bounds);
}

async function volume(
  invocation: StatsInvocation,
  session: Session,
  bounds: Bounds,
): Promise<Result<StatsReport<VolumeReport>>> {
  const { period = 'week', timeUnit } = invocation.args;
  const range = sentRange(bounds, timeUnit);
  const redact = (text: string) => session.redactor.wordsOfService(text);
  const read = await readAll(invocation, session, (client) => client.getStatsByPeriod({ ...range, period }));
  const found = read.map((one): VolumeReport['accounts'][number] => {
    if (isClosed(one)) return { name: one.name, error: one.error, totals: null, rows: [] };
    return volumeAccount(one.account.name, one.answer, period, redact);
  });
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
  return resultOf(invocation, { session, read, notes, report, formats: VOLUME });
}

async function responseTime(
  invocation: StatsInvocation,
  session: Session,
  bounds: Bounds,
): Promise<Result<StatsReport<ResponseTimeReport>>> {
  const range = sentRange(bounds, invocation.args.timeUnit);
  const redact = (text: string) => session.redactor.wordsOfService(text);
  const read = await readAll(invocation, session, (client) => client.getStatsResponseTime(range));
  const found = read.map((one): ResponseTimeReport['accounts'][number] => {
    if (isClosed(one)) return { name: one.name, error: one.error, answers: null };
    return { name: one.account.name, answers: answersOf(one.answer, redact) };
  });
  const summed = summedAnswers(found);
  const capped = found.flatMap(({ name, answers }): Diagnostic[] => {
    if (answers === null || !answers.capped) return [];
    return [{ code: 'stats-capped', args: { cap: answers.maxEmailsCap }, severity: 'info', account: name }];
  });
  const notes: Diagnostic[] =
    summed === null ? capped : [...capped, { code: 'stats-not-summed', args: {}, severity: 'info' }];
  const report: ResponseTimeReport = { report: 'response-time', range: shownRange(bounds), accounts: found, summed };
  return resultOf(invocation, { session, read, notes, report, formats: RESPONSE_TIME });
}

type Answered<T> = (OpenAccount & { answer: T }) | ClosedAccount;

/**
 * Asks the selected accounts and returns the answers in order. An account that cannot be read does not stop the others.
 * Throws a UserError if the settings of all are wrong.
 */
async function readAll<T>(
  invocation: StatsInvocation,
  session: Session,
  ask: (client: Client) => Promise<T>,
): Promise<Answered<T>[]> {
  const { all, open, closed } = sortAccounts(session, accountOpener(session, {}));
  requireOpen({ open, closed, diagnostics: closed.flatMap(({ problems }) => problems) });
  const answers = (await askAll(invocation, open, ask, 'Reading the statistics')).all;
  return all.flatMap((one) => (isClosed(one) ? one : (answers.shift() ?? [])));
}

interface ReadStats<Report> {
  session: Session;
  read: readonly Answered<unknown>[];
  notes: readonly Diagnostic[];
  report: Report;
  formats: Formats<StatsReport<Report>>;
}

/** Prints on stderr what went wrong, and what the format has no place for. */
function resultOf<Report>(
  { args, terminal }: StatsInvocation,
  { session, read, notes, report, formats }: ReadStats<Report>,
): Result<StatsReport<Report>> {
  const failures = read.filter(isClosed);
  const said = [...failures.flatMap(({ problems }) => problems), ...session.project.notices];
  const notices = [...said, ...notes];
  terminal.say(args.format === 'csv' ? notices : said);
  return {
    code: exitCode(...failures.map(({ code }) => code)),
    document: { report, notices, notes, hasAny: failures.length < read.length },
    formats,
  };
}

/** `now` is in ms. Throws a UserError with all problems of the dates. */
function boundsOf(args: { from: string | undefined; to: string | undefined }, now: number): Bounds {
  const problems: Diagnostic[] = [];
  const span = (flag: string, typed: string | undefined) => {
    if (typed === undefined) return null;
    const found = spanOf(typed, now);
    if (found === null) problems.push({ code: 'date-unusable', args: { flag, text: typed }, severity: 'error' });
    return found;
  };
  const bounds = { from: span('--from', args.from)?.first ?? null, to: span('--to', args.to)?.last ?? null };
  if (problems.length > 0) throw new UserError(problems);
  const { from, to } = shownRange(bounds);
  if (bounds.from !== null && bounds.to !== null && bounds.from > bounds.to) {
    throw userError({ code: 'dates-reversed', args: { from: from ?? '', to: to ?? '' } });
  }
  return bounds;
}
