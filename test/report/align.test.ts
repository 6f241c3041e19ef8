import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShownAction } from '../../src/model/plan.ts';
import { type ActionRow, alignActions } from '../../src/report/align.ts';
import { shownAction } from '../harness/shown-rule.ts';

const action = (type: string | null, label: string): ShownAction => ({ ...shownAction('', { label }), type });

const some = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => action('LABEL', `${first + index}`));

/** The rows in short: `=` same, `~` moved, `!` changed, `+` added, `-` removed, with the positions. */
const short = (rows: readonly ActionRow[]) =>
  rows.map((row) => {
    const sign = { same: '=', moved: '~', changed: '!', added: '+', removed: '-' }[row.kind];
    return `${'from' in row ? row.from : ''}${sign}${'to' in row ? row.to : ''}`;
  });

const tally = (rows: readonly ActionRow[]) => {
  const kinds: Partial<Record<ActionRow['kind'], number>> = {};
  for (const { kind } of rows) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
};

describe('short lists of actions', () => {
  const [a, b, c, x] = ['a', 'b', 'c', 'x'].map((label) => action('LABEL', label)) as ShownAction[];

  it('pair what is equal, then what has the same type', () => {
    expect(short(alignActions([a, b, c] as ShownAction[], [x, a, c] as ShownAction[]))).toEqual(['1!0', '0~1', '2=2']);
    expect(short(alignActions([a, b] as ShownAction[], [b, a] as ShownAction[]))).toEqual(['1=0', '0~1']);
  });

  it('are aligned as by a table of the longest common subsequence', () => {
    const actions = fc.array(fc.tuple(fc.constantFrom('STAR', 'LABEL', 'ARCHIVE', null), fc.constantFrom('a', 'b')), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(actions, actions, (left, right) => {
        const [before, after] = [left, right].map((all) => all.map(([type, label]) => action(type, label)));
        expect(short(alignActions(before ?? [], after ?? []))).toEqual(byTable(before ?? [], after ?? []));
      }),
      { numRuns: 3000 },
    );
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
    expect(tally(alignActions(many, [...many].reverse()))).toEqual({ moved: 19_999, same: 1 });
  });

  it('that have nothing in common are paired in order', () => {
    const rows = alignActions(many, some(20_000, 50_000));
    expect(rows.every((row) => row.kind === 'changed' && row.from === row.to)).toBe(true);
  });
});

/** The alignment, said simply and slowly. */
function byTable(before: readonly ShownAction[], after: readonly ShownAction[]): string[] {
  const text = (one: ShownAction | undefined) => JSON.stringify(one);
  const pairs = new Map(common(before.map(text), after.map(text)));
  for (const key of [text, (one: ShownAction | undefined) => one?.type]) {
    for (const from of before.keys()) {
      if (pairs.has(from)) continue;
      const used = new Set(pairs.values());
      const to = [...after.keys()].find((index) => !used.has(index) && key(before[from]) === key(after[index]));
      if (to !== undefined) pairs.set(from, to);
    }
  }
  const byOld = [...pairs].sort(([one], [two]) => one - two);
  const news = byOld.map(([, to]) => to);
  const stays = new Set(
    common(
      news,
      [...news].sort((one, two) => one - two),
    ).map(([index]) => byOld[index]?.[0]),
  );
  const fromOf = new Map(byOld.map(([from, to]) => [to, from]));
  const left = [...before.keys()].filter((from) => !pairs.has(from));
  const removed = (end: number) => left.splice(0, left.filter((from) => from < end).length).map((from) => `${from}-`);
  const rows = [...after.keys()].flatMap((to) => {
    const from = fromOf.get(to);
    if (from === undefined) return [`+${to}`];
    const sign = text(before[from]) !== text(after[to]) ? '!' : stays.has(from) ? '=' : '~';
    return [...(stays.has(from) ? removed(from) : []), `${from}${sign}${to}`];
  });
  return [...rows, ...removed(before.length)];
}

/** A longest common subsequence; where several are as long, the one that leaves out the earliest on the left. */
function common<T>(left: readonly T[], right: readonly T[]): [number, number][] {
  const memory = new Map<string, number>();
  const longest = (row: number, column: number): number => {
    if (row === left.length || column === right.length) return 0;
    const key = `${row},${column}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    const equal = left[row] === right[column];
    const found = equal
      ? longest(row + 1, column + 1) + 1
      : Math.max(longest(row + 1, column), longest(row, column + 1));
    memory.set(key, found);
    return found;
  };
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    if (left[row] === right[column]) pairs.push([row++, column++]);
    else if (longest(row + 1, column) >= longest(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
