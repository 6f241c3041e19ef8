/** A project as a pull needs it: variables need not be set, and rules folders need not be there yet. */
import path from 'node:path';
import pMap from 'p-map';
import { declare } from '../engine/declare.ts';
import { failureOf } from '../engine/failure.ts';
import { inboxId, lockInbox } from '../engine/journal/lock.ts';
import { hasErrors } from '../engine/plan.ts';
import { AT_ONCE } from '../engine/plan-accounts.ts';
import type { PullAccount } from '../engine/pull/input.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { AccountSettings } from '../model/project.ts';
import type { LiveRule } from '../model/rule.ts';
import type { Secret } from '../planning/secrets.ts';
import { createClient } from '../service/client.ts';
import type { ClientOptions } from '../service/client-options.ts';
import { Origins } from '../service/origins.ts';
import type { Loader } from '../source/load.ts';
import { type Connection, connector, sameInboxes } from './connection.ts';
import type { Invocation } from './definition.ts';
import { EXIT, type ExitCode, exitCode } from './exit-code.ts';
import { inWordsOfService, withoutSecrets } from './hidden-secrets.ts';
import { ownKeys } from './keys.ts';
import { rulesOf, writtenRulesLoader } from './rules.ts';
import { openSettings, type Project, workingFolder } from './settings.ts';
import { Stop } from './stop.ts';

export interface PullProject {
  project: Project;
  loader: Loader;
  accounts: PullAccount[];
  /** Whether all rule files of all accounts, selected or not, could be read. */
  isComplete: boolean;
  /** What is to be said of the selection, and why accounts could not be read. */
  problems: Diagnostic[];
  codes: ExitCode[];
  /** What must appear nowhere. */
  secrets: Secret[];
}

/**
 * Reads settings, files and live rules. Throws a Stop where the files of a selected account have problems, or where no
 * account could be connected to; an account that cannot be read does not stop the others.
 */
export async function openForPull(invocation: Invocation): Promise<PullProject> {
  const project = openSettings(invocation, workingFolder(invocation));
  const twins = sameInboxes(project, invocation.io.env);
  if (twins.length > 0) throw new Stop(twins);
  const loader = writtenRulesLoader(invocation, project);
  const declared = declare(
    project.selected.map((account) => rulesOf(account, project)),
    loader,
  );
  const loaded = project.accounts.map((settings) => loadedAccount(settings, project, loader));
  const secrets = [...ownKeys(invocation, project), ...loader.secrets()];
  const errors = new Set(declared.flatMap(({ diagnostics }) => diagnostics.filter(isError)));
  if (errors.size > 0) throw new Stop(withoutSecrets([...errors], secrets));

  const connect = connector(invocation, project);
  const connections = project.selected.map((settings) => ({ settings, connection: connect(settings) }));
  const unconnected = connections.flatMap(({ connection }) => (Array.isArray(connection) ? [connection] : []));
  const codes = unconnected.map((problems) =>
    problems.every(({ code }) => code === 'base-url-http') ? EXIT.refused : EXIT.wrongInput,
  );
  const problems = withoutSecrets([...new Set(unconnected.flat())], secrets);
  if (unconnected.length === connections.length && connections.length > 0) throw new Stop(problems, exitCode(...codes));

  const hide = inWordsOfService(secrets);
  const origins = new Origins();
  const read = await pMap(
    connections,
    async ({ settings, connection }) => {
      const live = Array.isArray(connection) ? null : await liveRules(settings.name, connection, { hide, origins });
      return [settings.name, live] as const;
    },
    { concurrency: AT_ONCE },
  );
  const liveOf = new Map<string, LiveRule[] | Diagnostic | null>(read);
  const failed = read.flatMap(([, live]) => (live !== null && !Array.isArray(live) ? [live] : []));
  const accounts = loaded.map(({ account }): PullAccount => {
    const live = liveOf.get(account.name);
    return { ...account, live: live === undefined ? 'not-selected' : Array.isArray(live) ? live : 'not-read' };
  });
  return {
    project,
    loader,
    accounts,
    isComplete: loaded.every((one) => one.isComplete),
    problems: [...project.notices, ...problems, ...withoutSecrets(failed, secrets)],
    codes: [...codes, ...failed.map(({ code }) => (code === 'inbox-locked' ? EXIT.refused : EXIT.failed))],
    secrets,
  };
}

/** A folder that is not there is filled by the first pull. */
function isError({ code, severity }: Diagnostic): boolean {
  return severity === 'error' && code !== 'rules-root-missing';
}

function loadedAccount(settings: AccountSettings, project: Project, loader: ReturnType<typeof writtenRulesLoader>) {
  const { name, roots } = rulesOf(settings, project);
  const { rules, files, problems } = loader.load(roots);
  const ignore = project.fileOf(settings.pathOf('ignore'));
  const account = {
    name,
    roots: roots.map((root) => path.normalize(root)),
    settings: settings.plan,
    ignore,
    rules: rules.map(({ source }) => source),
    files,
  };
  return { account, isComplete: !hasErrors(problems.filter(isError)) };
}

/** Read under the lock of the inbox: what an apply leaves for a moment must not get into the files. */
async function liveRules(
  account: string,
  connection: Connection,
  shared: Pick<ClientOptions, 'hide' | 'origins'>,
): Promise<LiveRule[] | Diagnostic> {
  const lock = await lockInbox(inboxId(connection.baseUrl, connection.apiKey));
  if ('problem' in lock) return { ...lock.problem, account };
  if ('pid' in lock) return { code: 'inbox-locked', args: lock, severity: 'error', account };
  const client = createClient({ ...connection, ...shared });
  try {
    return await client.listRules();
  } catch (error) {
    const { message, remedy } = failureOf(error);
    return { code: 'service-failed', args: { message, remedy }, severity: 'error', account };
  } finally {
    await client.close();
    lock.release();
  }
}
