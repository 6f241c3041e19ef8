/** Which old item of a list a new one continues. */
import { isPlainMap, type Plain, same } from './values.ts';

/** Comparing every old item with every new one is for lists as people write them. */
const PAIRS_COMPARED = 10_000;

/**
 * Takes two lists in normal form; gives for each new item the index of the old one that it continues, or null for one
 * that is new. Equal items belong together first, then those of one type that have most in common; then, of lists that
 * are as long, what stands alone at the same place between two that belong together.
 */
export function align(olds: readonly Plain[], news: readonly Plain[]): (number | null)[] {
  const found: (number | null)[] = news.map(() => null);
  const free = new Set(olds.keys());
  const take = (at: number, old: number): void => {
    found[at] = old;
    free.delete(old);
  };
  const shorter = Math.min(olds.length, news.length);
  let head = 0;
  while (head < shorter && same(olds[head], news[head])) take(head, head++);
  let tail = 0;
  while (tail < shorter - head && same(olds.at(-1 - tail), news.at(-1 - tail))) {
    take(news.length - 1 - tail, olds.length - 1 - tail);
    tail++;
  }
  takeEqual(olds, news, found, free, take);
  takeSimilar(olds, news, found, free, take);
  if (olds.length === news.length) takeBetween(found, free, take);
  return found;
}

type Found = readonly (number | null)[];
type Take = (at: number, old: number) => void;

function takeEqual(olds: readonly Plain[], news: readonly Plain[], found: Found, free: Set<number>, take: Take): void {
  const byText = new Map<string, number[]>();
  for (const old of [...free].reverse()) {
    const text = JSON.stringify(olds[old]);
    const known = byText.get(text);
    if (known) known.push(old);
    else byText.set(text, [old]);
  }
  for (const [at, item] of news.entries()) {
    const old = found[at] === null ? byText.get(JSON.stringify(item))?.pop() : undefined;
    if (old !== undefined) take(at, old);
  }
}

function takeSimilar(
  olds: readonly Plain[],
  news: readonly Plain[],
  found: Found,
  free: Set<number>,
  take: Take,
): void {
  const open = [...news.keys()].filter((at) => found[at] === null);
  if (open.length * free.size > PAIRS_COMPARED) {
    const left = [...free];
    for (const [index, at] of open.entries()) {
      const old = left[index];
      if (old !== undefined && likeness(olds[old], news[at]) > 0) take(at, old);
    }
    return;
  }
  const pairs = open.flatMap((at) => [...free].map((old) => ({ at, old, likeness: likeness(olds[old], news[at]) })));
  pairs.sort((a, b) => b.likeness - a.likeness || Math.abs(a.at - a.old) - Math.abs(b.at - b.old));
  for (const pair of pairs) {
    if (pair.likeness > 0 && free.has(pair.old) && found[pair.at] === null) take(pair.at, pair.old);
  }
}

function takeBetween(found: Found, free: Set<number>, take: Take): void {
  const isInPlace = (at: number) => at < 0 || at >= found.length || found[at] === at;
  const places = [...found.keys()].filter((at) => free.has(at) && found[at] === null);
  for (const at of places.filter((one) => isInPlace(one - 1) && isInPlace(one + 1))) take(at, at);
}

/** 0 where two actions have nothing to do with each other. */
function likeness(a: Plain | undefined, b: Plain | undefined): number {
  if (!isPlainMap(a) || !isPlainMap(b)) return 0;
  let points = a.type === b.type ? 2 : 0;
  if (isPlainMap(a.fields) && isPlainMap(b.fields)) {
    for (const [key, value] of Object.entries(a.fields)) if (same(value, b.fields[key])) points += 2;
  }
  if (points > 0 && a.delayInMinutes !== undefined && a.delayInMinutes === b.delayInMinutes) points++;
  return points;
}

/** Takes indexes; gives those of the longest run of them that rises, in linearithmic time. */
export function longestRising(indexes: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, value] of indexes.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((indexes[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1];
    ends[low] = at;
  }
  const rising = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rising.add(indexes[at] ?? 0);
  return rising;
}
