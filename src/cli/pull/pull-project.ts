/** Opens a project for a pull: variables need not be set, and rules folders need not exist yet. */
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { inboxesInCommon } from '../../engine/inboxes.ts';
import { counted } from '../../engine/overrides.ts';
import { hasErrors } from '../../engine/plan.ts';
import { type AccountFiles, nothingInCommon } from '../../engine/pull/in-common.ts';
import type { PullAccount } from '../../engine/pull/input.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import {
  type ClosedAccount,
  closedAccount,
  failedAccount,
  type OpenAccount,
  openAccounts,
  requireOpen,
} from '../session/accounts.ts';
import type { SessionArguments } from '../session/arguments.ts';
import { lockAccounts } from '../session/locks.ts';
import { readLive } from '../session/read-live.ts';
import { openSession, type Session } from '../session/session.ts';
import { UserError } from '../user-error.ts';

export interface PullProject {
  session: Session;
  accounts: PullAccount[];
  /** The live rules by account, of those that were read. */
  read: ReadonlyMap<string, readonly LiveRule[]>;
  /** Whether all rule files of all accounts, selected or not, could be read. */
  isComplete: boolean;
  /** Notices about the selection, and why accounts could not be read. */
  problems: Diagnostic[];
  codes: ExitCode[];
}

/** Reads settings, files and live rules. Throws a UserError if files are wrong, or no account can be reached. */
export async function openForPull(
  invocation: Invocation<SessionArguments>,
  { dryRun, force, project: need }: { dryRun: boolean; force: boolean; project?: 'optional' },
): Promise<PullProject> {
  const session = openSession(invocation, { sendsKeys: true, keepsSources: true, ...(need && { project: need }) });
  const { project } = session;
  const errors = new Set(session.declared().flatMap(({ diagnostics }) => diagnostics.filter(isError)));
  const loaded = project.accounts.map((settings) => loadedAccount(settings, session));
  if (errors.size > 0) throw new UserError([...errors]);

  const { open, closed } = openAccounts(session);
  const problems = session.redactorOfProblems.diagnostics(session.connectionProblems());
  requireOpen({ open, closed, diagnostics: problems });

  // Takes locks if it may write: an unfinished apply must not get into the files.
  const locks = dryRun ? { locked: open, failed: [], release: () => {} } : await lockAccounts(open);
  const read = await readLive(invocation, locks.locked).finally(locks.release);
  const files = loaded.map(({ account }) => account);
  const shared = closedBy(
    inboxesInCommon(read.open.map(({ account: { name }, answer }) => ({ name, live: answer }))),
    read.open,
  );
  const refused = [...shared, ...(force ? [] : strangersAmong(read.open, files))];
  const failed = [...locks.failed, ...read.closed, ...refused];
  const answers = new Map(read.open.map(({ account, answer }) => [account.name, answer]));
  const liveOf = new Map<string, PullAccount['live']>([
    ...project.selected.map(({ name }) => [name, 'not-read'] as const),
    ...answers,
    ...refused.map(({ name }) => [name, 'refused'] as const),
  ]);
  const accounts = files.map((account): PullAccount => {
    return { ...account, live: liveOf.get(account.name) ?? 'not-selected' };
  });
  return {
    session,
    accounts,
    read: answers,
    isComplete: loaded.every((one) => one.isComplete),
    problems: [...project.notices, ...problems, ...failed.flatMap((one) => one.problems)],
    codes: [...closed, ...failed].map(({ code }) => code),
  };
}

/** The accounts that have a problem, as closed ones. */
function closedBy(problems: readonly Diagnostic[], open: readonly OpenAccount[]): ClosedAccount[] {
  return open.flatMap(({ account }) => {
    const problem = problems.find((one) => one.account === account.name);
    return problem === undefined ? [] : [failedAccount({ account, problem, failure: null })];
  });
}

type LiveAccount = Awaited<ReturnType<typeof readLive>>['open'][number];

/** Closes the accounts whose inbox may be another one than that of their files. */
function strangersAmong(read: readonly LiveAccount[], files: readonly AccountFiles[]): ClosedAccount[] {
  const filesOf = new Map(files.map((own) => [own.name, own]));
  return read.flatMap(({ account: { name, baseUrl }, answer: live }) => {
    const own = filesOf.get(name);
    const finding = own === undefined ? null : nothingInCommon(own, { live, baseUrl }, files);
    return finding === null ? [] : closedAccount({ name, baseUrl }, [{ ...finding, severity: 'error', account: name }]);
  });
}

/** A missing folder is not an error: the first pull fills it. */
function isError({ code, severity }: Diagnostic): boolean {
  return severity === 'error' && code !== 'rules-root-missing';
}

function loadedAccount(settings: AccountSettings, session: Session) {
  const { project, loader } = session;
  const { name, roots } = session.filesOf(settings);
  const loaded = loader.load(roots);
  const { rules, files, problems } = loaded;
  const account = {
    name,
    roots: roots.map((root) => path.normalize(root)),
    settings: settings.plan,
    ignore: project.fileOf(settings.pathOf('ignore')),
    ownRules: project.fileOf(['accounts', name, 'rules']),
    rules: rules.flatMap(({ source }) => source ?? []),
    counted: counted(loaded).rules.flatMap(({ source }) => source ?? []),
    files,
  };
  return { account, isComplete: !hasErrors(problems.filter(isError)) };
}
