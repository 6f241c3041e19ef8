/** A run by hand: what leads there works to the letter, does no more than it says, and shows before it does. */
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { applying, endOf, live, resultIn, rule } from './apply-world.ts';
import { fleet } from './fleet-world.ts';

const files = { 'rules/kept.yaml': rule('Kept', 'old') };
const DISPATCH = { event: 'workflow_dispatch' };
const DRIFT = { mode: 'drift' };

/** The inputs that an advice names, as they are written there. */
function advised(text = '') {
  const found = /by hand, with (?:`account` (.+?) and )?`only` (.+?): it shows/.exec(text);
  const [, account = '', only = ''] = found ?? expect.fail(`There is no advice in: ${text}`);
  const lines = (names: string) => names.replace(/[`"]/g, '').replaceAll(', ', '\n');
  return { account: lines(account), only: lines(only) };
}

describe('the advice', () => {
  it('for a change that is open since the inbox was edited, leaves the rules of colleagues alone', async () => {
    const found = [live('Kept'), live('A')];
    const inboxes = { alice: [...found, live('Mine')], bob: [...found, live('Theirs')] };
    const { service, github, reviewed, apply, byHand, namesOf, job } = await fleet(inboxes, {
      ...files,
      'rules/a.yaml': rule('A', 'old'),
    });
    const pull = await reviewed({ 'rules/a.yaml': rule('A', 'new') }, job());
    service.put({ ...service.rule('A', 'alice'), runOnThreads: false }, 'alice');
    const refused = await apply(github.merge(pull.number), job());
    expect(endOf(refused)).toMatchObject({ code: 1, reason: 'plan-changed' });
    const advice = advised(endOf(refused).message);
    expect(advice).toEqual({ account: 'alice', only: 'A' });
    expect(endOf(await byHand(job(advice).inputs))).toMatchObject({ code: 0 });
    for (const inbox of ['alice', 'bob']) expect(service.rule('A', inbox).condition?.aiInstructions).toBe('find new');
    expect([namesOf('alice'), namesOf('bob')]).toEqual([
      ['A', 'Kept', 'Mine'],
      ['A', 'Kept', 'Theirs'],
    ]);
  });

  it('for changes of several accounts names the rules of each, and so no other rule of one', async () => {
    const found = [live('A'), live('B')];
    const { service, github, reviewed, apply, job } = await fleet(
      { alice: found, bob: found },
      { 'rules/a.yaml': rule('A', 'old'), 'rules/b.yaml': rule('B', 'old') },
    );
    const pull = await reviewed({ 'rules/a.yaml': rule('A', 'new'), 'rules/b.yaml': rule('B', 'new') }, job());
    for (const [name, inbox] of [
      ['A', 'alice'],
      ['B', 'bob'],
    ] as const) {
      service.put({ ...service.rule(name, inbox), runOnThreads: false }, inbox);
    }
    const { message } = endOf(await apply(github.merge(pull.number), job()));
    expect(message).toContain('once each, with `account` alice and `only` A, `account` bob and `only` B: it shows');
  });

  it('for the second of two pull requests on one rule makes what it wants, with review: approved', async () => {
    const world = await applying({ files: { 'rules/a.yaml': rule('A', 'old') }, rules: [live('A'), live('Theirs')] });
    const { service, github, reviewed, apply, byHand } = world;
    const approved = { inputs: { review: 'approved' } };
    const pulls = [];
    for (const text of ['first', 'second']) {
      const pull = await reviewed({ 'rules/a.yaml': rule('A', text) }, approved);
      github.review(pull.number, 'bob');
      pulls.push(pull);
    }
    const ends = [];
    for (const { number } of pulls) ends.push(endOf(await apply(github.merge(number), approved)));
    const [made, refused = expect.fail()] = ends;
    expect(made).toMatchObject({ code: 0 });
    expect(refused).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(refused.message).toContain('The plan in #2 shows another change of this, which was not made: replace "A".');
    const advice = advised(refused.message);
    expect(endOf(await byHand({ ...approved.inputs, ...advice }))).toMatchObject({ code: 0 });
    expect(service.rule('A').condition?.aiInstructions).toBe('find second');
    expect(world.names()).toEqual(['A', 'Theirs']);
  });

  it.each(['to run by hand', 'to run the job again'])(
    'after a key that had expired at the merge, %s, makes what was missed and no more, with review: approved',
    async (how) => {
      const world = await fleet({ alice: [live('Kept')], bob: [live('Kept'), live('Theirs')] }, files);
      const { github, reviewed, apply, byHand, namesOf, job, comment } = world;
      const approved = { review: 'approved' };
      const pull = await reviewed({ 'rules/a.yaml': rule('A') }, job(approved));
      github.review(pull.number, 'bob');
      const commits = github.merge(pull.number);
      expect(endOf(await apply(commits, job(approved, ['bob'])))).toMatchObject({ code: 1, reason: 'unauthorized' });
      expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied in 1 of 2 accounts\*\*: 1 change made[\s\S]*`bob`/);
      await apply([], { event: 'schedule', ...job(DRIFT) });
      const [issue] = github.issues();
      expect(issue?.body).toContain('**Merged in `#1`, and not made**: `bob`: `A`');
      const advice = advised(issue?.body);
      const isByHand = how === 'to run by hand';
      const ended = isByHand
        ? await byHand(job({ ...approved, ...advice }).inputs)
        : await apply(commits, job(approved));
      expect(endOf(ended)).toMatchObject({ code: 0 });
      expect([namesOf('alice'), namesOf('bob')]).toEqual([
        ['A', 'Kept'],
        ['A', 'Kept', 'Theirs'],
      ]);
      expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 2 changes made\./);
    },
  );

  it('for drift undoes it, with review: approved', async () => {
    const { github, apply, byHand, names, service } = await applying({
      files,
      rules: [live('Kept', 'tuned'), live('Stray')],
    });
    const night = () => apply([], { event: 'schedule', inputs: DRIFT });
    await night();
    expect(endOf(await byHand({ review: 'approved', ...advised(github.issues()[0]?.body) }))).toMatchObject({
      code: 0,
    });
    expect([names(), service.rule('Kept').condition?.aiInstructions]).toEqual([['Kept'], 'find old']);
    await night();
    expect(github.issues()).toMatchObject([{ state: 'closed' }]);
  });
});

describe('a run by hand', () => {
  it('with the digest of another plan is red, shows the new one and sends nothing', async () => {
    const { apply, writes, names, service } = await applying({ files, rules: [live('Kept'), live('Stray')] });
    const first = await apply([], DISPATCH);
    service.put({ ...service.rule('Stray'), id: 'later', name: 'Stray too' });
    const ended = await apply([], { ...DISPATCH, inputs: { expect: first.outputs.digest ?? '' } });
    const digest = ended.outputs.digest ?? '';
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed', message: expect.stringContaining(digest) });
    expect(digest).not.toBe(first.outputs.digest);
    expect(ended.summary).toMatch(/2 to delete[\s\S]*Stray too/);
    expect(writes()).toEqual([]);
    expect(endOf(await apply([], { ...DISPATCH, inputs: { expect: digest } }))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['Kept']);
  });

  it('that is superseded is red, since it did not do what it was asked for', async () => {
    const { github, apply, writes } = await applying({ files, rules: [live('Kept'), live('Stray')] });
    const { outputs } = await apply([], DISPATCH);
    const sha = github.head('main') ?? '';
    github.push('main', { 'rules/b.yaml': rule('B') });
    const ended = await apply([], { ...DISPATCH, sha, inputs: { expect: outputs.digest ?? '' } });
    expect(endOf(ended)).toMatchObject({
      code: 1,
      reason: 'refused',
      message: expect.stringContaining('Nothing was carried out'),
    });
    expect(ended.outputs.superseded).toBe('true');
    expect(writes()).toEqual([]);
  });

  it('for one account uses up what it made of a review of all, and nothing of the others', async () => {
    const world = await fleet({ alice: [live('Kept')], bob: [live('Kept')] }, files);
    const { service, github, reviewed, apply, byHand, namesOf, job, comment } = world;
    const pull = await reviewed({ 'rules/a.yaml': rule('A') }, job());
    // The run of the merge did not come.
    const commits = github.merge(pull.number);
    expect(endOf(await byHand(job({ account: 'alice' }).inputs))).toMatchObject({ code: 0 });
    expect([namesOf('alice'), namesOf('bob')]).toEqual([['A', 'Kept'], ['Kept']]);
    const { done, changes } = readMarker(comment(pull).body, ['one-key-for-all-of-the-jobs'])?.review ?? {};
    expect([done?.length, changes?.length]).toEqual([1, 1]);
    service.remove('A', 'alice');
    await apply(commits, job());
    expect([namesOf('alice'), namesOf('bob')]).toEqual([['Kept'], ['A', 'Kept']]);
  });
});
