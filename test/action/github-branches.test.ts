/** One commit on top of another, on a branch that is new, old, or already so. */
import { expect, test } from 'vitest';
import { connected } from '../harness/github/connected.ts';
import { type FakeGitHub, fakeGitHub } from '../harness/github/fake-github.ts';

const FILES = { 'rules/a.yaml': 'a: 1\n', 'rules/b.yaml': 'b: 1\n', 'README.md': 'An inbox.\n' };

const change = (github: FakeGitHub, more: object = {}) => ({
  branch: 'inboxctl/drift',
  parent: github.head('main') ?? '',
  message: 'Adopt',
  files: [
    { path: 'rules/a.yaml', text: 'a: 2 # 🙂\n' },
    { path: 'rules/new/c.yaml', text: 'c: 1\n' },
    { path: 'rules/b.yaml', text: null },
    { path: 'rules/never.yaml', text: null },
  ],
  ...more,
});

const AFTER = { 'rules/a.yaml': 'a: 2 # 🙂\n', 'rules/new/c.yaml': 'c: 1\n', 'README.md': 'An inbox.\n' };

test('A new branch is made, with one commit on its parent', async () => {
  const github = await fakeGitHub({ files: FILES });
  const main = github.head('main');
  await connected(github).commit(change(github));
  expect(github.files('inboxctl/drift')).toEqual(AFTER);
  const commit = github.state.git.commit(github.head('inboxctl/drift') ?? '');
  expect(commit).toMatchObject({ message: 'Adopt', parents: [main] });
  expect(github.head('main')).toBe(main);
});

test('A branch that has the same content on the same parent is left as it is', async () => {
  const github = await fakeGitHub({ files: FILES });
  const client = connected(github);
  await client.commit(change(github));
  const before = github.head('inboxctl/drift');
  await client.commit(change(github));
  expect(github.head('inboxctl/drift')).toBe(before);
});

test('A branch that is elsewhere is moved, whatever was on it, and its pull request follows', async () => {
  const github = await fakeGitHub({ files: FILES });
  const pull = github.addPullRequest({ head: 'inboxctl/drift' });
  github.push('main', { 'other.md': 'Other\n' });
  const main = github.head('main');
  await connected(github).commit(change(github));
  expect(github.files('inboxctl/drift')).toEqual({ ...AFTER, 'other.md': 'Other\n' });
  expect(github.state.git.commit(github.head('inboxctl/drift') ?? '').parents).toEqual([main]);
  expect(pull).toMatchObject({ state: 'open', head: { sha: github.head('inboxctl/drift') } });
});

test('A file that may be executed stays so', async () => {
  const github = await fakeGitHub({ files: FILES });
  const { git } = github.state;
  const tree = git.addTree(github.head('main'), [{ path: 'rules/a.yaml', mode: '100755', content: 'a: 1\n' }]);
  git.moveBranch('main', git.addCommit('Mode', tree, [github.head('main') ?? '']).sha, false);
  await connected(github).commit(change(github));
  expect(git.tree(github.head('inboxctl/drift') ?? '').get('rules/a.yaml')?.mode).toBe('100755');
});

test.each([/trees$/, /commits$/, /refs$/])('A lost answer of %s does no harm', async (path) => {
  const github = await fakeGitHub({ files: FILES });
  github.fault('reset-after', { method: 'POST', path });
  await connected(github).commit(change(github));
  expect(github.files('inboxctl/drift')).toEqual(AFTER);
});

test('A branch is deleted, and it is no error that it was not there', async () => {
  const github = await fakeGitHub();
  const client = connected(github);
  const pull = github.addPullRequest({ head: 'inboxctl/drift' });
  github.fault('reset-after', { method: 'DELETE' });
  await client.deleteBranch('inboxctl/drift');
  expect(github.head('inboxctl/drift')).toBeNull();
  expect(pull.state).toBe('closed');
  await client.deleteBranch('inboxctl/drift');
});
