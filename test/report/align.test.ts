import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShownAction } from '../../src/model/plan.ts';
import { type AlignedAction, alignActions } from '../../src/report/align.ts';
import { forAll } from '../harness/for-all.ts';
import { shownAction } from '../harness/shown-rule.ts';

const action = (type: string | null, label: string): ShownAction => ({ ...shownAction('', { label }), type });

const some = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => action('LABEL', `${first + index}`));

/** The rows in short: `=` same, `~` moved, `!` changed, `+` added, `-` removed, with the positions. */
const short = (rows: readonly AlignedAction[]) =>
  rows.map((row) => {
    const sign = { same: '=', moved: '~', changed: '!', added: '+', removed: '-' }[row.kind];
    return `${'from' in row ? row.from : ''}${sign}${'to' in row ? row.to : ''}`;
  });

const tally = (rows: readonly AlignedAction[]) => {
  const kinds: Partial<Record<AlignedAction['kind'], number>> = {};
  for (const { kind } of rows) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
};

describe('short lists of actions', () => {
  const [a, b, c, x] = ['a', 'b', 'c', 'x'].map((label) => action('LABEL', label)) as ShownAction[];

  it('pair what is equal, then what has the same type', () => {
    expect(short(alignActions([a, b, c] as ShownAction[], [x, a, c] as ShownAction[]))).toEqual(['1!0', '0~1', '2=2']);
    expect(short(alignActions([a, b] as ShownAction[], [b, a] as ShownAction[]))).toEqual(['1=0', '0~1']);
  });

  it('have each action once, what is equal paired, and what stays in order', async () => {
    const actions = fc.array(fc.tuple(fc.constantFrom('STAR', 'LABEL', 'ARCHIVE', null), fc.constantFrom('a', 'b')), {
      maxLength: 9,
    });
    await forAll([actions, actions], 750, (left, right) => {
      const [before, after] = [left, right].map((all) => all.map(([type, label]) => action(type, label))) as [
        ShownAction[],
        ShownAction[],
      ];
      const rows = alignActions(before, after);
      expect(positions(rows, 'from').sort()).toEqual([...before.keys()]);
      expect(positions(rows, 'to')).toEqual([...after.keys()]);
      const same = rows.filter(({ kind }) => kind === 'same');
      expect(positions(same, 'from')).toEqual(positions(same, 'from').sort());
      const equal = rows.filter(({ kind }) => kind === 'same' || kind === 'moved');
      expect(equal).toHaveLength(inBoth(before, after));
      for (const row of rows) {
        if (row.kind === 'same' || row.kind === 'moved') expect(before[row.from]).toEqual(after[row.to]);
      }
    });
  });
});

describe('lists of twenty thousand actions', () => {
  const many = some(20_000);
  const other = (label: string) => action('LABEL', label);

  it('show one that was inserted and one that was removed', () => {
    const after = [action('STAR', 'new'), ...many.slice(0, 12_000), ...many.slice(12_001)];
    expect(tally(alignActions(many, after))).toEqual({ added: 1, same: 19_999, removed: 1 });
  });

  it('show those that changed at both ends and in between', () => {
    const after = many.map((one, index) => (index % 9_999 === 0 ? other(`new ${index}`) : one));
    expect(tally(alignActions(many, after))).toEqual({ changed: 3, same: 19_997 });
  });

  it('show those that moved', () => {
    expect(tally(alignActions(many, [...many.slice(100), ...many.slice(0, 100)]))).toEqual({
      moved: 100,
      same: 19_900,
    });
    const thousand = some(1000);
    expect(tally(alignActions(thousand, [...thousand].reverse()))).toEqual({ moved: 999, same: 1 });
  });

  it('that have nothing in common are paired in order', () => {
    const rows = alignActions(many, some(20_000, 50_000));
    expect(rows.every((row) => row.kind === 'changed' && row.from === row.to)).toBe(true);
  });
});

const positions = (rows: readonly AlignedAction[], side: 'from' | 'to'): number[] =>
  rows.flatMap((row) => (side in row ? [Reflect.get(row, side) as number] : []));

/** How many actions of one list are also in the other, each counted as often as it is in both. */
function inBoth(before: readonly ShownAction[], after: readonly ShownAction[]): number {
  const left = before.map((one) => JSON.stringify(one));
  return after.filter((one) => {
    const at = left.indexOf(JSON.stringify(one));
    return at !== -1 && left.splice(at, 1).length === 1;
  }).length;
}
