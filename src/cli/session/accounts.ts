/** The accounts of a run: those that can be worked with, and why the others cannot. */

import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FailedAccount } from '../../engine/ask-accounts.ts';
import type { Declared } from '../../engine/declare.ts';
import { type Account, hasErrors, type Unplanned } from '../../engine/plan.ts';
import type { AccountSettings } from '../../model/project.ts';
import { accountRedactor } from '../../planning/account-redactor.ts';
import { onlyOf } from '../../planning/only.ts';
import type { PlanFlags } from '../../planning/plan-account.ts';
import type { Client } from '../../service/client.ts';
import { namesDeclaredBefore } from '../../source/git/history.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { codeOfProblems, UserError } from '../user-error.ts';
import type { Connection } from './connection.ts';
import type { Session } from './session.ts';

export interface OpenAccount {
  account: Account;
  client: Client;
  /** Of the inbox; appears nowhere. */
  apiKey: string;
}

/** An account that cannot be worked with, because of its settings, its files, or what came of it. */
export interface ClosedAccount extends Unplanned {
  problems: Diagnostic[];
  code: ExitCode;
}

export interface OpenProject {
  session: Session;
  open: OpenAccount[];
  closed: ClosedAccount[];
  /** Everything said about settings and files, each thing once: warnings, and why accounts are closed. */
  diagnostics: Diagnostic[];
}

/** What lifts the guards in this run, and what it is about. */
export interface GuardArguments {
  maxDeletes?: number | undefined;
  allowEmpty?: boolean;
  allowLoss?: boolean;
  /** Globs of the rules that the run is about; left out: all. */
  only?: readonly string[] | undefined;
}

/** Reads the files. An account with problems does not stop the others. */
export function openProject(session: Session, guards: GuardArguments): OpenProject {
  const declared = session.declared();
  const openAccount = accountOpener(session, guards);
  const { open, closed } = sortAccounts(session, openAccount, declared);
  // What accounts share is one value in all of them.
  const ofFiles = new Set(declared.flatMap(({ diagnostics }) => diagnostics));
  // Plan files and reports have them too.
  const diagnostics = session.redactorOfProblems.diagnostics([...ofFiles, ...session.connectionProblems()]);
  return { session, open, closed, diagnostics: [...session.project.notices, ...diagnostics] };
}

/** As openProject, for a look at what is live: before there is a project nothing is declared, and to look is how one begins. */
export function openToRead(
  session: Session,
): Pick<OpenProject, 'open' | 'closed' | 'diagnostics'> & { isNew: boolean } {
  const opened = openProject(session, {});
  const errors = opened.diagnostics.filter(({ severity }) => severity === 'error');
  const isNew = session.project.file === null && errors.some(({ code }) => code === 'rules-root-missing');
  if (!isNew) return { ...opened, isNew };
  const diagnostics = opened.diagnostics.filter(({ code }) => code !== 'rules-root-missing');
  return { ...sortAccounts(session, accountOpener(session, {})), diagnostics, isNew };
}

/** The selected accounts in their order, and sorted by whether they can be worked with. */
export interface SortedAccounts<Open> {
  all: (Open | ClosedAccount)[];
  open: Open[];
  closed: ClosedAccount[];
}

type DeclaredFiles = Omit<Declared, 'account'>;

/** What is declared where no files are read. */
const NOTHING: DeclaredFiles = {
  rules: [],
  diagnostics: [],
  violations: [],
  files: [],
  placeOf: () => {
    throw new Error('No file declares a rule here');
  },
};

/**
 * Opens each selected account whose connection can be made, and whose files (where they matter) have no errors; `open` may
 * still close it.
 */
export function sortAccounts<Open extends object>(
  session: Session,
  open: (settings: AccountSettings, connection: Connection, files: DeclaredFiles) => Open | ClosedAccount,
  declared: readonly Declared[] = [],
): SortedAccounts<Open> {
  const all = session.project.selected.map((settings, index) => {
    const files = declared[index] ?? NOTHING;
    const connection = session.connection(settings);
    if (!Array.isArray(connection) && !hasErrors(files.diagnostics)) return open(settings, connection, files);
    const problems = [...files.diagnostics, ...(Array.isArray(connection) ? connection : [])];
    const about = { ...settings, baseUrl: session.addressOf(settings), declared: files.rules.length };
    // A plan has the first of them as a text too.
    return closedAccount(about, session.redactorOfProblems.diagnostics(problems));
  });
  return sorted(all);
}

export function sorted<Open extends object>(all: (Open | ClosedAccount)[]): SortedAccounts<Open> {
  return { all, open: all.filter((one): one is Open => !isClosed(one)), closed: all.filter(isClosed) };
}

export function isClosed(account: object): account is ClosedAccount {
  return 'problems' in account;
}

/** Throws a UserError where there are accounts, and not one can be worked with. */
export function requireOpen({
  open,
  closed,
  diagnostics,
}: Pick<SortedAccounts<unknown>, 'open' | 'closed'> & { diagnostics: readonly Diagnostic[] }): void {
  if (open.length > 0 || closed.length === 0) return;
  throw new UserError(diagnostics, exitCode(...closed.map(({ code }) => code)));
}

/** An account that cannot be worked with. The problems are everything that is wrong with it, as it may be shown. */
export function closedAccount(
  { name, baseUrl, declared = 0 }: { name: string; baseUrl: string; declared?: number },
  problems: readonly Diagnostic[],
): ClosedAccount {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) throw new Error('An account that cannot be worked with has no problem');
  const error = { status: null, code: first.code, message: describe(first).message, hint: null };
  return { name, baseUrl, declared, error, problems: errors, code: codeOfProblems(errors) };
}

/** An account that something came of in the run. */
export function failedAccount({ account, problem, failure }: FailedAccount): ClosedAccount {
  const closed = closedAccount({ ...account, declared: account.declared.length }, [problem]);
  if (failure === null) return closed;
  const { status, code, message, hint } = failure;
  return { ...closed, error: { status, code, message, hint } };
}

/** A function that opens an account to be planned. */
export function accountOpener(session: Session, { maxDeletes, allowEmpty, allowLoss, ...args }: GuardArguments) {
  const { io, project, redactor } = session;
  const signingKey = io.env.INBOXCTL_SIGNING_KEY?.trim();
  const flags: PlanFlags = {
    allowEmpty: allowEmpty === true,
    allowLoss: allowLoss === true,
    maxDeletes: maxDeletes ?? null,
  };
  const only = onlyOf(args.only);
  return (settings: AccountSettings, connection: Connection, files: DeclaredFiles): OpenAccount => {
    const { baseUrl, apiKey } = connection;
    const account: Account = {
      name: settings.name,
      baseUrl,
      declared: files.rules,
      settings: settings.plan,
      flags,
      redactor: accountRedactor(signingKey || apiKey, redactor),
      violations: files.violations,
      declaredBefore: (names) => namesDeclaredBefore(session.filesOf(settings).roots, project, names, io.env),
      placeOf: files.placeOf,
      only,
    };
    return { account, client: session.client(connection), apiKey };
  };
}
