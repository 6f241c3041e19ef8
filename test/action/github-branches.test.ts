/** One commit on top of another, on a branch that is new, old, or already so. */
import { expect, test } from 'vitest';
import { connected } from '../harness/github/connected.ts';
import { type FakeGitHub, fakeGitHub } from '../harness/github/fake-github.ts';

const FILES = { 'rules/a.yaml': 'a: 1\n', 'rules/b.yaml': 'b: 1\n', 'README.md': 'An inbox.\n' };

const change = (github: FakeGitHub, more: object = {}) => ({
  branch: 'inboxctl/drift',
  parent: github.head('main') ?? '',
  message: 'Adopt',
  over: github.head('inboxctl/drift'),
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
  expect(commit).toMatchObject({
    message: expect.stringMatching(/^Adopt\n\nInboxctl-Commit: [\da-f]{16}$/),
    parents: [main],
  });
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

test('A branch is moved from where it is known to be, and its pull request follows', async () => {
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

test('A branch that somebody moved or made meanwhile stays where it is', async () => {
  const github = await fakeGitHub({ files: FILES });
  const client = connected(github);
  const before = change(github);
  const theirs = github.push('inboxctl/drift', { 'mine.md': 'Mine.\n' });
  await expect(client.commit(before)).rejects.toThrow('The branch inboxctl/drift was changed meanwhile');
  const later = change(github);
  const more = github.push('inboxctl/drift', { 'mine.md': 'More.\n' });
  await expect(client.commit(later)).rejects.toThrow('was changed meanwhile');
  await client.deleteBranch('inboxctl/drift', theirs);
  expect(github.head('inboxctl/drift')).toBe(more);
});

test('A name that git does not allow beside another one is said as GitHub says it', async () => {
  const github = await fakeGitHub({ files: FILES });
  github.fault('unprocessable', { method: 'POST', path: /refs$/ });
  await expect(connected(github).commit(change(github))).rejects.toThrow('GitHub answered 422 to POST');
});

test('A commit is known to be made here; with another tree or parent, or other words at its end, it is not', async () => {
  const github = await fakeGitHub({ files: FILES });
  const { git } = github.state;
  const client = connected(github);
  await client.commit(change(github));
  const made = git.commit(github.head('inboxctl/drift') ?? '');
  const isOwn = (message: string, tree: string, parents: string[]) =>
    client.isOwn(git.addCommit(message, tree, parents).sha);
  expect(await client.isOwn(made.sha)).toBe(true);
  expect(await isOwn(`${made.message}\n`, made.tree, made.parents)).toBe(true);
  const other = github.push('main', { 'other.md': 'Other\n' });
  expect(await isOwn(made.message, git.commit(other).tree, made.parents)).toBe(false);
  expect(await isOwn(made.message, made.tree, [other])).toBe(false);
  expect(await isOwn(made.message, made.tree, [...made.parents, other])).toBe(false);
  expect(await isOwn(`${made.message}\n\nMore.`, made.tree, made.parents)).toBe(false);
  expect(await isOwn('Adopt', made.tree, made.parents)).toBe(false);
  expect(await client.isOwn(github.head('main') ?? '')).toBe(false);
});

test('Branches are found by how their names begin', async () => {
  const github = await fakeGitHub({ files: FILES });
  github.push('inboxctl/drift-2', { 'a.md': 'A\n' });
  const client = connected(github);
  expect(await client.branches('inboxctl/drift')).toEqual([
    { name: 'inboxctl/drift-2', head: github.head('inboxctl/drift-2') },
  ]);
  expect(await client.branches('inboxctl/none')).toEqual([]);
});

test('A branch is deleted, and it is no error that it was not there', async () => {
  const github = await fakeGitHub();
  const client = connected(github);
  const pull = github.addPullRequest({ head: 'inboxctl/drift' });
  github.fault('reset-after', { method: 'DELETE' });
  const head = github.head('inboxctl/drift') ?? '';
  await client.deleteBranch('inboxctl/drift', head);
  expect(github.head('inboxctl/drift')).toBeNull();
  expect(pull.state).toBe('closed');
  await client.deleteBranch('inboxctl/drift', head);
});
