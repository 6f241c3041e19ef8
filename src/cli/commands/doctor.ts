import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import type { Probed } from '../../diagnostics/results.ts';
import { declare } from '../../engine/declare.ts';
import { examineAccount } from '../../engine/doctor/account.ts';
import { examineProject, type ProjectFacts } from '../../engine/doctor/project.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { Secret } from '../../planning/secrets.ts';
import { jsonDoctor } from '../../report/json.ts';
import { textDoctor } from '../../report/text/doctor.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { checkBaseUrl } from '../../service/address.ts';
import { createProbe } from '../../service/probe.ts';
import { shownPath } from '../../source/find-files.ts';
import { namesDeclaredBefore } from '../../source/git/history.ts';
import type { Command, Invocation } from '../command.ts';
import { codeOfProblems, EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { connector, sameInboxes } from '../session/connection.ts';
import { withoutSecrets } from '../session/hidden-secrets.ts';
import { ownKeys } from '../session/keys.ts';
import { rulesLoader, rulesOf } from '../session/rules.ts';
import { openSettings, type Project, text, workingFolder } from '../session/settings.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';
import { UserError } from '../user-error.ts';

/** As package.json has it. */
const NODE_NEEDED = '20.19';

/** `inboxctl doctor`: looks at settings, files, connection, key and scopes, and says what to do. */
export const doctor: Command = async (invocation) => {
  const { io, options } = invocation;
  const opened = open(invocation);
  const { probed, secrets } =
    'project' in opened ? await examine(invocation, opened.project) : await broken(invocation, opened);
  const notices = 'project' in opened ? opened.project.notices : opened.problems;
  const shown = hidden(probed, secrets);
  if (options.format === 'json') io.stdout.write(jsonDoctor(shown, notices));
  else {
    const wanted = options.quiet === true ? shown.filter(({ result }) => result === 'failed') : shown;
    if (wanted.length > 0) io.stdout.write(textDoctor(wanted, textOptions(io, 'stdout', options)));
    const said = options.quiet === true ? errorsOnly(notices) : notices;
    io.stderr.write(renderProblems(said, textOptions(io, 'stderr', options)));
  }
  return exitCode(...shown.map(codeOf));
};

interface Examined {
  probed: Probed[];
  secrets: readonly Secret[];
}

/** The settings; or what is wrong with the project file, which is something to report rather than to stop at. */
function open(invocation: Invocation): { project: Project } | { problems: readonly Diagnostic[] } {
  const cwd = workingFolder(invocation);
  try {
    const project = openSettings(invocation, cwd);
    const problems = sameInboxes(project, invocation.io.env);
    return problems.length > 0 ? { problems } : { project };
  } catch (error) {
    const isOfFile = error instanceof UserError && error.diagnostics.every(({ code }) => code !== 'account-unknown');
    if (isOfFile) return { problems: error.diagnostics };
    throw error;
  }
}

async function broken(
  { io, options }: Invocation,
  { problems }: { problems: readonly Diagnostic[] },
): Promise<Examined> {
  const file =
    problems.find(({ place }) => place !== undefined)?.place?.file ?? text(options.config) ?? 'inboxctl.yaml';
  const project = { file, errors: problems.length };
  return { probed: await examineProject({ node: nodeOf(io.version), project, files: null }), secrets: [] };
}

async function examine(invocation: Invocation, project: Project): Promise<Examined> {
  const { file, cwd, accounts, selected } = project;
  const loader = rulesLoader(invocation, project, 'warning');
  const declared = declare(
    selected.map((account) => rulesOf(account, project)),
    loader,
  );
  const found = [...new Set(declared.flatMap(({ diagnostics, violations }) => [...diagnostics, ...violations]))];
  const unset = new Set(found.flatMap((one) => (one.code === 'variable-unset' ? [one.args.name] : [])));
  const others = found.filter(({ code }) => code !== 'variable-unset');
  const count = (severity: Diagnostic['severity']) => others.filter((one) => one.severity === severity).length;
  const variables = loader.secrets();

  const facts: ProjectFacts = {
    node: nodeOf(invocation.io.version),
    project: { file: file === null ? null : shownPath(file, cwd), accounts: accounts.length },
    files: {
      rules: new Set(declared.flatMap(({ rules }) => rules.map(({ spot }) => spot))).size,
      files: new Set(declared.flatMap(({ files }) => files.map(({ path }) => path))).size,
      errors: count('error'),
      warnings: count('warning'),
      variables: variables.map(({ name }) => name),
      unset: [...unset],
    },
    ...(await historyOf(invocation, project)),
  };
  const connect = connector(invocation, project);
  const all = await Promise.all([
    examineProject(facts),
    ...selected.map((settings) => accountProbes(invocation, settings, connect(settings))),
  ]);
  return { probed: all.flat(), secrets: [...ownKeys(invocation, project), ...variables] };
}

function nodeOf(version: string): ProjectFacts['node'] {
  return { version: version.replace(/^v/, ''), needed: NODE_NEEDED };
}

/** Only where an account needs the history: it takes a while to read. */
async function historyOf({ io }: Invocation, project: Project): Promise<Pick<ProjectFacts, 'history'>> {
  const roots = project.selected
    .filter(({ plan }) => plan.undeclared === 'declared-before')
    .flatMap((account) => rulesOf(account, project).roots);
  if (roots.length === 0) return {};
  const read = await namesDeclaredBefore(roots, project, [], io.env);
  return { history: 'problem' in read ? (read.problem as Finding<'history-missing'>) : null };
}

async function accountProbes(
  { io, options }: Invocation,
  settings: AccountSettings,
  connection: ReturnType<ReturnType<typeof connector>>,
): Promise<Probed[]> {
  const problems = Array.isArray(connection) ? connection : [];
  const ofUrl = problems.filter(isOfUrl);
  const ofKey = problems.filter((problem) => !isOfUrl(problem));
  const url = text(options.baseUrl) ?? settings.baseUrl ?? io.env.INBOXCTL_BASE_URL ?? '';
  const checked = checkBaseUrl(url, { allowHttp: true });
  const probe = Array.isArray(connection) ? null : createProbe(connection);
  try {
    return await examineAccount({
      name: settings.name,
      baseUrl: ofUrl.length === 0 && 'ok' in checked ? checked.ok : ofUrl,
      apiKey: ofKey.length === 0 ? (text(options.apiKeyFile) ?? settings.apiKeyVariable ?? 'INBOXCTL_API_KEY') : ofKey,
      proxy: Array.isArray(connection) ? null : connection.proxy,
      probe,
      now: Date.now,
    });
  } finally {
    await probe?.close();
  }
}

function isOfUrl({ code, args }: Diagnostic): boolean {
  return code.startsWith('base-url') || (code === 'account-needed' && (args as { flag: string }).flag === '--base-url');
}

function hidden(probed: readonly Probed[], secrets: readonly Secret[]): Probed[] {
  const told = probed.map(({ finding }): Diagnostic => ({ ...finding, severity: 'info' }) as Diagnostic);
  return withoutSecrets(told, secrets).map(({ severity: _, ...finding }, index) => ({
    ...(probed[index] as Probed),
    finding,
  }));
}

/** What is looked at without the service: what is wrong there is an input of the user's. */
const INPUTS: readonly Probed['probe'][] = ['project', 'files', 'variables', 'history', 'base-url', 'api-key'];

function codeOf({ probe, result, finding }: Probed): ExitCode {
  if (result !== 'failed') return EXIT.done;
  return INPUTS.includes(probe) ? codeOfProblems([finding]) : EXIT.failed;
}
