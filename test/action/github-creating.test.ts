/** What is made must not be there twice, also where it is made and the answer is lost. */
import { expect, test } from 'vitest';
import { connected } from '../harness/github/connected.ts';
import { BOT, fakeGitHub } from '../harness/github/fake-github.ts';

const LOST = ['reset-after', 'bad-gateway-after', 'cut-short'] as const;

test.each(LOST)('A comment whose answer is lost (%s) is there once', async (kind) => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  github.fault(kind, { method: 'POST', path: /comments$/ });
  const comment = await connected(github).createComment(number, 'Hello\r\nyou\n');
  expect(github.comments(number)).toMatchObject([{ id: comment.id, author: BOT }]);
});

test.each(['reset', 'bad-gateway'] as const)(
  'A comment that was not made (%s) is tried again, whoever said the same',
  async (kind) => {
    const github = await fakeGitHub();
    const { number } = github.addPullRequest();
    github.addComment(number, 'alice', 'Hello');
    github.fault(kind, { method: 'POST', path: /comments$/, times: 2 });
    await connected(github).createComment(number, 'Hello');
    expect(github.comments(number).map(({ author }) => author)).toEqual(['alice', BOT]);
  },
);

test.each(LOST)('An issue whose answer is lost (%s) is there once', async (kind) => {
  const github = await fakeGitHub();
  const old = github.addIssue(BOT, 'Drift', 'Body');
  github.state.edit(old.number, { state: 'closed' });
  github.fault(kind, { method: 'POST', path: /issues$/ });
  const issue = await connected(github).createIssue('Drift', 'Body');
  expect(github.issues()).toHaveLength(2);
  expect(issue).toMatchObject({ number: 2, title: 'Drift', state: 'open', author: BOT });
});

test('Comments and issues are changed in their places', async () => {
  const github = await fakeGitHub();
  const client = connected(github);
  const { number } = github.addPullRequest();
  const { id } = await client.createComment(number, 'One');
  await client.updateComment(id, 'Two');
  expect(github.comments(number)).toMatchObject([{ id, body: 'Two' }]);
  const issue = await client.createIssue('Title', 'Body');
  await client.updateIssue(issue.number, { state: 'closed', body: 'Clean' });
  expect(github.issues()).toMatchObject([{ title: 'Title', body: 'Clean', state: 'closed' }]);
});
