/** Reads the journals of a project, as far as they were written. Only rollbacks decide anything by them. */

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

/** What a journal tells. */
export interface JournalContent {
  plan: PlanLine;
  outcomes: OutcomeLine[];
  differences: Difference[];
  /** null: the run was killed, or is not at its end. */
  end: EndLine | null;
  /** Of the first line as far as it is sealed; null where it is not. */
  hash: string | null;
}

/** Ignores lines that are cut off. Without a whole first line, gives the reason why this is not a journal. */
export function parseJournal(text: string): JournalContent | { reason: 'cut' | 'newer' | 'not-a-journal' } {
  const [first = '', ...rest] = text.split('\n');
  const head = jsonIn(first);
  // The first line is on the disk before anything is sent: where it is cut, nothing was.
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

/** Counts the changes of a run by what was to be done and what came of it: the last that is content of each. */
export function countsOf({ plan, outcomes }: JournalContent): RunSummary['changes'] {
  const last = new Map(outcomes.flatMap(({ change, status }) => (status === 'put-back' ? [] : [[change, status]])));
  const counts: RunSummary['changes'] = { create: {}, replace: {}, delete: {} };
  plan.changes.forEach(({ op }, index) => {
    const status = last.get(index) ?? 'unknown';
    counts[op][status] = (counts[op][status] ?? 0) + 1;
  });
  return counts;
}

/** A run as its journal tells it; `file` is absolute. */
export interface Run extends JournalContent, RunFile {}

/**
 * The runs of a project, the newest first, and what cannot be read. `home` (absolute): the folder of the project file,
 * or the working folder where there is none; files are shown relative to `cwd`.
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

/** A run as runs are listed, its file relative to `cwd`. */
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

/** In a message: how many runs are named. */
const NAMED = 3;

/**
 * The run of a name, of the beginning of one, or of the path of its journal, or why there is none; `latest` is the
 * newest.
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
 * The newest run (where there is one: before `run`) that found a rule, by its id, unparked, and so may have parked it. null
 * where none is known.
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

/** Whether a rule was parked already when a run found it. */
export function wasParked({ condition }: JournalRule): boolean {
  const { subject } = condition.static;
  return typeof subject === 'string' && isParkedSubject(subject);
}

type Sealing = Pick<Account, 'name' | 'redactor'>;

/** The newest run that is, for one of these accounts, the last one and was killed. null where there is none. */
async function unfinishedRun(home: string, accounts: readonly Sealing[], env: Environment): Promise<Run | null> {
  const files = runFiles(home);
  // Whole journals are read only as far as the oldest that has no end, which is seldom any.
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

/**
 * The notice that names a killed run of the accounts that are planned, if any. A journal that a rollback would not go
 * by does not count.
 */
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
