/** Nothing that a later reviewed change took back comes again: not by an old run. */
import { describe, expect, it } from 'vitest';
import { gate } from '../harness/gate.ts';
import { type ApplyWorld, applying, endOf, live, resultIn, rule } from './apply-world.ts';

const A = { 'rules/a.yaml': rule('A') };
/** A rule that stays: no guard is in the way of a delete. */
const kept = (...more: object[]) => ({
  files: { 'rules/kept.yaml': rule('Kept', 'old') },
  rules: [live('Kept'), ...more],
});

/** Rule A came with #1 and went with #2, both applied; gives the commit of #1. */
async function cameAndWent(world: ApplyWorld, more: Parameters<ApplyWorld['apply']>[1] = {}): Promise<string> {
  const { github, reviewed, apply, names } = world;
  const one = await reviewed(A);
  const [came = ''] = github.merge(one.number);
  expect(endOf(await apply([came], more))).toMatchObject({ code: 0 });
  expect(names()).toEqual(['A', 'Kept']);
  const two = await reviewed({ 'rules/a.yaml': null });
  expect(endOf(await apply(github.merge(two.number), more))).toMatchObject({ code: 0 });
  expect(names()).toEqual(['Kept']);
  return came;
}

describe('a run of a commit that is not the newest', () => {
  it.each([
    { what: 'a push', more: {} },
    { what: 'a run by hand', more: { event: 'workflow_dispatch' } },
    { what: 'a run by hand that needs no review', more: { inputs: { 'require-review': 'false' } } },
  ])('carries nothing out: $what, run again', async ({ more }) => {
    const world = await applying(kept());
    const { github, apply, names, writes, comment } = world;
    const came = await cameAndWent(world);
    const before = { writes: writes(), comments: github.comments(1).map(({ body }) => body) };
    const ended = await apply([came], { ...more, sha: came });
    expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
    const head = github.head('main')?.slice(0, 12);
    expect(ended.annotations).toMatchObject([
      {
        severity: 'warning',
        message: expect.stringContaining(
          `Nothing was carried out: this run is of commit ${came.slice(0, 12)}, and main is at ${head} now.`,
        ),
      },
    ]);
    expect(ended.summary).toContain('### Nothing was carried out');
    expect(ended.summary).not.toContain('there was nothing to apply');
    expect(ended.outputs).toMatchObject({ superseded: 'true', 'has-changes': 'true' });
    expect(ended.outputs['run-file']).toBeUndefined();
    expect({ writes: writes(), comments: github.comments(1).map(({ body }) => body) }).toEqual(before);
    expect(names()).toEqual(['Kept']);
    expect(resultIn(comment(github.state.pull(1)).body)).toMatch(/^\*\*Applied\*\*/);
  });

  it('is left to the run of the newest, which makes the changes of both', async () => {
    const { github, reviewed, apply, names } = await applying(kept());
    const [one, two] = [await reviewed(A), await reviewed({ 'rules/b.yaml': rule('B') })];
    const [first = ''] = github.merge(one.number);
    const commits = github.merge(two.number);
    expect((await apply([first], { sha: first })).outputs.superseded).toBe('true');
    expect(names()).toEqual(['Kept']);
    const ended = await apply(commits);
    expect(endOf(ended)).toMatchObject({ code: 0 });
    expect(ended.outputs.superseded).toBeUndefined();
    expect(names()).toEqual(['A', 'B', 'Kept']);
  });

  it('carries nothing out where the newer one comes while it plans', async () => {
    const before = await gate();
    const { github, reviewed, apply, service, writes } = await applying({ ...kept(), baseUrl: () => before.baseUrl });
    before.to(service.baseUrl);
    const commits = github.merge((await reviewed(A)).number);
    before.call({ request: 1, when: 'after' }, async () => void github.push('main', { 'README.md': 'Newer.\n' }));
    const sha = github.head('main') ?? '';
    expect((await apply(commits, { sha })).outputs.superseded).toBe('true');
    expect(writes()).toEqual([]);
  });

  it('is not taken for the newest because another branch was the default one', async () => {
    const world = await applying(kept());
    const { github, apply, names } = world;
    const came = await cameAndWent(world);
    github.push('trunk', {});
    github.state.defaultBranch = 'trunk';
    github.state.git.moveBranch('main', came, true);
    const ended = await apply([came], { inputs: { 'require-review': 'false' } });
    expect(ended.outputs.superseded).toBe('true');
    expect(ended.annotations[0]?.message).toContain('trunk is at');
    expect(names()).toEqual(['Kept']);
  });

  it('is not told from the newest where GitHub does not say: then nothing is carried out, and the job fails', async () => {
    const { github, reviewed, apply, writes } = await applying(kept());
    const commits = github.merge((await reviewed(A)).number);
    github.fault('forbidden', { path: /\/git\/ref\//, accepted: 'contents=read' });
    expect(endOf(await apply(commits))).toMatchObject({
      code: 1,
      reason: 'unauthorized',
      message: expect.stringMatching(
        /^Nothing was carried out, since the head of the default branch could not be read\..*contents: read/,
      ),
    });
    expect(writes()).toEqual([]);
  });

  it('is well where nothing is to be done', async () => {
    const { github, reviewed, apply } = await applying(kept());
    const [came = ''] = github.merge((await reviewed(A)).number);
    await apply([came]);
    github.push('main', { 'README.md': 'Newer.\n' });
    const ended = await apply([came], { sha: came });
    expect(ended).toMatchObject({ code: 0, annotations: [] });
    expect(ended.outputs.superseded).toBeUndefined();
  });
});
