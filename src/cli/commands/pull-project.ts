/** A project as a pull needs it: variables need not be set, and rules folders need not be there yet. */
import path from 'node:path';
import pMap from 'p-map';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { declare } from '../../engine/declare.ts';
import { failureOf } from '../../engine/failure.ts';
import { inboxId, lockInbox } from '../../engine/journal/lock.ts';
import { hasErrors } from '../../engine/plan.ts';
import { AT_ONCE } from '../../engine/plan-accounts.ts';
import type { PullAccount } from '../../engine/pull/input.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { Secret } from '../../planning/secrets.ts';
import type { Loader } from '../../source/load.ts';
import type { Invocation } from '../command.ts';
import { codeOfProblems, EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { type ConnectedAccount, type ConnectedProject, connectedOf, connectProject } from '../session/connected.ts';
import { inWordsOfService, withoutSecrets } from '../session/hidden-secrets.ts';
import { rulesOf, writtenRulesLoader } from '../session/rules.ts';
import type { Project } from '../session/settings.ts';
import { UserError } from '../user-error.ts';

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
 * Reads settings, files and live rules. Throws a UserError where the files of a selected account have problems, or where no
 * account could be connected to; an account that cannot be read does not stop the others.
 */
export async function openForPull(invocation: Invocation): Promise<PullProject> {
  const connected = connectProject(invocation);
  try {
    return await readProject(invocation, connected);
  } finally {
    await connected.close();
  }
}

async function readProject(invocation: Invocation, connected: ConnectedProject): Promise<PullProject> {
  const { project, keys } = connected;
  const loader = writtenRulesLoader(invocation, project);
  const declared = declare(
    project.selected.map((account) => rulesOf(account, project)),
    loader,
  );
  const loaded = project.accounts.map((settings) => loadedAccount(settings, project, loader));
  const secrets = [...keys, ...loader.secrets()];
  const errors = new Set(declared.flatMap(({ diagnostics }) => diagnostics.filter(isError)));
  if (errors.size > 0) throw new UserError(withoutSecrets([...errors], secrets));

  const able = connectedOf(connected.accounts);
  const unconnected = connected.accounts.flatMap((one) => ('problems' in one ? [one.problems] : []));
  const codes = unconnected.map(codeOfProblems);
  const problems = withoutSecrets([...new Set(unconnected.flat())], secrets);
  if (able.length === 0 && unconnected.length > 0) throw new UserError(problems, exitCode(...codes));

  connected.hideBy(inWordsOfService(secrets));
  const read = await pMap(able, async (one) => [one.settings.name, await liveRules(one)] as const, {
    concurrency: AT_ONCE,
  });
  const liveOf = new Map<string, LiveRule[] | Diagnostic>(read);
  const failed = read.flatMap(([, live]) => (Array.isArray(live) ? [] : [live]));
  const selected = new Set(project.selected.map(({ name }) => name));
  const accounts = loaded.map(({ account }): PullAccount => {
    const live = liveOf.get(account.name);
    return { ...account, live: Array.isArray(live) ? live : selected.has(account.name) ? 'not-read' : 'not-selected' };
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
async function liveRules(one: ConnectedAccount): Promise<LiveRule[] | Diagnostic> {
  const account = one.settings.name;
  const lock = await lockInbox(inboxId(one.connection.apiKey));
  if ('problem' in lock) return { ...lock.problem, account };
  if ('pid' in lock) return { code: 'inbox-locked', args: lock, severity: 'error', account };
  try {
    return await one.client.listRules();
  } catch (error) {
    const { message, remedy } = failureOf(error);
    return { code: 'service-failed', args: { message, remedy }, severity: 'error', account };
  } finally {
    await one.client.close();
    lock.release();
  }
}
