/** An approval counts for the plan that it saw: from the reviews of a pull request to what is carried out. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connected } from '../harness/github/connected.ts';
import { BOT, type FakeGitHub, fakeGitHub } from '../harness/github/fake-github.ts';
import type { PullState } from '../harness/github/repository.ts';
import { type ApplyWorld, applying, endOf, live, resigned, resultIn, rule } from './apply-world.ts';

const BOB = 'bob';
const A = { 'rules/a.yaml': rule('A') };
const FORWARD = { 'rules/a.yaml': rule('A').replace('ARCHIVE', 'MARK_READ') };
const REQUIRED = { inputs: { review: 'approved' } };

const warningsOf = ({ annotations }: Awaited<ReturnType<ApplyWorld['apply']>>) =>
  annotations.filter(({ severity }) => severity === 'warning').map(({ message }) => message);

/** A plan that bob may have approved, as `until` has it when it is merged, to be applied with and without the input. */
async function merged(until: (world: ApplyWorld, pull: PullState) => unknown) {
  const world = await applying({ rules: [live('A', 'old')] });
  const pull = await world.reviewed(A);
  await until(world, pull);
  const commits = world.github.merge(pull.number);
  const apply = (more: Parameters<ApplyWorld['apply']>[1] = {}) => world.apply(commits, more);
  return { ...world, pull, apply };
}

const COVERED: [string, (world: ApplyWorld, pull: PullState) => unknown][] = [
  ['of this plan', ({ github }, pull) => github.review(pull.number, BOB)],
  [
    'with a word of the same reviewer after it',
    ({ github }, pull) => {
      github.review(pull.number, BOB);
      github.review(pull.number, BOB, 'COMMENTED');
    },
  ],
  [
    'while the job plans a commit that changes no rule',
    async ({ github, replan }, pull) => {
      github.push(pull.head.ref, { 'README.md': 'Other words.\n' });
      github.review(pull.number, BOB);
      await replan(pull, {});
    },
  ],
  [
    'after a request of changes by the same reviewer, and beside one of another',
    ({ github }, pull) => {
      github.review(pull.number, 'carol', 'CHANGES_REQUESTED');
      github.review(pull.number, BOB, 'CHANGES_REQUESTED');
      github.review(pull.number, BOB);
    },
  ],
  [
    'among more than a hundred reviews',
    ({ github }, pull) => {
      for (let number = 0; number < 130; number++) github.review(pull.number, `user-${number}`, 'COMMENTED');
      github.review(pull.number, BOB);
    },
  ],
  [
    'before the plan was made again without a change',
    async ({ github, replan }, pull) => {
      github.review(pull.number, BOB);
      await replan(pull, {});
    },
  ],
];

const STALE: [string, (world: ApplyWorld, pull: PullState) => unknown][] = [
  [
    'of an earlier commit, with another plan',
    async ({ github, replan }, pull) => {
      github.review(pull.number, BOB);
      await replan(pull, FORWARD);
    },
  ],
  [
    'of an earlier commit, with the same plan',
    async ({ github, replan }, pull) => {
      github.review(pull.number, BOB);
      await replan(pull, { 'README.md': 'Other words.\n' });
    },
  ],
  [
    'of this commit, before its plan was there',
    async ({ github, replan }, pull) => {
      github.push(pull.head.ref, FORWARD);
      github.review(pull.number, BOB);
      await replan(pull, {});
    },
  ],
  [
    'before another plan was made for the same commit, as the inbox had changed',
    async ({ github, replan, service }, pull) => {
      github.review(pull.number, BOB);
      for (const there of service.rules()) {
        service.put({ ...there, condition: { ...there.condition, aiInstructions: 'by hand' } });
      }
      await replan(pull, {});
    },
  ],
  [
    'before a force push to another plan and back',
    async ({ github, replan }, pull) => {
      github.review(pull.number, BOB);
      const first = pull.head.sha;
      await replan(pull, FORWARD);
      github.state.git.moveBranch(pull.head.ref, first, true);
      github.state.moved(pull.head.ref);
      await replan(pull, {});
    },
  ],
  [
    'of a commit that git does not have any more',
    ({ github }, pull) => github.review(pull.number, BOB, 'APPROVED', null),
  ],
];

const NONE: [string, (world: { github: FakeGitHub }, pull: PullState) => unknown][] = [
  ['at all', () => {}],
  ['but by an app', ({ github }, pull) => github.review(pull.number, BOT)],
  [
    'but by somebody who may not push',
    ({ github }, pull) => {
      github.state.rights.set('mallory', 'read');
      github.review(pull.number, 'mallory');
    },
  ],
  ['that was not dismissed', ({ github }, pull) => github.review(pull.number, BOB, 'DISMISSED')],
  [
    'that its reviewer did not take back',
    ({ github }, pull) => {
      github.review(pull.number, BOB);
      github.review(pull.number, BOB, 'CHANGES_REQUESTED');
    },
  ],
  [
    'but by the author',
    ({ github }, pull) => {
      github.review(pull.number, BOB);
      pull.author = BOB;
    },
  ],
];

describe('what is merged', () => {
  it.each(COVERED)('is carried out with review: approved after an approval %s', async (_, until) => {
    const { apply, writes } = await merged(until);
    expect(endOf(await apply(REQUIRED))).toEqual({ code: 0, reason: null, message: '' });
    expect(writes()).toEqual(['PUT']);
  });

  it.each(STALE)('is refused where the approval is %s', async (_, until) => {
    const { apply, writes, comment, pull } = await merged(until);
    const refused = endOf(await apply(REQUIRED));
    expect(refused).toMatchObject({ code: 1, reason: 'refused' });
    expect(refused.message).toMatch(/^1 change was not carried out, since no approval covers it: replace "A"\./);
    expect(writes()).toEqual([]);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Not applied\*\*: 1 not made\..*: no approval covers it$/s);
  });

  it.each(NONE)('is refused where there is no approval %s', async (_, until) => {
    const { apply, writes } = await merged(until);
    expect(endOf(await apply(REQUIRED))).toMatchObject({ code: 1, reason: 'refused' });
    expect(writes()).toEqual([]);
  });

  it('is carried out with review: shown, whoever approved it', async () => {
    const { apply, writes } = await merged(() => {});
    expect(await apply()).toMatchObject({ code: 0, annotations: [] });
    expect(writes()).toEqual(['PUT']);
  });
});

describe('with review: approved', () => {
  it('the snapshot and the report of the run name who merged, of which pull requests, and who approved what', async () => {
    const { apply, pull } = await merged(({ github }, { number }) => {
      github.review(number, BOB);
      github.review(number, 'carol');
    });
    const approvals = [BOB, 'carol'].map((by) => ({ pullRequest: pull.number, by, commit: pull.head.sha }));
    const github = { pullRequests: [pull.number], approvals };
    const { outputs } = await apply({
      ...REQUIRED,
      env: {
        GITHUB_RUN_ID: '7',
        GITHUB_ACTOR: 'alice',
        GITHUB_WORKFLOW_REF: 'o/r/.github/workflows/a.yml@refs/heads/main',
      },
    });
    const [snapshot, report] = ['run-file', 'report-file'].map((name) => readFileSync(outputs[name] ?? '', 'utf8'));
    const { origin } = JSON.parse(snapshot?.split('\n')[0] ?? '');
    expect(origin).toMatchObject({ actor: 'alice', commit: expect.stringMatching(/^[0-9a-f]{40}$/), github });
    expect(JSON.parse(report ?? '').origin).toEqual(origin);
  });

  it('a refused change is carried out by the same job once it is approved', async () => {
    const { github, pull, apply, writes, comment } = await merged(() => {});
    await apply(REQUIRED);
    github.review(pull.number, BOB);
    expect(endOf(await apply(REQUIRED))).toMatchObject({ code: 0 });
    expect(writes()).toEqual(['PUT']);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 1 change made\./);
  });

  it('of several pull requests in a push the approved ones are carried out, however they are merged', async () => {
    const { github, reviewed, apply, names } = await applying();
    const files = ['a', 'b', 'c'].map((name) => ({ [`rules/${name}.yaml`]: rule(name.toUpperCase()) }));
    const pulls = [];
    for (const one of files) pulls.push(await reviewed(one));
    for (const pull of pulls.slice(1)) github.review(pull.number, BOB);
    const methods = ['squash', 'rebase', 'merge'] as const;
    const commits = pulls.flatMap(({ number }, index) => github.merge(number, methods[index]));
    const ended = await apply(commits, REQUIRED);
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'refused', message: expect.stringContaining('create "A".') });
    expect(names()).toEqual(['B', 'C']);
  });

  it('an approval outlives that the comment says what became of the plan', async () => {
    const condition = { static: { from: 'one@example.com' } };
    const { github, reviewed, apply, service, names } = await applying({
      files: { 'inboxctl.yaml': 'ignore: [Mine, Stays]\n' },
      rules: [{ ...live('Mine'), condition }, live('Stays')],
    });
    const taken = JSON.stringify({ name: 'B', condition, actions: [{ type: 'ARCHIVE' }] });
    const pull = await reviewed({ ...A, 'rules/b.yaml': taken });
    github.review(pull.number, BOB);
    const commits = github.merge(pull.number);
    expect(endOf(await apply(commits, REQUIRED))).toMatchObject({ code: 1, reason: 'apply-failed' });
    service.remove('Mine');
    expect(endOf(await apply(commits, REQUIRED))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'B', 'Stays']);
  });

  it.each([
    ['with the input', REQUIRED],
    ['without it', {}],
  ])('an approval outlives that the comment says that the run was superseded: %s', async (_, more) => {
    const { github, reviewed, apply, names } = await applying();
    const [one, two] = [await reviewed(A), await reviewed({ 'rules/b.yaml': rule('B') })];
    for (const { number } of [one, two]) github.review(number, BOB);
    const [first = ''] = github.merge(one.number);
    const commits = github.merge(two.number);
    expect((await apply([first], { ...more, sha: first })).outputs.superseded).toBe('true');
    const ended = await apply(commits, more);
    expect({ ...endOf(ended), warnings: warningsOf(ended) }).toMatchObject({ code: 0, warnings: [] });
    expect(names()).toEqual(['A', 'B']);
  });

  it('a run by hand shows it, and makes it once it is given the digest', async () => {
    const { github, reviewed, apply, byHand, names, writes } = await applying();
    const pull = await reviewed(A);
    github.merge(pull.number);
    expect(endOf(await apply([], { ...REQUIRED, event: 'workflow_dispatch' }))).toMatchObject({ code: 0 });
    expect(writes()).toEqual([]);
    expect(endOf(await byHand(REQUIRED.inputs))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A']);
  });

  it.each(['forbidden', 'unprocessable'] as const)(
    'nothing is carried out where GitHub answers with %s to what was approved',
    async (kind) => {
      const { github, reviewed, apply, writes } = await applying();
      const pull = await reviewed(A);
      github.review(pull.number, BOB);
      github.fault(kind, { path: /\/reviews$/, accepted: 'pull_requests=read' });
      const ended = await apply(github.merge(pull.number), REQUIRED);
      expect(ended.code).toBe(1);
      expect(endOf(ended).message).toMatch(/^Nothing was carried out, since the reviews could not be read\./);
      if (kind === 'forbidden') expect(endOf(ended).message).toContain('`pull-requests: read`');
      expect(writes()).toEqual([]);
    },
  );

  it('approvals are asked for again where GitHub fails, and not known where it goes on to', async () => {
    const github = await fakeGitHub();
    const { number, author } = github.addPullRequest();
    github.review(number, BOB);
    const path = /\/reviews$/;
    github.fault('bad-gateway', { path, times: 2 });
    expect(await connected(github).approvals({ number, author })).toMatchObject([{ by: BOB }]);
    github.fault('server-error', { path, times: 9 });
    await expect(connected(github).approvals({ number, author })).rejects.toThrow('GitHub answered 500');
  });
});

describe('a comment whose line does not say when its digests changed', () => {
  // That was with its last edit, or before.
  async function earlier() {
    const world = await applying();
    const pull = await world.reviewed(A);
    const there = world.comment(pull);
    const body = resigned(there.body, ({ shown: _, changedAt: __, since: ___, ...rest }) => rest);
    const edit = () => world.github.state.editComment(there.id, body);
    return { ...world, pull, edit };
  }

  it('is approved by what came after its last edit', async () => {
    const { github, apply, names, pull, edit } = await earlier();
    edit();
    github.review(pull.number, BOB);
    const commits = github.merge(pull.number);
    expect(endOf(await apply(commits, REQUIRED))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A']);
  });

  it('is not approved by what came before', async () => {
    const { github, apply, pull, edit } = await earlier();
    github.review(pull.number, BOB);
    edit();
    expect(endOf(await apply(github.merge(pull.number), REQUIRED))).toMatchObject({ code: 1, reason: 'refused' });
  });
});
