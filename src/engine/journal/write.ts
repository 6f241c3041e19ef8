/**
 * Writes the journal of a run. Its first lines, the plan of each account with every rule as it was, are on the disk before
 * anything is sent: if they cannot be written, nothing is sent. After that, a line that cannot be written does not stop
 * the run.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Applied } from '../../diagnostics/results.ts';
import type { DifferenceLine, EndLine, JournalChange, OutcomeLine, PlanLine, SealedHead } from '../../model/journal.ts';
import { systemReason } from '../../model/system-reason.ts';
import type { AccountRedactor } from '../../planning/account-redactor.ts';
import type { Work } from '../../planning/changes.ts';
import { shownPath } from '../../source/paths.ts';
import type { Account } from '../plan.ts';
import { journalFile, journalFolders } from './files.ts';
import { hashOf, lineKey, sealedLine } from './seal.ts';
import { journalTexts } from './texts.ts';

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
  /** Where it is made, as far as that is known. */
  origin?: PlanLine['origin'];
}

/** The name of a run: `20261121T092233Z-0123456789ab`. */
export function runName({ at, digest }: Pick<RunStart, 'at' | 'digest'>): string {
  const time = `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  return `${time}-${digest.replace('sha256:', '').slice(0, 12)}`;
}

/** An account of a run, with what its lines are sealed with. */
interface SealedPart {
  part: RunStart['parts'][number];
  /** Index into the accounts of the first line. */
  index: number;
  key: Buffer;
  /** How many of its lines are written. */
  lines: number;
}

/** The first lines of a journal: the head, and the sealed plan of each account. `salt`: 32 random bytes. */
export function firstLines(run: string, start: RunStart, salt: Buffer = randomBytes(32)) {
  const { by, rollbackOf, at, pid } = start;
  const changed = start.parts.filter(({ work }) => work.length > 0);
  const head: SealedHead = {
    formatVersion: 2,
    kind: 'sealed',
    run,
    startedAt: at.toISOString(),
    by,
    rollbackOf,
    pid,
    salt: salt.toString('base64url'),
    accounts: changed.map(({ account: { name, baseUrl, redactor } }) => ({ name, baseUrl, keyId: redactor.keyId })),
  };
  const first = JSON.stringify(head);
  const hash = hashOf(first);
  const parts = changed.map((part, index): SealedPart => {
    return { part, index, key: lineKey(head, index, part.account.redactor), lines: 1 };
  });
  const plans = parts.map(({ part, index, key }) => {
    return sealedLine(hash, { number: 0, account: index, isEnd: false }, key, planOf(head, part, start));
  });
  return {
    /** What every line is bound to. */
    hash,
    parts,
    /** All of them, with their line ends. */
    text: [first, ...plans].map((line) => `${line}\n`).join(''),
  };
}

/** The plan of one account. */
function planOf(head: SealedHead, part: RunStart['parts'][number], start: RunStart): PlanLine {
  const { run, startedAt, by, rollbackOf, pid } = head;
  const { version, digest, origin } = start;
  const { name, baseUrl, redactor } = part.account;
  return {
    formatVersion: 1,
    kind: 'plan',
    run,
    startedAt,
    by,
    rollbackOf,
    version,
    digest,
    keyId: redactor.keyId,
    pid,
    accounts: [{ name, baseUrl, keyId: redactor.keyId }],
    changes: changesOf(part),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** The changes of an account, in the order of `work`. */
function changesOf({ account, work }: RunStart['parts'][number]): JournalChange[] {
  const texts = journalTexts(account.redactor);
  const declared = new Map(account.declared.map((rule) => [account.redactor.text(rule.body.name), rule]));
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

/** Identifies a change in the journal: two deletes with the same name differ only in their ids. */
function changeKey({ digest, id }: Pick<JournalChange, 'digest' | 'id'>): string {
  return `${digest} ${id ?? ''}`;
}

export type Journal = ReturnType<typeof journal>;

/**
 * Starts the journal of a run, with its first lines on the disk. `home` (absolute): the folder of the project file, or
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
      const lines = firstLines(run, start);
      const handle = begin(fileOf(run), lines.text);
      if (handle !== null) return journal({ run, file: fileOf(run), handle, ...lines });
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

/** Writes the first lines into a new file. Returns the open file, or null if the name is taken. */
function begin(file: string, lines: string): number | null {
  let handle: number;
  try {
    handle = openSync(file, 'ax', 0o600);
  } catch (error) {
    if (systemReason(error) === 'EEXIST') return null;
    throw error;
  }
  try {
    writeFileSync(handle, lines);
    fsyncSync(handle);
    return handle;
  } catch (error) {
    closeSync(handle);
    rmSync(file, { force: true });
    throw error;
  }
}

type JournalFailure = NonNullable<OutcomeLine['error']>;

interface Opened extends ReturnType<typeof firstLines> {
  run: string;
  /** Absolute. */
  file: string;
  handle: number;
}

function journal({ run, file, handle, hash, parts, text }: Opened) {
  /** Of each change, whose it is, and its index in the plan of that account. */
  const places = new Map(
    parts.flatMap((part) => part.part.work.map(({ change }, index) => [changeKey(change), { part, index }] as const)),
  );
  let size = Buffer.byteLength(text);
  let lost: string | null = null;
  let open = true;
  /** Writes each line with one call, so that a kill cuts at most the last one. */
  const add = (part: SealedPart, line: OutcomeLine | DifferenceLine | EndLine) => {
    if (!open) return;
    try {
      // Of a line that was not written whole, nothing may be left before the next one.
      if (lost !== null) ftruncateSync(handle, size);
      const place = { number: part.lines, account: part.index, isEnd: line.kind === 'end' };
      const bytes = Buffer.from(`${sealedLine(hash, place, part.key, line)}\n`);
      if (writeSync(handle, bytes) < bytes.length) throw Object.assign(new Error(file), { code: 'ENOSPC' });
      size += bytes.length;
      part.lines += 1;
    } catch (error) {
      lost ??= systemReason(error);
    }
  };
  const now = () => new Date().toISOString();
  return {
    run,
    file,
    /** Writes what became of a change. `id`: of a created rule. A change may have several outcomes. */
    outcome: (
      change: Work['change'],
      { status, id, error, unanswered }: Pick<OutcomeLine, 'status' | 'error' | 'unanswered'> & { id?: string | null },
    ): void => {
      const place = places.get(changeKey(change));
      if (place === undefined) throw new Error('A change that is not in the journal was carried out');
      const { redactor } = place.part.part.account;
      const why = {
        ...(error === undefined ? {} : { error: errorOf(error, redactor) }),
        ...(unanswered === undefined ? {} : { unanswered }),
      };
      add(place.part, { kind: 'outcome', change: place.index, status, id: id ?? change.id, at: now(), ...why });
    },
    /** Writes the last lines. Nothing is written after them. */
    end: (outcome: Applied['outcome'], differences: Applied['differences'] = []): void => {
      for (const part of parts) {
        const own = differences.filter(({ account }) => account === part.part.account.name);
        for (const difference of own) add(part, { kind: 'difference', difference });
      }
      for (const part of parts) add(part, { kind: 'end', outcome, at: now() });
      if (open) closeSync(handle);
      open = false;
    },
    /** Why a line could not be written, as a code of the system; null if none was lost. */
    get lost() {
      return lost;
    },
  };
}

/** Keeps only these fields: callers may pass more. */
function errorOf({ status, code, message }: JournalFailure, redactor: AccountRedactor): JournalFailure {
  return { status, code, message: redactor.text(message) };
}
