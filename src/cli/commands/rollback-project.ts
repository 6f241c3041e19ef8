/**
 * A project as a rollback needs it: settings and keys, but no rule that the files declare. On the night when everything is
 * broken the files may be too; they are read only for the names of variables, whose values must be hidden.
 */

import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { type Run, readRun } from '../../engine/journal/read.ts';
import { distrustOf, distrustOfFile } from '../../engine/journal/trust.ts';
import { hasErrors } from '../../engine/plan.ts';
import type { Known } from '../../engine/rollback/recall.ts';
import type { JournalText, PlanLine } from '../../model/journal.ts';
import type { Shard } from '../../model/shard.ts';
import { hider, type Secret } from '../../planning/secrets.ts';
import { isInShard } from '../../planning/shard.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { createClient } from '../../service/client.ts';
import { shownPath } from '../../source/find-files.ts';
import type { Loader } from '../../source/load.ts';
import { LEAST_SECRET, variableText } from '../../source/references.ts';
import type { Invocation } from '../command.ts';
import { EXIT, exitCode } from '../exit-code.ts';
import { connector, sameInboxes, shownBaseUrl } from '../session/connection.ts';
import { inWordsOfService, withoutSecrets } from '../session/hidden-secrets.ts';
import { ownKeys } from '../session/keys.ts';
import {
  accountOf,
  type ClosedAccount,
  closedAccount,
  type OpenAccount,
  type OpenProject,
} from '../session/project.ts';
import { rulesLoader, rulesOf, surroundingsOf } from '../session/rules.ts';
import { openSettings, type Project, shardGiven, workingFolder } from '../session/settings.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';
import { UserError, userError } from '../user-error.ts';

export interface RollbackProject extends OpenProject {
  run: Run;
  /** Reads a variable, for a text that was its value. */
  variable: Known['variable'];
}

/**
 * Opens the run that the arguments name and its accounts. What there is to say goes to stderr: accounts of the run that
 * cannot be worked with do not stop the others. Throws a UserError where there is no such run, or not one account.
 */
export async function openForRollback(invocation: Invocation): Promise<RollbackProject> {
  const opened = read(invocation);
  const { open, closed, diagnostics, run, project } = opened;
  const reason = await distrustOfFile(run.file, invocation.io.env);
  if (reason !== null) {
    await opened.close();
    throw userError(
      { code: 'journal-untrusted', args: { file: shownPath(run.file, project.cwd), reason } },
      EXIT.refused,
    );
  }
  if (open.length === 0 && closed.length > 0)
    throw new UserError(diagnostics, exitCode(...closed.map(({ code }) => code)));
  const { io, options } = invocation;
  const shown = options.quiet === true ? errorsOnly(diagnostics) : diagnostics;
  io.stderr.write(renderProblems(shown, textOptions(io, 'stderr', options)));
  return opened;
}

/** Opens all again, as it is now, for a second plan of the same run. */
export function openAgain(invocation: Invocation, { run }: RollbackProject): RollbackProject {
  return read({ ...invocation, args: [run.run] });
}

function read(invocation: Invocation): RollbackProject {
  const settings = openSettings(invocation, workingFolder(invocation));
  const twins = sameInboxes(settings, invocation.io.env);
  if (twins.length > 0) throw new UserError(twins);
  const run = runOf(invocation, settings);
  const touched = new Map(changedBy(run.plan).map((account) => [account.name, account]));
  const project = { ...settings, selected: settings.selected.filter(({ name }) => touched.has(name)) };
  const shard = shardGiven(invocation.options);
  const gone = invocation.options.account === undefined ? goneFrom(settings, run.plan, shard) : [];
  const isNothing = project.selected.length === 0 && gone.length === 0;
  const accounts = settings.selected.map(({ name }) => name);
  const nothing: Finding = { code: 'rollback-nothing', args: { run: run.run, accounts } };
  // Of the machines that share a rollback, some may have nothing to do.
  if (isNothing && shard === null) throw userError(nothing);
  const said = isNothing && accounts.length > 0 ? [{ ...nothing, severity: 'info' } as Diagnostic] : [];

  const keys = ownKeys(invocation, settings);
  const loader = rulesLoader(invocation, settings, 'warning');
  const secrets = [...keys, ...variablesOf(invocation, settings, loader, run.plan)];
  const connect = connector(invocation, project);
  const open: OpenAccount[] = [];
  const closed = gone.map(({ name, baseUrl }) =>
    close(name, baseUrl, { code: 'rollback-account-gone', args: { name } }),
  );
  for (const account of project.selected) {
    const { name } = account;
    const was = touched.get(name)?.baseUrl ?? '';
    const connection = connect(account);
    if (Array.isArray(connection)) {
      const address = shownBaseUrl(account.baseUrl ?? invocation.io.env.INBOXCTL_BASE_URL ?? '', keys) ?? '';
      closed.push(closedAccount(account, { rules: [] }, address, withoutSecrets(connection, secrets)));
    } else if (connection.baseUrl !== was) {
      const args = { was, is: connection.baseUrl };
      closed.push(close(name, connection.baseUrl, { code: 'rollback-account-moved', args }));
    } else {
      const opened = accountOf({
        settings: account,
        files: NO_FILES,
        connection,
        project,
        invocation,
        hide: hider(secrets),
      });
      const reason = distrustOf(run, opened);
      if (reason !== null) {
        const args = { file: shownPath(run.file, project.cwd), reason };
        closed.push(close(name, connection.baseUrl, { code: 'journal-untrusted', args }));
        continue;
      }
      const client = createClient({ ...connection, hide: inWordsOfService(secrets) });
      open.push({ account: opened, client, apiKey: connection.apiKey });
    }
  }
  return {
    project,
    run,
    open,
    closed,
    diagnostics: [...settings.notices, ...said, ...closed.flatMap(({ problems }) => problems)],
    secrets,
    variable: variableReader(invocation, settings),
    close: async () => void (await Promise.all(open.map(({ client }) => client.close()))),
  };
}

/** Nothing is declared, so nothing has a place. */
const NO_FILES = {
  rules: [],
  violations: [],
  placeOf: () => {
    throw new Error('No file declares what comes back');
  },
};

function runOf({ args: [named] }: Invocation, { home, cwd, selected, notices }: Project): Run {
  const run = readRun(home, named ?? 'latest', cwd);
  // A machine whose share is empty has applied nothing.
  if ('problem' in run && named === undefined && selected.length === 0) throw new UserError(notices, EXIT.done);
  if ('problem' in run) throw new UserError([run.problem]);
  const { rollbackOf } = run.plan;
  const isDone = run.end !== null && ['converged', 'differs'].includes(run.end.outcome);
  if (named !== undefined || rollbackOf === null || isDone) return run;
  throw userError({ code: 'rollback-which', args: { run: run.run, rollbackOf } });
}

/** The accounts that the run was to change: others may have been planned beside them. */
function changedBy({ accounts, changes }: PlanLine): PlanLine['accounts'] {
  const names = new Set(changes.map(({ account }) => account));
  return accounts.filter(({ name }) => names.has(name));
}

function goneFrom({ accounts }: Project, plan: PlanLine, shard: Shard | null): PlanLine['accounts'] {
  const known = new Set(accounts.map(({ name }) => name));
  return changedBy(plan).filter(({ name }) => !known.has(name) && (shard === null || isInShard(name, shard)));
}

function close(name: string, baseUrl: string, finding: Finding): ClosedAccount {
  return closedAccount({ name }, { rules: [] }, baseUrl, [
    { ...finding, severity: 'error', account: name } as Diagnostic,
  ]);
}

/** The variables that the files and the journal name. Of files with errors every name that looks like one counts. */
function variablesOf({ io }: Invocation, project: Project, loader: Loader, plan: PlanLine): Secret[] {
  const found = project.accounts.map((account) => loader.load(rulesOf(account, project).roots));
  const ofFiles = found.some(({ problems }) => hasErrors(problems)) ? loader.mentioned() : loader.secrets();
  const known = new Set(ofFiles.map(({ name }) => name));
  const kept = secretsIn(plan.changes);
  const names = new Set(kept.flatMap((text) => ('env' in text && !known.has(text.env) ? [text.env] : [])));
  return [
    ...ofFiles,
    ...[...names].map((name) => ({ name, value: hiddenValue(io.env[name]) })),
    // With --journal-secrets the journal has earlier values, which no variable has any more.
    ...kept.map((text): Secret => {
      const value = hiddenValue(text.value);
      return 'env' in text ? { name: text.env, value } : { name: 'of the journal', value, shown: text.hidden };
    }),
  ];
}

/** A value that is too short occurs by chance, and no rule may have it. */
function hiddenValue(value = ''): string {
  return value.trim().length < LEAST_SECRET ? '' : value;
}

type KeptSecret = Extract<JournalText, object>;

function secretsIn(value: unknown): KeptSecret[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('env' in value || 'hidden' in value) return [value as KeptSecret];
  return Object.values(value).flatMap(secretsIn);
}

/** As a rule of the files would get it, with the same limits. */
function variableReader(invocation: Invocation, project: Project): Known['variable'] {
  const surroundings = surroundingsOf(invocation, project, 'error');
  return (name) => {
    let finding: Finding = { code: 'variable-unset', args: { name, empty: false } };
    const value = variableText(name, surroundings, (_, found) => {
      finding = found;
    });
    return value === null ? { finding } : { value };
  };
}
