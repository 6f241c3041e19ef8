/** Reads the snapshots of a project. Only rollbacks base decisions on them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { compareText } from '../../model/compare-text.ts';
import type { InboxIdentity } from '../../model/inbox-identity.ts';
import { jsonIn } from '../../model/json.ts';
import type { PlanDocument } from '../../model/plan.ts';
import {
  type RunSummary,
  type SnapshotEnd,
  type SnapshotHead,
  type SnapshotPart,
  snapshotEnd,
  snapshotHead,
  snapshotPart,
} from '../../model/snapshot.ts';
import { systemReason } from '../../model/system-reason.ts';
import type { SealKey } from '../../planning/account-redactor.ts';
import { shownPath } from '../../source/paths.ts';
import { isRunning } from '../lock.ts';
import { filesBelow, type RunFile, runFiles, shortDigest, snapshotFolders } from './files.ts';
import { bindingOf, type LineSeal, lineSeal } from './seal.ts';

/** An account of a run. */
export interface RunPart {
  name: string;
  baseUrl: string;
  keyId: string;
  inbox: InboxIdentity;
  /** null if no key that is set opens it. */
  opened: (SnapshotPart & { end: SnapshotEnd | null; seal: LineSeal }) | null;
}

/** A snapshot, as far as it could be opened. */
export interface RunSnapshot extends RunFile {
  head: SnapshotHead;
  parts: RunPart[];
  hasEnd: boolean;
}

type Unreadable = { reason: 'cut' | 'newer' | 'not-a-snapshot' | 'forged' };

/** Reads a snapshot, with the keys that may open it. Returns why it is not one, or why it is not whole. */
export function parseSnapshot(text: string, keys: readonly SealKey[]): Omit<RunSnapshot, keyof RunFile> | Unreadable {
  const lines = text.split('\n');
  const [first = ''] = lines;
  const json = jsonIn(first);
  if (json === undefined) return { reason: first.startsWith(BEGINNING) ? 'cut' : 'not-a-snapshot' };
  const head = snapshotHead.safeParse(json).data;
  if (head === undefined) return { reason: Number(Object(json).formatVersion) > 1 ? 'newer' : 'not-a-snapshot' };
  // The parts are written at once, and so are the ends: a file with some of them was cut, or put together.
  const number = head.accounts.length;
  const isWhole = lines.at(-1) === '' && [number + 2, 2 * number + 2].includes(lines.length);
  if (!isWhole) return { reason: 'cut' };
  const hasEnd = number > 0 && lines.length > number + 2;
  const parts: RunPart[] = [];
  const boundTo = bindingOf(first);
  for (const [index, account] of head.accounts.entries()) {
    const key = keys.find((one) => one.keyId === account.keyId);
    const seal = key && lineSeal(head, boundTo, index, key);
    const part = seal?.open('part', lines[index + 1] ?? '');
    const end = hasEnd ? seal?.open('end', lines[index + 1 + number] ?? '') : null;
    if (seal === undefined) {
      parts.push({ ...account, opened: null });
      continue;
    }
    if (part === undefined || end === undefined) return { reason: 'forged' };
    const opened = snapshotPart.safeParse(part).data;
    // Whoever has the key wrote it, in words that this version does not know.
    if (opened === undefined) return { reason: 'newer' };
    parts.push({ ...account, opened: { ...opened, end: snapshotEnd.safeParse(end).data ?? null, seal } });
  }
  return { head, parts, hasEnd };
}

const BEGINNING = '{"formatVersion":1,"kind":"snapshot",';

function changeCounts(parts: readonly RunPart[]): RunSummary['changes'] {
  const counts: RunSummary['changes'] = { create: {}, replace: {}, delete: {} };
  for (const { opened } of parts) {
    opened?.changes.forEach(({ op }, index) => {
      const status = opened.end?.ends[index]?.status ?? 'unknown';
      counts[op][status] = (counts[op][status] ?? 0) + 1;
    });
  }
  return counts;
}

/** The entry of a run in a list. Its file is shown relative to `cwd`. */
export function summaryOf(run: RunSnapshot, cwd: string): RunSummary {
  const { startedAt, by, rollbackOf, origin } = run.head;
  return {
    run: run.head.run,
    file: shownPath(run.file, cwd),
    startedAt,
    by,
    rollbackOf,
    accounts: run.parts.map((part) => {
      const { name, baseUrl, keyId, opened } = part;
      return { name, baseUrl, ...(opened === null && { sealed: keyId }), changes: changeCounts([part]) };
    }),
    changes: changeCounts(run.parts),
    outcome: runOutcome(run),
    origin,
  };
}

/** All accounts have the outcome of the whole run. */
export function runOutcome({ head, parts, hasEnd }: RunSnapshot): RunSummary['outcome'] {
  if (!hasEnd) return isRunning(head) ? 'running' : 'cut-off';
  return parts.find(({ opened }) => opened?.end != null)?.opened?.end?.outcome ?? 'sealed';
}

function noRuns(home: string, cwd: string): Diagnostic {
  const [, folder] = snapshotFolders(home);
  try {
    readdirSync(folder);
  } catch (error) {
    const args = { what: 'The folder of snapshots', file: shownPath(folder, cwd), reason: systemReason(error) };
    if (args.reason !== 'ENOENT') return { code: 'file-unreadable', args, severity: 'error' };
  }
  return { code: 'runs-none', args: {}, severity: 'error' };
}

/** The runs of a project, newest first, and what could not be read. `from`: a snapshot, or all below a folder. */
export function listRuns(
  home: string,
  keys: readonly SealKey[],
  cwd = home,
  from?: string,
): { runs: RunSnapshot[]; problems: Diagnostic[] } {
  const runs: RunSnapshot[] = [];
  const problems: Diagnostic[] = [];
  for (const { file, run } of from === undefined ? runFiles(home) : filesBelow(from)) {
    const found = readRunFrom(file, keys, cwd, run);
    if ('problem' in found) problems.push({ ...found.problem, severity: file === from ? 'error' : 'warning' });
    else runs.push(found);
  }
  if (from !== undefined) {
    // Copies of a snapshot have one salt.
    const once = [...new Map(runs.map((run) => [run.head.salt, run])).values()];
    return { runs: once.sort((a, b) => compareText(b.head.startedAt, a.head.startedAt)), problems };
  }
  const none = noRuns(home, cwd);
  return { runs, problems: none.code === 'runs-none' ? problems : [none] };
}

const NAMED = 3;

/** Whether two files are in one folder, however it is named. */
function isBeside(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) => statSync(path.dirname(file), { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/** Finds a run by its name, the beginning of it, its file, or as `latest`. If there is none, says why. */
export function readRun(
  home: string,
  wanted: string,
  keys: readonly SealKey[],
  cwd = home,
): RunSnapshot | { problem: Diagnostic } {
  const files = runFiles(home);
  const [newest] = files;
  if (newest === undefined) return { problem: noRuns(home, cwd) };
  if (wanted === 'latest') return readRunFrom(newest.file, keys, cwd, newest.run);
  const name = path.basename(wanted, '.jsonl');
  const candidates = files.filter(({ run }) => run === name || (name !== '' && run.startsWith(name)));
  const found = candidates.find(({ run }) => run === name) ?? candidates[0];
  // A path elsewhere is for --from.
  const isElsewhere = wanted.includes('/') && found !== undefined && !isBeside(path.resolve(cwd, wanted), found.file);
  if (found === undefined || isElsewhere) {
    const known = files.slice(0, NAMED).map(({ run }) => run);
    return { problem: { code: 'run-unknown', args: { run: wanted, known, count: files.length }, severity: 'error' } };
  }
  if (candidates.length > 1 && found.run !== name) {
    const args = { run: wanted, candidates: candidates.map(({ run }) => run) };
    return { problem: { code: 'run-ambiguous', args, severity: 'error' } };
  }
  return readRunFrom(found.file, keys, cwd, found.run);
}

/**
 * The run here that carried out a plan, all of it, after the plan was made; null if there is none. One that no key that is
 * set opens is not known.
 */
export function runOfPlan(
  home: string,
  { digest, accounts }: Pick<PlanDocument, 'digest' | 'accounts'>,
  keys: readonly SealKey[],
  cwd: string,
): string | null {
  const plannedAt = new Map(accounts.map(({ name, inbox }) => [name, inbox?.readAt ?? '']));
  const named = runFiles(home).filter(({ run }) => run.includes(shortDigest(digest)));
  const made = named.find(({ file, run }) => {
    const found = readRunFrom(file, keys, cwd, run);
    if ('problem' in found || found.head.digest !== digest) return false;
    const isAfter = found.head.accounts.some(({ name, inbox }) => {
      // By the service's clock, which tells seconds: a plan of the same one may be older.
      return Date.parse(plannedAt.get(name) ?? '') <= Date.parse(inbox.readAt);
    });
    const ends = found.parts.map(({ opened }) => opened?.end?.ends);
    return isAfter && ends.every((all) => all?.every(({ status }) => status === 'done') === true);
  });
  return made?.run ?? null;
}

/** Reads a snapshot (absolute path). `run`: the name that its file says it has; null if it was brought from elsewhere. */
export function readRunFrom(
  file: string,
  keys: readonly SealKey[],
  cwd: string,
  run: string | null = null,
): RunSnapshot | { problem: Diagnostic } {
  const content = contentOf(file, keys);
  const isRenamed = !('reason' in content) && run !== null && run !== content.head.run;
  if (!('reason' in content) && !isRenamed) return { run: content.head.run, file, ...content };
  const reason = 'reason' in content ? content.reason : 'forged';
  const shown = shownPath(file, cwd);
  return reason === 'forged' || reason === 'cut'
    ? { problem: { code: 'snapshot-untrusted', args: { file: shown, reason }, severity: 'error' } }
    : { problem: { code: 'snapshot-unreadable', args: { file: shown, reason }, severity: 'error' } };
}

/** In bytes. That of an apply of 100,000 rules is smaller. */
const LARGEST = 256 * 1024 * 1024;

function contentOf(file: string, keys: readonly SealKey[]): Omit<RunSnapshot, keyof RunFile> | { reason: string } {
  try {
    if (statSync(file).size > LARGEST) return { reason: 'too-big' };
    return parseSnapshot(readFileSync(file, 'utf8'), keys);
  } catch (error) {
    return { reason: systemReason(error) };
  }
}
