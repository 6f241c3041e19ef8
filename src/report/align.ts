/**
 * Two lists of actions, aligned for people: a comparison by index would show one inserted action as a change of all
 * that follow. Equal actions are paired first (in order, then moved ones), then those of one type.
 */
import type { ShownAction } from '../model/plan.ts';
import { inKeptOrder } from './kept-order.ts';

export type ActionRow =
  | { kind: 'same' | 'moved'; from: number; to: number; action: ShownAction }
  | { kind: 'changed'; from: number; to: number; before: ShownAction; after: ShownAction }
  | { kind: 'added'; to: number; action: ShownAction }
  | { kind: 'removed'; from: number; action: ShownAction };

/** Past this many cells the table of all pairs costs more than it tells: what is equal is paired as it comes. */
const MOST_CELLS = 1_000_000;

/** Takes both lists; gives rows in the new order, removed ones where they stood. Positions count from 0. */
export function alignActions(before: readonly ShownAction[], after: readonly ShownAction[]): ActionRow[] {
  const left = before.map((action) => JSON.stringify(action));
  const right = after.map((action) => JSON.stringify(action));
  const pairs = inOrder(left, right);
  pairUp(pairs, left, right);
  pairUp(
    pairs,
    before.map(({ type }) => type),
    after.map(({ type }) => type),
  );
  const stays = inKeptOrder(pairs);
  return rows(before, after, pairs, stays, (from, to) => left[from] === right[to]);
}

function rows(
  before: readonly ShownAction[],
  after: readonly ShownAction[],
  pairs: ReadonlyMap<number, number>,
  stays: ReadonlySet<number>,
  equal: (from: number, to: number) => boolean,
): ActionRow[] {
  const fromOf = new Map([...pairs].map(([from, to]) => [to, from]));
  const result: ActionRow[] = [];
  let shown = 0;
  const removedUpTo = (end: number) => {
    for (; shown < end; shown += 1) {
      const action = before[shown];
      if (action !== undefined && !pairs.has(shown)) result.push({ kind: 'removed', from: shown, action });
    }
  };
  for (const [to, action] of after.entries()) {
    const from = fromOf.get(to);
    if (from === undefined) {
      result.push({ kind: 'added', to, action });
      continue;
    }
    if (stays.has(from)) removedUpTo(from);
    const old = before[from] ?? action;
    if (!equal(from, to)) result.push({ kind: 'changed', from, to, before: old, after: action });
    else result.push({ kind: stays.has(from) ? 'same' : 'moved', from, to, action });
  }
  removedUpTo(before.length);
  return result;
}

/** Pairs what is equal and in order on both sides. */
function inOrder(left: readonly string[], right: readonly string[]): Map<number, number> {
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  let tail = 0;
  const isTooMuch = () => (left.length - head - tail) * (right.length - head - tail) > MOST_CELLS;
  while (head < shorter && left[head] === right[head]) head += 1;
  // The table may pair repeated actions better than this, so it is for long lists only.
  if (isTooMuch()) while (tail < shorter - head && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const pairs = new Map<number, number>();
  for (let index = 0; index < head; index += 1) pairs.set(index, index);
  for (let back = tail; back > 0; back -= 1) pairs.set(left.length - back, right.length - back);
  if (isTooMuch()) return pairs;
  const [leftMiddle, rightMiddle] = [left, right].map((all) => all.slice(head, all.length - tail));
  for (const [from, to] of commonSubsequence(leftMiddle ?? [], rightMiddle ?? [])) pairs.set(head + from, head + to);
  return pairs;
}

/** Adds pairs of equal keys: each on the left that has none yet with the first on the right that is left. */
function pairUp<Key>(pairs: Map<number, number>, left: readonly Key[], right: readonly Key[]): void {
  const used = new Set(pairs.values());
  const free = new Map<Key, number[]>();
  for (let to = right.length - 1; to >= 0; to -= 1) {
    if (used.has(to)) continue;
    const key = right[to] as Key;
    const others = free.get(key);
    if (others === undefined) free.set(key, [to]);
    else others.push(to);
  }
  for (const [from, key] of left.entries()) {
    const to = pairs.has(from) ? undefined : free.get(key)?.pop();
    if (to !== undefined) pairs.set(from, to);
  }
}

/** The longest common subsequence, as pairs of positions. */
function commonSubsequence(left: readonly string[], right: readonly string[]): [number, number][] {
  const longest: number[][] = Array.from({ length: left.length + 1 }, () => new Array(right.length + 1).fill(0));
  const at = (row: number, column: number) => longest[row]?.[column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const best =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      (longest[row] as number[])[column] = best;
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    if (left[row] === right[column]) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
