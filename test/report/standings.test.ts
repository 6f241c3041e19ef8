import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Standing, State } from '../../src/report/document.ts';
import { standingLines } from '../../src/report/print/tables.ts';
import { worstFirst } from '../../src/report/standings.ts';
import { styleOf } from '../../src/report/style.ts';
import { forAll } from '../harness/for-all.ts';

const STATES: State[] = ['failed', 'refused', 'differs', 'changes', 'nothing'];

const standing = fc.record({
  name: fc.string({ minLength: 1 }),
  state: fc.constantFrom(...STATES),
  words: fc.string().map((text) => [text]),
  deletes: fc.nat(5),
  changes: fc.nat(9),
});
const standings = fc.array(standing, { maxLength: 60 });

describe('worstFirst', () => {
  it('names no more than it may, and counts all others', () =>
    forAll([standings, fc.nat(20)], 100, (all, most) => {
      const { shown, left } = worstFirst(all, most);
      expect(shown.length).toBeLessThanOrEqual(most);
      for (const state of STATES) {
        const counted = shown.filter((one) => one.state === state).length + left[state];
        expect(counted).toBe(all.filter((one) => one.state === state).length);
      }
      expect(shown.every(({ state }) => state !== 'nothing')).toBe(true);
    }));

  it('shows nobody before one who is worse, nor leaves out one who is', async () => {
    const weight = ({ state, deletes, changes }: Standing) =>
      (STATES.length - STATES.indexOf(state)) * 10_000 + deletes * 100 + changes;
    await forAll([standings, fc.nat(20)], 100, (all, most) => {
      const { shown } = worstFirst(all, most);
      const weights = shown.map(weight);
      expect(weights).toEqual([...weights].sort((a, b) => b - a));
      const best = weights.at(-1);
      if (best === undefined || shown.length < most) return;
      const others = all.filter((one) => one.state !== 'nothing' && !shown.includes(one));
      for (const one of others) expect(weight(one)).toBeLessThanOrEqual(best);
    });
  });

  it('comes out the same in whatever order the accounts are', async () => {
    const named = fc.uniqueArray(standing, { selector: ({ name }) => name, maxLength: 30 });
    await forAll([named, fc.nat(20)], 100, (all, most) => {
      expect(worstFirst([...all].reverse(), most)).toEqual(worstFirst(all, most));
    });
  });
});

describe('the table', () => {
  const style = (width: number) => styleOf({ color: false, unicode: true, width, verbose: false });

  it('is at most a screen, and no line of it wider than that', () =>
    forAll([standings, fc.integer({ min: 60, max: 120 })], 100, (all, width) => {
      const lines = standingLines(all, style(width));
      expect(lines.length).toBeLessThanOrEqual(20);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    }));

  it('says how many more there are of each kind', () => {
    const some = (number: number, state: State, more: Partial<Standing> = {}) =>
      Array.from({ length: number }, (_, index): Standing => {
        return { name: `${state}-${index}`, state, words: [`${index}`], deletes: 0, changes: 1, ...more };
      });
    const all = [...some(9_700, 'nothing'), ...some(240, 'changes'), ...some(2, 'failed', { words: ['GET failed'] })];
    const lines = standingLines(all, style(80));
    expect(lines.slice(0, 4)).toEqual([
      '9,942 accounts, worst first:',
      '  failed-0     failed: GET failed',
      '  failed-1     failed: GET failed',
      '  changes-0    0',
    ]);
    expect(lines.at(-1)).toBe('  and 226 with changes (--verbose shows them), 9,700 with nothing to do');
  });

  it('is not there for one account, or where there is nothing to do', () => {
    const one: Standing = { name: 'a', state: 'failed', words: ['no'], deletes: 0, changes: 0 };
    expect(standingLines([one], style(80))).toEqual([]);
    const nothing: Standing = { ...one, state: 'nothing' };
    expect(standingLines([nothing, nothing], style(80))).toEqual([]);
  });
});
