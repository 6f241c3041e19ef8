/** What plan and apply share: settings, declared rules and the account, ready to be planned. */
import { type Declared, declare } from '../engine/declare.ts';
import { type Account, hasErrors } from '../engine/plan.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { veil } from '../planning/secrets.ts';
import { renderProblems } from '../report/problems.ts';
import { type Client, createClient } from '../service/client.ts';
import type { Invocation } from './definition.ts';
import { exitCode } from './exit-code.ts';
import { withoutKeys } from './hidden-keys.ts';
import {
  type ConnectionSettings,
  connectionSettings,
  type ProjectSettings,
  planFlags,
  projectSettings,
  workingFolder,
} from './settings.ts';
import { Stop } from './stop.ts';
import { textOptions } from './terminal.ts';

export interface OpenProject {
  client: Client;
  account: Account;
  /** Warnings about the files. */
  diagnostics: Diagnostic[];
  /** Reads settings and files again, as they are now. Throws a Stop with their problems. */
  readAgain: () => Account;
}

/** Reads settings and files; warnings of the files go to stderr. Throws one Stop with everything that is wrong. */
export function openProject(invocation: Invocation): OpenProject {
  const cwd = workingFolder(invocation);
  const stops: Stop[] = [];
  const connection = attempt(() => connectionSettings(invocation, cwd), stops);
  const files = attempt(() => readFiles(invocation, cwd), stops);
  if (connection === undefined || files === undefined) {
    const codes = stops.map(({ code }) => code);
    const all = stops.flatMap(({ diagnostics }) => diagnostics);
    throw new Stop(withoutKeys(all, invocation.io.env.INBOXCTL_API_KEY, connection?.apiKey), exitCode(...codes));
  }
  const diagnostics = withoutKeys(files.declared.diagnostics, connection.apiKey);
  if (diagnostics.length > 0 && invocation.options.quiet !== true) {
    invocation.io.stderr.write(renderProblems(diagnostics, textOptions(invocation.io, 'stderr', invocation.options)));
  }
  return {
    client: createClient(connection),
    account: accountOf(invocation, connection, files),
    diagnostics,
    readAgain: () => accountOf(invocation, connection, readFiles(invocation, cwd)),
  };
}

interface Files {
  project: ProjectSettings;
  declared: Declared;
}

function readFiles(invocation: Invocation, cwd: string): Files {
  const project = projectSettings(invocation, cwd);
  const declared = declare(project.rules, project, project.plan);
  if (hasErrors(declared.diagnostics)) throw new Stop(declared.diagnostics);
  return { project, declared };
}

function accountOf(invocation: Invocation, connection: ConnectionSettings, { project, declared }: Files): Account {
  const { baseUrl, apiKey, apiKeyName } = connection;
  return {
    name: 'default',
    baseUrl,
    declared: declared.rules,
    settings: project.plan,
    flags: planFlags(invocation.options),
    veil: veil(apiKey, [{ name: apiKeyName, value: apiKey }]),
    placeOf: declared.placeOf,
  };
}

/** Runs a reader; a Stop is kept, so that the next reader can tell its problems too. */
function attempt<T>(read: () => T, stops: Stop[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    stops.push(error);
    return undefined;
  }
}
