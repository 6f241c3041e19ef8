/**
 * Opens a project for a rollback: settings and keys, but no declared rules. When everything is broken, the files may be
 * too. They are read only for the variables that they name, whose values must be hidden.
 *
 * An account of the run is taken back in the selected account of the same name and address alone. `engine/rollback.ts`
 * checks with the live rules that the API key is of the same inbox. There is no other account to fall back to.
 */
import path from 'node:path';
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { shellWord } from '../../diagnostics/yaml-text.ts';
import { rollbackPlanner } from '../../engine/rollback.ts';
import { type RunPart, type RunSnapshot, readRun, readRunFrom, runOutcome } from '../../engine/snapshot/read.ts';
import { secretsOf } from '../../engine/snapshot/show.ts';
import { distrustOfFile } from '../../engine/snapshot/trust.ts';
import { accountMatcher } from '../../model/account-name.ts';
import { isInShard } from '../../model/shard.ts';
import { shownPath } from '../../source/paths.ts';
import type { Invocation } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { type ClosedAccount, closedAccount, type OpenProject, openAccounts, requireOpen } from '../session/accounts.ts';
import { type SessionArguments, sameInboxes } from '../session/arguments.ts';
import { sealKeysOf } from '../session/keys.ts';
import type { PlanHow } from '../session/read-live.ts';
import { openSession, type Session } from '../session/session.ts';
import { withSamples } from '../session/tests.ts';
import { UserError, userError } from '../user-error.ts';

export interface RollbackProject extends OpenProject {
  snapshot: RunSnapshot;
  planner: NonNullable<PlanHow['planner']>;
  command: string;
}

type RollbackArguments = SessionArguments & { run?: string | undefined; from?: string | undefined };
type RollbackInvocation = Invocation<RollbackArguments>;

/** Opens a run and those of its accounts that can be. Throws a UserError if there is no run, or no account. */
export async function openForRollback(invocation: RollbackInvocation): Promise<RollbackProject> {
  const opened = openRun(invocation);
  const { snapshot, session } = opened;
  const reason = await distrustOfFile(snapshot.file, invocation.io.env, invocation.args.from === undefined);
  if (reason !== null) {
    const file = shownPath(snapshot.file, session.project.cwd);
    throw userError({ code: 'snapshot-untrusted', args: { file, reason } });
  }
  requireOpen(opened);
  invocation.findings.add(opened.diagnostics);
  invocation.findings.print();
  return opened;
}

/** Opens everything again in its current state, to plan the same run a second time. */
export function openAgain(invocation: RollbackInvocation, { snapshot: { run } }: RollbackProject): RollbackProject {
  const { args } = invocation;
  return openRun({ ...invocation, args: args.from === undefined ? { ...args, run } : args });
}

function openRun(invocation: RollbackInvocation): RollbackProject {
  const { args } = invocation;
  if (args.from !== undefined && args.run !== undefined) throw userError({ code: 'run-and-from', args: {} });
  const session = openSession(invocation, { sendsKeys: true, ...(args.from !== undefined && { project: 'optional' }) });
  const snapshot = snapshotOf(args, session);
  const { selected, leftOut, gone } = sortedParts(snapshot, session, args);
  const names = session.project.selected.map(({ name }) => name);
  const notices: Diagnostic[] = [...session.project.notices];
  if (leftOut.length > 0) {
    const accounts = leftOut.map(({ name }) => name);
    notices.push({ code: 'rollback-left-out', args: { accounts }, severity: 'info' });
  }
  if (selected.size === 0 && gone.length === 0) {
    const nothing: Finding = { code: 'rollback-nothing', args: { run: snapshot.run, accounts: names } };
    // Some of the machines that share a rollback may have nothing to do.
    if (args.shard === undefined) throw userError(nothing);
    if (names.length > 0) notices.push({ ...nothing, severity: 'info' });
  }
  session.narrowTo(session.project.selected.filter(({ name }) => selected.has(name)));
  session.loadAll();
  const { values, texts } = secretsOf(snapshot.parts);
  session.learn(values, texts);

  const file = shownPath(snapshot.file, session.project.cwd);
  const sorted = openAccounts(session, args, [], ({ name, baseUrl: is }) => {
    const part = selected.get(name);
    if (part === undefined) throw new Error(`The account ${name} is not of the run`);
    const { baseUrl: was, keyId } = part;
    if (is !== was) return closedFor(part, { code: 'rollback-account-moved', args: { was, is } });
    if (part.opened !== null) return null;
    return closedFor(part, { code: 'snapshot-untrusted', args: { file, reason: 'other-key', keyId } });
  });
  const closed = [
    ...gone.map((part) => closedFor(part, { code: 'rollback-account-gone', args: { name: part.name } })),
    ...sorted.closed.map(keyless),
  ];
  return withSamples({
    session,
    snapshot,
    open: sorted.open,
    closed,
    diagnostics: [...notices, ...closed.flatMap(({ problems }) => problems)],
    planner: ({ account, connection: { apiKey } }) => {
      const { opened, inbox } = selected.get(account.name) ?? {};
      if (opened == null || inbox === undefined) throw new Error(`The account ${account.name} is not open`);
      const others = snapshot.parts.flatMap((part) => (part.name === account.name ? [] : (part.opened ?? [])));
      return rollbackPlanner({ account, apiKey, inbox, opened, others });
    },
    command: `inboxctl rollback ${args.from === undefined ? snapshot.run : `--from ${shellWord(args.from)}`}`,
  });
}

function snapshotOf({ run: named, from }: RollbackArguments, session: Session): RunSnapshot {
  const { home, cwd, selected, notices } = session.project;
  const keys = sealKeysOf(session.keys);
  const snapshot =
    from === undefined ? readRun(home, named ?? 'latest', keys, cwd) : readRunFrom(path.resolve(cwd, from), keys, cwd);
  // A machine with an empty share has applied nothing.
  if ('problem' in snapshot && named === undefined && selected.length === 0) throw new UserError(notices, EXIT.done);
  if ('problem' in snapshot) throw new UserError([snapshot.problem]);
  const { rollbackOf } = snapshot.head;
  // How a run ended that another key sealed, nobody can tell here: its accounts say so below.
  const isDone = ['converged', 'differs', 'sealed'].includes(runOutcome(snapshot));
  if (named !== undefined || from !== undefined || rollbackOf === null || isDone) return snapshot;
  const more = sameInboxes(session.args);
  throw userError({ code: 'rollback-which', args: { run: snapshot.run, rollbackOf, more } });
}

/** The accounts of a run: those to take back, those that the arguments leave out, and those that the project has no more. */
function sortedParts({ parts }: RunSnapshot, { project }: Session, { account, shard }: RollbackArguments) {
  const known = new Set(project.accounts.map(({ name }) => name));
  const chosen = new Set(project.selected.map(({ name }) => name));
  const isNamed = accountMatcher(account);
  const isAsked = ({ name }: RunPart) => (shard === undefined || isInShard(name, shard)) && isNamed(name);
  return {
    selected: new Map(parts.filter(({ name }) => chosen.has(name)).map((part) => [part.name, part])),
    leftOut: parts.filter((part) => !chosen.has(part.name) && (known.has(part.name) || !isAsked(part))),
    gone: parts.filter((part) => !known.has(part.name) && isAsked(part)),
  };
}

function closedFor(about: Pick<RunPart, 'name' | 'baseUrl'>, finding: Finding): ClosedAccount {
  return closedAccount(about, [{ ...finding, severity: 'error', account: about.name } as Diagnostic]);
}

/** An account without its key is left out like any other that cannot be taken back here. */
function keyless(closed: ClosedAccount): ClosedAccount {
  const isKeyless = closed.problems.every(({ code }) => code === 'api-key-missing' || code === 'account-key-unset');
  return isKeyless ? { ...closed, code: EXIT.failed } : closed;
}
