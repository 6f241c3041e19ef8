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

test.each(['squash', 'rebase', 'merge'] as const)(
  'A merge by %s: its commits belong to the pull request',
  async (how) => {
    const github = await fakeGitHub();
    const pull = github.addPullRequest({ commits: [{ 'a.md': 'A\n' }, { 'b.md': 'B\n', 'README.md': null }] });
    const before = github.head('main');
    const commits = github.merge(pull.number, how);
    expect(commits).toHaveLength({ squash: 1, rebase: 2, merge: 3 }[how]);
    expect(github.files('main')).toEqual({ 'a.md': 'A\n', 'b.md': 'B\n' });
    expect(github.head('main')).toBe(commits.at(-1));
    for (const sha of commits) {
      const { json } = await ask(github, 'GET', `commits/${sha}/pulls`);
      expect(json).toMatchObject([{ number: pull.number, state: 'closed', base: { ref: 'main' } }]);
      expect(json[0].merged_at).not.toBeNull();
    }
    expect((await ask(github, 'GET', `commits/${before}/pulls`)).json).toEqual([]);
  },
);

test('A tree removes only what is there, a branch moves only forward unless forced, and is made only once', async () => {
  const github = await fakeGitHub();
  const main = github.head('main') ?? '';
  const tree = { base_tree: main, tree: [{ path: 'none.md', mode: '100644', sha: null }] };
  expect((await ask(github, 'POST', 'git/trees', tree)).status).toBe(422);
  const made = await ask(github, 'POST', 'git/refs', { ref: 'refs/heads/one', sha: main });
  expect(made.status).toBe(201);
  const again = await ask(github, 'POST', 'git/refs', { ref: 'refs/heads/one', sha: main });
  expect(again).toMatchObject({ status: 422, json: { message: 'Reference already exists' } });
  const ahead = github.push('one', { 'a.md': 'A\n' });
  const back = await ask(github, 'PATCH', 'git/refs/heads/one', { sha: main });
  expect(back).toMatchObject({ status: 422, json: { message: 'Update is not a fast forward' } });
  expect((await ask(github, 'PATCH', 'git/refs/heads/one', { sha: main, force: true })).status).toBe(200);
  expect((await ask(github, 'PATCH', 'git/refs/heads/one', { sha: ahead })).status).toBe(200);
  expect((await ask(github, 'DELETE', 'git/refs/heads/one')).status).toBe(204);
  expect((await ask(github, 'DELETE', 'git/refs/heads/one')).status).toBe(422);
});

test('A second open pull request of a branch is refused, and so is one without commits', async () => {
  const github = await fakeGitHub();
  github.addPullRequest({ head: 'one' });
  const open = (head: string) => ask(github, 'POST', 'pulls', { title: 'T', head, base: 'main' });
  expect((await open('one')).json.errors[0].message).toBe('A pull request already exists for example-org:one.');
  github.state.git.addBranch('same', github.head('main') ?? '');
  expect((await open('same')).json.errors[0].message).toBe('No commits between main and same');
  expect((await ask(github, 'GET', 'pulls?head=example-org:one')).json).toHaveLength(1);
  expect((await ask(github, 'GET', 'pulls?head=example-org:two')).json).toHaveLength(0);
});

test('Faults: as many as asked for, and of one that comes after, what was asked is done', async () => {
  const github = await fakeGitHub();
  const { number } = github.addPullRequest();
  const comment = () => ask(github, 'POST', `issues/${number}/comments`, { body: 'Hello' });
  github.fault('secondary-limit', { method: 'POST', path: /comments$/, times: 2 });
  expect((await comment()).headers.get('retry-after')).toBe('1');
  expect((await comment()).status).toBe(403);
  github.fault('reset-after');
  await expect(comment()).rejects.toThrow();
  expect(github.comments(number)).toHaveLength(1);
  expect(github.requests.map(({ status }) => status)).toEqual([403, 403, 0]);
});

test('The repository says its default branch to every token, and lists the branches whose names begin alike', async () => {
  const github = await fakeGitHub({ permissions: { contents: 'none', issues: 'none', pull_requests: 'none' } });
  expect((await ask(github, 'GET', `/repos/${github.repository}`)).json).toMatchObject({ default_branch: 'main' });
  expect((await ask(github, 'GET', 'git/matching-refs/heads/m')).status).toBe(403);
  github.permit({ contents: 'read' });
  github.push('feature-b', { 'b.md': 'B\n' });
  github.push('feature', { 'a.md': 'A\n' });
  const { json } = await ask(github, 'GET', 'git/matching-refs/heads/feature');
  expect(json).toMatchObject([
    { ref: 'refs/heads/feature', object: { sha: github.head('feature') } },
    { ref: 'refs/heads/feature-b' },
  ]);
  expect((await ask(github, 'GET', 'git/matching-refs/heads/none')).json).toEqual([]);
});
