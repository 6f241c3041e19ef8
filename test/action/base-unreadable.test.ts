/** A base that the built action cannot read ends its run, with the true cause, before anything is sent. */
import { describe, expect, it } from 'vitest';
import { type ActionEnd, pullRequestEvent } from '../harness/action.ts';
import { planningJob } from '../harness/planning-job.ts';
import { projectOf } from '../harness/project.ts';
import { cloneOf, git, givenAway } from '../source/git-repository.ts';
import { applying, endOf, live, rule } from './apply-world.ts';

/** By the bundle, in a process of its own. */
const BUILT = { started: () => {} };
const OWNER = 'the work tree belongs to another user, so git refuses to read it';

/** A pull request that changes a rule of an inbox where somebody made another one in the web page. */
const world = () =>
  planningJob({
    base: { 'rules/a.yaml': rule('A', 'old') },
    files: { 'rules/a.yaml': rule('A', 'new') },
    sandbox: { seed: { rules: [live('A'), live('Stray')] } },
  });

type World = Awaited<ReturnType<typeof world>>;

/** The commit of the test merge, which is checked out. */
function checkedOut({ github, pull, folder }: World): string {
  const sha = github.testMerge(pull);
  github.state.git.cloneInto(folder, sha);
  return sha;
}

function expectCause(ended: ActionEnd, { service, comments }: World, cause: RegExp, cure: string): void {
  const { code, reason, message } = endOf(ended);
  expect({ code, reason }).toEqual({ code: 1, reason: 'invalid' });
  expect(message).toMatch(cause);
  expect(message.split('\n')).toContain(cure);
  expect(ended.summary).toMatch(cause);
  expect([service.requests, comments()]).toEqual([[], []]);
}

describe('the plan of a pull request', () => {
  it('whose workspace belongs to another user, as in a container, names that and the command of git', async () => {
    const job = await world();
    checkedOut(job);
    const { env } = givenAway(job.folder);
    const ended = await job.plan({ env, ...BUILT });
    const cure = `git config --global --add safe.directory ${job.folder}`;
    expectCause(ended, job, new RegExp(`cannot be read: ${OWNER}`), cure);
    expect(ended.stdout + ended.summary).not.toContain('fetch-depth');
    git(job.folder, ['config', '--file', `${env.HOME}/.gitconfig`, '--add', 'safe.directory', job.folder]);
    expect(endOf(await job.plan({ env, ...BUILT }))).toMatchObject({ code: 0, reason: null });
    expect(job.comments()[0]).toMatch(/1 to replace, 0 to delete[\s\S]*Not from this change[\s\S]*Stray/);
  });

  it('of a clone of depth 1, names fetch-depth', async () => {
    const job = await world();
    const sha = checkedOut(job);
    const cwd = cloneOf(job.folder, '--depth=1');
    git(cwd, ['checkout', '--quiet', '--force', sha]);
    const ended = await job.plan({ cwd, sha, ...BUILT });
    expectCause(ended, job, /this clone is shallow[^\n]*`fetch-depth: 0`/, 'git fetch --unshallow');
    expect(ended.stdout + ended.summary).not.toContain('safe.directory');
  });

  it('without a repository, as where git was missing, names that', async () => {
    const job = await world();
    const cwd = projectOf({ 'rules/a.yaml': rule('A', 'new') });
    const ended = await job.plan({ cwd, ...BUILT });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'invalid' });
    expect(endOf(ended).message).toContain('this folder is in no git repository');
    expect(job.service.requests).toEqual([]);
  });

  it('with `review: none` goes on, and says why it cannot tell what changes settings', async () => {
    const job = await world();
    checkedOut(job);
    const { env } = givenAway(job.folder);
    const ended = await job.plan({ env, inputs: { review: 'none' }, ...BUILT });
    expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
    const [body = ''] = job.comments();
    expect(body).toMatch(/1 to replace, 1 to delete/);
    expect(body).toMatch(new RegExp(`Whether this pull request changes settings is not known\\..*${OWNER}`));
    expect(body).not.toContain('fetch-depth');
  });

  it('whose base is broken names the file and what is wrong', async () => {
    const job = await planningJob({
      base: { 'rules/a.yaml': 'name: [\n' },
      files: { 'rules/a.yaml': rule('A') },
    });
    const ended = await job.plan(BUILT);
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'invalid' });
    expect(endOf(ended).message).toMatch(/The files of the base [0-9a-f]{40} are wrong\. rules\/a\.yaml:1: /);
    expect(job.comments()).toEqual([]);
  });

  it('whose head alone is checked out is compared with the base of the event, and names what is gone', async () => {
    const job = await world();
    const { pull, github } = job;
    const gone = 'e'.repeat(40);
    const sha = 'd'.repeat(40);
    await job.plan({ sha, payload: pullRequestEvent(github, pull), ...BUILT });
    expect(job.comments()[0]).toMatch(/1 to replace, 0 to delete/);
    const payload = pullRequestEvent(github, { ...pull, base: { ...pull.base, sha: gone } });
    expect(endOf(await job.plan({ sha, payload, ...BUILT })).message).toMatch(
      /The base e{40} cannot be read: this clone has no such commit, as after a forced push/,
    );
  });
});

describe('the apply of a push', () => {
  const files = { 'rules/a.yaml': rule('A', 'old') };
  const rules = [live('A'), live('Stray')];

  it('in a workspace of another user changes nothing', async () => {
    const { github, reviewed, apply, cwd, service, writes } = await applying({ files, rules });
    const pull = await reviewed({ 'rules/a.yaml': rule('A', 'new') });
    const { env } = givenAway(cwd);
    const before = service.requests.length;
    const ended = await apply(github.merge(pull.number), { env, ...BUILT });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'invalid' });
    expect(endOf(ended).message).toContain(OWNER);
    expect([service.requests.length - before, writes()]).toEqual([0, []]);
  });

  const forced = (commit: string) => ({
    payload: { before: 'f'.repeat(40), commits: [{ id: commit }], repository: { default_branch: 'main' } },
  });

  it('that was forced changes nothing, and leads to a run by hand', async () => {
    const { github, apply, names, writes, byHand } = await applying({ files, rules });
    const commit = github.push('main', { 'rules/a.yaml': rule('A', 'new') });
    const ended = await apply([commit], { ...forced(commit), ...BUILT });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'invalid' });
    expect(endOf(ended).message).toMatch(
      /The base f{40} cannot be read: .* forced push.*run the apply workflow by hand/,
    );
    expect(writes()).toEqual([]);
    expect(endOf(await byHand())).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A']);
  });

  it('that was forced is carried out with `review: none`, where no account counts as untouched', async () => {
    const { github, apply, names } = await applying({ files, rules });
    const commit = github.push('main', { 'rules/a.yaml': rule('A', 'new') });
    const run = (inputs: Record<string, string>) =>
      apply([commit], { ...forced(commit), ...BUILT, inputs: { review: 'none', ...inputs } });
    expect(endOf(await run({ 'api-key': 'an-expired-key-of-the-tests' }))).toMatchObject({
      code: 1,
      reason: 'unauthorized',
    });
    expect(endOf(await run({}))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A']);
  });
});
