/** The fake GitHub does what GitHub's documentation says: the other tests of the action stand on it. */
import { expect, test } from 'vitest';
import { ALICE_TOKEN, BOT, BOT_TOKEN, type FakeGitHub, fakeGitHub } from '../harness/github/fake-github.ts';

type Json = Record<string, unknown>;

/** Paths from the repository on, or from the API's root with a slash before them. */
async function ask(github: FakeGitHub, method: string, path: string, body?: Json, token = BOT_TOKEN) {
  const url = path.startsWith('/') ? `${github.apiUrl}${path}` : `${github.apiUrl}/repos/${github.repository}/${path}`;
  const response = await fetch(url, {
    method,
    headers: { Authorization: `token ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) };
}

test('A list has 30 entries a page, 100 at most, and says where the next page is', async () => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  for (let index = 0; index < 250; index += 1) github.addComment(number, 'alice', `Comment ${index}`);
  const page = (query: string) => ask(github, 'GET', `issues/${number}/comments${query}`);
  expect((await page('')).json).toHaveLength(30);
  const first = await page('?per_page=1000');
  expect(first.json).toHaveLength(100);
  expect(first.headers.get('link')).toMatch(/[?&]page=2>; rel="next", <.+[?&]page=3>; rel="last"$/);
  const last = await page('?per_page=100&page=3');
  expect(last.json.map(({ body }: Json) => body).at(-1)).toBe('Comment 249');
  expect(last.headers.get('link')).not.toContain('next');
});

test("An app's token has no GET /user, and GraphQL's viewer is its bot; a person's token has both", async () => {
  const github = await fakeGitHub();
  expect((await ask(github, 'GET', '/user')).status).toBe(403);
  expect((await ask(github, 'GET', '/user', undefined, ALICE_TOKEN)).json.login).toBe('alice');
  const viewer = await ask(github, 'POST', '/graphql', { query: '{ viewer { login } }' });
  expect(viewer.json).toEqual({ data: { viewer: { login: BOT } } });
  expect((await ask(github, 'GET', 'pulls', undefined, 'nobody')).status).toBe(401);
});

test('A comment of more than 65,536 characters is refused, and one without the permission', async () => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  const comment = (body: string) => ask(github, 'POST', `issues/${number}/comments`, { body });
  expect((await comment('🙂'.repeat(65_536))).status).toBe(201);
  const long = await comment('x'.repeat(65_537));
  expect(long).toMatchObject({ status: 422, json: { message: 'Validation Failed', status: '422' } });
  expect(long.json.errors[0].message).toBe('body is too long (maximum is 65536 characters)');
  github.permit({ issues: 'none', pull_requests: 'read' });
  const refused = await comment('Hello');
  expect(refused).toMatchObject({ status: 403, json: { message: 'Resource not accessible by integration' } });
  expect(refused.headers.get('x-accepted-github-permissions')).toBe('issues=write; pull_requests=write');
});
