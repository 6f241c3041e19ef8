/** Reads the journals of a project, as far as they were written. Only rollbacks base decisions on them. */

import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Plan } from '../../diagnostics/results.ts';
import type { Difference } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import {
  differenceLine,
  type EndLine,
  endLine,
  type OutcomeLine,
  outcomeLine,
  type PlanLine,
  planLine,
  type RunSummary,
  type SealedHead,
  sealedHead,
} from '../../model/journal.ts';
import { jsonIn } from '../../model/json.ts';
import { systemReason } from '../../model/system-reason.ts';
import type { SealKey } from '../../planning/account-redactor.ts';
import type { Environment } from '../../source/git/run.ts';
import { shownPath } from '../../source/paths.ts';
import type { Account } from '../plan.ts';
import { hasEnd, type RunFile, runFiles } from './files.ts';
import { isRunning } from './lock.ts';
import { hashOf, lineKey, openedLine, parseLine, type SealedFile, type SealedPart } from './seal.ts';
import { distrustOf, distrustOfFile, sealedHash } from './trust.ts';

/** The content of a journal, as far as it could be opened. */
export interface JournalContent {
  plan: PlanLine;
  outcomes: OutcomeLine[];
  differences: Difference[];
  /** null if the run was killed or has not ended yet, or if no key opens it. */
  end: EndLine | null;
  /** Whether the journal says in the clear that the run ended. */
  hasEnded: boolean;
  /** The hash that the seals of the first line cover; null if it has no seals. Of version 1. */
  hash: string | null;
  /** What became of the part of each account; null for version 1, which is not encrypted. */
  parts: readonly SealedPart[] | null;
}

type Flaw = 'cut' | 'newer' | 'not-a-journal';

/**
 * Reads a journal, with the keys that may open it. Ignores a line that is cut off at the end. Without a whole first line,
 * returns why this is not a journal.
 */
export function parseJournal(text: string, keys: readonly SealKey[]): JournalContent | { reason: Flaw } {
  const [first = '', ...rest] = text.split('\n');
  const json = jsonIn(first);
  // The first lines are on the disk before anything is sent. If they are cut, nothing was sent.
  if (json === undefined) return { reason: BEGINNINGS.some((one) => first.startsWith(one)) ? 'cut' : 'not-a-journal' };
  const head = sealedHead.safeParse(json).data;
  if (head !== undefined) return parseSealed({ head, hash: hashOf(first) }, rest, keys);
  const plan = planLine.safeParse(json).data;
  if (plan === undefined) return { reason: isNewer(json) ? 'newer' : 'not-a-journal' };
  const read = linesOf(rest.map(jsonIn), plan);
  return { ...read, hasEnded: read.end !== null, hash: sealedHash(first), parts: null };
}

const BEGINNINGS = ['{"formatVersion":1,"kind":"plan",', '{"formatVersion":2,"kind":"sealed",'];

/** The newest version that can be read. */
const VERSION = 2;

function isNewer(head: unknown): boolean {
  return typeof head === 'object' && head !== null && 'formatVersion' in head && Number(head.formatVersion) > VERSION;
}

type Lines = Pick<JournalContent, 'plan' | 'outcomes' | 'differences' | 'end'>;

/** What the lines after a plan say. */
function linesOf(lines: readonly unknown[], plan: PlanLine): Lines {
  const outcomes: OutcomeLine[] = [];
  const differences: Difference[] = [];
  let end: EndLine | null = null;
  for (const value of lines) {
    if (value === undefined) continue;
    const outcome = outcomeLine.safeParse(value).data;
    const left = differenceLine.safeParse(value).data;
    if (left !== undefined) differences.push(left.difference);
    else if (outcome === undefined) end = endLine.safeParse(value).data ?? end;
    else if (outcome.change < plan.changes.length) outcomes.push(outcome);
  }
  return { plan, outcomes, differences, end };
}

/** Opens the lines of each account whose key is known, and puts them together as one run. */
function parseSealed(
  file: SealedFile,
  rest: readonly string[],
  keys: readonly SealKey[],
): JournalContent | { reason: 'cut' | 'newer' } {
  const { head, hash } = file;
  // What follows the last line end is cut off.
  const whole = rest.slice(0, -1);
  if (whole.length < head.accounts.length) return { reason: 'cut' };
  const lines = whole.map(parseLine);
  // What nobody can have written here may have taken the place of something.
  const isStray = lines.some((line) => line === null || line.account >= head.accounts.length);
  const byAccount = groupBy(
    lines.flatMap((line) => line ?? []),
    ({ account }) => account,
  );
  const opened = head.accounts.map(({ name, keyId }, account): OpenedPart => {
    const sealed = { account: name, keyId };
    const key = keys.find((one) => one.keyId === keyId);
    if (key === undefined) return { ...sealed, state: 'locked', values: [], plan: undefined };
    const own = lineKey(head, account, key);
    const values = (byAccount.get(account) ?? []).map((line, number) => openedLine(hash, number, own, line));
    const isWhole = !isStray && values.length > 0 && values.every((value) => value !== undefined);
    if (!isWhole) return { ...sealed, state: 'forged', values, plan: undefined };
    return { ...sealed, state: 'opened', values, plan: planLine.safeParse(values[0]).data };
  });
  // Whoever has the key wrote this plan, in words that this version does not know: it is not an empty one.
  if (opened.some(({ state, plan }) => state === 'opened' && plan === undefined)) return { reason: 'newer' };
  const hasEnded = lines.at(-1)?.isEnd === true;
  const parts = opened.map(({ values: _, plan: __, ...part }) => part);
  return { ...together(head, opened), hasEnded, hash: null, parts };
}

interface OpenedPart extends SealedPart {
  values: readonly unknown[];
  /** The first of them, if the part was opened and this version knows its words. */
  plan: PlanLine | undefined;
}

/** One run of the parts that could be opened. Outcomes count the changes of all of them. */
function together(head: SealedHead, parts: readonly OpenedPart[]): Lines {
  const { run, startedAt, by, rollbackOf, pid, accounts } = head;
  const about = { run, startedAt, by, rollbackOf, pid, accounts };
  const unknown = { version: '', digest: '', keyId: null };
  const whole: PlanLine = { formatVersion: 1, kind: 'plan', ...about, ...unknown, changes: [] };
  const outcomes: OutcomeLine[] = [];
  const differences: Difference[] = [];
  const ends: (EndLine | null)[] = [];
  for (const { values, plan } of parts) {
    if (plan === undefined) continue;
    const { version, digest, keyId, origin } = plan;
    Object.assign(whole, { version, digest, keyId, ...(origin && { origin }) });
    const before = whole.changes.length;
    const own = linesOf(values.slice(1), plan);
    for (const change of plan.changes) whole.changes.push(change);
    for (const one of own.outcomes) outcomes.push({ ...one, change: one.change + before });
    for (const one of own.differences) differences.push(one);
    ends.push(own.end);
  }
  // A kill may leave the ends of some accounts only.
  const end = ends.includes(null) ? null : (ends[0] ?? null);
  return { plan: whole, outcomes, differences, end };
}

/** Counts the changes of a run by operation and by their last outcome. */
export function countsOf({ plan, outcomes }: JournalContent): RunSummary['changes'] {
  const last = new Map(outcomes.map(({ change, status }) => [change, status]));
  const counts: RunSummary['changes'] = { create: {}, replace: {}, delete: {} };
  plan.changes.forEach(({ op }, index) => {
    const status = last.get(index) ?? 'unknown';
    counts[op][status] = (counts[op][status] ?? 0) + 1;
  });
  return counts;
}

/** A run from its journal; `file` is absolute. */
export interface Run extends JournalContent, RunFile {}

/**
 * The runs of a project, newest first, and problems with unreadable ones. `home` (absolute): the folder of the project
 * file, or the working folder if there is none. Files are shown relative to `cwd`.
 */
export function listRuns(
  home: string,
  keys: readonly SealKey[],
  cwd = home,
): { runs: RunSummary[]; problems: Diagnostic[] } {
  const runs: RunSummary[] = [];
  const problems: Diagnostic[] = [];
  for (const one of runFiles(home)) {
    const found = read(one, keys, cwd);
    if ('problem' in found) problems.push({ ...found.problem, severity: 'warning' });
    else runs.push(summaryOf(found, cwd));
  }
  return { runs, problems };
}

/** The entry of a run in a list. Its file is relative to `cwd`. */
export function summaryOf(run: Run, cwd: string): RunSummary {
  const { startedAt, by, rollbackOf, accounts, origin } = run.plan;
  const locked = (run.parts ?? []).filter(({ state }) => state !== 'opened');
  const sealed = locked.map(({ account, keyId }) => ({ account, keyId }));
  return {
    run: run.run,
    file: shownPath(run.file, cwd),
    startedAt,
    by,
    rollbackOf,
    accounts: accounts.map(({ name }) => name),
    changes: countsOf(run),
    outcome: outcomeOf(run),
    ...(sealed.length === 0 ? {} : { sealed }),
    ...(origin === undefined ? {} : { origin }),
  };
}

function outcomeOf({ end, hasEnded, plan }: Run): RunSummary['outcome'] {
  if (end !== null) return end.outcome;
  if (hasEnded) return 'sealed';
  return isRunning(plan) ? 'running' : 'unfinished';
}

/** How many runs a message names. */
const NAMED = 3;

/**
 * Finds a run by its name, the beginning of it, or the path of its journal; `latest` is the newest run. If there is
 * none, returns why.
 */
export function readRun(
  home: string,
  wanted: string,
  keys: readonly SealKey[],
  cwd = home,
): Run | { problem: Diagnostic } {
  const files = runFiles(home);
  const [newest] = files;
  if (newest === undefined) return { problem: { code: 'runs-none', args: {}, severity: 'error' } };
  if (wanted === 'latest') return read(newest, keys, cwd);
  const name = path.basename(wanted, '.jsonl');
  const candidates = files.filter(({ run }) => run === name || (name !== '' && run.startsWith(name)));
  const found = candidates.find(({ run }) => run === name) ?? candidates[0];
  if (found === undefined) {
    const known = files.slice(0, NAMED).map(({ run }) => run);
    return { problem: { code: 'run-unknown', args: { run: wanted, known, count: files.length }, severity: 'error' } };
  }
  if (candidates.length > 1 && found.run !== name) {
    const args = { run: wanted, candidates: candidates.map(({ run }) => run) };
    return { problem: { code: 'run-ambiguous', args, severity: 'error' } };
  }
  return read(found, keys, cwd);
}

/** Reads a journal that was brought from elsewhere (absolute path). */
export function readRunFrom(file: string, keys: readonly SealKey[], cwd: string): Run | { problem: Diagnostic } {
  const found = read({ run: '', file }, keys, cwd);
  return 'problem' in found ? found : { ...found, run: found.plan.run };
}

function read({ run, file }: RunFile, keys: readonly SealKey[], cwd: string): Run | { problem: Diagnostic } {
  const content = contentOf(file, keys);
  if (!('reason' in content)) return { run, file, ...content };
  const args = { file: shownPath(file, cwd), reason: content.reason };
  return { problem: { code: 'journal-unreadable', args, severity: 'error' } };
}

/** In bytes. That of an apply of 100,000 rules is smaller. */
const LARGEST = 256 * 1024 * 1024;

function contentOf(file: string, keys: readonly SealKey[]): JournalContent | { reason: string } {
  try {
    if (statSync(file).size > LARGEST) return { reason: 'too-big' };
    return parseJournal(readFileSync(file, 'utf8'), keys);
  } catch (error) {
    return { reason: systemReason(error) };
  }
}

type Sealing = Pick<Account, 'name' | 'redactor' | 'keys'>;

/** The keys that may open the parts of accounts. */
function keysFor(accounts: readonly Sealing[]): SealKey[] {
  return accounts.flatMap(({ redactor, keys = [] }) => [redactor, ...keys]);
}

/** The newest run that was killed and that no later run of one of these accounts followed; null if there is none. */
async function unfinishedRun(home: string, accounts: readonly Sealing[], env: Environment): Promise<Run | null> {
  const files = runFiles(home);
  // Reads whole journals only up to the oldest one without an end; usually there is none.
  const oldest = files.findLastIndex(({ file }) => !hasEnd(file));
  const open = new Map(accounts.map((account) => [account.name, account]));
  for (const one of files.slice(0, oldest + 1)) {
    const run = read(one, keysFor(accounts), home);
    if ('problem' in run) continue;
    const about = run.plan.accounts.flatMap(({ name }) => open.get(name) ?? []);
    if (about.length > 0 && run.end === null && !run.hasEnded && !isRunning(run.plan)) {
      const isSealed = about.some((account) => distrustOf(run, account) === null);
      if (isSealed && (await distrustOfFile(one.file, env)) === null) return run;
    } else for (const { name } of about) open.delete(name);
  }
  return null;
}

/** The notice about a killed run of the planned accounts, if any. Skips journals that a rollback would not trust. */
export async function unfinishedNotice(
  home: string,
  accounts: readonly Sealing[],
  { changes }: Pick<Plan, 'changes'>,
  env: Environment,
): Promise<Diagnostic[]> {
  const found = await unfinishedRun(home, accounts, env);
  if (found === null) return [];
  const { startedAt, rollbackOf, accounts: touched } = found.plan;
  const left = changes.filter(({ account }) => touched.some(({ name }) => name === account)).length;
  const args = { run: found.run, startedAt, rollbackOf, left };
  return [{ code: 'run-unfinished', args, severity: left === 0 ? 'info' : 'warning' }];
}
