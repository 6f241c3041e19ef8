/** Which declared action a live one is. Actions have no ids, and each keeps what its file has for it. */

/** Past this many pairs, comparing each with each costs more than it tells: what is equal is paired as it comes. */
const MOST_PAIRS = 1_000_000;

export interface Sides {
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
export function pairActions({ declared, live, isEqual, canTurn }: Sides): (number | null)[] {
  const pairs: (number | null)[] = live.map(() => null);
  const free = new Set(declared.keys());
  const take = (at: number, from: number): void => {
    pairs[at] = from;
    free.delete(from);
  };
  const shorter = Math.min(declared.length, live.length);
  let head = 0;
  while (head < shorter && isEqual(head, head)) take(head, head++);
  let tail = 0;
  while (tail < shorter - head && isEqual(declared.length - 1 - tail, live.length - 1 - tail)) {
    take(live.length - 1 - tail, declared.length - 1 - tail);
    tail += 1;
  }
  if ((declared.length - head - tail) * (live.length - head - tail) <= MOST_PAIRS) {
    const middle = { from: head, declaredEnd: declared.length - tail, liveEnd: live.length - tail };
    for (const [from, at] of longestCommon(middle, isEqual)) take(at, from);
    takeFirst(pairs, free, isEqual, take);
  }
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
  fits: Sides['isEqual'],
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

/** The longest list of equal pairs that is in order on both sides. */
function longestCommon(
  { from, declaredEnd, liveEnd }: { from: number; declaredEnd: number; liveEnd: number },
  isEqual: Sides['isEqual'],
): [number, number][] {
  const [height, width] = [declaredEnd - from, liveEnd - from];
  const equal = Array.from({ length: height }, (_, row) => {
    return Array.from({ length: width }, (__, column) => isEqual(from + row, from + column));
  });
  const longest = Array.from({ length: height + 1 }, () => new Array<number>(width + 1).fill(0));
  const at = (row: number, column: number) => longest[row]?.[column] ?? 0;
  for (let row = height - 1; row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      const best = equal[row]?.[column]
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
      (longest[row] as number[])[column] = best;
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < height && column < width; ) {
    if (equal[row]?.[column]) pairs.push([from + row++, from + column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
