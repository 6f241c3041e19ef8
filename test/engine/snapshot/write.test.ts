import fs, { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readRun } from '../../../src/engine/snapshot/read.ts';
import { openSnapshot } from '../../../src/engine/snapshot/write.ts';
import { declaredOf, liveOf } from '../../harness/arbitrary.ts';
import { projectOf } from '../../harness/project.ts';
import { appliedOf, opened, ruleOf, runStart, SEALS, type Status, THREE } from '../../harness/snapshot.ts';

function readBack(home: string, run = 'latest') {
  const found = readRun(home, run, SEALS);
  if ('problem' in found) throw new Error(JSON.stringify(found.problem));
  return found;
}

/** A run that has begun in a project of its own. */
async function begun(options?: Parameters<typeof runStart>[0]) {
  const home = projectOf({});
  const start = await runStart(options);
  return { home, start, ...opened(home, start) };
}

const DONE: Status[] = ['done', 'done', 'done'];

const endsOf = (home: string) => readBack(home).parts[0]?.opened?.end?.ends;

/** Puts something in the place of a function of `fs` until the test ends. */
function replaced<Name extends 'writeFileSync' | 'renameSync' | 'fsyncSync'>(name: Name, by: (typeof fs)[Name]): void {
  const whole = fs[name];
  const set = (one: (typeof fs)[Name]) => {
    fs[name] = one;
    syncBuiltinESMExports();
  };
  onTestFinished(() => set(whole));
  set(by);
}

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

describe('a snapshot', () => {
  it('is on the disk before anything is sent, with all changes, and gets its end in one piece', async () => {
    const home = projectOf({});
    const start = await runStart();
    let flushed = '';
    const { fsyncSync } = fs;
    replaced('fsyncSync', (handle) => {
      flushed = readFileSync(path.join(home, '.inboxctl/runs/20261121T092233Z-e3b0c44298fc.jsonl'), 'utf8');
      fsyncSync(handle);
    });
    const snapshot = opened(home, start);
    expect(snapshot.run).toBe('20261121T092233Z-e3b0c44298fc');
    expect(snapshot.file).toBe(path.join(home, '.inboxctl/runs/20261121T092233Z-e3b0c44298fc.jsonl'));
    const text = readFileSync(snapshot.file, 'utf8');
    expect(flushed).toBe(text);
    expect(readBack(home)).toMatchObject({
      run: snapshot.run,
      hasEnd: false,
      head: { run: snapshot.run, by: 'apply', rollbackOf: null, startedAt: '2026-11-21T09:22:33.456Z' },
      parts: [
        {
          name: 'default',
          opened: {
            live: THREE.live.map(({ id, createdAt }) => ({ id, createdAt })),
            changes: [
              { op: 'replace', name: 'Kept', id: 'id-0', before: { id: 'id-0' }, after: { name: 'Kept' } },
              { op: 'create', name: 'New', id: null, before: null, after: { name: 'New' } },
              { op: 'delete', name: 'Old', id: 'id-1', before: { name: 'Old' }, after: null },
            ],
            end: null,
          },
        },
      ],
    });
    expect(snapshot.end(appliedOf(start, 'converged', DONE, { createdId: 'made' }))).toBeNull();
    expect(readFileSync(snapshot.file, 'utf8').startsWith(text)).toBe(true);
    expect(endsOf(home)).toEqual([
      { status: 'done', id: 'id-0' },
      { status: 'done', id: 'made' },
      { status: 'done', id: 'id-1' },
    ]);
    expect(readdirSync(path.dirname(snapshot.file))).toEqual([path.basename(snapshot.file)]);
  });

  it('is for its owner only, before and after its end, and git leaves it alone', async () => {
    const { home, start, file, end } = await begun();
    const modes = () =>
      [file, path.dirname(file), path.join(home, '.inboxctl')].map((one) => statSync(one).mode & 0o777);
    expect(modes()).toEqual([0o600, 0o700, 0o700]);
    end(appliedOf(start, 'converged', DONE));
    expect(modes()).toEqual([0o600, 0o700, 0o700]);
    expect(readFileSync(path.join(home, '.inboxctl/.gitignore'), 'utf8')).toBe('*\n');
  });

  it('says how each change ended, also of one that the run did not get to, and why one failed', async () => {
    const { home, start, end } = await begun();
    const error = { status: 500, code: 'E', message: 'no', hint: 'h', remedy: 'r', outcomeUnknown: false };
    const values = { path: 'name', declared: 'a', live: 'b', kind: 'field' } as const;
    const difference = { account: 'default', rule: 'Kept', ...values };
    const others = { ...difference, account: 'other' };
    end({ ...appliedOf(start, 'partial', ['refused', 'failed'], { error }), differences: [difference, others] });
    const why = { status: 500, code: 'E', message: 'no' };
    expect(readBack(home).parts[0]?.opened?.end).toEqual({
      outcome: 'partial',
      ends: [
        { status: 'refused', id: 'id-0', error: why },
        { status: 'failed', id: null, error: why },
        { status: 'not-tried', id: 'id-1' },
      ],
      differences: [difference],
    });
  });

  it('says of equal changes how each of them ended', async () => {
    const start = await runStart();
    const parts = start.parts.map((part) => {
      return { ...part, work: part.work.flatMap((item) => [item, { ...item, change: { ...item.change } }]) };
    });
    const home = projectOf({});
    const doubled = { ...start, parts };
    const statuses: Status[] = ['done', 'failed', 'done', 'held', 'refused', 'done'];
    opened(home, doubled).end(appliedOf(doubled, 'partial', statuses));
    expect(endsOf(home)?.map(({ status }) => status)).toEqual(statuses);
  });

  it('shows no secret in an error', async () => {
    const { home, start, end } = await begun({ secrets: [{ name: 'SEC', value: 'value-of-it' }] });
    const error = { status: 400, code: null, message: 'bad: value-of-it', hint: 'value-of-it' };
    end(appliedOf(start, 'partial', ['failed'], { error: { ...error, remedy: null, outcomeUnknown: false } }));
    const found = readBack(home).parts[0]?.opened;
    expect(found?.end?.ends[0]).toMatchObject({ error: { status: 400, code: null, message: 'bad: (secret SEC)' } });
    expect(JSON.stringify(found)).not.toContain('value-of-it');
  });

  it('lists only accounts that the run changes, each with its own ends', async () => {
    const accounts = { alice: THREE, bob: { declared: [], live: [] }, carol: THREE };
    const { home, start, end } = await begun({ accounts });
    end(appliedOf(start, 'partial', [...DONE, 'failed', 'held', 'skipped']));
    const { parts } = readBack(home);
    expect(parts.map(({ name, opened: one }) => [name, one?.end?.ends.map(({ status }) => status)])).toEqual([
      ['alice', DONE],
      ['carol', ['failed', 'held', 'skipped']],
    ]);
  });

  it('tells two rules apart that differ in their ids only', async () => {
    const live = [0, 1].map((index) => liveOf(declaredOf(ruleOf('Twice')), index));
    const { home, start, end } = await begun({ accounts: { default: { declared: [], live } } });
    end(appliedOf(start, 'partial', ['done', 'failed']));
    expect(endsOf(home)).toEqual([
      { status: 'done', id: 'id-0' },
      { status: 'failed', id: 'id-1' },
    ]);
  });

  it('never takes the name of another, and writes none over', async () => {
    const home = projectOf({});
    const start = await runStart();
    const snapshots = [opened(home, start), opened(home, start), opened(home, start)];
    const runs = snapshots.map(({ run }) => run);
    expect(runs).toEqual(['', '-2', '-3'].map((end) => `20261121T092233Z-e3b0c44298fc${end}`));
    snapshots[1]?.end(appliedOf(start, 'converged', []));
    expect(runs.map((run) => readBack(home, run).hasEnd)).toEqual([false, true, false]);
    for (const run of runs) expect(readBack(home, run)).toMatchObject({ run, head: { run } });
  });

  it('says where it was made', async () => {
    const home = projectOf({});
    const run = { workflow: '.github/workflows/a.yml', run: '7', attempt: '2' };
    const github = {
      repository: 'o/n',
      ...run,
      pullRequests: [3],
      approvals: [{ pullRequest: 3, by: 'bob', commit: null }],
    };
    const origin = { commit: 'c0ffee', actor: 'octocat', url: 'https://example.com/7', github };
    opened(home, { ...(await runStart()), origin });
    expect(readBack(home).head.origin).toEqual(origin);
  });
});

describe('a snapshot that cannot be written is a problem before anything is sent', () => {
  const problemIn = async (home: string) => {
    const made = openSnapshot(home, await runStart());
    return 'problem' in made ? made.problem : null;
  };
  const unwritable = (reason: string) => ({
    code: 'file-unwritable',
    severity: 'error',
    args: { what: 'The snapshot', file: '.inboxctl/runs/20261121T092233Z-e3b0c44298fc.jsonl', reason, of: 'snapshot' },
  });

  it('if a file is in the place of its folder', async () => {
    expect(await problemIn(projectOf({ '.inboxctl': '' }))).toEqual(unwritable('ENOTDIR'));
    expect(await problemIn(projectOf({ '.inboxctl/runs': '' }))).toEqual(unwritable('ENOTDIR'));
  });

  it.each(['writeFileSync', 'fsyncSync'] as const)('if the disk is full (%s): nothing is left of it', async (name) => {
    const home = projectOf({ '.inboxctl/.gitignore': '*\n' });
    const start = await runStart();
    const { writeFileSync: whole } = fs;
    if (name === 'fsyncSync') replaced(name, failing('ENOSPC'));
    else {
      replaced(name, (file, data, options) => {
        if (!String(file).endsWith('.jsonl')) return whole(file, data, options);
        whole(file, String(data).slice(0, 100));
        return failing('ENOSPC')();
      });
    }
    expect(openSnapshot(home, start)).toEqual({ problem: unwritable('ENOSPC') });
    expect(readdirSync(path.join(home, '.inboxctl/runs'))).toEqual([]);
  });

  it('if its folder is a link: a project may come from anyone', async () => {
    const [home, elsewhere] = [projectOf({}), projectOf({})];
    symlinkSync(elsewhere, path.join(home, '.inboxctl'));
    expect(await problemIn(home)).toEqual(unwritable('ELOOP'));
    expect(readdirSync(elsewhere)).toEqual([]);
    const other = projectOf({ '.inboxctl/.gitignore': '*\n' });
    symlinkSync(elsewhere, path.join(other, '.inboxctl/runs'));
    expect(await problemIn(other)).toEqual(unwritable('ELOOP'));
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('through a link of its name, wherever that leads: the name counts as taken', async () => {
    const elsewhere = projectOf({ there: 'untouched' });
    for (const target of [path.join(elsewhere, 'there'), path.join(elsewhere, 'gone')]) {
      const home = projectOf({ '.inboxctl/runs/.keep': '' });
      symlinkSync(target, path.join(home, '.inboxctl/runs/20261121T092233Z-e3b0c44298fc.jsonl'));
      expect(opened(home, await runStart()).run).toBe('20261121T092233Z-e3b0c44298fc-2');
    }
    expect(readFileSync(path.join(elsewhere, 'there'), 'utf8')).toBe('untouched');
    expect(readdirSync(elsewhere)).toEqual(['there']);
  });

  it('if the file of what git ignores is a link that leads elsewhere', async () => {
    const [home, elsewhere] = [projectOf({ '.inboxctl/x': '' }), projectOf({})];
    symlinkSync(path.join(elsewhere, 'made'), path.join(home, '.inboxctl/.gitignore'));
    openSnapshot(home, await runStart());
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('an end that cannot be written is told, and the snapshot stays whole', () => {
  const ending = async () => {
    const { home, start, file, end } = await begun();
    return { home, file, before: readFileSync(file, 'utf8'), end: () => end(appliedOf(start, 'converged', DONE)) };
  };

  it('on a disk that is full', async () => {
    const { home, file, before, end } = await ending();
    const { writeFileSync: whole } = fs;
    replaced('writeFileSync', (to, data) => {
      whole(to, String(data).slice(0, -20));
      failing('ENOSPC')();
    });
    expect(end()).toBe('ENOSPC');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readBack(home).hasEnd).toBe(false);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  });

  it('on a disk that is read-only by then', async () => {
    const { home, file, before, end } = await ending();
    replaced('renameSync', failing('EROFS'));
    expect(end()).toBe('EROFS');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readBack(home).parts[0]?.opened?.changes).toHaveLength(3);
  });

  it('if its folder is gone', async () => {
    const { file, end } = await ending();
    rmSync(path.dirname(file), { recursive: true });
    expect(end()).toBe('ENOENT');
  });

  it('unless what is in the way is a file that an earlier process left, or a link: it is not written through', async () => {
    const elsewhere = projectOf({ there: 'untouched' });
    for (const isLink of [false, true]) {
      const { home, file, end } = await ending();
      const inTheWay = `${file}.new`;
      if (isLink) symlinkSync(path.join(elsewhere, 'there'), inTheWay);
      else writeFileSync(inTheWay, 'half of it', { mode: 0o666 });
      expect(end()).toBeNull();
      expect(readBack(home).hasEnd).toBe(true);
      expect(fs.lstatSync(file).isFile()).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(path.join(elsewhere, 'there'), 'utf8')).toBe('untouched');
  });
});

describe('what is there already', () => {
  it('an empty .gitignore, as a full disk leaves it, is written again; another one is left alone', async () => {
    for (const [left, then] of [
      ['', '*\n'],
      ['runs\n', 'runs\n'],
    ] as const) {
      const home = projectOf({ '.inboxctl/.gitignore': left });
      opened(home, await runStart());
      expect(readFileSync(path.join(home, '.inboxctl/.gitignore'), 'utf8')).toBe(then);
    }
  });

  it('folders are used as they are', async () => {
    const home = projectOf({});
    mkdirSync(path.join(home, '.inboxctl'));
    writeFileSync(path.join(home, '.inboxctl/other'), '');
    const start = await runStart();
    expect(opened(home, start).end(appliedOf(start, 'converged', []))).toBeNull();
  });
});
