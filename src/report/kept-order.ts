/** Which of several moved things moved, and which only made room. */

/**
 * Takes pairs of old and new positions; gives the old ones of a longest run that kept its order. Where several are as
 * long it is the one that leaves out the earliest, except that what comes next in the new order too is not left out.
 */
export function inKeptOrder(pairs: ReadonlyMap<number, number>): Set<number> {
  const news = [...pairs].sort(([a], [b]) => a - b).map(([, to]) => to);
  const { lengths, nextAsLong } = runsFrom(news);
  const ranks = new Map([...news].sort((a, b) => a - b).map((to, rank) => [to, rank]));
  const kept = new Set<number>();
  let left = lengths.reduce((longest, length) => Math.max(longest, length), 0);
  let [last, lastRank] = [-1, -1];
  for (const [index, from] of [...pairs.keys()].sort((a, b) => a - b).entries()) {
    const to = news[index] ?? -1;
    if (lengths[index] !== left || to < last) continue;
    const rank = ranks.get(to) ?? -1;
    // A later one that begins as long a run will do, unless this one leaves out nothing.
    if (rank !== lastRank + 1 && (nextAsLong[index] ?? -1) > last) continue;
    kept.add(from);
    left -= 1;
    [last, lastRank] = [to, rank];
  }
  return kept;
}

/** For each number: how long the longest rising run is that begins with it, and the next one that begins as long a run. */
function runsFrom(numbers: readonly number[]): { lengths: number[]; nextAsLong: number[] } {
  const lengths = numbers.map(() => 1);
  const nextAsLong = numbers.map(() => -1);
  // Index + 1 is the length of a run, the value the number that begins such a run and was seen last. The numbers that
  // begin runs of one length fall from left to right, so it is the greatest of them, and a longer run begins lower.
  const latest: number[] = [];
  for (let index = numbers.length - 1; index >= 0; index -= 1) {
    const number = numbers[index] ?? 0;
    let [low, high] = [0, latest.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((latest[middle] ?? 0) > number) low = middle + 1;
      else high = middle;
    }
    lengths[index] = low + 1;
    nextAsLong[index] = latest[low] ?? -1;
    latest[low] = number;
  }
  return { lengths, nextAsLong };
}
