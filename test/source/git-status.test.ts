import { appendFileSync, chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { uncommitted } from '../../src/source/git/status.ts';
import { projectOf } from '../harness/project.ts';
import { change, cloneOf, commit, ENV, git, repository, trap } from './git-repository.ts';

/** Those of the files (relative to the folder) that would be lost, and why git does not say so. */
async function unstoredOf(folder: string, files: string[], env: Record<string, string | undefined> = ENV) {
  const { files: lost, failure } = await uncommitted(
    files.map((file) => path.join(folder, file)),
    env,
  );
  return { lost: lost.map((file) => path.relative(folder, file)), failure };
}

/** Those that would be lost as far as git says. */
async function lostOf(folder: string, files: string[], env?: Record<string, string | undefined>) {
  const { lost, failure } = await unstoredOf(folder, files, env);
  expect(failure).toBeNull();
  return lost;
}

test('what is not in the last commit as it stands on disk would be lost', async () => {
  const folder = repository([
    {
      '.gitignore': 'ignored*\n',
      'same.yaml': 'a',
      'modified.yaml': 'a',
      'staged.yaml': 'a',
      'staged-and-back.yaml': 'a',
      'gone.yaml': 'a',
      'mode.yaml': 'a',
      'ignored-committed.yaml': 'a',
      'in/same.yaml': 'a',
      'in/modified.yaml': 'a',
      'assumed.yaml': 'a',
      'became-link.yaml': 'a',
      'became-folder.yaml': 'a',
    },
  ]);
  change(folder, { 'staged.yaml': 'b', 'staged-and-back.yaml': 'b', 'added.yaml': 'b', 'ignored.yaml': 'b' });
  git(folder, ['add', 'staged.yaml', 'staged-and-back.yaml', 'added.yaml']);
  git(folder, ['update-index', '--assume-unchanged', 'assumed.yaml']);
  change(folder, { 'modified.yaml': 'b', 'in/modified.yaml': 'a ', 'untracked.yaml': '', 'staged-and-back.yaml': 'a' });
  change(folder, { 'gone.yaml': null, 'assumed.yaml': 'b', 'became-link.yaml': null, 'became-folder.yaml': null });
  change(folder, { 'became-folder.yaml/a.yaml': 'a' });
  symlinkSync('same.yaml', path.join(folder, 'became-link.yaml'));
  chmodSync(path.join(folder, 'mode.yaml'), 0o755);
  const lost = [
    ...['modified.yaml', 'in/modified.yaml', 'staged.yaml', 'added.yaml', 'untracked.yaml', 'ignored.yaml'],
    ...['assumed.yaml', 'became-link.yaml', 'became-folder.yaml'],
  ];
  const kept = [
    ...['same.yaml', 'staged-and-back.yaml', 'gone.yaml', 'mode.yaml', 'ignored-committed.yaml', 'in/same.yaml'],
  ];
  expect(await lostOf(folder, [...kept, ...lost, 'never.yaml', 'no/such/folder.yaml'])).toEqual(lost);
  commit(folder, {});
  expect(await lostOf(folder, kept)).toEqual([]);
});

const ODD_NAMES = [
  ...['a b', ' ', '-x', '--', 'a\nb', 'a\t100644 blob', 'ü 邮 🙂', ':(top)x', ':!x', '*', '"q"', '\\', 'x'],
];

test('file names are only names', async () => {
  const files = Object.fromEntries(
    ODD_NAMES.flatMap((name) => [name, `folder ${name}/${name}`]).map((one) => [one, one]),
  );
  const names = Object.keys(files);
  const folder = repository([files]);
  expect(await lostOf(folder, names)).toEqual([]);
  for (const name of names) appendFileSync(path.join(folder, name), 'more');
  expect(await lostOf(folder, names)).toEqual(names);
  expect(await lostOf(folder, ['./x', 'folder x/../x', 'x'])).toEqual(['x', 'x', 'x']);
});

test('many files are looked at', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `${'long name '.repeat(15)}${at}.yaml`);
  const folder = repository([Object.fromEntries(names.map((name) => [name, name]))]);
  change(folder, { [names[7] as string]: 'x', [names[150] as string]: 'x' });
  expect(await lostOf(folder, names)).toEqual([names[7], names[150]]);
});

test('line ends that git converts are no difference, and other bytes are one', async () => {
  const folder = repository([
    { '.gitattributes': '* text eol=crlf', 'a.yaml': 'a\nb\n' },
    { '.gitattributes': null, 'crlf.yaml': 'a\r\nb\r\n', 'bytes.yaml': Buffer.from([0xff, 0x0d, 0x0a]) },
  ]);
  change(folder, { 'a.yaml': 'a\r\nb\r\n' });
  expect(await lostOf(folder, ['a.yaml', 'crlf.yaml', 'bytes.yaml'])).toEqual([]);
  change(folder, { 'a.yaml': 'a\rb\n', 'crlf.yaml': 'a\r\nb\r\nc', 'bytes.yaml': Buffer.from([0xfe, 0x0d, 0x0a]) });
  expect(await lostOf(folder, ['a.yaml', 'crlf.yaml', 'bytes.yaml'])).toEqual(['a.yaml', 'crlf.yaml', 'bytes.yaml']);
});

test('before the first commit nothing is stored', async () => {
  const folder = repository([]);
  change(folder, { 'a.yaml': 'a' });
  git(folder, ['add', 'a.yaml']);
  expect(await lostOf(folder, ['a.yaml', 'b.yaml'])).toEqual(['a.yaml']);
});

test('without a repository all would be lost, and there is nothing to lose where there is no file', async () => {
  const folder = projectOf({ 'a.yaml': 'a' });
  const failure = { failure: 'no-repository', detail: expect.stringContaining('not a git repository') };
  expect(await unstoredOf(folder, ['a.yaml', 'b.yaml'])).toEqual({ lost: ['a.yaml'], failure });
  expect(await lostOf(folder, ['b.yaml'])).toEqual([]);
  repository([{ 'a.yaml': 'a' }], path.join(folder, 'in'));
  expect(await unstoredOf(folder, ['a.yaml', 'in/a.yaml'])).toEqual({ lost: ['a.yaml'], failure });
  expect(await lostOf(folder, ['in/a.yaml'])).toEqual([]);
});

test('without the program nothing is known', async () => {
  const folder = projectOf({ 'a.yaml': 'a', 'worktree/.git': 'gitdir: elsewhere', 'worktree/rules/a.yaml': 'a' });
  repository([{ 'deep/er/a.yaml': 'a' }], path.join(folder, 'in'));
  const env = { PATH: folder };
  const failure = { failure: 'no-git', detail: 'ENOENT' };
  for (const file of ['a.yaml', 'in/deep/er/a.yaml', 'worktree/rules/a.yaml']) {
    expect(await unstoredOf(folder, [file], env)).toEqual({ lost: [file], failure });
  }
  expect(await lostOf(folder, ['in/deep/b.yaml'], env)).toEqual([]);
});

test('a repository that git cannot read is said in its words', async () => {
  const folder = repository([{ 'a.yaml': 'a' }]);
  change(folder, { '.git/config': '[core\n' });
  const failure = { failure: 'failed', detail: expect.stringContaining('bad config') };
  expect(await unstoredOf(folder, ['a.yaml'])).toEqual({ lost: ['a.yaml'], failure });
});

test('a shallow clone, a partial clone and another hash are as good as any', async () => {
  const origin = repository([{ 'a.yaml': 'a', 'b.yaml': 'b' }]);
  for (const option of ['--depth=1', '--filter=blob:none']) {
    const folder = cloneOf(origin, option);
    change(folder, { 'a.yaml': 'a', 'b.yaml': 'changed' });
    expect(await lostOf(folder, ['a.yaml', 'b.yaml'])).toEqual(['b.yaml']);
  }
  const folder = projectOf({});
  git(folder, ['init', '--quiet', '--object-format=sha256']);
  commit(folder, { 'a.yaml': 'a', 'b.yaml': 'b' });
  change(folder, { 'b.yaml': 'changed' });
  expect(await lostOf(folder, ['a.yaml', 'b.yaml'])).toEqual(['b.yaml']);
});

test('what a hook sets leads to no other repository', async () => {
  const other = repository([{ 'a.yaml': 'other' }]);
  const folder = repository([{ 'a.yaml': 'a' }]);
  const env = { ...ENV, GIT_DIR: path.join(other, '.git'), GIT_WORK_TREE: other };
  expect(await lostOf(folder, ['a.yaml'], env)).toEqual([]);
});

test('nothing that the configuration of the repository names is run, and nothing is written', async () => {
  const folder = repository([{ '.gitattributes': '*.yaml filter=yaml diff=yaml', 'a.yaml': 'a', 'b.yaml': 'b' }]);
  const { config, isSprung } = trap();
  change(folder, { '.git/config': config, 'b.yaml': 'c' });
  const index = () => readFileSync(path.join(folder, '.git/index')).toString('hex');
  const before = index();
  expect(await lostOf(folder, ['a.yaml', 'b.yaml'])).toEqual(['b.yaml']);
  expect(isSprung()).toBe(false);
  expect(index()).toBe(before);
  expect(() => git(folder, ['status'])).toThrow();
  expect(isSprung()).toBe(true);
  rmSync(path.join(folder, '.git'), { recursive: true });
  expect(await unstoredOf(folder, ['a.yaml'])).toMatchObject({ failure: { failure: 'no-repository' } });
});
