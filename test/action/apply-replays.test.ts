/** Nothing that a later reviewed change took back comes again: not by an old run, and not by an old review. */
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { gate } from '../harness/gate.ts';
import { KEY } from '../harness/project.ts';
import { type ApplyWorld, applying, endOf, forged, live, resultIn, rule } from './apply-world.ts';

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

/** What the signed line of a comment has, without what is the same in all. */
function listsOf(body: string) {
  const read = readMarker(body, [KEY]);
  const { changes, done, unneeded } = read?.review ?? {};
  const lists = { open: changes?.length, done: done?.length };
  return { signature: read?.signature, ...lists, ...(unneeded === undefined ? {} : { unneeded: unneeded.length }) };
}

describe('a run of a commit that is not the newest', () => {
  it.each([
    { what: 'a push', more: {} },
    { what: 'a push that needs no review', more: { inputs: { review: 'none' } } },
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
    const ended = await apply([came], { inputs: { review: 'none' } });
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

describe('a review is used up once its change was made', () => {
  it('so that a push without a pull request brings nothing back', async () => {
    const world = await applying(kept());
    const { github, reviewed, apply, names, comment } = world;
    await cameAndWent(world);
    expect(listsOf(comment(github.state.pull(1)).body)).toEqual({ signature: 'ours', open: 0, done: 1 });
    const ended = await apply([github.push('main', A)]);
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain('create "A"');
    expect(endOf(ended).message).toContain(
      'The plan in #1 shows create "A", but that was carried out before: a review counts once.',
    );
    expect(names()).toEqual(['Kept']);

    // A new pull request is a new review.
    github.push('main', { 'rules/a.yaml': null });
    const again = await reviewed(A);
    expect(endOf(await apply(github.merge(again.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'Kept']);
  });

  it('as far as it was made: what failed still counts', async () => {
    const condition = { static: { from: 'one@example.com' } };
    const { github, reviewed, apply, comment } = await applying({
      files: { 'inboxctl.yaml': 'ignore: [Mine]\n' },
      rules: [{ ...live('Mine'), condition }],
    });
    const taken = JSON.stringify({ name: 'B', condition, actions: [{ type: 'ARCHIVE' }] });
    const pull = await reviewed({ ...A, 'rules/b.yaml': taken });
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 1, reason: 'apply-failed' });
    expect(listsOf(comment(pull).body)).toEqual({ signature: 'ours', open: 1, done: 1 });
  });

  it('also where no comment is wanted, and by a run by hand', async () => {
    const world = await applying(kept());
    const { github, reviewed, apply, byHand, names, comment } = world;
    await cameAndWent(world, { inputs: { comment: 'false' } });
    expect(resultIn(comment(github.state.pull(1)).body)).toBeNull();
    expect(endOf(await apply([github.push('main', A)]))).toMatchObject({ code: 1, reason: 'plan-changed' });

    github.push('main', { 'rules/a.yaml': null });
    const pull = await reviewed({ 'rules/b.yaml': rule('B') });
    github.merge(pull.number);
    github.push('main', { 'README.md': 'Newer.\n' });
    expect(endOf(await byHand({ comment: 'false' }))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['B', 'Kept']);
    expect(listsOf(comment(pull).body)).toEqual({ signature: 'ours', open: 0, done: 1 });
  });

  it('or was not needed, once the inbox is as declared', async () => {
    const { github, reviewed, apply, service, comment, names } = await applying({
      files: { ...kept().files, 'rules/gone.yaml': rule('Gone', 'old') },
      rules: kept(live('Gone')).rules,
    });
    const pull = await reviewed({ ...A, 'rules/gone.yaml': null });
    const gone = service.rule('Gone');
    service.remove('Gone');
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'Kept']);
    expect(listsOf(comment(pull).body)).toEqual({ signature: 'ours', open: 0, done: 1, unneeded: 1 });
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 1 change made, 1 not needed any more\./);
    const again = comment(pull).body;
    expect(endOf(await apply([github.head('main') ?? '']))).toMatchObject({ code: 0 });
    expect(comment(pull).body).toBe(again);

    service.put(gone);
    const ended = await apply([github.push('main', { 'README.md': 'Newer.\n' })]);
    expect(endOf(ended)).toMatchObject({ code: 0 });
    expect(ended.annotations[0]?.message).toContain('1 difference was left alone');
    expect(names()).toEqual(['A', 'Gone', 'Kept']);
  });

  it('and an older one that nobody looked at is used up by that', async () => {
    const { github, reviewed, apply, names, comment } = await applying(kept());
    // The branch of the second has the commit of the first, and its plan shows both.
    const [one, two] = [await reviewed(A), await reviewed({ ...A, 'rules/b.yaml': rule('B') })];
    github.merge(one.number);
    expect(endOf(await apply(github.merge(two.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'B', 'Kept']);
    expect(listsOf(comment(one).body)).toMatchObject({ open: 1 });
    const three = await reviewed({ 'rules/a.yaml': null });
    await apply(github.merge(three.number));
    expect(endOf(await apply([github.push('main', A)]))).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(names()).toEqual(['B', 'Kept']);
  });

  it('and so is an older one whose failed run is started again', async () => {
    const { files, rules } = kept();
    const world = await applying({ files: { ...files, 'inboxctl.yaml': 'version: 1\n' }, rules });
    const { github, reviewed, apply, names, service } = world;
    const [one, two] = [await reviewed(A), await reviewed(A)];
    const [came = ''] = github.merge(one.number);
    // The run of the first merge failed before it made anything; that of the second makes the change.
    expect(endOf(await apply(github.merge(two.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'Kept']);
    service.remove('A');
    await apply([came], { sha: came });
    expect(names()).toEqual(['Kept']);
  });

  it('and so is a newer one with the same change, though something else is held', async () => {
    const { github, reviewed, apply, names, service } = await applying(kept(live('Stray')));
    const [one, two] = [await reviewed(A), await reviewed({ ...A, 'rules/b.yaml': rule('B') })];
    expect(endOf(await apply(github.merge(one.number)))).toMatchObject({ code: 0 });
    expect(endOf(await apply(github.merge(two.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'B', 'Kept', 'Stray']);
    service.remove('A');
    const three = await reviewed({ 'rules/c.yaml': rule('C') });
    expect(endOf(await apply(github.merge(three.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['B', 'C', 'Kept', 'Stray']);
  });

  it('unless its comment cannot be edited, which is said and fails nothing', async () => {
    const { github, reviewed, apply, names } = await applying(kept());
    const commits = github.merge((await reviewed(A)).number);
    github.permit({ pull_requests: 'read', issues: 'none' });
    const ended = await apply(commits);
    expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A', 'Kept']);
    expect(ended.annotations).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('the review there still counts') },
    ]);
    expect(ended.annotations[0]?.message).toContain('pull-requests: write');
  });

  it('and counts for nothing at all where what its line says of that was edited', async () => {
    const world = await applying(kept());
    const { github, apply, names, comment } = world;
    await cameAndWent(world);
    const there = comment(github.state.pull(1));
    const done = readMarker(there.body, [KEY])?.review.done;
    there.body = forged(there.body, { done: undefined, changes: done });
    expect(endOf(await apply([github.push('main', A)]))).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(names()).toEqual(['Kept']);
  });
});
