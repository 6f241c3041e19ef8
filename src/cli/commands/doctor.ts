import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import type { Probed } from '../../diagnostics/results.ts';
import { countsOf } from '../../engine/declare.ts';
import { examineAccount } from '../../engine/doctor/account.ts';
import { type ProbeFinding, told } from '../../engine/doctor/probing.ts';
import { examineProject, type ProjectFacts } from '../../engine/doctor/project.ts';
import type { AccountSettings } from '../../model/project.ts';
import { DIAGNOSIS, type Diagnosis } from '../../report/formats.ts';
import { checkBaseUrl } from '../../service/address.ts';
import { createProbe } from '../../service/probe.ts';
import { named, PROXY_VARIABLES, proxyFor } from '../../service/proxy.ts';
import { namesDeclaredBefore } from '../../source/git/history.ts';
import { shownPath } from '../../source/paths.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { codeOfProblems, EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { allowedHosts, writtenBaseUrl } from '../session/destinations.ts';
import { keyVariableOf } from '../session/keys.ts';
import { openSession, type Session } from '../session/session.ts';
import { hasProject, missingProject } from '../session/settings.ts';
import { UserError } from '../user-error.ts';

declare const INBOXCTL_NODE: string;

/** `inboxctl doctor`: looks at settings, files, connection, key and scopes, and says what to do. */
export async function doctor(invocation: Invocation<Arguments<'doctor'>>): Promise<Result<Diagnosis>> {
  const opened = open(invocation);
  const document =
    'problems' in opened ? await broken(invocation, opened.problems) : await examined(opened, invocation.args);
  if (invocation.args.format === 'text') invocation.terminal.say(document.notices);
  return { code: exitCode(...document.probed.map(codeOf)), document, formats: DIAGNOSIS };
}

/** What is wrong with an option, rather than with the project. */
const OF_OPTIONS: ReadonlySet<Diagnostic['code']> = new Set(['account-unknown', 'directory-missing']);

/** What is wrong with the project file is something to report rather than to stop at. */
function open(invocation: Invocation<Arguments<'doctor'>>): Session | { problems: readonly Diagnostic[] } {
  try {
    return openSession(invocation, { sends: true, project: 'optional' });
  } catch (error) {
    if (!(error instanceof UserError) || error.diagnostics.some(({ code }) => OF_OPTIONS.has(code))) throw error;
    return { problems: error.diagnostics };
  }
}

async function broken(
  { io, args }: Invocation<Arguments<'doctor'>>,
  problems: readonly Diagnostic[],
): Promise<Diagnosis> {
  const places = problems.flatMap(({ place, args }) => place?.file ?? ('file' in args ? String(args.file) : []));
  const file = places[0] ?? args.config ?? 'inboxctl.yaml';
  const project = { file, errors: problems.length };
  return {
    probed: await examineProject({ node: nodeOf(io.version), project, files: null }),
    notices: problems,
  };
}

async function examined(session: Session, args: Arguments<'doctor'>): Promise<Diagnosis> {
  const { file, cwd, accounts, selected, notices } = session.project;
  const declared = session.declared();
  const found = [...new Set(declared.flatMap(({ diagnostics, violations }) => [...diagnostics, ...violations]))];
  const unset = new Set(found.flatMap((one) => (one.code === 'variable-unset' ? [one.args.name] : [])));
  const others = found.filter(({ code }) => code !== 'variable-unset');
  const count = (severity: Diagnostic['severity']) => others.filter((one) => one.severity === severity).length;

  const isThere = hasProject(session.project);
  const facts: ProjectFacts = {
    node: nodeOf(session.io.version),
    project: isThere
      ? { file: file === null ? null : shownPath(file, cwd), accounts: accounts.length }
      : { missing: missingProject(session.project) },
    files: isThere
      ? {
          ...countsOf(declared),
          errors: count('error'),
          warnings: count('warning'),
          variables: session.loader.secrets().map(({ name }) => name),
          unset: [...unset],
        }
      : null,
    ...(await historyOf(session)),
  };
  const all = await Promise.all([
    examineProject(facts),
    ...selected.map((settings) => accountProbes(session, settings, args)),
  ]);
  return { probed: redacted(all.flat(), session), notices };
}

function nodeOf(version: string): ProjectFacts['node'] {
  return { version: version.replace(/^v/, ''), needed: INBOXCTL_NODE };
}

/** Only where an account needs the history: it takes a while to read. */
async function historyOf(session: Session): Promise<Pick<ProjectFacts, 'history'>> {
  const roots = session.project.selected
    .filter(({ plan }) => plan.undeclared === 'declared-before')
    .flatMap((account) => session.filesOf(account).roots);
  if (roots.length === 0) return {};
  const read = await namesDeclaredBefore(roots, session.project, [], session.io.env);
  return { history: 'problem' in read ? (read.problem as Finding<'history-missing'>) : null };
}

async function accountProbes(
  session: Session,
  settings: AccountSettings,
  { baseUrl, apiKeyFile }: Arguments<'doctor'>,
): Promise<Probed[]> {
  const connection = session.connection(settings);
  const problems = Array.isArray(connection) ? connection : [];
  const ofUrl = problems.filter(isOfUrl);
  const ofKey = problems.filter((problem) => !isOfUrl(problem) && !ELSEWHERE.has(problem.code));
  const failed = (code: Diagnostic['code']) =>
    problems.filter((one) => one.code === code).flatMap((one) => told(one, 'failed'));
  const url = baseUrl ?? writtenBaseUrl(settings, session.io.env)?.url ?? '';
  const checked = checkBaseUrl(url, { allowHttp: true });
  const address = 'ok' in checked ? new URL(checked.ok) : null;
  const probe = Array.isArray(connection) ? null : createProbe(connection);
  try {
    return await examineAccount({
      name: settings.name,
      baseUrl: ofUrl.length === 0 && 'ok' in checked ? checked.ok : ofUrl,
      apiKey: ofKey.length === 0 ? (apiKeyFile ?? keyVariableOf(settings, session.io.env)) : ofKey,
      proxy: Array.isArray(connection) ? null : connection.proxy,
      ofProxy: [...failed('proxy-unusable'), ...proxyFindings(address, session.io.env)],
      ofHosts: [...failed('api-key-host'), ...hostFindings(address, session.io.env)],
      probe,
      now: Date.now,
    });
  } finally {
    await probe?.close();
  }
}

/** Problems of a connection that have probes of their own. */
const ELSEWHERE: ReadonlySet<Diagnostic['code']> = new Set(['proxy-unusable', 'api-key-host']);

function proxyFindings(address: URL | null, env: Io['env']): ProbeFinding[] {
  const variable = PROXY_VARIABLES.find((name) => env[name]?.trim());
  if (address === null || variable === undefined) return [];
  const proxy = proxyFor(address.origin, env);
  if (proxy === null) return told({ code: 'proxy-unused', args: { variable, host: address.host } });
  return 'unusable' in proxy ? [] : told({ code: 'proxy-used', args: { proxy: named(proxy) } });
}

function hostFindings(address: URL | null, env: Io['env']): ProbeFinding[] {
  if (address === null || !allowedHosts(env)?.includes(address.host)) return [];
  return told({ code: 'host-allowed', args: { host: address.host } });
}

function isOfUrl({ code, args }: Diagnostic): boolean {
  return code.startsWith('base-url') || (code === 'account-needed' && (args as { flag: string }).flag === '--base-url');
}

function redacted(probed: readonly Probed[], session: Session): Probed[] {
  const told = probed.map(({ finding }): Diagnostic => ({ ...finding, severity: 'info' }) as Diagnostic);
  return session
    .redacted(told)
    .map(({ severity: _, ...finding }, index) => ({ ...(probed[index] as Probed), finding }));
}

/** What is looked at without the service: what is wrong there is an input of the user's. */
const INPUTS: readonly Probed['probe'][] = [
  'project',
  'files',
  'variables',
  'history',
  'base-url',
  'api-key',
  'proxy',
  'allowed-hosts',
];

function codeOf({ probe, result, finding }: Probed): ExitCode {
  if (result !== 'failed') return EXIT.done;
  return INPUTS.includes(probe) ? codeOfProblems([finding]) : EXIT.failed;
}
