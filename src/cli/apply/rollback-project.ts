/**
 * Opens a project for a rollback: settings and keys, but no declared rules. When everything is broken, the files may be
 * too. They are read only for the names of variables, whose values must be hidden.
 */

import path from 'node:path';
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { type Run, readRun, readRunFrom } from '../../engine/journal/read.ts';
import { distrustOf, distrustOfFile } from '../../engine/journal/trust.ts';
import type { RecallSources } from '../../engine/rollback/recall.ts';
import type { PlanLine } from '../../model/journal.ts';
import type { Shard } from '../../model/shard.ts';
import { isInShard } from '../../planning/shard.ts';
import { type ReferenceContext, variableText } from '../../source/load/references.ts';
import { shownPath } from '../../source/paths.ts';
import type { Invocation } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import {
  accountOpener,
  type ClosedAccount,
  closedAccount,
  type OpenProject,
  requireOpen,
  sortAccounts,
} from '../session/accounts.ts';
import { sealKeysFor, sealKeysOf } from '../session/keys.ts';
import { openSession, type Session } from '../session/session.ts';
import type { Project } from '../session/settings.ts';
import { withSamples } from '../session/tests.ts';
import { UserError, userError } from '../user-error.ts';
import { learnSecrets } from './journal-secrets.ts';

export interface RollbackProject extends OpenProject {
  run: Run;
  /** Reads a variable, to replace a text that came from it. */
  variable: RecallSources['variable'];
}

type RollbackArguments = Arguments<'rollback'>;
export type RollbackInvocation = Invocation<RollbackArguments>;

/**
 * Opens the run that the arguments name and its accounts. Diagnostics go to stderr. An account with problems does not
 * stop the others. Throws a UserError if the run does not exist, or if no account can be opened.
 */
export async function openForRollback(invocation: RollbackInvocation): Promise<RollbackProject> {
  const opened = openRun(invocation);
  const { run, session } = opened;
  const reason = await distrustOfFile(run.file, invocation.io.env, invocation.args.from === undefined);
  if (reason !== null) {
    const file = shownPath(run.file, session.project.cwd);
    throw userError({ code: 'journal-untrusted', args: { file, reason } });
  }
  requireOpen(opened);
  invocation.terminal.say(opened.diagnostics);
  return opened;
}

/** Opens everything again in its current state, to plan the same run a second time. */
export function openAgain(invocation: RollbackInvocation, { run: { run } }: RollbackProject): RollbackProject {
  const { args } = invocation;
  return openRun({ ...invocation, args: args.from === undefined ? { ...args, run } : args });
}

function openRun(invocation: RollbackInvocation): RollbackProject {
  const { args } = invocation;
  if (args.from !== undefined && args.run !== undefined) throw userError({ code: 'run-and-from', args: {} });
  const session = openSession(invocation, { sends: true, ...(args.from !== undefined && { project: 'optional' }) });
  const settings = session.project;
  const run = runOf(args, session);
  const touched = new Map(changedBy(run).map((account) => [account.name, account]));
  session.narrowTo(settings.selected.filter(({ name }) => touched.has(name)));
  const { cwd } = session.project;
  const shard = args.shard ?? null;
  const gone = args.account === undefined ? goneFrom(settings, run, shard) : [];
  const isNothing = session.project.selected.length === 0 && gone.length === 0;
  const accounts = settings.selected.map(({ name }) => name);
  const nothing: Finding = { code: 'rollback-nothing', args: { run: run.run, accounts } };
  // Some of the machines that share a rollback may have nothing to do.
  if (isNothing && shard === null) throw userError(nothing);
  const said = isNothing && accounts.length > 0 ? [{ ...nothing, severity: 'info' } as Diagnostic] : [];

  learnSecrets(session, run.plan);
  const openAccount = accountOpener(session, args);
  const sorted = sortAccounts(session, (settings, connection, files) => {
    const { name } = settings;
    const { baseUrl } = connection;
    const { baseUrl: was = '', keyId } = touched.get(name) ?? {};
    if (baseUrl !== was) {
      return closedFor({ name, baseUrl }, { code: 'rollback-account-moved', args: { was, is: baseUrl } });
    }
    const opened = openAccount(settings, connection, files);
    const reason = distrustOf(run, opened.account);
    if (reason === null) return opened;
    return closedFor(opened.account, {
      code: 'journal-untrusted',
      args: { file: shownPath(run.file, cwd), reason, ...(reason === 'other-key' && keyId !== undefined && { keyId }) },
    });
  });
  const closed = [
    ...gone.map((account) => closedFor(account, { code: 'rollback-account-gone', args: { name: account.name } })),
    ...sorted.closed,
  ];
  return withSamples({
    session,
    run,
    open: sorted.open,
    closed,
    diagnostics: [...settings.notices, ...said, ...closed.flatMap(({ problems }) => problems)],
    variable: variableReader(session.references),
  });
}

/** The run to take back. Accounts of a journal from elsewhere get the names that they have here. */
function runOf({ run: named, from }: RollbackArguments, session: Session): Run {
  const { home, cwd, selected, notices } = session.project;
  const keys = sealKeysOf(session.keys);
  if (from !== undefined) {
    const brought = readRunFrom(path.resolve(cwd, from), keys, cwd);
    if ('problem' in brought) throw new UserError([brought.problem]);
    return withNamesHere(brought, session);
  }
  const run = readRun(home, named ?? 'latest', keys, cwd);
  // A machine with an empty share has applied nothing.
  if ('problem' in run && named === undefined && selected.length === 0) throw new UserError(notices, EXIT.done);
  if ('problem' in run) throw new UserError([run.problem]);
  const { rollbackOf } = run.plan;
  const isDone = run.end !== null && ['converged', 'differs'].includes(run.end.outcome);
  if (named !== undefined || rollbackOf === null || isDone) return run;
  throw userError({ code: 'rollback-which', args: { run: run.run, rollbackOf } });
}

/** Finds the accounts of a journal here by their address and the id of their key, since a project may name them otherwise. */
function withNamesHere(run: Run, session: Session): Run {
  const here = session.project.selected.flatMap((settings) => {
    const connection = session.connection(settings);
    if (Array.isArray(connection)) return [];
    const keyIds = sealKeysFor(session, connection.apiKey).map(({ keyId }) => keyId);
    return [{ name: settings.name, baseUrl: connection.baseUrl, keyIds }];
  });
  const nameOf = new Map(
    run.plan.accounts.map(({ name, baseUrl, keyId }) => {
      const found = here.filter((one) => one.baseUrl === baseUrl && one.keyIds.includes(keyId));
      return [name, (found.find((one) => one.name === name) ?? found[0])?.name ?? name];
    }),
  );
  const renamed = <T extends { account: string }>(one: T): T => ({
    ...one,
    account: nameOf.get(one.account) ?? one.account,
  });
  return {
    ...run,
    plan: {
      ...run.plan,
      accounts: run.plan.accounts.map((one) => ({ ...one, name: nameOf.get(one.name) ?? one.name })),
      changes: run.plan.changes.map(renamed),
    },
    parts: run.parts?.map(renamed) ?? null,
  };
}

/** The accounts that the run changed, not those that were only planned with them. */
function changedBy({ plan: { accounts, changes }, parts }: Pick<Run, 'plan' | 'parts'>): PlanLine['accounts'] {
  // A sealed journal names no others, and hides the changes of those whose key is not set.
  if (parts !== null) return accounts;
  const names = new Set(changes.map(({ account }) => account));
  return accounts.filter(({ name }) => names.has(name));
}

function goneFrom({ accounts }: Project, run: Run, shard: Shard | null): PlanLine['accounts'] {
  const known = new Set(accounts.map(({ name }) => name));
  return changedBy(run).filter(({ name }) => !known.has(name) && (shard === null || isInShard(name, shard)));
}

function closedFor({ name, baseUrl }: { name: string; baseUrl: string }, finding: Finding): ClosedAccount {
  return closedAccount({ name, baseUrl }, [{ ...finding, severity: 'error', account: name } as Diagnostic]);
}

/** Reads variables as rules in files do, with the same limits. */
function variableReader(references: ReferenceContext): RecallSources['variable'] {
  const needed: ReferenceContext = { ...references, unset: 'error' };
  return (name) => {
    let finding: Finding = { code: 'variable-unset', args: { name, empty: false } };
    const value = variableText(name, needed, (_, found) => {
      finding = found;
    });
    return value === null ? { finding } : { value };
  };
}
