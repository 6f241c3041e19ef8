/** A project as a pull needs it: variables need not be set, and rules folders need not be there yet. */
import path from 'node:path';
import pMap from 'p-map';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { failureOf } from '../../engine/failure.ts';
import { hasErrors } from '../../engine/plan.ts';
import { AT_ONCE } from '../../engine/plan-accounts.ts';
import type { PullAccount } from '../../engine/pull/input.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { Invocation } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { requireOpen, sortAccounts } from '../session/accounts.ts';
import type { SessionArguments } from '../session/arguments.ts';
import type { Connection } from '../session/connection.ts';
import { lockAccount } from '../session/locks.ts';
import { openSession, type Session } from '../session/session.ts';
import { UserError } from '../user-error.ts';

export interface PullProject {
  session: Session;
  accounts: PullAccount[];
  /** Whether all rule files of all accounts, selected or not, could be read. */
  isComplete: boolean;
  /** What is to be said of the selection, and why accounts could not be read. */
  problems: Diagnostic[];
  codes: ExitCode[];
}

/**
 * Reads settings, files and live rules. Throws a UserError where the files of a selected account have problems, or where
 * no account could be connected to; an account that cannot be read does not stop the others.
 */
export async function openForPull(
  invocation: Invocation<SessionArguments>,
  { dryRun, isStored = false, project }: { dryRun: boolean; isStored?: boolean; project?: 'optional' },
): Promise<PullProject> {
  const session = openSession(invocation, {
    sends: true,
    keepsSources: true,
    ...(project && { project }),
  });
  try {
    return await readProject(session, !dryRun || isStored);
  } finally {
    await session.close();
  }
}

async function readProject(session: Session, locks: boolean): Promise<PullProject> {
  const { project } = session;
  const errors = new Set(session.declared().flatMap(({ diagnostics }) => diagnostics.filter(isError)));
  const loaded = project.accounts.map((settings) => loadedAccount(settings, session));
  if (errors.size > 0) throw new UserError(session.redacted([...errors]));

  const { open, closed } = sortAccounts(session, ({ name }, connection) => ({ name, connection }));
  const problems = closed.flatMap((one) => one.problems);
  requireOpen({ open, closed, diagnostics: problems });

  const read = await pMap(
    open,
    async ({ name, connection }) => [name, await liveRules(session, name, connection, locks)] as const,
    { concurrency: AT_ONCE },
  );
  const liveOf = new Map<string, LiveRule[] | Diagnostic>(read);
  const failed = read.flatMap(([, live]) => (Array.isArray(live) ? [] : [live]));
  const selected = new Set(project.selected.map(({ name }) => name));
  const accounts = loaded.map(({ account }): PullAccount => {
    const live = liveOf.get(account.name);
    return { ...account, live: Array.isArray(live) ? live : selected.has(account.name) ? 'not-read' : 'not-selected' };
  });
  return {
    session,
    accounts,
    isComplete: loaded.every((one) => one.isComplete),
    problems: [...project.notices, ...problems, ...session.redacted(failed)],
    codes: [
      ...closed.map(({ code }) => code),
      ...failed.map(({ code }) => (code === 'inbox-locked' ? EXIT.refused : EXIT.failed)),
    ],
  };
}

/** A folder that is not there is filled by the first pull. */
function isError({ code, severity }: Diagnostic): boolean {
  return severity === 'error' && code !== 'rules-root-missing';
}

function loadedAccount(settings: AccountSettings, session: Session) {
  const { project, loader } = session;
  const { name, roots } = session.filesOf(settings);
  const { rules, files, problems } = loader.load(roots);
  const account = {
    name,
    roots: roots.map((root) => path.normalize(root)),
    settings: settings.plan,
    ignore: project.fileOf(settings.pathOf('ignore')),
    rules: rules.flatMap(({ source }) => source ?? []),
    files,
  };
  return { account, isComplete: !hasErrors(problems.filter(isError)) };
}

const UNLOCKED = { release: () => {} };

/**
 * Read under the lock of the inbox, where something is to be written: what an apply leaves for a moment must not get into the
 * files.
 */
async function liveRules(
  session: Session,
  name: string,
  connection: Connection,
  locks: boolean,
): Promise<LiveRule[] | Diagnostic> {
  const lock = locks ? await lockAccount({ name, apiKey: connection.apiKey }) : UNLOCKED;
  if (!('release' in lock)) return lock;
  const client = session.client(connection);
  try {
    return await client.listRules();
  } catch (error) {
    const { message, remedy } = failureOf(error);
    return { code: 'service-failed', args: { message, remedy }, severity: 'error', account: name };
  } finally {
    await client.close();
    lock.release();
  }
}
