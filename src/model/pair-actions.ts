/** Which declared action a live one is. Actions have no ids, and each keeps what its file has for it. */
import { diffArrays } from 'diff';

/** In changes: lists that differ in more are not compared further, and pair what is of one type. */
export const MOST_CHANGES = 2_000;

export interface ActionLists {
  /** The types of the actions, in order. */
  declared: readonly string[];
  live: readonly string[];
  isEqual: (declared: number, live: number) => boolean;
  /** Whether a declared action can become one of another type. */
  canTurn: (declared: number) => boolean;
}

/**
 * Gives for each live action the index of the declared one, or null. Equal ones in order, then moved, then of one type;
 * then of another type, where just one stands at the same place between paired ones.
 */
export function pairActions({ declared, live, isEqual, canTurn }: ActionLists): (number | null)[] {
  const pairs: (number | null)[] = live.map(() => null);
  const free = new Set(declared.keys());
  const take = (at: number, from: number): void => {
    pairs[at] = from;
    free.delete(from);
  };
  // Both ends first: where several are equal, one at the same place is the likeliest.
  const shorter = Math.min(declared.length, live.length);
  let head = 0;
  while (head < shorter && isEqual(head, head)) take(head, head++);
  let tail = 0;
  while (tail < shorter - head && isEqual(declared.length - 1 - tail, live.length - 1 - tail)) {
    take(live.length - 1 - tail, declared.length - 1 - tail);
    tail += 1;
  }
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

/** The places at which nothing is paired while what stands before and after is paired with what stands there too. */
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

/** The longest list of equal pairs that is in order on both sides; null where the lists differ too much. */
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
