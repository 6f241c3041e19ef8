/** Finds the declared action of each live one. Actions have no ids, but should keep their comments in the file. */

/** Lists that take more comparisons are not compared further: only their types are paired. */
const MOST_COMPARED = 2_500_000;

export interface ActionLists {
  declared: readonly string[];
  live: readonly string[];
  isEqual: (declared: number, live: number) => boolean;
  canTurn: (declared: number) => boolean;
}

/** The index of the declared action of each live one, or null: equal ones, then those of one type, then a lone one. */
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
  takeFirst(pairs, free, isEqual, take);
  takeFirst(pairs, free, (from, at) => declared[from] === live[at], take);
  if (declared.length === live.length) {
    // The unpaired places whose neighbors are paired with each other at the same place.
    const isInPlace = (at: number) => at < 0 || at >= pairs.length || pairs[at] === at;
    const between = [...pairs.keys()].filter((at) => pairs[at] === null && isInPlace(at - 1) && isInPlace(at + 1));
    for (const at of between) if (free.has(at) && canTurn(at)) take(at, at);
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

function takeFirst(
  pairs: readonly (number | null)[],
  free: ReadonlySet<number>,
  fits: ActionLists['isEqual'],
  take: (at: number, from: number) => void,
): void {
  let left = MOST_COMPARED;
  for (const [at, pair] of pairs.entries()) {
    if (pair !== null) continue;
    for (const from of free) {
      left -= 1;
      if (left < 0) return;
      if (!fits(from, at)) continue;
      take(at, from);
      break;
    }
  }
}
