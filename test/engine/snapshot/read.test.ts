import { renameSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/diagnostics/redactor.ts';
import type { Applied } from '../../../src/diagnostics/results.ts';
import { listRuns, readRun, readRunFrom, runOutcome, summaryOf } from '../../../src/engine/snapshot/read.ts';
import { madeChanges } from '../../../src/engine/snapshot/show.ts';
import { runsDocument } from '../../../src/model/snapshot.ts';
import { keyIdOf, sealKeyOf } from '../../../src/planning/account-redactor.ts';
import { projectOf } from '../../harness/project.ts';
import { appliedOf, opened, runStart, SEALS, type Status, TAGS, THREE } from '../../harness/snapshot.ts';

type Options = Parameters<typeof runStart>[0];

/** Of up to two accounts. */
const DONE: readonly Status[] = Array.from({ length: 6 }, () => 'done');

/** A run with its snapshot; null: it was killed. */
async function ran(
  home: string,
  options: Options,
  end: Applied['outcome'] | null = 'converged',
  statuses: readonly Status[] = DONE,
) {
  const start = await runStart(options);
  const snapshot = opened(home, start);
  if (end !== null) expect(snapshot.end(appliedOf(start, end, statuses))).toBeNull();
  utimesSync(snapshot.file, start.at, start.at);
  return snapshot.run;
}

const problemOf = (found: ReturnType<typeof readRun>) => ('problem' in found ? found.problem : null);
const summariesOf = (home: string, keys = SEALS, cwd = home) =>
  listRuns(home, keys, cwd).runs.map((run) => summaryOf(run, cwd));

describe('the list of runs', () => {
  it('has the newest first, also within one second, with counts and outcomes', async () => {
    const home = projectOf({});
    const first = await ran(home, { at: '2026-11-21T09:22:33.100Z', salt: 'a' });
    const second = await ran(home, { at: '2026-11-21T09:22:33.300Z', salt: 'c', by: 'rollback', rollbackOf: first });
    const third = await ran(home, { at: '2026-11-21T09:22:33.200Z', salt: 'b' }, null);
    const fourth = await ran(home, { at: '2026-11-21T09:22:33.300Z', salt: 'c' }, 'partial', [
      'done',
      'failed',
      'held',
    ]);
    const last = await ran(home, { at: '2025-11-21T09:22:33.300Z' });
    const { runs, problems } = listRuns(home, SEALS, path.dirname(home));
    expect(problems).toEqual([]);
    expect(runs.map(({ run }) => run)).toEqual([fourth, second, third, first, last]);
    const summaries = summariesOf(home, SEALS, path.dirname(home));
    const all = { create: { done: 1 }, replace: { done: 1 }, delete: { done: 1 } };
    expect(summaries.slice(0, 4)).toMatchObject([
      { outcome: 'partial', changes: { create: { failed: 1 }, replace: { done: 1 }, delete: { held: 1 } } },
      { outcome: 'converged', by: 'rollback', rollbackOf: first, changes: all },
      { outcome: 'cut-off', changes: { create: { unknown: 1 }, replace: { unknown: 1 }, delete: { unknown: 1 } } },
      {
        outcome: 'converged',
        by: 'apply',
        rollbackOf: null,
        accounts: [{ name: 'default', changes: all }],
        changes: all,
      },
    ]);
    expect(summaries[0]?.file).toBe(`${path.basename(home)}/.inboxctl/runs/${fourth}.jsonl`);
    expect(runsDocument.parse({ formatVersion: 1, notices: [], runs: summaries }).runs).toEqual(summaries);
  });

  it('names what is not a snapshot, and leaves alone what has another name', async () => {
    const home = projectOf({ '.inboxctl/runs/notes.txt': 'x', '.inboxctl/runs/20261121T092233Z-0123.jsonl': 'x' });
    const run = await ran(home, {});
    const folder = path.join(home, '.inboxctl/runs');
    const name = (digit: string) => `20261121T09223${digit}Z-0123456789ab.jsonl`;
    writeFileSync(path.join(folder, name('0')), 'x');
    writeFileSync(path.join(folder, name('1')), '{"formatVersion":2,"kind":"snapshot"}\n');
    writeFileSync(path.join(folder, name('2')), '{"formatVersion":1,"kind":"snapshot","r');
    writeFileSync(path.join(folder, `${run}.jsonl.new`), 'left by a run that was killed at its end');
    symlinkSync(path.join(folder, `${run}.jsonl`), path.join(folder, name('9')));
    const { runs, problems } = listRuns(home, SEALS);
    expect(runs.map((one) => one.run)).toEqual([run]);
    const file = (digit: string) => `.inboxctl/runs/${name(digit)}`;
    expect(problems.map(({ code, severity, args }) => ({ code, severity, args }))).toEqual([
      { code: 'snapshot-untrusted', severity: 'warning', args: { file: file('2'), reason: 'cut' } },
      { code: 'snapshot-unreadable', severity: 'warning', args: { file: file('1'), reason: 'newer' } },
      { code: 'snapshot-unreadable', severity: 'warning', args: { file: file('0'), reason: 'not-a-snapshot' } },
    ]);
  });

  it('has runs that no key opens, with the id of the key', async () => {
    const home = projectOf({});
    const accounts = { alice: THREE, bob: THREE };
    await ran(home, { at: '2026-11-21T09:22:33Z', accounts, keyOf: (name) => `key-of-${name}` });
    await ran(home, { at: '2026-11-20T09:22:33Z', accounts, keyOf: (name) => `key-of-${name}` }, null);
    const sealed = (name: string) => ({ name, sealed: keyIdOf(`key-of-${name}`) });
    expect(summariesOf(home, [])).toMatchObject([
      {
        outcome: 'sealed',
        accounts: [sealed('alice'), sealed('bob')],
        changes: { create: {} },
      },
      { outcome: 'cut-off', accounts: [sealed('alice'), sealed('bob')] },
    ]);
    expect(summariesOf(home, [sealKeyOf('key-of-bob')])).toMatchObject([
      { outcome: 'converged', accounts: [sealed('alice'), { name: 'bob' }], changes: { create: { done: 1 } } },
      { outcome: 'cut-off', accounts: [sealed('alice'), { name: 'bob' }], changes: { create: { unknown: 1 } } },
    ]);
    const [whole] = summariesOf(
      home,
      ['alice', 'bob'].map((name) => sealKeyOf(`key-of-${name}`)),
    );
    expect(JSON.stringify(whole?.accounts)).not.toContain('sealed');
  });

  it('counts those that would have one name', async () => {
    const home = projectOf({});
    for (let number = 1; number <= 11; number += 1) await ran(home, {});
    const copies = ['11', '10', '9', '8', '7', '6', '5', '4', '3', '2', undefined];
    expect(listRuns(home, SEALS).runs.map(({ run }) => run.split('-')[2])).toEqual(copies);
  });

  it('is empty where nothing was run', () => {
    expect(listRuns(projectOf({}), SEALS)).toEqual({ runs: [], problems: [] });
  });
});

describe('a run', () => {
  it('is found by its name, the beginning of it, the path of its snapshot, or as the latest', async () => {
    const home = projectOf({});
    const first = await ran(home, { at: '2026-11-20T09:22:33Z' });
    const second = await ran(home, { at: '2026-11-21T09:22:33Z' });
    const copy = await ran(home, { at: '2026-11-21T09:22:33Z' });
    expect(copy).toBe(`${second}-2`);
    const found = [first, '20261120', `.inboxctl/runs/${first}.jsonl`, second, copy, 'latest'];
    expect(found.map((name) => readRun(home, name, SEALS))).toMatchObject(
      [first, first, first, second, copy, copy].map((run) => ({ run, head: { run } })),
    );
  });

  it('that is not there, or not told from others, is a problem with the candidates', async () => {
    const home = projectOf({});
    expect(problemOf(readRun(home, 'latest', SEALS))).toMatchObject({ code: 'runs-none' });
    const runs: string[] = [];
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
      code: 'snapshot-untrusted',
      severity: 'error',
      args: { reason: 'cut' },
    });
  });

  it('is not another one: a snapshot that was renamed is refused, but may be brought from elsewhere', async () => {
    const home = projectOf({});
    const run = await ran(home, { at: '2026-11-21T09:22:33Z' });
    const folder = path.join(home, '.inboxctl/runs');
    const other = run.replace('20261121', '20261122');
    renameSync(path.join(folder, `${run}.jsonl`), path.join(folder, `${other}.jsonl`));
    expect(problemOf(readRun(home, 'latest', SEALS))).toMatchObject({
      code: 'snapshot-untrusted',
      args: { file: `.inboxctl/runs/${other}.jsonl`, reason: 'forged' },
    });
    const file = path.join(home, 'brought.jsonl');
    renameSync(path.join(folder, `${other}.jsonl`), file);
    expect(readRunFrom(file, SEALS, home)).toMatchObject({ run, file, parts: [{ name: 'default' }] });
  });

  it('that cannot be read is told, in words of its own', () => {
    const folder = projectOf({ 'empty.jsonl': '', 'huge.jsonl': '' });
    truncateSync(path.join(folder, 'huge.jsonl'), 1_000_000_000);
    const problem = (name: string) => {
      const found = readRunFrom(path.join(folder, name), SEALS, folder);
      return 'problem' in found ? found.problem : null;
    };
    const unreadable = (file: string, reason: string) => ({ code: 'snapshot-unreadable', args: { file, reason } });
    expect(problem('empty.jsonl')).toMatchObject(unreadable('empty.jsonl', 'not-a-snapshot'));
    expect(problem('huge.jsonl')).toMatchObject(unreadable('huge.jsonl', 'too-big'));
    expect(problem('none.jsonl')).toMatchObject(unreadable('none.jsonl', 'ENOENT'));
    expect(problem('.')).toMatchObject({ code: 'snapshot-unreadable', args: { reason: 'EISDIR' } });
  });

  it('is cut off as soon as nobody works on it, and has the outcome of all its accounts', async () => {
    const home = projectOf({});
    const accounts = { alice: THREE, bob: THREE };
    await ran(home, { at: '2026-11-21T09:22:33Z', accounts }, null);
    await ran(home, { at: '2026-11-22T09:22:33Z', accounts }, 'differs');
    expect(listRuns(home, SEALS).runs.map(runOutcome)).toEqual(['differs', 'cut-off']);
  });
});

describe('a run is shown', () => {
  it('as the changes it was to make, with how each ended', async () => {
    const home = projectOf({});
    const start = await runStart();
    const snapshot = opened(home, start);
    const error = { status: 500, code: null, message: 'no', hint: null, remedy: null, outcomeUnknown: true };
    const applied = appliedOf(start, 'partial', ['done', 'failed'], { error, createdId: 'made' });
    snapshot.end({ ...applied, steps: applied.steps.filter(({ change }) => change.op !== 'delete') });
    const run = readRun(home, 'latest', SEALS);
    if ('problem' in run) throw new Error('It is there');
    const [part] = run.parts;
    if (part === undefined) throw new Error('There is one');
    const shown = madeChanges(part, new Redactor([]), false);
    expect(shown.map(({ op, name, id, status, error: why }) => [op, name, id, status, why?.status])).toEqual([
      ['replace', 'Kept', 'id-0', 'done', 500],
      ['create', 'New', 'made', 'failed', 500],
      ['delete', 'Old', 'id-1', 'not-tried', undefined],
    ]);
    expect(shown[0]?.before?.condition).toMatchObject({ aiInstructions: 'before' });
    expect(shown[0]?.after?.condition).toMatchObject({ aiInstructions: 'after' });
    expect(shown[0]).not.toHaveProperty('received');
    expect(madeChanges(part, new Redactor([]), true)[0]?.received).toEqual(THREE.live[0]);
  });

  it('without an end as changes whose end is not known, and without its key not at all', async () => {
    const home = projectOf({});
    await ran(home, {}, null);
    const [run] = listRuns(home, SEALS).runs;
    const statuses = run?.parts.flatMap((part) =>
      madeChanges(part, new Redactor([]), false).map(({ status }) => status),
    );
    expect(statuses).toEqual(['unknown', 'unknown', 'unknown']);
    const [sealed] = listRuns(home, [sealKeyOf(`not-${TAGS}`)]).runs;
    expect(sealed?.parts.flatMap((part) => madeChanges(part, new Redactor([]), false))).toEqual([]);
  });
});
