import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DAY, dayOf } from '../../engine/stats/dates.ts';
import { answersOf, differingTotals, summedAnswers, summedVolume, volumeAccount } from '../../engine/stats/reports.ts';
import { PERIODS } from '../../model/periods.ts';
import type {
  ResponseTimeDocument,
  ResponseTimeReport,
  StatsRange,
  VolumeDocument,
  VolumeReport,
} from '../../model/stats.ts';
import type { Report } from '../../report/document.ts';
import type { Formats } from '../../report/formats.ts';
import { json } from '../../report/json.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import { shownNotices } from '../../report/print/problems.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { responseTimeReport, volumeReport } from '../../report/stats.ts';
import type { Client } from '../../service/client.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { account, color, config, connection, directory, format, quiet, shard } from '../options.ts';
import { isClosed, openAccounts, requireOpen } from '../session/accounts.ts';
import { askAll } from '../session/read-live.ts';
import { openSession } from '../session/session.ts';
import { apart, UserError, userError } from '../user-error.ts';

export const definition = {
  arguments: [
    {
      name: '<report>',
      description: 'volume: how much mail there was; response-time: how long answers took',
      choices: ['volume', 'response-time'],
    },
  ],
  description:
    'Reads the statistics that the service keeps, and shows them as a table; several accounts side by side, and summed where that makes sense. It needs a key with STATS_READ, and no rule files.\nA DATE is a day (2026-01-31), or how many days ago (30d). Days are those of UTC.\nExits 0 when all accounts were read, 1 when one could not be. The others are still shown.',
  options: [
    directory,
    config,
    account,
    shard,
    { ...format, choices: ['text', 'json', 'markdown'] },
    color,
    quiet,
    ...connection,
    option('--period <PERIOD>', 'for volume: what to count by', { choices: PERIODS, defaultText: 'week' }),
    option('--from <DATE>', 'only mail from this day on', { defaultText: 'all mail; on a terminal twelve periods' }),
    option('--to <DATE>', 'only mail until the end of this day', { defaultText: 'all mail' }),
  ],
  examples: {
    'inboxctl stats volume': 'mails by week',
    'inboxctl stats volume --period month --from 365d': 'by month, of the last year',
    'inboxctl stats response-time --from 30d': 'the last 30 days, compared with those before',
    'inboxctl stats volume --format markdown': 'a table to post somewhere',
  },
} as const satisfies CommandDefinition;

interface Statistics {
  report: VolumeReport | ResponseTimeReport;
  notes: readonly Diagnostic[];
}

export const STATISTICS: Formats<Statistics> = {
  text: ({ report, notes }, { style, quiet }) => {
    const hasAny = report.accounts.some(({ error }) => error === undefined);
    return hasAny ? printTerminal(reportOf(report, notes), { ...style, quiet }) : '';
  },
  markdown: ({ report }, { quiet, notices }) => printMarkdown(reportOf(report, shownNotices(notices, quiet))),
  json: ({ report }, { notices }) => json<VolumeDocument | ResponseTimeDocument>(notices, report),
};

function reportOf(report: Statistics['report'], notices: readonly Diagnostic[]): Report {
  return report.report === 'volume' ? volumeReport(report, notices) : responseTimeReport(report, notices);
}

type StatsInvocation = Invocation<ArgumentsOf<typeof definition>>;

/** `inboxctl stats`: the statistics of the selected accounts, side by side. Sends only GET requests. */
export async function run(invocation: StatsInvocation): Promise<Result<Statistics>> {
  const { args, findings } = invocation;
  if (args.report !== 'volume' && args.period !== undefined) throw apart('--period', args.report);
  const made = args.report === 'volume' ? volume(invocation, args.period ?? 'week') : responseTime(invocation);
  const { code, ...document } = await made;
  findings.add(document.notes, 'document');
  return { code, document, formats: STATISTICS };
}

type Made = Promise<Statistics & { code: ExitCode }>;

async function volume(invocation: StatsInvocation, period: VolumeReport['period']): Made {
  const { range, sent } = rangeOf(invocation);
  const { read, code, redact } = await readAll(invocation, (client) => client.getStatsByPeriod({ ...sent, period }));
  const accounts = read.map((one): VolumeReport['accounts'][number] => {
    if (isClosed(one)) return { name: one.name, error: one.error, totals: null, rows: [] };
    return volumeAccount(one.account.name, one.answer, redact);
  });
  const notes = accounts.flatMap((account) =>
    differingTotals(account).map((args): Diagnostic => {
      return { code: 'stats-totals-differ', args, severity: 'info', account: account.name };
    }),
  );
  return { code, notes, report: { report: 'volume', period, range, accounts, summed: summedVolume(accounts) } };
}

async function responseTime(invocation: StatsInvocation): Made {
  const { range, sent } = rangeOf(invocation);
  const { read, code, redact } = await readAll(invocation, (client) => client.getStatsResponseTime(sent));
  const accounts = read.map((one): ResponseTimeReport['accounts'][number] => {
    if (isClosed(one)) return { name: one.name, error: one.error, answers: null };
    return { name: one.account.name, answers: answersOf(one.answer, redact) };
  });
  const summed = summedAnswers(accounts);
  const notes = accounts.flatMap(({ name, answers }): Diagnostic[] => {
    if (answers === null || !answers.capped) return [];
    return [{ code: 'stats-capped', args: { cap: answers.maxEmailsCap }, severity: 'info', account: name }];
  });
  if (summed !== null) notes.push({ code: 'stats-not-summed', args: {}, severity: 'info' });
  return { code, notes, report: { report: 'response-time', range, accounts, summed } };
}

/** Asks the accounts in order, and says on stderr what went wrong. Throws a UserError if no settings are right. */
async function readAll<Answer>(invocation: StatsInvocation, ask: (client: Client) => Promise<Answer>) {
  // Rule files do not matter here.
  const session = openSession(invocation, { sendsKeys: true, project: 'optional' });
  const { all, open, closed } = openAccounts(session);
  requireOpen({ open, closed, diagnostics: closed.flatMap(({ problems }) => problems) });
  const answers = (await askAll(invocation, open, ask, 'Reading the statistics')).all;
  const read = all.flatMap((one) => (isClosed(one) ? one : (answers.shift() ?? [])));
  const failures = read.filter(isClosed);
  invocation.findings.add([...failures.flatMap(({ problems }) => problems), ...session.project.notices]);
  const redact = (text: string) => session.redactor.wordsOfService(text);
  return { read, code: exitCode(...failures.map(({ code }) => code)), redact };
}

/** When the first of twelve periods began, which fit a screen. Weeks begin on Monday. */
function twelfthLast(period: VolumeReport['period'], today: Date): string | undefined {
  if (period === 'year') return undefined;
  if (period !== 'month') return period === 'day' ? '11d' : `${11 * 7 + ((today.getUTCDay() + 6) % 7)}d`;
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11)).toISOString().slice(0, 10);
}

/** The range as shown, and in ms for the service. Throws a UserError with all problems of the dates. */
function rangeOf({ args, now, terminal }: StatsInvocation) {
  const problems: Diagnostic[] = [];
  const day = (flag: string, text: string | undefined) => {
    if (text === undefined) return null;
    const found = dayOf(text, now());
    if (found === null) problems.push({ code: 'date-unusable', args: { flag, text }, severity: 'error' });
    return found;
  };
  const isOnScreen = terminal.isOneScreen && args.format === 'text' && args.to === undefined;
  const fits = isOnScreen ? twelfthLast(args.period ?? 'week', new Date(now())) : undefined;
  const [from, lastDay] = [day('--from', args.from ?? fits), day('--to', args.to)];
  if (problems.length > 0) throw new UserError(problems);
  const to = lastDay === null ? null : lastDay + DAY - 1;
  if (from !== null && to !== null && from > to) {
    throw userError({ code: 'dates-reversed', args: { from: args.from ?? '', to: args.to ?? '' } });
  }
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const range: StatsRange = { from: iso(from), to: iso(to) };
  // 0 would mean no bound to the service, and means none here: nothing is older than the epoch.
  return { range, sent: { fromDate: from || null, toDate: to } };
}
