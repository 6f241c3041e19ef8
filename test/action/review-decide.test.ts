/** What was reviewed, decided from digests alone: nothing is ever expected that no review has. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortDigest } from '../../src/action/comment/marker.ts';
import { decide, type ReviewedChanges } from '../../src/action/review/decide.ts';
import { planDigest } from '../../src/model/digest.ts';
import type { Change } from '../../src/model/plan.ts';
import { forAll } from '../harness/for-all.ts';

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const change = (text: string, id: string | null = null): Change => ({
  account: 'default',
  op: 'create',
  name: text,
  id,
  digest: digestOf(text),
  source: null,
  before: null,
  after: null,
  patch: [],
  risks: [],
});
const digestOfAll = (texts: readonly string[]) =>
  planDigest(
    texts.map((text) => change(text)),
    [],
  );
const planOf = (...texts: string[]) => ({
  digest: digestOfAll(texts),
  changes: texts.map((text) => change(text)),
  accounts: [],
});
const review = (...texts: string[]): ReviewedChanges => ({
  digest: digestOfAll(texts),
  changes: texts.map((text) => shortDigest(digestOf(text))),
});
const whole = (...texts: string[]): ReviewedChanges => ({ ...review(...texts), changes: null });

describe('the changes that may be carried out', () => {
  it('are those of any review', () => {
    const { expected, unreviewed, used } = decide(planOf('a', 'b', 'c'), [review('a'), review('x'), review('c', 'y')]);
    expect(expected).toEqual(['a', 'c'].map(digestOf));
    expect(unreviewed.map(({ name }) => name)).toEqual(['b']);
    expect(used).toEqual([review('a'), review('c', 'y')]);
  });

  it('are each made as often as one review has it: two that show the same delete may both mean the same rule', () => {
    const twice = planOf('a', 'a');
    expect(decide(twice, [review('a'), review('a')])).toMatchObject({ expected: [digestOf('a')], used: [review('a')] });
    expect(decide(twice, [review('a'), review('a', 'a')])).toMatchObject({
      expected: ['a', 'a'].map(digestOf),
      unreviewed: [],
    });
    const thrice = planOf('a', 'a', 'a');
    expect(decide(thrice, [review('a'), review('a', 'a')]).expected).toEqual(['a', 'a'].map(digestOf));
    expect(decide(planOf('a'), [review('a', 'a', 'a')]).expected).toEqual([digestOf('a')]);
  });

  it('are of a review without a list all or none: the whole plan must be the same', () => {
    expect(decide(planOf('a', 'b'), [whole('a', 'b')])).toMatchObject({
      expected: ['a', 'b'].map(digestOf),
      unreviewed: [],
    });
    expect(decide(planOf('a'), [whole('a', 'b')])).toMatchObject({ expected: [], used: [] });
    expect(decide(planOf('a', 'b', 'c'), [whole('a', 'b')]).expected).toEqual([]);
  });
});

describe('for any plan and any reviews', () => {
  const texts = fc.array(fc.constantFrom('a', 'b'), { maxLength: 6 });
  const reviews = fc.array(fc.tuple(texts, fc.boolean()), { maxLength: 4 });
  const reviewsOf = (all: [string[], boolean][]) => all.map(([list, isWhole]) => (isWhole ? whole : review)(...list));
  const countIn = <T>(list: readonly T[], one: T) => list.filter((other) => other === one).length;

  it('a digest is expected as often as it is needed, and as one review has it at most', () =>
    forAll([texts, reviews], 100, (needed, all) => {
      const plan = planOf(...needed);
      const { expected, unreviewed } = decide(plan, reviewsOf(all));
      for (const text of new Set(needed)) {
        const most = all.map(([list, isWhole]) => {
          if (isWhole && digestOfAll(list) !== plan.digest) return 0;
          return countIn(list, text);
        });
        const allowed = Math.min(countIn(needed, text), Math.max(0, ...most));
        expect(countIn(expected, digestOf(text))).toBe(allowed);
        expect(unreviewed.filter(({ name }) => name === text)).toHaveLength(countIn(needed, text) - allowed);
      }
      expect(expected.length + unreviewed.length).toBe(needed.length);
    }));

  it('the reviews that are used are enough, and each is needed in its place', () =>
    forAll([texts, reviews], 100, (needed, all) => {
      const plan = planOf(...needed);
      const { expected, used } = decide(plan, reviewsOf(all));
      expect(decide(plan, used).expected).toEqual(expected);
      expect(decide(plan, used.slice(0, -1)).expected.length < expected.length || used.length === 0).toBe(true);
    }));
});

describe('a change that was made', () => {
  const having = (open: ReviewedChanges, ...done: string[]): ReviewedChanges => ({
    ...open,
    done: done.map((text) => shortDigest(digestOf(text))),
  });

  it('is not reviewed any more, by its own review and by all older ones', () => {
    expect(decide(planOf('a', 'b'), [having(review('b'), 'a'), review('a')])).toMatchObject({
      expected: [digestOf('b')],
      unreviewed: [{ name: 'a' }],
      used: [having(review('b'), 'a')],
    });
  });

  it('is by a newer one', () => {
    expect(decide(planOf('a'), [review('a'), having(review(), 'a')]).expected).toEqual([digestOf('a')]);
  });

  it('of two that are alike leaves the other, in its own review alone', () => {
    expect(decide(planOf('a'), [having(review('a'), 'a')]).expected).toEqual([digestOf('a')]);
    expect(decide(planOf('a', 'a'), [having(review('a'), 'a'), review('a', 'a')]).expected).toEqual([digestOf('a')]);
  });

  it('is not made again by an older review that is approved, where the one that it was made of is not', () => {
    const [made, approved] = [having(review(), 'a'), review('a')];
    expect(decide(planOf('a'), [made, approved], (one) => one === approved)).toMatchObject({
      expected: [],
      unreviewed: [{ name: 'a' }],
    });
  });
});
