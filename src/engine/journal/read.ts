/** Reads the journals of a project, as far as they were written. Only rollbacks base decisions on them. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Plan } from '../../diagnostics/results.ts';
import type { Difference } from '../../model/applied.ts';
import {
  differenceLine,
  type EndLine,
  endLine,
  type JournalRule,
  type OutcomeLine,
  outcomeLine,
  type PlanLine,
  planLine,
  type RunSummary,
} from '../../model/journal.ts';
import { jsonIn } from '../../model/json.ts';
import { systemReason } from '../../model/system-reason.ts';
import { isParkedSubject } from '../../planning/parking.ts';
import type { Environment } from '../../source/git/run.ts';
import { shownPath } from '../../source/paths.ts';
import type { Account } from '../plan.ts';
import { hasEnd, type RunFile, runFiles } from './files.ts';
import { isRunning } from './lock.ts';
import { distrustOf, distrustOfFile, sealedHash } from './trust.ts';

/** The content of a journal. */
export interface JournalContent {
  plan: PlanLine;
  outcomes: OutcomeLine[];
  differences: Difference[];
  /** null if the run was killed or has not ended yet. */
  end: EndLine | null;
  /** The hash that the seals of the first line cover; null if it has no seals. */
  hash: string | null;
}

/** Reads a journal. Ignores lines that are cut off. Without a whole first line, returns why this is not a journal. */
export function parseJournal(text: string): JournalContent | { reason: 'cut' | 'newer' | 'not-a-journal' } {
  const [first = '', ...rest] = text.split('\n');
  const head = jsonIn(first);
  // The first line is on the disk before anything is sent. If it is cut, nothing was sent.
  if (head === undefined)
    return { reason: first.startsWith('{"formatVersion":1,"kind":"plan",') ? 'cut' : 'not-a-journal' };
  const plan = planLine.safeParse(head).data;
  if (plan === undefined) return { reason: isNewer(head) ? 'newer' : 'not-a-journal' };
  const outcomes: OutcomeLine[] = [];
  const differences: Difference[] = [];
  let end: EndLine | null = null;
  for (const line of rest) {
    const value = jsonIn(line);
    if (value === undefined) continue;
    const outcome = outcomeLine.safeParse(value).data;
    const left = differenceLine.safeParse(value).data;
    if (left !== undefined) differences.push(left.difference);
    else if (outcome === undefined) end = endLine.safeParse(value).data ?? end;
    else if (outcome.change < plan.changes.length) outcomes.push(outcome);
  }
  return { plan, outcomes, differences, end, hash: sealedHash(first) };
}

function isNewer(head: unknown): boolean {
  return typeof head === 'object' && head !== null && 'formatVersion' in head && Number(head.formatVersion) > 1;
}

/** Counts the changes of a run by operation and by their last outcome. */
export function countsOf({ plan, outcomes }: JournalContent): RunSummary['changes'] {
  const last = new Map(outcomes.flatMap(({ change, status }) => (status === 'put-back' ? [] : [[change, status]])));
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
export function listRuns(home: string, cwd = home): { runs: RunSummary[]; problems: Diagnostic[] } {
  const runs: RunSummary[] = [];
  const problems: Diagnostic[] = [];
  for (const one of runFiles(home)) {
    const found = read(one, cwd);
    if ('problem' in found) problems.push({ ...found.problem, severity: 'warning' });
    else runs.push(summaryOf(found, cwd));
  }
  return { runs, problems };
}

/** The entry of a run in a list. Its file is relative to `cwd`. */
export function summaryOf(run: Run, cwd: string): RunSummary {
  const { startedAt, by, rollbackOf, accounts } = run.plan;
  return {
    run: run.run,
    file: shownPath(run.file, cwd),
    startedAt,
    by,
    rollbackOf,
    accounts: accounts.map(({ name }) => name),
    changes: countsOf(run),
    outcome: run.end?.outcome ?? (isRunning(run.plan) ? 'running' : 'unfinished'),
  };
}

/** How many runs a message names. */
const NAMED = 3;

/**
 * Finds a run by its name, the beginning of it, or the path of its journal; `latest` is the newest run. If there is
 * none, returns why.
 */
export function readRun(home: string, wanted: string, cwd = home): Run | { problem: Diagnostic } {
  const files = runFiles(home);
  const [newest] = files;
  if (newest === undefined) return { problem: { code: 'runs-none', args: {}, severity: 'error' } };
  if (wanted === 'latest') return read(newest, cwd);
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
  return read(found, cwd);
}

function read({ run, file }: RunFile, cwd: string): Run | { problem: Diagnostic } {
  const content = contentOf(file);
  if (!('reason' in content)) return { run, file, ...content };
  const args = { file: shownPath(file, cwd), reason: content.reason };
  return { problem: { code: 'journal-unreadable', args, severity: 'error' } };
}

function contentOf(file: string): JournalContent | { reason: string } {
  try {
    return parseJournal(readFileSync(file, 'utf8'));
  } catch (error) {
    return { reason: systemReason(error) };
  }
}

/**
 * The newest run (before `run`, unless that is null) that found the rule with this id unparked, and so may have parked
 * it; null if none is known.
 */
export function parkedBy(home: string, run: string | null, account: Sealing, id: string): string | null {
  const files = runFiles(home);
  for (const file of files.slice(files.findIndex((one) => one.run === run) + 1)) {
    const one = read(file, home);
    if ('problem' in one || distrustOf(one, account) !== null) continue;
    const change = one.plan.changes.find((made) => made.account === account.name && made.live?.id === id);
    if (change?.live != null && !wasParked(change.live)) return one.run;
  }
  return null;
}

/** Reports whether a rule was already parked when a run found it. */
export function wasParked({ condition }: JournalRule): boolean {
  const { subject } = condition.static;
  return typeof subject === 'string' && isParkedSubject(subject);
}

type Sealing = Pick<Account, 'name' | 'redactor'>;

/** The newest run that was killed and that no later run of one of these accounts followed; null if there is none. */
async function unfinishedRun(home: string, accounts: readonly Sealing[], env: Environment): Promise<Run | null> {
  const files = runFiles(home);
  // Reads whole journals only up to the oldest one without an end; usually there is none.
  const oldest = files.findLastIndex(({ file }) => !hasEnd(file));
  const open = new Map(accounts.map((account) => [account.name, account]));
  for (const one of files.slice(0, oldest + 1)) {
    const run = read(one, home);
    if ('problem' in run) continue;
    const about = run.plan.accounts.flatMap(({ name }) => open.get(name) ?? []);
    if (about.length > 0 && run.end === null && !isRunning(run.plan)) {
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
