/**
 * Writes the journal of a run. Its first line, the plan with every rule as it was, is on the disk before anything is
 * sent: if it cannot be written, nothing is sent. After that, a line that cannot be written does not stop the run.
 */

import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Applied } from '../../diagnostics/results.ts';
import type { DifferenceLine, EndLine, JournalChange, OutcomeLine, PlanLine } from '../../model/journal.ts';
import type { DeclaredRule } from '../../model/rule.ts';
import { systemReason } from '../../model/system-reason.ts';
import type { AccountRedactor } from '../../planning/account-redactor.ts';
import type { Work } from '../../planning/changes.ts';
import { shownPath } from '../../source/paths.ts';
import type { Account } from '../plan.ts';
import { journalFile, journalFolders } from './files.ts';
import { journalTexts } from './texts.ts';
import { sealOfId, sealsOf } from './trust.ts';

/** A run about to begin. */
export interface RunStart {
  by: PlanLine['by'];
  /** The run that a rollback takes back; null for an apply. */
  rollbackOf: string | null;
  /** The version of inboxctl. */
  version: string;
  /** The digest of the plan: `sha256:…`. */
  digest: string;
  keyId: string | null;
  /** The start of the run, after its locks were taken. */
  at: Date;
  pid: number;
  /** The changes to carry out, by account. */
  parts: readonly { account: Account; work: readonly Work[] }[];
  /** Whether the values of variables are kept. */
  withSecrets: boolean;
}

/** The name of a run: `20261121T092233Z-0123456789ab`. */
export function runName({ at, digest }: Pick<RunStart, 'at' | 'digest'>): string {
  const time = `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  return `${time}-${digest.replace('sha256:', '').slice(0, 12)}`;
}

/**
 * The first line of the journal, including the line end: the plan, sealed with the key of each account that it changes.
 */
export function firstLine(run: string, start: RunStart): string {
  const line = JSON.stringify(unsealedPlan(run, start)).slice(0, -'}'.length);
  const hash = createHash('sha256').update(line).digest('hex');
  const keys = start.parts.flatMap(({ account, work }) => (work.length > 0 ? [account.redactor] : []));
  return `${line},"seals":${JSON.stringify(sealsOf(hash, keys))}}\n`;
}

function unsealedPlan(run: string, start: RunStart): PlanLine {
  const { by, rollbackOf, version, digest, keyId, at, pid } = start;
  const parts = start.parts.filter(({ work }) => work.length > 0);
  return {
    formatVersion: 1,
    kind: 'plan',
    run,
    startedAt: at.toISOString(),
    by,
    rollbackOf,
    version,
    digest,
    keyId,
    pid,
    accounts: parts.map(({ account: { name, baseUrl, redactor } }) => ({ name, baseUrl, keyId: redactor.keyId })),
    changes: parts.flatMap((part) => changesOf(part, start)),
  };
}

/** The changes of an account, in the order of `work`. */
function changesOf({ account, work }: RunStart['parts'][number], { withSecrets }: RunStart): JournalChange[] {
  const texts = journalTexts(account.redactor, withSecrets);
  const declared = new Map<string, DeclaredRule>();
  for (const rule of account.declared) declared.set(account.redactor.text(rule.body.name), rule);
  return work.map(({ change, wanted, live, secrets: own }) => {
    const { op, name, id, digest, renamedFrom } = change;
    const rule = declared.get(name) ?? null;
    return {
      account: account.name,
      op,
      name,
      id,
      digest,
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
      live: live === null ? null : texts.rule(live, own?.live ?? rule),
      wanted: wanted === null ? null : texts.body(wanted, own?.wanted ?? rule),
    };
  });
}

/** The index of each change in the first line, by its key. */
function placesOf({ parts }: RunStart): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let index = 0;
  for (const { work } of parts) for (const { change } of work) places.set(changeKey(change), index++);
  return places;
}

/** Identifies a change in the journal: two deletes with the same name differ only in their ids. */
function changeKey({ digest, id }: Pick<JournalChange, 'digest' | 'id'>): string {
  return `${digest} ${id ?? ''}`;
}

export interface Journal {
  run: string;
  /** Absolute. */
  file: string;
  /** Writes what became of a change. `id`: of a created rule. A change may have several outcomes. */
  outcome(
    change: Work['change'],
    what: Pick<OutcomeLine, 'status' | 'error' | 'unanswered'> & { id?: string | null },
  ): void;
  /** Writes the last lines. Nothing is written after them. */
  end(outcome: Applied['outcome'], differences?: Applied['differences']): void;
  /** Why a line could not be written, as a code of the system; null if none was lost. */
  readonly lost: string | null;
}

/**
 * Starts the journal of a run, with its first line on the disk. `home` (absolute): the folder of the project file, or
 * the working folder if there is none. A problem shows its path relative to `cwd`.
 */
export function openJournal(home: string, start: RunStart, cwd = home): Journal | { problem: Diagnostic } {
  const name = runName(start);
  const fileOf = (run: string) => journalFile(home, run);
  try {
    makeFolders(home);
    // The name is taken by another run of the same second and digest.
    for (let copy = 1; ; copy += 1) {
      const run = copy === 1 ? name : `${name}-${copy}`;
      const handle = begin(fileOf(run), firstLine(run, start));
      if (handle !== null) return journal({ run, file: fileOf(run), handle, start });
    }
  } catch (error) {
    const args = {
      what: 'The journal',
      file: shownPath(fileOf(name), cwd),
      reason: systemReason(error),
      of: 'journal',
    } as const;
    return { problem: { code: 'file-unwritable', args, severity: 'error' } };
  }
}

/** Never writes through a link: a project may come from anyone. */
function makeFolders(home: string): void {
  const [outer, runs] = journalFolders(home);
  makeFolder(outer);
  const ignore = path.join(outer, '.gitignore');
  // A full disk leaves an empty file.
  if ((lstatSync(ignore, { throwIfNoEntry: false })?.size ?? 0) === 0) writeFileSync(ignore, '*\n');
  makeFolder(runs);
}

function makeFolder(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) mkdirSync(folder, { mode: 0o700 });
  else if (found.isSymbolicLink()) throw Object.assign(new Error(folder), { code: 'ELOOP' });
  else if (!found.isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' });
}

/** Writes the first line into a new file. Returns the open file, or null if the name is taken. */
function begin(file: string, line: string): number | null {
  let handle: number;
  try {
    handle = openSync(file, 'ax', 0o600);
  } catch (error) {
    if (systemReason(error) === 'EEXIST') return null;
    throw error;
  }
  try {
    writeFileSync(handle, line);
    fsyncSync(handle);
    return handle;
  } catch (error) {
    closeSync(handle);
    rmSync(file, { force: true });
    throw error;
  }
}

type JournalFailure = NonNullable<OutcomeLine['error']>;

interface Opened {
  run: string;
  file: string;
  handle: number;
  start: RunStart;
}

function journal({ run, file, handle, start }: Opened): Journal {
  const places = placesOf(start);
  const redactors = new Map(start.parts.map(({ account }) => [account.name, account.redactor]));
  let lost: string | null = null;
  let open = true;
  /** Writes each line with one call, so that a kill cuts at most the last one. */
  const add = (line: OutcomeLine | DifferenceLine | EndLine) => {
    if (!open) return;
    try {
      // Starts a new line, so that nothing is appended to a line that was cut.
      const bytes = Buffer.from(lost === null ? lineOf(line) : `\n${lineOf(line)}`);
      if (writeSync(handle, bytes) < bytes.length) lost ??= 'ENOSPC';
    } catch (error) {
      lost ??= systemReason(error);
    }
  };
  const now = () => new Date().toISOString();
  return {
    run,
    file,
    outcome: (change, { status, id, error, unanswered }) => {
      const index = places.get(changeKey(change));
      if (index === undefined) throw new Error('A change that is not in the journal was carried out');
      const why = {
        ...(error === undefined ? {} : { error: errorOf(error, redactors.get(change.account)) }),
        ...(unanswered === undefined ? {} : { unanswered }),
      };
      const line = { kind: 'outcome', change: index, status, id: id ?? change.id, at: now(), ...why } as const;
      const redactor = redactors.get(change.account);
      // The id of a rule that existed before is in the first line.
      const isMade = redactor !== undefined && change.id === null && line.id !== null;
      add(isMade ? { ...line, seal: sealOfId(run, line, redactor) } : line);
    },
    end: (outcome, differences = []) => {
      for (const difference of differences) add({ kind: 'difference', difference });
      add({ kind: 'end', outcome, at: now() });
      if (open) closeSync(handle);
      open = false;
    },
    get lost() {
      return lost;
    },
  };
}

/** Keeps only these fields: callers may pass more. */
function errorOf({ status, code, message }: JournalFailure, redactor: AccountRedactor | undefined): JournalFailure {
  return { status, code, message: redactor?.text(message) ?? message };
}

function lineOf(line: OutcomeLine | DifferenceLine | EndLine): string {
  return `${JSON.stringify(line)}\n`;
}
