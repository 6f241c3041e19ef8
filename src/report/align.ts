/**
 * Two lists of actions, aligned for people: a comparison by index would show one inserted action as a change of all
 * that follow. Equal actions are paired first (in order, then moved ones), then those of one type.
 */
import type { ShownAction } from '../model/plan.ts';

export type ActionRow =
  | { kind: 'same' | 'moved'; from: number; to: number; action: ShownAction }
  | { kind: 'changed'; from: number; to: number; before: ShownAction; after: ShownAction }
  | { kind: 'added'; to: number; action: ShownAction }
  | { kind: 'removed'; from: number; action: ShownAction };

/** Takes both lists; gives rows in the new order, removed ones where they stood. Positions count from 0. */
export function alignActions(before: readonly ShownAction[], after: readonly ShownAction[]): ActionRow[] {
  const left = before.map((action) => JSON.stringify(action));
  const right = after.map((action) => JSON.stringify(action));
  const inOrder = commonSubsequence(left, right);
  const pairs = new Map(inOrder);
  pairUp(pairs, left, right, (from, to) => left[from] === right[to]);
  pairUp(pairs, left, right, (from, to) => before[from]?.type === after[to]?.type);
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

function pairUp(
  pairs: Map<number, number>,
  left: readonly string[],
  right: readonly string[],
  fits: (from: number, to: number) => boolean,
): void {
  const used = new Set(pairs.values());
  for (const from of left.keys()) {
    if (pairs.has(from)) continue;
    for (const to of right.keys()) {
      if (used.has(to) || !fits(from, to)) continue;
      pairs.set(from, to);
      used.add(to);
      break;
    }
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

/** The old positions of a longest run of pairs that kept their order: a common subsequence with the sorted positions. */
function inKeptOrder(pairs: ReadonlyMap<number, number>): Set<number> {
  const byOld = [...pairs].sort(([a], [b]) => a - b);
  const news = byOld.map(([, to]) => to);
  const sorted = [...news].sort((a, b) => a - b);
  const kept = commonSubsequence(news.map(String), sorted.map(String));
  return new Set(kept.map(([index]) => byOld[index]?.[0] ?? -1));
}
