/** Whose word counts as a review: that of this action in the same jobs, as it was written. */
import { describe, expect, it } from 'vitest';
import { markerLine, readMarker } from '../../src/action/comment/marker.ts';
import { ALICE } from '../harness/github/fake-github.ts';
import { KEY } from '../harness/project.ts';
import { applying, endOf, resultIn, rule } from './apply-world.ts';

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

/** A marker line in which somebody put another value. */
function edited(line: string, change: object): string {
  const [, , encoded = ''] = line.split(' ');
  const json = { ...JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')), ...change };
  return `<!-- inboxctl:v1 ${Buffer.from(JSON.stringify(json)).toString('base64url')} -->`;
}

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
    const line = comment(other).body.split('\n')[0] ?? '';
    // What was reviewed for B is to pass for a review of A.
    there.body = `${edited(line, { changes: wanted, pullRequest: pull.number })}\nLooks good.`;
    const ended = await apply(github.merge(pull.number), { inputs });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain(
      `The plan in #${pull.number} does not count: the first line of its comment was edited.`,
    );
    expect(ended.annotations).toContainEqual(
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining('was edited') }),
    );
    expect(writes()).toEqual([]);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Not applied\*\*: This comment does not count as a review/);
    expect(comment(pull).body.endsWith('Looks good.')).toBe(true);
  });

  it('below its first line still counts: nothing else is read', async () => {
    const { github, reviewed, apply, names, comment } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': rule('A') });
    const there = comment(pull);
    there.body = `${there.body.split('\n')[0]}\r\nAll of it was rewritten.`;
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A']);
    expect(resultIn(comment(pull).body.replace('\r', ''))).toMatch(/^\*\*Applied\*\*/);
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
    const ended = await apply(github.merge(pull.number));
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain(
      'have different API keys, give both the same secret in the input signing-key',
    );
    expect(writes()).toEqual([]);
    expect(resultIn(comment(pull).body)).toContain('`signing-key`');
  });
});

describe('a line that is not of this action', () => {
  it('does not count: another author, another pull request, one that is not merged', async () => {
    const { github, reviewed, apply, writes, comment } = await applying();
    const open = await reviewed({ 'rules/a.yaml': rule('A') });
    const { body } = comment(open);
    const pull = github.addPullRequest({ files: { 'rules/a.yaml': rule('A') } });
    github.addComment(pull.number, ALICE, body);
    const review = readMarker(body, [KEY])?.review;
    if (review === undefined) throw new Error('There is no review');
    // Even with the key: it was not the account of the token that wrote it.
    github.addComment(pull.number, ALICE, markerLine({ ...review, pullRequest: pull.number }, KEY));
    github.addComment(pull.number, 'some-app[bot]', markerLine({ ...review, pullRequest: pull.number }, KEY));
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(writes()).toEqual([]);
    expect(github.comments(pull.number).every((one) => resultIn(one.body) === null)).toBe(true);
    expect(comment(open).body).toBe(body);
  });
});
