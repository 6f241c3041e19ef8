/** Shards: disjoint, complete, the same for ever, and about as large as each other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInShard, shardIn, shardOf, shownShard } from '../../src/model/shard.ts';
import { forAll } from '../harness/for-all.ts';

const names = fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 50 });
const counts = fc.integer({ min: 1, max: 10_000 });

describe('the shards of accounts', () => {
  it('have each account once', () =>
    forAll([names, fc.integer({ min: 1, max: 40 })], 100, (accounts, count) => {
      const shards = Array.from({ length: count }, (_, at) =>
        accounts.filter((name) => isInShard(name, { index: at + 1, count })),
      );
      expect(shards.flat().sort()).toEqual([...accounts].sort());
    }));

  it('do not move an account when others come and go', () =>
    forAll([names, names, counts], 100, (accounts, others, count) => {
      const among = (all: readonly string[]) => new Map(all.map((name) => [name, shardOf(name, count)]));
      const [before, after] = [among(accounts), among([...others, ...accounts])];
      for (const name of accounts) expect(after.get(name)).toBe(before.get(name));
    }));

  // What other tools compute, and what a run years from now must still give.
  it.each([
    ['default', 4, 2],
    ['alice', 4, 3],
    ['alice', 20, 3],
    ['bob', 20, 15],
    ['büro', 20, 15],
    ['顧客対応', 10_000, 2395],
    ['support+eu@example.com', 7, 5],
  ])('are the same for ever: %s of %i', (name, count, index) => {
    expect(shardOf(name, count)).toBe(index);
  });

  it('are about as large as each other', () => {
    for (const count of [2, 4, 20, 100]) {
      const sizes = new Array<number>(count).fill(0);
      for (let at = 0; at < 10_000; at += 1) {
        const index = shardOf(`inbox-${at}@example.com`, count) - 1;
        sizes[index] = (sizes[index] ?? 0) + 1;
      }
      const mean = 10_000 / count;
      // Five standard deviations of a fair draw.
      const most = 5 * Math.sqrt(mean);
      for (const size of sizes) expect(Math.abs(size - mean)).toBeLessThan(most);
    }
  });
});

describe('a shard as it is written', () => {
  it('is read back as it is shown', () =>
    forAll([counts, fc.nat()], 100, (count, seed) => {
      const shard = { index: (seed % count) + 1, count };
      expect(shardIn(shownShard(shard))).toEqual(shard);
    }));

  it.each(['', '3', '0/4', '5/4', '1/0', '0/0', '1/10001', '-1/4', '1/-4', '1/4/2', ' 1/4', '1 / 4', '1/4 ', '1.5/4'])(
    'is never %j',
    (written) => {
      expect(shardIn(written)).toBe(null);
    },
  );

  it.each(['1e0/4', '0x1/4', '1/4\n', '１/4', '1/99999999999999999999', 'a/b', '1-4'])('nor %j', (written) => {
    expect(shardIn(written)).toBe(null);
  });
});
