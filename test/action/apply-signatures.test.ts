/** Whose word counts as a review: that of this action in the same jobs, as it was written. */
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { ALICE } from '../harness/github/fake-github.ts';
import { KEY } from '../harness/project.ts';
import { applying, endOf, forged, resigned, resultIn, rule } from './apply-world.ts';

const SIGNING = 'signing-key-of-both-jobs';
const READER = 'key-that-can-only-read';
const twoKeys = {
  sandbox: {
    seed: {
      inboxes: [{ name: 'default', rules: [] }],
      keys: [{ key: READER, inbox: 'default', scopes: ['RULES_READ'] }],
    },
  },
};

describe('a comment that was edited', () => {
  it.each([
    { which: 'without', inputs: {}, key: KEY },
    { which: 'with', inputs: { 'signing-key': SIGNING }, key: SIGNING },
  ])('counts no more, and that is said, $which a signing key', async ({ inputs, key }) => {
    const { github, reviewed, apply, writes, comment } = await applying();
    const other = await reviewed({ 'rules/b.yaml': rule('B') }, { inputs });
    const pull = await reviewed({ 'rules/a.yaml': rule('A') }, { inputs });
    const there = comment(pull);
    const wanted = readMarker(there.body, [key])?.review.changes;
    // What was reviewed for B is to pass for a review of A.
    there.body = forged(comment(other).body, { changes: wanted, pullRequest: pull.number });
    const ended = await apply(github.merge(pull.number), { inputs });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain(
      `The plan in #${pull.number} does not count: the text or the first line of its comment was changed by somebody else.`,
    );
    expect(ended.annotations).toContainEqual(
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining('changed by somebody else') }),
    );
    expect(writes()).toEqual([]);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Not applied\*\*: This comment does not count as a review/);
    expect(comment(pull).body).toContain('create</b> <code>B</code>');
  });

  describe.each([
    { what: 'cannot be read', by: (body: string) => body.replace(' -->', '!-->') },
    { what: 'is that of another pull request', by: (_: string, other: string) => other },
  ])('and whose first line $what', ({ by }) => {
    async function spoiled() {
      const world = await applying();
      const other = await world.reviewed({ 'rules/b.yaml': rule('B') });
      const pull = await world.reviewed({ 'rules/a.yaml': rule('A') });
      const there = world.comment(pull);
      world.github.state.editComment(there.id, by(there.body, world.comment(other).body));
      return { ...world, pull };
    }

    it('counts no more, and that is said', async () => {
      const { apply, github, pull, writes } = await spoiled();
      const ended = await apply(github.merge(pull.number));
      expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
      expect(endOf(ended).message).toContain(
        `The plan in #${pull.number} does not count: the text or the first line of its comment was changed by somebody else.`,
      );
      expect(writes()).toEqual([]);
    });

    it('is followed by another comment once the plan is made again, and that counts', async () => {
      const { apply, github, pull, names, replan } = await spoiled();
      await replan(pull, {});
      expect(github.comments(pull.number)).toHaveLength(2);
      expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0, reason: null });
      expect(names()).toEqual(['A']);
    });
  });
});

describe('jobs with two API keys', () => {
  const asReader = (inputs: Record<string, string>) => ({ inputs: { 'api-key': READER, ...inputs } });

  it('apply with one signing key', async () => {
    const inputs = { 'signing-key': SIGNING };
    const { github, reviewed, apply, names, comment } = await applying(twoKeys);
    const pull = await reviewed({ 'rules/a.yaml': rule('A') }, asReader(inputs));
    expect(endOf(await apply(github.merge(pull.number), { inputs }))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A']);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*/);
  });

  it('are refused without one, and told why', async () => {
    const { github, reviewed, apply, writes, comment } = await applying(twoKeys);
    const pull = await reviewed({ 'rules/a.yaml': rule('A') }, asReader({}));
    const { body } = comment(pull);
    const ended = await apply(github.merge(pull.number));
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain(
      'have different API keys, give both the same secret in the input signing-key',
    );
    expect(writes()).toEqual([]);
    expect(comment(pull).body).toBe(body);
  });
});

describe('a line that is not of this action', () => {
  it('does not count: another author, another pull request, one that is not merged', async () => {
    const { github, reviewed, apply, writes, comment } = await applying();
    const open = await reviewed({ 'rules/a.yaml': rule('A') });
    const { body } = comment(open);
    const pull = github.addPullRequest({ files: { 'rules/a.yaml': rule('A') } });
    github.addComment(pull.number, ALICE, body);
    // Even with the key: it was not the account of the token that wrote it.
    const signed = resigned(body, (review) => ({ ...review, pullRequest: pull.number }));
    github.addComment(pull.number, ALICE, signed);
    github.addComment(pull.number, 'some-app[bot]', signed);
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(writes()).toEqual([]);
    expect(github.comments(pull.number).every((one) => resultIn(one.body) === null)).toBe(true);
    expect(comment(open).body).toBe(body);
  });
});
