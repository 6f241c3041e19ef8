/** Finds the declared action of each live one. Actions have no ids, but should keep their comments in the file. */
import { diffArrays } from 'diff';

/** Lists with more changes are not compared further: only their types are paired. */
export const MOST_CHANGES = 2_000;

export interface ActionLists {
  declared: readonly string[];
  live: readonly string[];
  isEqual: (declared: number, live: number) => boolean;
  canTurn: (declared: number) => boolean;
}

/**
 * Returns for each live action the index of its declared one, or null. Pairs equal actions in order, then moved ones, then those
 * of one type, and at last a single one between pairs with the one at the same place.
 */
export function pairActions({ declared, live, isEqual, canTurn }: ActionLists): (number | null)[] {
  const pairs: (number | null)[] = live.map(() => null);
  const free = new Set(declared.keys());
  const take = (at: number, from: number): void => {
    pairs[at] = from;
    free.delete(from);
  };
  // Both ends first: of several equal actions, the one at the same place is the likeliest.
  const { head, tail } = commonEnds(declared, live, isEqual);
  for (let at = 0; at < head; at += 1) take(at, at);
  for (let back = 1; back <= tail; back += 1) take(live.length - back, declared.length - back);
  const middle = <Item>(list: readonly Item[]) => [...list.keys()].slice(head, list.length - tail);
  const inOrder = equalInOrder(middle(declared), middle(live), isEqual);
  for (const [from, at] of inOrder ?? []) take(at, from);
  if (inOrder !== null) takeFirst(pairs, free, isEqual, take);
  takeFirst(pairs, free, (from, at) => declared[from] === live[at], take);
  if (declared.length === live.length) {
    for (const at of betweenPairs(pairs)) if (free.has(at) && canTurn(at)) take(at, at);
  }
  return pairs;
}

/** How many items two lists share at their start and at their end, by default equal texts. The ranges never overlap. */
export function commonEnds(
  before: readonly string[],
  after: readonly string[],
  isEqual: (from: number, to: number) => boolean = (from, to) => before[from] === after[to],
): { head: number; tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isEqual(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isEqual(before.length - 1 - tail, after.length - 1 - tail)) tail += 1;
  return { head, tail };
}

/** The unpaired places whose neighbors are paired with each other at the same place. */
function betweenPairs(pairs: readonly (number | null)[]): number[] {
  const isInPlace = (at: number) => at < 0 || at >= pairs.length || pairs[at] === at;
  return pairs.flatMap((pair, at) => (pair === null && isInPlace(at - 1) && isInPlace(at + 1) ? [at] : []));
}

function takeFirst(
  pairs: readonly (number | null)[],
  free: ReadonlySet<number>,
  fits: ActionLists['isEqual'],
  take: (at: number, from: number) => void,
): void {
  for (const [at, pair] of pairs.entries()) {
    if (pair !== null) continue;
    for (const from of free) {
      if (!fits(from, at)) continue;
      take(at, from);
      break;
    }
  }
}

/** The longest list of equal pairs in the same order on both sides; null if the lists differ too much. */
function equalInOrder(declared: number[], live: number[], isEqual: ActionLists['isEqual']): [number, number][] | null {
  const changes = diffArrays(declared, live, { comparator: isEqual, maxEditLength: MOST_CHANGES });
  if (changes === undefined) return null;
  let [row, column] = [0, 0];
  const pairs: [number, number][] = [];
  for (const { added, removed, count } of changes) {
    const isCommon = !added && !removed;
    for (let index = 0; isCommon && index < count; index += 1) {
      pairs.push([declared[row + index] as number, live[column + index] as number]);
    }
    if (!added) row += count;
    if (!removed) column += count;
  }
  return pairs;
}
