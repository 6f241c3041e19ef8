/** What most commands share: the accounts of the project with their settings, declared rules and connections. */

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Declared, declare, type Looked } from '../../engine/declare.ts';
import { type Account, hasErrors } from '../../engine/plan.ts';
import type { AccountSettings } from '../../model/project.ts';
import { hider, type Secret, veil } from '../../planning/secrets.ts';
import { renderProblems } from '../../report/text/problems.ts';
import type { Client } from '../../service/client.ts';
import { namesDeclaredBefore } from '../../source/git/history.ts';
import type { Loader } from '../../source/load.ts';
import type { Invocation } from '../command.ts';
import { codeOfProblems, type ExitCode, exitCode } from '../exit-code.ts';
import { textOptions } from '../terminal/style.ts';
import { UserError } from '../user-error.ts';
import { type ConnectedProject, connectProject } from './connected.ts';
import { type Connection, shownBaseUrl } from './connection.ts';
import { inWordsOfService, withoutSecrets } from './hidden-secrets.ts';
import { rulesLoader, rulesOf } from './rules.ts';
import { type Project, planFlags } from './settings.ts';

export interface OpenAccount {
  account: Account;
  client: Client;
  /** Of the inbox; appears nowhere. */
  apiKey: string;
}

/** An account that cannot be worked with, because of its settings or its files. */
export interface ClosedAccount {
  name: string;
  baseUrl: string;
  declared: number;
  problems: Diagnostic[];
  code: ExitCode;
}

export interface OpenProject {
  project: Project;
  open: OpenAccount[];
  closed: ClosedAccount[];
  /** Everything said about settings and files, each thing once: warnings, and why accounts are closed. */
  diagnostics: Diagnostic[];
  /** What must appear nowhere. */
  secrets: Secret[];
  close: () => Promise<void>;
}

/**
 * Reads the files of connected accounts; diagnostics of settings and files go to stderr. An account with problems does not
 * stop the others. Throws a UserError where not one can be worked with, unless there is something to say of that too;
 * it is the caller that closes what is connected.
 */
export function openProject(
  invocation: Invocation,
  connected: ConnectedProject,
  { evenWithNone = false } = {},
): OpenProject {
  const opened = read(connected, rulesLoader(invocation, connected.project, 'error'), invocation);
  const { io, options } = invocation;
  const { open, closed, diagnostics } = opened;
  if (open.length === 0 && closed.length > 0 && !evenWithNone)
    throw new UserError(diagnostics, exitCode(...closed.map(({ code }) => code)));
  const shown = options.quiet === true ? diagnostics.filter(({ severity }) => severity === 'error') : diagnostics;
  if (shown.length > 0) io.stderr.write(renderProblems(shown, textOptions(io, 'stderr', options)));
  return opened;
}

/** Reads settings and files again, as they are now; null where other accounts can be worked with than before. */
export function readAgain(invocation: Invocation, before: OpenProject): Account[] | null {
  const connected = connectProject(invocation);
  void connected.close();
  const loader = rulesLoader(invocation, connected.project, 'error');
  const accounts = read(connected, loader, invocation).open.map(({ account }) => account);
  const isSame =
    accounts.map(({ name }) => name).join('\n') === before.open.map(({ account }) => account.name).join('\n');
  return isSame ? accounts : null;
}

function read(
  { project, keys, accounts, hideBy, close }: ConnectedProject,
  loader: Loader<Looked>,
  invocation: Invocation,
): OpenProject {
  const declared = declare(
    project.selected.map((account) => rulesOf(account, project)),
    loader,
  );
  // What is hidden, and so a digest, must not depend on which accounts are selected.
  const loaded = new Set(project.selected.map((account) => rootsOf(account, project)));
  for (const account of project.accounts) {
    const roots = rootsOf(account, project);
    if (!loaded.has(roots)) loader.load(rulesOf(account, project).roots);
    loaded.add(roots);
  }
  const secrets = [...keys, ...loader.secrets()];
  const mentioned = [...secrets, ...loader.mentioned()];

  const hide = hider(secrets);
  hideBy(inWordsOfService(secrets));
  const open: OpenAccount[] = [];
  const closed: ClosedAccount[] = [];
  const diagnostics = new Set<Diagnostic>();
  accounts.forEach((one, index) => {
    const { settings } = one;
    const files = declared[index] as Declared;
    const unconnected = 'problems' in one ? one.problems : [];
    const problems = [...files.diagnostics, ...unconnected];
    for (const problem of problems) diagnostics.add(problem);
    if ('problems' in one || hasErrors(files.diagnostics)) {
      const address = shownBaseUrl(settings.baseUrl ?? invocation.io.env.INBOXCTL_BASE_URL ?? '', keys) ?? '';
      closed.push(closedAccount(settings, files, address, withoutSecrets(problems, mentioned)));
      return;
    }
    const { connection, client } = one;
    const account = accountOf({ settings, files, connection, project, invocation, hide });
    open.push({ account, client, apiKey: connection.apiKey });
  });
  return {
    project,
    open,
    closed,
    diagnostics: [...project.notices, ...withoutSecrets([...diagnostics], mentioned)],
    secrets,
    close,
  };
}

/** What accounts that share all their files have in common. */
function rootsOf(account: AccountSettings, project: Project): string {
  return JSON.stringify(rulesOf(account, project).roots);
}

/** Takes an account that cannot be worked with, and everything that is wrong with it. */
export function closedAccount(
  { name }: Pick<AccountSettings, 'name'>,
  { rules }: Pick<Declared, 'rules'>,
  baseUrl: string,
  problems: readonly Diagnostic[],
): ClosedAccount {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return { name, baseUrl, declared: rules.length, problems: errors, code: codeOfProblems(errors) };
}

interface Parts {
  settings: AccountSettings;
  files: Pick<Declared, 'rules' | 'violations' | 'placeOf'>;
  connection: Connection;
  project: Project;
  invocation: Invocation;
  hide: (text: string) => string;
}

/** Takes an account with its files and its connection; gives it as it is planned. */
export function accountOf({ settings, files, connection, project, invocation, hide }: Parts): Account {
  const { baseUrl, apiKey } = connection;
  const signingKey = invocation.io.env.INBOXCTL_SIGNING_KEY?.trim();
  const { env } = invocation.io;
  return {
    name: settings.name,
    baseUrl,
    declared: files.rules,
    settings: settings.plan,
    flags: planFlags(invocation.options),
    veil: veil(signingKey || apiKey, hide),
    violations: files.violations,
    declaredBefore: (names) => namesDeclaredBefore(rulesOf(settings, project).roots, project, names, env),
    placeOf: files.placeOf,
  };
}
