import fs, { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countsOf, parseJournal, readRun } from '../../../src/engine/journal/read.ts';
import { type Journal, openJournal } from '../../../src/engine/journal/write.ts';
import type { Work } from '../../../src/planning/changes.ts';
import { declaredOf, liveOf } from '../../harness/arbitrary.ts';
import { firstLineOfVersion1, openedLines, planLineOf, ruleOf, runStart, SEALS, THREE } from '../../harness/journal.ts';
import { projectOf } from '../../harness/project.ts';

type Start = Awaited<ReturnType<typeof runStart>>;

function opened(home: string, start: Start): Journal {
  const made = openJournal(home, start);
  if ('problem' in made) throw new Error(JSON.stringify(made.problem));
  return made;
}

function changesOf({ parts }: Start): Work['change'][] {
  return parts.flatMap(({ work }) => work.map(({ change }) => change));
}

const linesOf = (file: string) => openedLines(readFileSync(file, 'utf8'));

/** As on a disk that is full, until something else makes room. */
function cutNextWrite(): void {
  const whole = fs.writeSync;
  const set = (write: typeof fs.writeSync) => {
    fs.writeSync = write;
    syncBuiltinESMExports();
  };
  set(((handle: number, bytes: Buffer) => {
    set(whole);
    return whole(handle, bytes, 0, 10);
  }) as typeof fs.writeSync);
}

describe('a journal', () => {
  it('has the sealed plan before anything is sent, then a line for each outcome, then the end', async () => {
    const home = projectOf({});
    const start = await runStart();
    const journal = opened(home, start);
    expect(journal.run).toBe('20261121T092233Z-e3b0c44298fc');
    expect(journal.file).toBe(path.join(home, '.inboxctl/runs/20261121T092233Z-e3b0c44298fc.jsonl'));
    expect(linesOf(journal.file)).toMatchObject([
      { kind: 'sealed', run: journal.run, by: 'apply' },
      { kind: 'plan', run: journal.run, by: 'apply' },
    ]);
    const [kept, fresh, old] = changesOf(start);
    if (kept === undefined || fresh === undefined || old === undefined) throw new Error('There are three');
    journal.outcome(kept, { status: 'held' });
    journal.outcome({ ...kept, refused: 'changed-meanwhile' }, { status: 'refused' });
    journal.outcome(fresh, { status: 'done', id: 'made' });
    journal.outcome(old, { status: 'failed', error: { status: 500, code: null, message: 'no' } });
    journal.end('partial');
    expect(linesOf(journal.file).slice(2)).toMatchObject([
      { kind: 'outcome', change: 0, status: 'held', id: 'id-0' },
      { kind: 'outcome', change: 0, status: 'refused', id: 'id-0' },
      { kind: 'outcome', change: 1, status: 'done', id: 'made' },
      { kind: 'outcome', change: 2, status: 'failed', id: 'id-1', error: { status: 500, code: null, message: 'no' } },
      { kind: 'end', outcome: 'partial' },
    ]);
    expect(journal.lost).toBeNull();
    const run = readRun(home, 'latest', SEALS);
    if ('problem' in run) throw new Error('It is there');
    expect(countsOf(run)).toEqual({ create: { done: 1 }, replace: { refused: 1 }, delete: { failed: 1 } });
  });

  it('is for its owner only, and git leaves it alone', async () => {
    const home = projectOf({});
    const { file } = opened(home, await runStart());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(readFileSync(path.join(home, '.inboxctl/.gitignore'), 'utf8')).toBe('*\n');
  });

  it('says no secret in an error', async () => {
    const home = projectOf({});
    const start = await runStart({ secrets: [{ name: 'SEC', value: 'value-of-it' }] });
    const journal = opened(home, start);
    const [change] = changesOf(start);
    if (change === undefined) throw new Error('There is one');
    const failure = { status: 400, code: null, message: 'bad: value-of-it', hint: 'value-of-it' };
    journal.outcome(change, { status: 'failed', id: null, error: failure });
    expect(readFileSync(journal.file, 'utf8')).not.toContain('value-of-it');
    const error = { status: 400, code: null, message: 'bad: (secret SEC)' };
    expect(linesOf(journal.file)[2]).toMatchObject({ id: change.id, error });
  });

  it('lists only accounts that the run changes', async () => {
    const home = projectOf({});
    const none = { declared: [], live: [] };
    const { file } = opened(home, await runStart({ accounts: { alice: THREE, bob: none } }));
    expect(linesOf(file)[0]?.accounts).toMatchObject([{ name: 'alice' }]);
  });

  it('tells two rules apart that differ in their ids only', async () => {
    const start = await runStart({
      accounts: { default: { declared: [], live: [0, 1].map((index) => liveOf(declaredOf(ruleOf('Twice')), index)) } },
    });
    const journal = opened(projectOf({}), start);
    for (const change of changesOf(start)) journal.outcome(change, { status: 'done' });
    expect(linesOf(journal.file).slice(2)).toMatchObject([
      { change: 0, id: 'id-0' },
      { change: 1, id: 'id-1' },
    ]);
  });

  it('of which a line is cut keeps the next ones', async () => {
    const home = projectOf({});
    const start = await runStart();
    const journal = opened(home, start);
    const [first, second] = changesOf(start);
    if (first === undefined || second === undefined) throw new Error('There are three');
    cutNextWrite();
    journal.outcome(first, { status: 'done' });
    journal.outcome(second, { status: 'done' });
    journal.end('partial');
    expect(journal.lost).toBe('ENOSPC');
    const run = readRun(home, 'latest', SEALS);
    expect(run).toMatchObject({ outcomes: [{ change: 1, status: 'done' }], end: { outcome: 'partial' } });
  });

  it('never takes the name of another', async () => {
    const home = projectOf({});
    const start = await runStart();
    const runs = [opened(home, start), opened(home, start), opened(home, start)].map(({ run }) => run);
    expect(runs).toEqual(['', '-2', '-3'].map((end) => `20261121T092233Z-e3b0c44298fc${end}`));
    for (const run of runs) expect(readRun(home, run, SEALS)).toMatchObject({ run, plan: { run } });
  });
});

describe('a journal that cannot be written is a problem before anything is sent', () => {
  const problemIn = async (home: string) => {
    const made = openJournal(home, await runStart());
    return 'problem' in made ? made.problem : null;
  };
  const unwritable = (reason: string) => ({
    code: 'file-unwritable',
    args: { what: 'The journal', file: '.inboxctl/runs/20261121T092233Z-e3b0c44298fc.jsonl', reason },
  });

  it('where a file is in the place of its folder', async () => {
    expect(await problemIn(projectOf({ '.inboxctl': '' }))).toMatchObject(unwritable('ENOTDIR'));
  });

  it('where the disk is full in the middle of the first line: nothing is left of it', async () => {
    const home = projectOf({});
    const declared = Array.from({ length: 200 }, (_, index) =>
      declaredOf(ruleOf(`Rule ${index}`, 'x'.repeat(1_000)), index),
    );
    const start = await runStart({ accounts: { default: { declared, live: [] } } });
    const whole = fs.writeFileSync;
    const set = (write: typeof fs.writeFileSync) => {
      fs.writeFileSync = write;
      syncBuiltinESMExports();
    };
    onTestFinished(() => set(whole));
    let writes = 0;
    set((file, data, options) => {
      if (typeof file !== 'number') return whole(file, data, options);
      writes += 1;
      whole(file, String(data).slice(0, 100_000));
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    expect(openJournal(home, start)).toMatchObject({ problem: unwritable('ENOSPC') });
    expect(writes).toBe(1);
    expect(readdirSync(path.join(home, '.inboxctl/runs'))).toEqual([]);
  });

  it('where its folder is a link: a project may come from anyone', async () => {
    const [home, elsewhere] = [projectOf({}), projectOf({})];
    symlinkSync(elsewhere, path.join(home, '.inboxctl'));
    expect(await problemIn(home)).toMatchObject(unwritable('ELOOP'));
    expect(readdirSync(elsewhere)).toEqual([]);
    const other = projectOf({ '.inboxctl/.gitignore': '*\n' });
    symlinkSync(elsewhere, path.join(other, '.inboxctl/runs'));
    expect(await problemIn(other)).toMatchObject(unwritable('ELOOP'));
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('what a full disk left', () => {
  it('an empty .gitignore is written again, another one is left alone', async () => {
    for (const [left, then] of [
      ['', '*\n'],
      ['runs\n', 'runs\n'],
    ] as const) {
      const home = projectOf({ '.inboxctl/.gitignore': left });
      opened(home, await runStart());
      expect(readFileSync(path.join(home, '.inboxctl/.gitignore'), 'utf8')).toBe(then);
    }
  });
});

describe('a journal that was cut', () => {
  it('at any byte tells of all whole lines before it', async () => {
    const home = projectOf({});
    const start = await runStart();
    const journal = opened(home, start);
    for (const change of changesOf(start)) journal.outcome(change, { status: 'done' });
    journal.end('converged');
    const text = readFileSync(journal.file, 'utf8');
    const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
    for (let length = 0; length <= text.length; length += 1) {
      const told = parseJournal(text.slice(0, length), SEALS);
      // A line counts with its line end; the head is read without one.
      const whole = ends.filter((end) => end < length).length;
      if (whole < 2) expect(told).toHaveProperty('reason');
      else if ('reason' in told) expect.fail(told.reason);
      else {
        expect(told.outcomes).toHaveLength(Math.min(3, whole - 2));
        expect(told.end === null).toBe(whole < 6);
      }
    }
  });

  it('of version 1, in the middle, or holding anything, is read all the same', async () => {
    const plan = firstLineOfVersion1(planLineOf('20261121T092233Z-0123456789ab', await runStart())).trimEnd();
    const outcome = { kind: 'outcome', change: 2, status: 'done', id: null, at: '' };
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(outcome, { ...outcome, change: 3 }, { ...outcome, change: -1 }).map((one) => JSON.stringify(one)),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const told = parseJournal([plan, ...lines].join('\n'), []);
        if ('reason' in told) expect.fail(told.reason);
        expect(told.outcomes).toHaveLength(lines.filter((one) => one === JSON.stringify(outcome)).length);
        expect(told.end).toBeNull();
      }),
    );
  });
});

it('a text that is no journal, or one of a newer version, is told from one', () => {
  const reasons = ['', '{}', '[]', '{"formatVersion":3,"kind":"plan"}', '{"formatVersion":1,"kind":"plan","ru'];
  expect(reasons.map((text) => parseJournal(text, []))).toEqual(
    ['not-a-journal', 'not-a-journal', 'not-a-journal', 'newer', 'cut'].map((reason) => ({ reason })),
  );
});

it('folders that are there are used as they are', async () => {
  const home = projectOf({});
  mkdirSync(path.join(home, '.inboxctl'));
  writeFileSync(path.join(home, '.inboxctl/other'), '');
  expect(opened(home, await runStart()).lost).toBeNull();
});
