/** The accounts of a run: those that can be worked with, and why the others cannot. */

import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Declared } from '../../engine/declare.ts';
import { type Account, hasErrors, type Unplanned } from '../../engine/plan.ts';
import type { NotPlanned } from '../../engine/plan-accounts.ts';
import type { AccountError } from '../../model/plan.ts';
import type { AccountSettings } from '../../model/project.ts';
import { accountRedactor } from '../../planning/account-redactor.ts';
import type { PlanFlags } from '../../planning/plan-account.ts';
import type { Client } from '../../service/client.ts';
import { namesDeclaredBefore } from '../../source/git/history.ts';
import { codeOfProblems, EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { UserError } from '../user-error.ts';
import type { Connection } from './connection.ts';
import type { Session } from './session.ts';

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
  session: Session;
  open: OpenAccount[];
  closed: ClosedAccount[];
  /** Everything said about settings and files, each thing once: warnings, and why accounts are closed. */
  diagnostics: Diagnostic[];
}

/** What lifts the guards in this run. */
export interface GuardArguments {
  maxDeletes?: number | undefined;
  allowEmpty?: boolean;
  allowLoss?: boolean;
}

/** Reads the files. An account with problems does not stop the others. */
export function openProject(session: Session, guards: GuardArguments): OpenProject {
  const { selected, notices } = session.project;
  const declared = session.declared();
  session.loadAll();
  const accountOf = accountMaker(session, guards);
  const open: OpenAccount[] = [];
  const closed: ClosedAccount[] = [];
  const diagnostics = new Set<Diagnostic>();
  selected.forEach((settings, index) => {
    const files = declared[index] as Declared;
    const connection = session.connection(settings);
    const problems = [...files.diagnostics, ...(Array.isArray(connection) ? connection : [])];
    for (const problem of problems) diagnostics.add(problem);
    if (Array.isArray(connection) || hasErrors(files.diagnostics)) {
      const about = { ...settings, baseUrl: session.addressOf(settings), declared: files.rules.length };
      closed.push(closedAccount(about, session.redacted(problems)));
    } else {
      const account = accountOf(settings, connection, files);
      open.push({ account, client: session.client(connection), apiKey: connection.apiKey });
    }
  });
  return { session, open, closed, diagnostics: [...notices, ...session.redacted([...diagnostics])] };
}

/** Throws a UserError where there are accounts, and not one can be worked with. */
export function requireOpen({
  open,
  closed,
  diagnostics,
}: Pick<OpenProject, 'closed' | 'diagnostics'> & {
  open: readonly unknown[];
}): void {
  if (open.length > 0 || closed.length === 0) return;
  throw new UserError(diagnostics, exitCode(...closed.map(({ code }) => code)));
}

/** Takes an account that cannot be worked with, and everything that is wrong with it, as it may be shown. */
export function closedAccount(
  { name, baseUrl, declared = 0 }: { name: string; baseUrl: string; declared?: number },
  problems: readonly Diagnostic[],
): ClosedAccount {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return { name, baseUrl, declared, problems: errors, code: codeOfProblems(errors) };
}

/** A function from an account, its connection and its files to the account as it is planned. */
export function accountMaker(session: Session, { maxDeletes, allowEmpty, allowLoss }: GuardArguments) {
  const { io, project } = session;
  const { redactor } = session;
  const signingKey = io.env.INBOXCTL_SIGNING_KEY?.trim();
  const flags: PlanFlags = {
    allowEmpty: allowEmpty === true,
    allowLoss: allowLoss === true,
    maxDeletes: maxDeletes ?? null,
  };
  return (
    settings: AccountSettings,
    { baseUrl, apiKey }: Connection,
    { rules, violations, placeOf }: Pick<Declared, 'rules' | 'violations' | 'placeOf'>,
  ): Account => ({
    name: settings.name,
    baseUrl,
    declared: rules,
    settings: settings.plan,
    flags,
    redactor: accountRedactor(signingKey || apiKey, redactor),
    violations,
    declaredBefore: (names) => namesDeclaredBefore(session.filesOf(settings).roots, project, names, io.env),
    placeOf,
  });
}

/** The accounts without a plan, as the plan shows them. */
export function unplanned(closed: readonly ClosedAccount[], failed: readonly NotPlanned[]): Unplanned[] {
  return [
    ...closed.map((one) => ({ name: one.name, baseUrl: one.baseUrl, declared: one.declared, error: errorOf(one) })),
    ...failed.map(({ account: { name, baseUrl, declared }, problem, failure }) => {
      if (failure === null)
        return { name, baseUrl, declared: declared.length, error: errorOf({ problems: [problem] }) };
      const { status, code, message, hint } = failure;
      return { name, baseUrl, declared: declared.length, error: { status, code, message, hint } };
    }),
  ];
}

/** Why nothing can be asked of an account. */
export function errorOf({ problems: [first] }: Pick<ClosedAccount, 'problems'>): AccountError {
  if (first === undefined) throw new Error('An account that cannot be worked with has no problem');
  return { status: null, code: first.code, message: describe(first).message, hint: null };
}

/** What accounts without a plan do to the exit code. */
export function codesOf(closed: readonly ClosedAccount[], failed: readonly NotPlanned[]): ExitCode[] {
  return [
    ...closed.map(({ code }) => code),
    ...failed.map(({ problem, failure }) => {
      if (problem.code === 'inbox-locked') return EXIT.refused;
      return failure === null ? codeOfProblems([problem]) : EXIT.failed;
    }),
  ];
}
