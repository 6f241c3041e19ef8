/** The accounts of a run: the open ones, and why the others are closed. */
import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isPitfall } from '../../diagnostics/pitfalls.ts';
import type { FailedAccount } from '../../engine/ask-accounts.ts';
import type { Declared } from '../../engine/declare.ts';
import { type Account, hasErrors, type Unplanned } from '../../engine/plan.ts';
import { accountRedactor } from '../../planning/account-redactor.ts';
import { onlyOf } from '../../planning/only.ts';
import type { Client } from '../../service/client.ts';
import { Traffic } from '../../service/traffic.ts';
import { namesDeclaredBefore } from '../../source/git/history.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { codeOfProblems, UserError } from '../user-error.ts';
import type { SessionArguments } from './arguments.ts';
import type { Connection } from './connection.ts';
import { signingKeysIn } from './keys.ts';
import type { Session } from './session.ts';

export interface OpenAccount {
  account: Account;
  client: Client;
  /** Counts what the client sends, by the clock of `io.uptime`, in ms. */
  traffic: Traffic;
  /** Has the key of the inbox, which is never shown. */
  connection: Connection;
}

/** An account that cannot be used: its settings or files are wrong, or it failed in the run. */
export interface ClosedAccount extends Unplanned {
  problems: Diagnostic[];
  code: ExitCode;
}

export interface OpenProject {
  session: Session;
  open: OpenAccount[];
  closed: ClosedAccount[];
  /** All diagnostics of settings and files, each once: warnings, and why accounts are closed. */
  diagnostics: Diagnostic[];
  /** The pitfalls of rules. A plan tells those of rules that change. */
  pitfalls?: Diagnostic[];
  /** What the plan is compared with. Left out: nothing. */
  base?: { commit: string; ref: string };
  /** The accounts for which the files say the same as at the base. */
  untouched?: ReadonlySet<string>;
}

/** Reads the files. An account with problems does not stop the others. */
export function openProject(session: Session, flags: SessionArguments): OpenProject {
  const declared = session.declared();
  const { open, closed } = openAccounts(session, flags, declared);
  // Shared findings are the same value in all accounts.
  const ofFiles = new Set(declared.flatMap(({ diagnostics }) => diagnostics));
  // Plan files and reports contain them too.
  const found = session.redactorOfProblems.diagnostics([...ofFiles, ...session.connectionProblems()]);
  const diagnostics = [...session.project.notices, ...found.filter(({ code }) => !isPitfall(code))];
  return { session, open, closed, diagnostics, pitfalls: found.filter(({ code }) => isPitfall(code)) };
}

/** Like openProject, for reading live rules. Works without a project, as a first step: then nothing is declared. */
export function openToRead(
  session: Session,
): Pick<OpenProject, 'open' | 'closed' | 'diagnostics'> & { isNew: boolean } {
  const opened = openProject(session, {});
  const errors = opened.diagnostics.filter(({ severity }) => severity === 'error');
  const isNew = session.project.file === null && errors.some(({ code }) => code === 'rules-root-missing');
  if (!isNew) return { ...opened, isNew };
  const diagnostics = opened.diagnostics.filter(({ code }) => code !== 'rules-root-missing');
  return { ...openAccounts(session), diagnostics, isNew };
}

/** The selected accounts in order, and the open and closed ones separately. */
export type SortedAccounts<Open> = { all: (Open | ClosedAccount)[]; open: Open[]; closed: ClosedAccount[] };

type DeclaredFiles = Omit<Declared, 'account'>;

/** The declarations if no files are read. */
const NOTHING: DeclaredFiles = {
  rules: [],
  diagnostics: [],
  violations: [],
  files: [],
  placeOf: () => {
    throw new Error('No file declares a rule here');
  },
};

/** Opens accounts with a whole connection and right files, unless `refuse` closes one. No `declared`: no files. */
export function openAccounts(
  session: Session,
  { maxDeletes, allowEmpty = false, allowLoss = false, only: patterns }: SessionArguments = {},
  declared: readonly Declared[] = [],
  refuse: (account: { name: string; baseUrl: string }) => ClosedAccount | null = () => null,
): SortedAccounts<OpenAccount> {
  const { io, project, redactor } = session;
  const [signingKey] = signingKeysIn(io.env);
  const flags = { allowEmpty, allowLoss, maxDeletes: maxDeletes ?? null };
  const only = onlyOf(patterns);
  const all = project.selected.map((settings, index): OpenAccount | ClosedAccount => {
    const { name, plan } = settings;
    const files = declared[index] ?? NOTHING;
    const connection = session.connection(settings);
    if (Array.isArray(connection) || hasErrors(files.diagnostics)) {
      const problems = [...files.diagnostics, ...(Array.isArray(connection) ? connection : [])];
      const about = { name, baseUrl: session.addressOf(settings), declared: files.rules.length };
      // A plan also has the first one as a text.
      return closedAccount(about, session.redactorOfProblems.diagnostics(problems));
    }
    const { baseUrl, apiKey } = connection;
    const refused = refuse({ name, baseUrl });
    if (refused !== null) return refused;
    const account: Account = {
      name,
      baseUrl,
      declared: files.rules,
      settings: plan,
      flags,
      redactor: accountRedactor(signingKey ?? apiKey, redactor),
      violations: files.violations,
      declaredBefore: (names) => namesDeclaredBefore(session.filesOf(settings).roots, project, names, io.env),
      placeOf: files.placeOf,
      only,
    };
    const traffic = new Traffic(() => io.uptime() * 1000);
    return { account, client: session.client(connection, traffic), traffic, connection };
  });
  return sortedByState(all);
}

export function sortedByState<Open extends object>(all: (Open | ClosedAccount)[]): SortedAccounts<Open> {
  return { all, open: all.filter((one): one is Open => !isClosed(one)), closed: all.filter(isClosed) };
}

export function isClosed(account: object): account is ClosedAccount {
  return 'problems' in account;
}

/** Throws a UserError if there are accounts but none is open. */
export function requireOpen({
  open,
  closed,
  diagnostics,
}: Pick<SortedAccounts<unknown>, 'open' | 'closed'> & { diagnostics: readonly Diagnostic[] }): void {
  if (open.length > 0 || closed.length === 0) return;
  throw new UserError(diagnostics, exitCode(...closed.map(({ code }) => code)));
}

/** Closes an account. `problems`: everything that is wrong with it, without secrets. */
export function closedAccount(
  { name, baseUrl, declared = 0 }: { name: string; baseUrl: string; declared?: number },
  problems: readonly Diagnostic[],
): ClosedAccount {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) throw new Error('A closed account has no problem');
  const error = { status: null, code: first.code, message: describe(first).message, hint: null };
  return { name, baseUrl, declared, error, problems: errors, code: codeOfProblems(errors) };
}

/** Closes an account that failed in the run. */
export function failedAccount({ account, problem, failure }: FailedAccount): ClosedAccount {
  const closed = closedAccount({ ...account, declared: account.declared.length }, [problem]);
  if (failure === null) return closed;
  const { status, code, message, hint } = failure;
  return { ...closed, error: { status, code, message, hint } };
}
