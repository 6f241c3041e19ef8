/**
 * Writes the snapshot of a run. It is on the disk before anything is sent: if it cannot be written, nothing is sent. How the
 * run ended is added at once, so that a file with a part of that was not written here.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Applied } from '../../diagnostics/results.ts';
import type { Step } from '../../model/applied.ts';
import type { KeptChange, SnapshotEnd, SnapshotHead, SnapshotPart } from '../../model/snapshot.ts';
import { systemReason } from '../../model/system-reason.ts';
import { variablesOf } from '../../planning/account-redactor.ts';
import { canonicalLive } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';
import { shownPath } from '../../source/paths.ts';
import { makeFolder } from '../../source/replace-file.ts';
import { stepsByChange } from '../apply/result.ts';
import type { Account, Planned } from '../plan.ts';
import { shortDigest, snapshotFile, snapshotFolders } from './files.ts';
import { bindingOf, type LineSeal, lineSeal } from './seal.ts';

/** A run about to begin. */
export interface RunStart extends Pick<SnapshotHead, 'by' | 'digest' | 'rollbackOf' | 'pid' | 'origin'> {
  /** The start of the run, after its locks were taken. */
  at: Date;
  parts: readonly StartingPart[];
}

interface StartingPart extends Pick<Planned, 'live' | 'inbox'> {
  account: Account;
  apiKey: string;
  work: readonly Work[];
}

/** An account of a run, with what its lines are sealed with. */
interface SealedPart extends StartingPart {
  seal: LineSeal;
}

/** The snapshot as text, with its line ends, and its accounts. `salt`: 32 random bytes. */
export function snapshotText(run: string, start: RunStart, salt: Buffer = randomBytes(32)) {
  const { by, digest, rollbackOf, origin, pid, at } = start;
  const changed = start.parts.filter(({ work }) => work.length > 0);
  const head: SnapshotHead = {
    formatVersion: 1,
    kind: 'snapshot',
    run,
    startedAt: at.toISOString(),
    by,
    digest,
    rollbackOf,
    origin,
    pid,
    salt: salt.toString('base64url'),
    accounts: changed.map(({ account: { name, baseUrl, redactor }, inbox }) => {
      return { name, baseUrl, keyId: redactor.keyId, inbox };
    }),
  };
  const first = JSON.stringify(head);
  const boundTo = bindingOf(first);
  const parts = changed.map((part, index): SealedPart => {
    return { ...part, seal: lineSeal(head, boundTo, index, part.account.redactor) };
  });
  const lines = [first, ...parts.map((part) => part.seal.seal('part', partOf(part)))];
  return { parts, text: lines.map((line) => `${line}\n`).join('') };
}

function partOf({ account, apiKey, live, work, seal }: SealedPart): SnapshotPart {
  const rules = work.flatMap(({ live: before, wanted }) => [before, wanted]);
  return {
    apiKey: seal.tagOfKey(apiKey),
    live: live.map(({ id, createdAt }) => ({ id, createdAt })),
    changes: work.map(({ change, wanted, live: before, rule = null }): KeptChange => {
      const { op, name, id, digest, renamedFrom } = change;
      const variables = {
        before: before === null ? [] : variablesOf(canonicalLive(before), rule),
        after: wanted === null ? [] : variablesOf(wanted, rule),
      };
      return { op, name, id, digest, renamedFrom, before, after: wanted, variables };
    }),
    secrets: account.redactor.ofRun.secretsIn(rules).map(({ name, value }) => ({ name, value })),
  };
}

/** The snapshot of a run under way. */
export interface OpenSnapshot {
  run: string;
  /** Absolute. */
  file: string;
  /** Adds how the run ended. Returns why that could not be written, as a code of the system; null if it was. */
  end: (applied: Applied) => string | null;
}

/** `home` (absolute): where the project file is, else the working folder. Problems show paths from `cwd`. */
export function openSnapshot(home: string, start: RunStart, cwd = home): OpenSnapshot | { problem: Diagnostic } {
  const time = `${start.at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const name = `${time}-${shortDigest(start.digest)}`;
  try {
    makeFolders(home);
    // The name is taken by another run of the same second and digest.
    for (let copy = 1; ; copy += 1) {
      const run = copy === 1 ? name : `${name}-${copy}`;
      const file = snapshotFile(home, run);
      const { parts, text } = snapshotText(run, start);
      if (writeNew(file, text)) return { run, file, end: (applied) => addEnd(file, text, endsOf(parts, applied)) };
    }
  } catch (error) {
    const file = shownPath(snapshotFile(home, name), cwd);
    const args = { what: 'The snapshot', file, reason: systemReason(error), of: 'snapshot' } as const;
    return { problem: { code: 'file-unwritable', args, severity: 'error' } };
  }
}

/** Never writes through a link: a project may come from anyone. */
function makeFolders(home: string): void {
  const [outer, runs] = snapshotFolders(home);
  makeFolder(outer, 0o700);
  const ignore = path.join(outer, '.gitignore');
  // A full disk leaves an empty file.
  if ((lstatSync(ignore, { throwIfNoEntry: false })?.size ?? 0) === 0) writeFileSync(ignore, '*\n');
  makeFolder(runs, 0o700);
}

/** Writes a new file to the disk. Returns whether it did: the name may be taken. */
function writeNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch (error) {
    if (systemReason(error) === 'EEXIST') return false;
    rmSync(file, { force: true });
    throw error;
  }
}

/** In the place of the file, so that none is ever there with a part of the lines. */
function addEnd(file: string, text: string, lines: readonly string[]): string | null {
  const whole = `${file}.new`;
  try {
    rmSync(whole, { force: true });
    writeNew(whole, text + lines.map((line) => `${line}\n`).join(''));
    renameSync(whole, file);
    return null;
  } catch (error) {
    return systemReason(error);
  }
}

function endsOf(parts: readonly SealedPart[], { outcome, steps, differences }: Applied): string[] {
  const endOf = stepsByChange(steps);
  return parts.map(({ account, work, seal }) => {
    const ends = work.map(({ change }) => endOfChange(endOf.get(change), change.id, account));
    const own = differences.filter((one) => one.account === account.name);
    return seal.seal('end', { outcome, ends, differences: own } satisfies SnapshotEnd);
  });
}

function endOfChange(step: Step | undefined, id: string | null, { redactor }: Account): SnapshotEnd['ends'][number] {
  const { status = 'not-tried', error, createdId = null } = step ?? {};
  const why = error && { status: error.status, code: error.code, message: redactor.text(error.message) };
  return { status, id: id ?? createdId, error: why };
}
