/** What GitHub refuses is told, with the permission that is missing; what passes is waited for. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { GitHubError } from '../../src/action/github/errors.ts';
import { connected } from '../harness/github/connected.ts';
import { BOT_TOKEN, fakeGitHub } from '../harness/github/fake-github.ts';

/** Gives what was thrown; it must be a GitHubError. */
async function errorOf(asked: Promise<unknown>): Promise<GitHubError> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof GitHubError) return error;
  throw new Error(`No GitHubError: ${error}`);
}

test('A comment without the permission: the error names the one that a workflow has to give', async () => {
  const github = await fakeGitHub({ permissions: { issues: 'read', pull_requests: 'read' } });
  const { number } = github.addPullRequest();
  const error = await errorOf(connected(github).createComment(number, 'Hello'));
  expect(error).toMatchObject({ status: 403, permission: 'pull-requests: write' });
  expect(error.message).toBe(
    `GitHub answered 403 to POST /repos/example-org/inbox/issues/1/comments: Resource not accessible by integration`,
  );
  expect(github.requests).toHaveLength(1);
});

test.each([
  ['issues: write', { issues: 'read' }, (client) => client.createIssue('Title', 'Body')],
  ['issues: read', { issues: 'none' }, (client) => client.issuesOf('alice')],
  ['pull-requests: read', { pull_requests: 'none' }, (client) => client.mergedInto('main', 1)],
  ['contents: read', { contents: 'none' }, (client, head) => client.filesBetween(head, head)],
  ['actions: read', { actions: 'none' }, (client) => client.workflowRun(1)],
] as [string, object, (client: ReturnType<typeof connected>, head: string) => Promise<unknown>][])(
  'The permission that is missing: %s',
  async (permission, permissions, ask) => {
    const github = await fakeGitHub({ permissions });
    expect(await errorOf(ask(connected(github), github.head('main') ?? ''))).toMatchObject({ status: 403, permission });
  },
);

test('What is wrong with a comment is said, and it is sent once', async () => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  const error = await errorOf(connected(github).createComment(number, 'x'.repeat(65_537)));
  expect(error).toMatchObject({ status: 422, permission: null });
  expect(error.message).toMatch(/: Validation Failed \(body is too long \(maximum is 65536 characters\)\)$/);
  expect(github.requests).toHaveLength(1);
});

test('Without a token nothing is asked, and a wrong one is told from a missing permission', async () => {
  const github = await fakeGitHub();
  const error = await errorOf(connected(github, null).viewer());
  expect(error).toMatchObject({ status: 401, message: expect.stringContaining('github-token') });
  expect(github.requests).toEqual([]);
  const wrong = await errorOf(connected(github, 'ghs_wrong').comments(1));
  expect(wrong).toMatchObject({ status: 401, permission: null });
  expect(wrong.message).not.toContain('ghs_wrong');
});

test.each(['bad-gateway', 'server-error', 'reset'] as const)('After %s a read is tried again', async (kind) => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  github.fault(kind, { times: 2 });
  expect((await connected(github).pullRequest(number)).number).toBe(number);
  expect(github.requests).toHaveLength(3);
});

test('An answer that ends too early is read again', async () => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  github.addComment(number, 'alice', 'Hello');
  github.fault('cut-short');
  expect(await connected(github).comments(number)).toHaveLength(1);
});

test('A server that stays broken, and one that is not there, is an error', async () => {
  const github = await fakeGitHub();
  github.fault('bad-gateway', { times: 100 });
  const error = await errorOf(connected(github).comments(1));
  expect(error).toMatchObject({ status: 502, permission: null });
  expect(error.message).toBe('GitHub answered 502 to GET /repos/example-org/inbox/issues/1/comments');
  expect(github.requests).toHaveLength(4);
  const nowhere = await errorOf(connected({ apiUrl: 'http://127.0.0.1:1', repository: 'a/b' }).viewer());
  expect(nowhere).toMatchObject({ status: null, message: expect.stringContaining('did not answer POST /graphql') });
});

test.each(['secondary-limit', 'secondary-limit-429', 'primary-limit'] as const)(
  'After %s a comment is made, once',
  async (kind) => {
    const github = await fakeGitHub();
    const { number } = github.addPullRequest();
    github.fault(kind, { times: 2 });
    const comment = await connected(github).createComment(number, 'Hello');
    expect(github.comments(number)).toMatchObject([{ id: comment.id, body: 'Hello' }]);
    expect(github.requests).toHaveLength(3);
  },
);

test.each([
  ['secondary-limit', 403],
  ['secondary-limit-429', 429],
] as const)('No run waits for limits longer than two minutes: %s', async (kind, status) => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  github.fault(kind, { times: 100, retryAfter: 50 });
  const error = await errorOf(connected(github).pullRequest(number));
  expect(error).toMatchObject({ status, permission: null });
  expect(error.message).toContain('secondary rate limit');
  expect(github.requests).toHaveLength(3);
});

test('What failed before makes no later request wait longer', async () => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  const client = connected(github, BOT_TOKEN, 7);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  expect(await client.pullRequestsOf('f'.repeat(40))).toEqual([]);
  github.fault('bad-gateway');
  await client.pullRequest(number);
  const waits = timers.mock.calls.map(([, wait]) => wait);
  expect(waits).toContain(7);
  expect(waits).not.toContain(4 * 7);
});
