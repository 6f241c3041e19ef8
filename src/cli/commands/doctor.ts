import { rowOf } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Probed } from '../../diagnostics/results.ts';
import { countDeclared } from '../../engine/declare.ts';
import { ASKED, examineService, type ProbeRow, row, skippedRows } from '../../engine/doctor.ts';
import type { AccountSettings } from '../../model/project.ts';
import { DIAGNOSIS, type Diagnosis } from '../../report/formats.ts';
import { checkBaseUrl, isLoopback } from '../../service/address.ts';
import { createProbe } from '../../service/probe.ts';
import { PROXY_VARIABLES, proxyFor, proxyName, throughProxy } from '../../service/proxy.ts';
import { shownPath } from '../../source/paths.ts';
import type { ArgumentsOf, CommandDefinition, Invocation, Result } from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { common, quickConnection } from '../options.ts';
import { writtenBaseUrl } from '../session/destinations.ts';
import { keyVariableOf } from '../session/keys.ts';
import { openSession, type Session } from '../session/session.ts';
import { hasProject, missingProject } from '../session/settings.ts';
import { codeOfProblems, UserError } from '../user-error.ts';

export const definition = {
  description:
    'Checks the project, the connection to the service of each account, and what its key may do there, and says how to fix what is wrong. It changes nothing: it learns whether the key may write from a request that cannot be carried out.\nExits 0 when no check failed (warnings are allowed), 1 when one failed, 3 when settings or files are wrong, 4 for http://.',
  options: [...common, ...quickConnection],
  examples: {
    'inboxctl doctor': 'check everything',
    'inboxctl doctor --account alice --format json': 'one account, for a program to read',
  },
} as const satisfies CommandDefinition;

type DoctorInvocation = Invocation<ArgumentsOf<typeof definition>>;

/** `inboxctl doctor`: checks settings, files, connection, key and scopes, and says what to do. */
export async function run(invocation: DoctorInvocation): Promise<Result<Diagnosis>> {
  const opened = open(invocation);
  const document =
    'problems' in opened ? broken(opened.problems, invocation.args.config) : await examined(opened, invocation);
  invocation.findings.add(document.notices);
  return { code: exitCode(...document.probed.map(codeOf)), document, formats: DIAGNOSIS };
}

/** Opens the session. A broken project file is a result to report, not an error. */
function open(invocation: DoctorInvocation): Session | { problems: readonly Diagnostic[] } {
  try {
    return openSession(invocation, { sends: true, project: 'optional', unset: 'error' });
  } catch (error) {
    if (!(error instanceof UserError) || error.diagnostics.some(isOfOption)) throw error;
    return { problems: error.diagnostics };
  }
}

/** Whether a problem is about an option rather than the project. */
function isOfOption(problem: Diagnostic): boolean {
  return rowOf(problem).scope === 'option';
}

function broken(notices: readonly Diagnostic[], config = 'inboxctl.yaml'): Diagnosis {
  const places = notices.flatMap(({ place, args }) => place?.file ?? ('file' in args ? String(args.file) : []));
  const args = { file: places[0] ?? config, errors: notices.length };
  const rows = [row('project', 'failed', { code: 'project-broken', args }), ...skippedRows(['files'], 'project')];
  return { probed: ofAccount(null, rows), notices };
}

async function examined(session: Session, invocation: DoctorInvocation): Promise<Diagnosis> {
  const { selected, notices } = session.project;
  const ofProject = ofAccount(null, projectRows(session));
  const ofAccounts = await Promise.all(
    selected.map(async (settings) => ofAccount(settings.name, await accountRows(session, settings, invocation))),
  );
  return { probed: [...ofProject, ...ofAccounts.flat()], notices };
}

function ofAccount(account: string | null, rows: readonly ProbeRow[]): Probed[] {
  return rows.map((one) => ({ account, ...one }));
}

/** Reads the rule files of any project, because they tell what is secret. */
function projectRows(session: Session): ProbeRow[] {
  const declared = session.declared();
  const { project } = session;
  if (!hasProject(project)) {
    const missing = row('project', 'failed', { code: 'project-missing', args: missingProject(project) });
    return [missing, ...skippedRows(['files'], 'project')];
  }
  const { file, cwd, accounts } = project;
  const found = [...new Set(declared.flatMap(({ diagnostics, violations }) => [...diagnostics, ...violations]))];
  const count = (severity: Diagnostic['severity']) => found.filter((one) => one.severity === severity).length;
  const args = { ...countDeclared(declared), errors: count('error'), warnings: count('warning') };
  const result = args.errors > 0 ? 'failed' : args.warnings > 0 ? 'warning' : 'ok';
  return [
    file === null
      ? row('project', 'ok', { code: 'project-without-file', args: {} })
      : row('project', 'ok', {
          code: 'project-found',
          args: { file: shownPath(file, cwd), accounts: accounts.length },
        }),
    row('files', result, { code: 'files-checked', args }),
  ];
}

async function accountRows(
  session: Session,
  settings: AccountSettings,
  { args, now }: DoctorInvocation,
): Promise<ProbeRow[]> {
  const connection = session.connection(settings);
  const rows = settingsRows(settings, session.io.env, args, Array.isArray(connection) ? connection : []);
  if (Array.isArray(connection)) {
    const because = rows.find(({ result }) => result === 'failed')?.probe ?? 'api-key';
    return [...rows, ...skippedRows(ASKED, because)];
  }
  const probe = createProbe(connection);
  try {
    const { host } = new URL(connection.baseUrl);
    return [...rows, ...(await examineService(probe, { host, through: throughProxy(connection.proxy), now }))];
  } finally {
    await probe.close();
  }
}

/** The connection's settings, and the problems with them. */
function settingsRows(
  settings: AccountSettings,
  env: Io['env'],
  { baseUrl, apiKeyFile }: ArgumentsOf<typeof definition>,
  problems: readonly Diagnostic[],
): ProbeRow[] {
  const checked = checkBaseUrl(baseUrl ?? writtenBaseUrl(settings, env)?.url ?? '', { allowHttp: true });
  const url = 'ok' in checked ? checked.ok : null;
  const from = apiKeyFile ?? keyVariableOf(settings, env);
  const usable = {
    'base-url': url === null ? [] : urlRows(url),
    'api-key': [row('api-key', 'ok', { code: 'api-key-set', args: { from } })],
    proxy: url === null ? [] : proxyRows(new URL(url), env),
  };
  return (['base-url', 'api-key', 'proxy'] as const).flatMap((probe) => {
    const own = problems.filter((problem) => probeOf(problem) === probe);
    return own.length === 0 ? usable[probe] : own.map((problem) => row(probe, 'failed', problem));
  });
}

function probeOf(problem: Diagnostic): ProbeRow['probe'] {
  if ('flag' in problem.args && problem.args.flag === '--base-url') return 'base-url';
  const { scope = 'api-key' } = rowOf(problem);
  return scope === 'option' ? 'api-key' : scope;
}

function urlRows(baseUrl: string): ProbeRow[] {
  const endsAsUsual = baseUrl.endsWith('/api/v1');
  const set = row('base-url', endsAsUsual ? 'ok' : 'warning', { code: 'base-url-set', args: { baseUrl, endsAsUsual } });
  const { protocol, hostname } = new URL(baseUrl);
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
