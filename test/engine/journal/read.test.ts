import { statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/diagnostics/redactor.ts';
import type { Plan } from '../../../src/diagnostics/results.ts';
import { listRuns, readRun, unfinishedNotice } from '../../../src/engine/journal/read.ts';
import type { RunStart } from '../../../src/engine/journal/write.ts';
import { openJournal } from '../../../src/engine/journal/write.ts';
import { runsDocument } from '../../../src/model/journal.ts';
import { accountRedactor } from '../../../src/planning/account-redactor.ts';
import { runStart, SEALS, TAGS, THREE } from '../../harness/journal.ts';
import { projectOf } from '../../harness/project.ts';

type Options = Parameters<typeof runStart>[0];

/** A run in the journals; `done`: how many of its changes have an outcome. null: it was killed. */
async function ran(home: string, options: Options, end: 'converged' | 'partial' | null = 'converged', done = 3) {
  const start: RunStart = await runStart(options);
  const journal = openJournal(home, start);
  if ('problem' in journal) throw new Error(JSON.stringify(journal.problem));
  const changes = start.parts.flatMap(({ work }) => work.map(({ change }) => change));
  for (const change of changes.slice(0, done)) journal.outcome(change, { status: 'done' });
  if (end !== null) journal.end(end);
  utimesSync(journal.file, start.at, start.at);
  return journal.run;
}

const problemOf = (found: ReturnType<typeof readRun>) => ('problem' in found ? found.problem : null);

describe('the list of runs', () => {
  it('has the newest first, also within one second, with counts and outcomes', async () => {
    const home = projectOf({});
    const first = await ran(home, { at: '2026-11-21T09:22:33.100Z', salt: 'a' });
    const second = await ran(home, { at: '2026-11-21T09:22:33.300Z', salt: 'c', by: 'rollback', rollbackOf: first });
    const third = await ran(home, { at: '2026-11-21T09:22:33.200Z', salt: 'b' }, null, 1);
    const fourth = await ran(home, { at: '2026-11-21T09:22:33.300Z', salt: 'c' }, 'partial', 0);
    const last = await ran(home, { at: '2025-11-21T09:22:33.300Z' });
    const { runs, problems } = listRuns(home, SEALS, path.dirname(home));
    expect(problems).toEqual([]);
    expect(runs.map(({ run }) => run)).toEqual([fourth, second, third, first, last]);
    const all = { create: { done: 1 }, replace: { done: 1 }, delete: { done: 1 } };
    expect(runs.slice(0, 4)).toMatchObject([
      { outcome: 'partial', changes: { create: { unknown: 1 }, replace: { unknown: 1 }, delete: { unknown: 1 } } },
      { outcome: 'converged', by: 'rollback', rollbackOf: first, changes: all },
      { outcome: 'unfinished', changes: { create: { unknown: 1 }, replace: { done: 1 }, delete: { unknown: 1 } } },
      { outcome: 'converged', by: 'apply', rollbackOf: null, accounts: ['default'], changes: all },
    ]);
    expect(runs[0]?.file).toBe(`${path.basename(home)}/.inboxctl/runs/${fourth}.jsonl`);
    expect(runsDocument.parse({ formatVersion: 1, notices: [], runs }).runs).toEqual(runs);
  });

  it('counts a change by its last outcome', async () => {
    const home = projectOf({});
    const start = await runStart({});
    const journal = openJournal(home, start);
    if ('problem' in journal) throw new Error(JSON.stringify(journal.problem));
    const change = start.parts.flatMap(({ work }) => work.map((one) => one.change)).find(({ op }) => op === 'replace');
    if (change === undefined) throw new Error('There is a replace');
    for (const status of ['held', 'failed'] as const) journal.outcome(change, { status });
    journal.end('partial');
    expect(listRuns(home, SEALS).runs[0]?.changes.replace).toEqual({ failed: 1 });
  });

  it('names what is no journal, and leaves alone what has another name', async () => {
    const home = projectOf({ '.inboxctl/runs/notes.txt': 'x', '.inboxctl/runs/20261121T092233Z-0123.jsonl': 'x' });
    const run = await ran(home, {});
    const folder = path.join(home, '.inboxctl/runs');
    const name = (digit: string) => `20261121T09223${digit}Z-0123456789ab.jsonl`;
    writeFileSync(path.join(folder, name('0')), 'x');
    writeFileSync(path.join(folder, name('1')), '{"formatVersion":3,"kind":"plan"}\n');
    writeFileSync(path.join(folder, name('2')), '{"formatVersion":1,"kind":"plan","r');
    symlinkSync(path.join(folder, `${run}.jsonl`), path.join(folder, name('9')));
    const { runs, problems } = listRuns(home, SEALS);
    expect(runs.map((one) => one.run)).toEqual([run]);
    expect(problems.map(({ code, severity, args }) => ({ code, severity, args }))).toEqual(
      [
        ['2', 'cut'],
        ['1', 'newer'],
        ['0', 'not-a-journal'],
      ].map(([digit = '', reason]) => ({
        code: 'journal-unreadable',
        severity: 'warning',
        args: { file: `.inboxctl/runs/${name(digit)}`, reason },
      })),
    );
  });

  it('counts those that would have one name', async () => {
    const home = projectOf({});
    for (let number = 1; number <= 11; number += 1) await ran(home, {});
    expect(listRuns(home, SEALS).runs.map(({ run }) => run.split('-')[2])).toEqual([
      '11',
      '10',
      '9',
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
      undefined,
    ]);
  });

  it('is empty where nothing was run', () => {
    expect(listRuns(projectOf({}), SEALS)).toEqual({ runs: [], problems: [] });
  });
});

describe('a run', () => {
  it('is found by its name, the beginning of it, the path of its journal, or as the latest', async () => {
    const home = projectOf({});
    const first = await ran(home, { at: '2026-11-20T09:22:33Z' });
    const second = await ran(home, { at: '2026-11-21T09:22:33Z' });
    const copy = await ran(home, { at: '2026-11-21T09:22:33Z' });
    expect(copy).toBe(`${second}-2`);
    const found = [first, '20261120', `.inboxctl/runs/${first}.jsonl`, second, copy, 'latest'];
    expect(found.map((name) => readRun(home, name, SEALS))).toMatchObject(
      [first, first, first, second, copy, copy].map((run) => ({ run, plan: { run } })),
    );
  });

  it('that is not there, or not told from others, is a problem with the candidates', async () => {
    const home = projectOf({});
    expect(problemOf(readRun(home, 'latest', SEALS))).toMatchObject({ code: 'runs-none' });
    const runs = [];
    for (const day of ['01', '02', '03', '04']) runs.unshift(await ran(home, { at: `2026-11-${day}T09:22:33Z` }));
    expect(problemOf(readRun(home, '2027', SEALS))).toMatchObject({
      code: 'run-unknown',
      args: { run: '2027', known: runs.slice(0, 3), count: 4 },
    });
    expect(problemOf(readRun(home, '', SEALS))).toMatchObject({ code: 'run-unknown' });
    expect(problemOf(readRun(home, '2026', SEALS))).toMatchObject({
      code: 'run-ambiguous',
      args: { run: '2026', candidates: runs },
    });
    truncateSync(path.join(home, `.inboxctl/runs/${runs[0]}.jsonl`), 100);
    expect(problemOf(readRun(home, 'latest', SEALS))).toMatchObject({
      code: 'journal-unreadable',
      args: { reason: 'cut' },
    });
  });
});

describe('a run that was killed is named', () => {
  const PLAN = { changes: [{ account: 'alice' }, { account: 'carol' }] } as Plan;
  const accounts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, THREE]));
  const named = async (home: string, ...names: string[]) => {
    const accounts = names.map((name) => ({ name, redactor: accountRedactor(TAGS, new Redactor([])) }));
    const notices = await unfinishedNotice(home, accounts, PLAN, process.env);
    return notices.map(({ args, severity }) => ({ ...args, severity }));
  };

  it('while no later run is about its accounts', async () => {
    const home = projectOf({});
    const startedAt = '2026-11-21T09:22:33.000Z';
    const killed = await ran(home, { at: startedAt, accounts: accounts('alice', 'bob') }, null);
    const notice = { run: killed, startedAt, rollbackOf: null, left: 1, severity: 'warning' };
    expect(await named(home, 'alice')).toEqual([notice]);
    expect(await named(home, 'bob', 'dave')).toEqual([notice]);
    expect(await named(home, 'dave')).toEqual([]);
    await ran(home, { at: '2026-11-22T09:22:33Z', accounts: accounts('dave') });
    expect(await named(home, 'alice', 'dave')).toEqual([notice]);
    await ran(home, { at: '2026-11-23T09:22:33Z', accounts: accounts('alice') });
    expect(await named(home, 'alice')).toEqual([]);
    expect(await named(home, 'alice', 'bob')).toEqual([notice]);
    await ran(home, { at: '2026-11-24T09:22:33Z', accounts: accounts('bob') }, 'partial');
    expect(await named(home, 'alice', 'bob')).toEqual([]);
  });

  it('with what is left, also when that is nothing', async () => {
    const home = projectOf({});
    await ran(home, { accounts: accounts('erin') }, null);
    expect(await named(home, 'erin')).toMatchObject([{ left: 0, severity: 'info' }]);
  });

  it('although its last line is one of its end, where that is cut', async () => {
    const home = projectOf({});
    const run = await ran(home, { accounts: accounts('alice') });
    expect(await named(home, 'alice')).toEqual([]);
    const file = path.join(home, `.inboxctl/runs/${run}.jsonl`);
    truncateSync(file, statSync(file).size - 3);
    expect(await named(home, 'alice')).toMatchObject([{ run }]);
  });

  it('not from a journal that nobody can read', async () => {
    const home = projectOf({ '.inboxctl/runs/20261121T092233Z-0123456789ab.jsonl': '{"kind"' });
    expect(await named(home, 'alice')).toEqual([]);
  });
});
