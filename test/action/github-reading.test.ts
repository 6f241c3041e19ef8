/** What the action asks of GitHub: whole lists, and accounts by the login that comments show. */
import { expect, test } from 'vitest';
import { connected } from '../harness/github/connected.ts';
import { ALICE_TOKEN, BOT, fakeGitHub } from '../harness/github/fake-github.ts';

test('All of 250 comments are read, the oldest first, 100 a page', async () => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  for (let index = 0; index < 250; index += 1) github.addComment(number, index === 249 ? BOT : 'alice', `${index}`);
  const comments = await connected(github).comments(number);
  expect(comments.map(({ body }) => body)).toEqual(Array.from({ length: 250 }, (_, index) => `${index}`));
  expect(comments.at(-1)).toMatchObject({ author: BOT, url: expect.stringContaining('#issuecomment-') });
  expect(github.requests).toHaveLength(3);
});

test("The viewer is the bot of an app's token, the person of another, and asked for once", async () => {
  const github = await fakeGitHub({ users: { ghs_short: { login: 'short', kind: 'installation' } } });
  const client = connected(github);
  expect(await Promise.all([client.viewer(), client.viewer()])).toEqual([BOT, BOT]);
  expect(github.requests).toHaveLength(1);
  expect(await connected(github, ALICE_TOKEN).viewer()).toBe('alice');
  // GraphQL may leave out the end by which apps and people differ.
  expect(await connected(github, 'ghs_short').viewer()).toBe('short[bot]');
});

test('An Enterprise server has its API elsewhere', async () => {
  const github = await fakeGitHub({ enterprise: true });
  const { number, head } = github.addPullRequest();
  const client = connected(github);
  expect(await client.viewer()).toBe(BOT);
  expect((await client.pullRequest(number)).headSha).toBe(head.sha);
  expect(github.requests.map(({ path }) => path)).toEqual(['/api/graphql', `/api/v3/repos/example-org/inbox/pulls/1`]);
});

test('A pull request, before and after its merge, and by its commits', async () => {
  const github = await fakeGitHub();
  const pull = github.addPullRequest({ head: 'less' });
  const client = connected(github);
  const open = await client.pullRequest(pull.number);
  expect(open).toEqual({
    number: 1,
    author: 'alice',
    state: 'open',
    mergedAt: null,
    baseRef: 'main',
    headSha: pull.head.sha,
  });
  const [squashed = ''] = github.merge(pull.number);
  const merged = { ...open, state: 'closed', mergedAt: pull.mergedAt };
  expect(await client.pullRequest(pull.number)).toEqual(merged);
  expect(await client.pullRequestsOf(squashed)).toEqual([merged]);
  expect(await client.pullRequestsOf('f'.repeat(40))).toEqual([]);
});

test('Those merged last come first, also where older ones were talked about since', async () => {
  const github = await fakeGitHub();
  const pulls = Array.from({ length: 120 }, () => github.addPullRequest());
  for (const { number } of pulls) github.merge(number);
  const into = github.push('other', { 'other.md': 'Other\n' });
  expect(github.merge(github.addPullRequest({ base: 'other' }).number)).not.toContain(into);
  github.close(github.addPullRequest().number);
  for (const { number } of pulls.slice(0, 110)) github.addComment(number, 'alice', 'Late');
  const newest = await connected(github).mergedInto('main', 3);
  expect(newest.map(({ number }) => number)).toEqual([120, 119, 118]);
  expect(github.requests).toHaveLength(2);
  const all = await connected(github).mergedInto('main', 200);
  expect(all.map(({ number }) => number)).toEqual(pulls.map(({ number }) => number).reverse());
});

test('No more pages are read than it takes to know what was merged last', async () => {
  const github = await fakeGitHub();
  for (let index = 0; index < 120; index += 1) github.merge(github.addPullRequest().number);
  expect(await connected(github).mergedInto('main', 30)).toHaveLength(30);
  expect(github.requests).toHaveLength(1);
  expect(await connected(github).mergedInto('main', 110)).toHaveLength(110);
});

test('Of issues those of one account, without pull requests', async () => {
  const github = await fakeGitHub();
  github.addIssue('alice', 'Hers', '');
  const own = github.addIssue(BOT, 'Own', 'Body');
  github.addPullRequest({ author: BOT });
  github.state.edit(own.number, { state: 'closed' });
  expect(await connected(github).issuesOf(BOT)).toEqual([
    { number: own.number, author: BOT, title: 'Own', body: 'Body', state: 'closed', url: expect.any(String) },
  ]);
});

test('The files that differ between two commits, where GitHub lists all of them', async () => {
  const github = await fakeGitHub({ files: { 'rules/one.yaml': '1', 'rules/two.yaml': '2', 'README.md': 'x' } });
  const client = connected(github);
  const before = github.head('main') ?? '';
  const after = github.push('main', { 'rules/one.yaml': 'new', 'rules/two.yaml': null, 'rules/three.yaml': '3' });
  expect(await client.filesBetween(before, after)).toEqual(['rules/one.yaml', 'rules/three.yaml', 'rules/two.yaml']);
  expect(await client.filesBetween(after, before)).toBeNull();
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`docs/${at}.md`, 'x']));
  expect(await client.filesBetween(after, github.push('main', many))).toBeNull();
});
