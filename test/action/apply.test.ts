/** What is merged is applied, and nothing else: from the plan on the pull request to the requests that the service gets. */
import { existsSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { commandsIn } from '../../src/action/commands.ts';
import { readMarker } from '../../src/action/comment/marker.ts';
import { worldOf } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';
import { applying, endOf, live, resultIn, rule } from './apply-world.ts';

describe('a merged pull request', () => {
  it.each(['squash', 'rebase', 'merge'] as const)('is applied after a %s', async (method) => {
    const { github, reviewed, apply, names, comment } = await applying();
    const commits = [{ 'rules/a.yaml': rule('A') }, { 'rules/b.yaml': rule('B') }];
    const pull = await reviewed(Object.assign({}, ...commits), { pull: { commits } });
    expect(endOf(await apply(github.merge(pull.number, method)))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A', 'B']);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 2 changes made\./);
  });

  it('is applied, its comment and the outputs say so', async () => {
    const { github, reviewed, apply, names, comment, cwd } = await applying({
      files: { 'inboxctl.yaml': 'version: 1\n', 'rules/gone.yaml': rule('Gone', 'old') },
      rules: [live('A'), live('Gone')],
    });
    const changes = { 'rules/a.yaml': rule('A', 'new'), 'rules/b.yaml': rule('B'), 'rules/gone.yaml': null };
    const pull = await reviewed(changes);
    const { body: before, updatedAt: changedAt } = { ...comment(pull) };
    const ended = await apply(github.merge(pull.number));
    expect(endOf(ended)).toEqual({ code: 0, reason: null, message: '' });
    expect(names()).toEqual(['A', 'B']);
    expect(ended.outputs).toMatchObject({ 'has-changes': 'true', creates: '1', replaces: '1', deletes: '1' });
    expect(ended.outputs['run-file']?.startsWith(`${cwd}/.inboxctl/runs/`)).toBe(true);
    expect(existsSync(ended.outputs['run-file'] ?? '')).toBe(true);
    expect(JSON.parse(readFileSync(ended.outputs['plan-file'] ?? '', 'utf8')).digest).toBe(ended.outputs.digest);
    expect(ended.summary).toContain('Done: 1 created, 1 replaced, 1 deleted');

    const after = comment(pull).body;
    expect(resultIn(after)).toMatch(
      /^\*\*Applied\*\*: 3 changes made\. \[This run\]\(https:\/\/github\.example\.com\/example-org\/inbox\/actions\/runs\/1\), commit \[[\da-f]{12}\]\(https:\/\/github\.example\.com\/example-org\/inbox\/commit\/[\da-f]{40}\)\.$/,
    );
    const read = readMarker(before, [KEY]);
    if (read === null) throw new Error('There is no review');
    const was = read.review;
    expect(Object.values(was.shown ?? {}).sort()).toEqual(['A', 'B', 'Gone']);
    expect(was.changes).toHaveLength(3);
    const review = { ...was, changedAt, changes: [], done: was.changes };
    expect(readMarker(after, [KEY])).toEqual({ signature: 'ours', review });
    expect(after.endsWith(before.slice(before.indexOf('\n') + 1).trim())).toBe(true);

    const again = await apply([github.head('main') ?? '']);
    expect(endOf(again)).toMatchObject({ code: 0, reason: null });
    expect(again.outputs['run-file']).toBeUndefined();
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 3 changes made\./);
  });

  it('writes no comment where none is wanted, and needs none that can be written', async () => {
    const { github, reviewed, apply, names, comment } = await applying();
    const first = await reviewed({ 'rules/a.yaml': rule('A') });
    expect(endOf(await apply(github.merge(first.number), { inputs: { comment: 'false' } }))).toMatchObject({ code: 0 });
    expect(resultIn(comment(first).body)).toBeNull();
    const second = await reviewed({ 'rules/b.yaml': rule('B') });
    github.fault('forbidden', { method: 'PATCH', accepted: 'issues=write' });
    const ended = await apply(github.merge(second.number));
    expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
    expect(ended.annotations).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('issues: write') },
    ]);
    expect(names()).toEqual(['A', 'B']);
  });
});

describe('several pull requests', () => {
  it('merged in one push are all applied, and all told', async () => {
    const { github, reviewed, apply, names, comment } = await applying();
    const pulls = [await reviewed({ 'rules/a.yaml': rule('A') }), await reviewed({ 'rules/b.yaml': rule('B') })];
    const commits = pulls.flatMap(({ number }) => github.merge(number));
    expect(endOf(await apply(commits))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'B']);
    for (const pull of pulls) expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 1 change made\./);
  });

  it('are applied by the next run where the run between was dropped', async () => {
    const { github, reviewed, apply, names, comment } = await applying();
    const [one, two, three] = [
      await reviewed({ 'rules/a.yaml': rule('A') }),
      await reviewed({ 'rules/b.yaml': rule('B') }),
      await reviewed({ 'rules/c.yaml': rule('C') }),
    ];
    await apply(github.merge(one.number));
    const untouched = comment(one).body;
    github.merge(two.number);
    const ended = await apply(github.merge(three.number));
    expect(endOf(ended)).toMatchObject({ code: 0 });
    expect(ended.log).toContain('Reviewed in #3, #2.');
    expect(names()).toEqual(['A', 'B', 'C']);
    for (const pull of [two, three]) expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 1 change made\./);
    expect(comment(one).body).toBe(untouched);
  });

  it('that change one rule, of which the second alone is applied, leave nothing of the first to apply', async () => {
    const { github, reviewed, apply, comment, service } = await applying({
      files: { 'rules/a.yaml': rule('A', 'old') },
      rules: [live('A')],
    });
    const one = await reviewed({ 'rules/a.yaml': rule('A', 'new') });
    const commits = github.merge(one.number);
    const two = await reviewed({ 'rules/a.yaml': rule('A', 'newer') });
    expect(endOf(await apply([...commits, ...github.merge(two.number)]))).toMatchObject({ code: 0 });
    expect(service.rule('A').condition?.aiInstructions).toBe('find newer');
    expect(resultIn(comment(one).body)).toMatch(/^\*\*Nothing left to apply\*\*: 1 not needed any more\./);
    expect(resultIn(comment(two).body)).toMatch(/^\*\*Applied\*\*: 1 change made\./);
  });
});

describe('an apply on a schedule', () => {
  it.each([
    ['none', 'reverts', 'find old'],
    ['shown', 'leaves', 'find tuned'],
    ['approved', 'leaves', 'find tuned'],
  ])('with review: %s %s what somebody edited in the web page', async (review, _, text) => {
    const files = { 'rules/a.yaml': rule('A', 'old') };
    const { apply, service } = await applying({ files, rules: [live('A', 'tuned')] });
    const payload = { repository: { default_branch: 'main' } };
    expect(endOf(await apply([], { event: 'schedule', payload, inputs: { review } }))).toMatchObject({ code: 0 });
    expect(service.rule('A').condition?.aiInstructions).toBe(text);
  });
});

describe('nothing is carried out that no review shows', () => {
  it('as after a push without a pull request', async () => {
    const { github, apply, writes } = await applying();
    const sha = github.push('main', { 'rules/a.yaml': rule('A') });
    const ended = await apply([sha]);
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain(
      '1 change was not carried out, since no plan of a merged pull request shows it: create "A".',
    );
    expect(endOf(ended).message).toContain('run the workflow that applies by hand, with `only` A:');
    expect(writes()).toEqual([]);
    expect(ended.summary).toContain('### Not carried out\n');
    expect(ended.summary).toContain('1 to create');
    expect(ended.log).toContain('  create "A"');
    expect(ended.outputs['run-file']).toBeUndefined();
  });

  it('beside what was reviewed, which is made', async () => {
    const { github, reviewed, apply, byHand, names, comment } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': rule('A') });
    const commits = github.merge(pull.number);
    const sha = github.push('main', { 'rules/b.yaml': rule('B') });
    const ended = await apply([...commits, sha]);
    expect(endOf(ended)).toMatchObject({
      code: 1,
      reason: 'plan-changed',
      message: expect.stringContaining('create "B"'),
    });
    expect(endOf(ended).message).not.toContain('"A"');
    expect(names()).toEqual(['A']);
    expect(resultIn(comment(pull).body)).toMatch(
      /^\*\*Applied\*\*: 1 change made\..*\n\n1 other change of the run is open\.$/,
    );

    // By hand it is made.
    expect(endOf(await byHand({ only: 'B' }))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'B']);
  });

  it('where the inbox changed after the review', async () => {
    const { github, reviewed, apply, service, comment, writes } = await applying({ rules: [live('A', 'old')] });
    const pull = await reviewed({ 'rules/a.yaml': rule('A', 'new') });
    const there = service.rule('A');
    service.put({ ...there, condition: { ...there.condition, aiInstructions: 'edited by hand' } });
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(writes()).toEqual([]);
    expect(resultIn(comment(pull).body)).toMatch(
      /^\*\*Not applied\*\*: nothing of this plan was carried out by this run/,
    );
    expect(resultIn(comment(pull).body)).toContain('1 change shown here is not in the plan of this run');
  });

  it('of two rules that are alike, where only one was there to be reviewed', async () => {
    const { github, reviewed, apply, service, names } = await applying({
      files: { 'rules/a.yaml': rule('A', 'old'), 'rules/b.yaml': rule('B', 'old') },
      rules: [live('A'), live('B')],
    });
    const pull = await reviewed({ 'rules/a.yaml': null });
    const there = service.rule('A');
    service.put({ ...there, id: 'its-twin' });
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({
      code: 1,
      reason: 'plan-changed',
    });
    expect(names()).toEqual(['A', 'B']);
  });

  it('by the command itself, where the list of what was reviewed is empty', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': rule('A') });
    const [stdin, stdout] = [new PassThrough(), new PassThrough().resume()];
    const io = worldOf({ argv: [], env: service.env, cwd: () => cwd, stdin, stdout, stderr: stdout });
    const { code, document } = await commandsIn(io, {}).apply({ yes: true, shown: { digests: [], inboxes: [] } });
    expect({ code, outcome: document?.outcome }).toEqual({ code: 4, outcome: 'refused' });
    expect(service.rules()).toEqual([]);
  });
});

describe('apply is refused', () => {
  it.each([
    { event: 'pull_request' },
    { event: 'release' },
    { event: 'merge_group' },
    { event: 'push', ref: 'refs/heads/other' },
    { event: 'push', ref: 'refs/tags/main' },
    { event: 'workflow_dispatch', ref: 'refs/heads/other' },
    { event: 'push', payload: {} },
  ])('on %j', async (more) => {
    const { github, apply, service } = await applying();
    github.push('main', { 'rules/a.yaml': rule('A') });
    const inputs = { review: 'none' };
    expect(endOf(await apply([], { ...more, inputs }))).toMatchObject({ code: 1, reason: 'refused' });
    expect(service.requests).toEqual([]);
    expect(github.requests).toEqual([]);
  });
});
