import { describe, rowOf } from '../../diagnostics/describe.ts';
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import type { Probed } from '../../diagnostics/results.ts';
import { ASKED, type Examined, examineService, type ProbeRow, row, skippedRows } from '../../engine/doctor.ts';
import { inboxesInCommon } from '../../engine/inboxes.ts';
import type { DoctorDocument } from '../../model/doctor.ts';
import type { AccountSettings } from '../../model/project.ts';
import { doctorReport } from '../../report/doctor.ts';
import type { Formats } from '../../report/formats.ts';
import { json } from '../../report/json.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { checkBaseUrl, isLoopback } from '../../service/address.ts';
import { createProbe } from '../../service/probe.ts';
import { PROXY_VARIABLES, proxyFor, proxyName, throughProxy } from '../../service/proxy.ts';
import type { ArgumentsOf, CommandDefinition, Invocation, Result } from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { common, quickConnection } from '../options.ts';
import type { Connection } from '../session/connection.ts';
import { levelOf, writtenBaseUrl } from '../session/destinations.ts';
import { keyVariableOf } from '../session/keys.ts';
import { openSession, type Session } from '../session/session.ts';
import { hasOtherBaseUrl, hasOtherKey } from '../session/slips.ts';
import { codeOfProblems } from '../user-error.ts';

export const definition = {
  description:
    'Checks the settings, the connection to the service of each account, and what its key may do there, and says how to fix what is wrong. It changes nothing: it learns whether the key may write from a request that cannot be carried out.\nExits 0 when no check failed (warnings are allowed), 1 when one failed, 3 when settings are wrong, 4 for http://.',
  options: [...common, ...quickConnection],
  examples: {
    'inboxctl doctor': 'check everything',
    'inboxctl doctor --account alice --format json': 'one account, for a program to read',
  },
} as const satisfies CommandDefinition;

export const DIAGNOSIS: Formats<readonly Probed[]> = {
  text: (probed, { style, quiet }) => {
    const shown = quiet ? probed.filter(({ result }) => result === 'failed') : probed;
    return shown.length === 0 ? '' : printTerminal(doctorReport(shown), style);
  },
  json: (probed, { notices }) => json<DoctorDocument>(notices, { probes: probed.map(probeInWords) }),
};

function probeInWords({ finding, ...probe }: Probed): DoctorDocument['probes'][number] {
  const { message: detail, remedy } = describe(finding);
  return { ...probe, detail, remedy };
}

type Arguments = ArgumentsOf<typeof definition>;
type DoctorInvocation = Invocation<Arguments>;

/** `inboxctl doctor`: checks settings, connection, key and scopes, and says what to do. */
export async function run(invocation: DoctorInvocation): Promise<Result<readonly Probed[]>> {
  const session = openSession(invocation, { sendsKeys: true });
  // What a service says may hold the secrets of the rules, and only the rule files tell which those are.
  session.declared();
  const { selected, notices } = session.project;
  const examined = await Promise.all(selected.map((settings) => examine(session, settings, invocation)));
  const shared = new Map(inboxesInCommon(examined).map((problem) => [problem.account, problem]));
  const probed = examined.flatMap(({ name, rows }) => {
    const problem = shared.get(name);
    return rows.map((one): Probed => {
      const isWrong = one.probe === 'key' && problem !== undefined;
      return { account: name, ...(isWrong ? row('key', 'failed', problem) : one) };
    });
  });
  // The rows tell what is not used, account by account.
  invocation.findings.add(notices.filter(({ code }) => code !== 'base-url-unused'));
  return { code: exitCode(...probed.map(codeOf)), document: probed, formats: DIAGNOSIS };
}

async function examine(session: Session, settings: AccountSettings, { args }: DoctorInvocation) {
  const connection = session.connection(settings);
  const problems = Array.isArray(connection) ? connection : [];
  const rows = settingsRows(settings, session.io.env, args, problems);
  const because = rows.find(({ result }) => result === 'failed')?.probe ?? 'api-key';
  const closed: Examined = { rows: skippedRows(ASKED, because), live: [] };
  const asked = Array.isArray(connection) ? closed : await examined(connection);
  return { name: settings.name, rows: [...rows, ...asked.rows], live: asked.live };
}

async function examined(connection: Connection): Promise<Examined> {
  const probe = createProbe(connection);
  try {
    const { host } = new URL(connection.baseUrl);
    return await examineService(probe, { host, through: throughProxy(connection.proxy) });
  } finally {
    await probe.close();
  }
}

function settingsRows(
  settings: AccountSettings,
  env: Io['env'],
  args: Arguments,
  problems: readonly Diagnostic[],
): ProbeRow[] {
  const { url: text = '', by = 'environment' } = writtenBaseUrl(settings, env, args) ?? {};
  const checked = checkBaseUrl(text, { allowHttp: true });
  const url = 'ok' in checked ? checked.ok : null;
  const isOtherSet = by !== 'flag' && hasOtherBaseUrl(settings, env);
  const usable = {
    'base-url': url === null ? [] : urlRows({ baseUrl: url, by, isOtherSet }),
    'api-key': [row('api-key', 'ok', { code: 'api-key-set', args: keySource(settings, env, args) })],
    proxy: url === null ? [] : proxyRows(new URL(url), env),
  };
  return (['base-url', 'api-key', 'proxy'] as const).flatMap((probe) => {
    const own = problems.filter((problem) => probeOf(problem) === probe);
    return own.length === 0 ? usable[probe] : own.map((problem) => row(probe, 'failed', problem));
  });
}

function keySource(
  settings: AccountSettings,
  env: Io['env'],
  { apiKeyFile }: Arguments,
): Finding<'api-key-set'>['args'] {
  if (apiKeyFile !== undefined) return { from: apiKeyFile, by: 'flag', isOtherSet: false };
  const by = settings.apiKeyVariable === null ? 'environment' : levelOf(settings, 'apiKey');
  return { from: keyVariableOf(settings), by, isOtherSet: hasOtherKey(settings, env) };
}

function probeOf(problem: Diagnostic): ProbeRow['probe'] {
  if ('flag' in problem.args && problem.args.flag === '--base-url') return 'base-url';
  return rowOf(problem).scope ?? 'api-key';
}

function urlRows(args: Finding<'base-url-set'>['args']): ProbeRow[] {
  const set = row('base-url', 'ok', { code: 'base-url-set', args });
  const { protocol, hostname } = new URL(args.baseUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return [set];
  return [set, row('base-url', 'warning', { code: 'tls-unused', args: {} })];
}

function proxyRows({ origin, host }: URL, env: Io['env']): ProbeRow[] {
  const variable = PROXY_VARIABLES.find((name) => env[name]?.trim());
  if (variable === undefined) return [];
  const proxy = proxyFor(origin, env);
  if (proxy === null) return [row('proxy', 'ok', { code: 'proxy-unused', args: { variable, host } })];
  return 'unusable' in proxy ? [] : [row('proxy', 'ok', { code: 'proxy-used', args: { proxy: proxyName(proxy) } })];
}

/** The exit code of a failed probe: those that need no service check input of the user. */
function codeOf({ probe, result, finding }: Probed): ExitCode {
  if (result !== 'failed') return EXIT.done;
  return ASKED.some((one) => one === probe) ? EXIT.failed : codeOfProblems([finding]);
}
