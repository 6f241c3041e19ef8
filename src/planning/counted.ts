/** Digests are counted: of two live rules that are alike, each has a change of its own, with the same digest. */

/** Things whose text is among `texts`, as often as it is there, the first ones first; and the others. */
export function splitByCount<T>(
  things: readonly T[],
  textOf: (thing: T) => string,
  texts: readonly string[],
): { there: T[]; others: T[] } {
  const left = countsOf(texts);
  const there: T[] = [];
  const others: T[] = [];
  for (const thing of things) {
    const count = left.get(textOf(thing)) ?? 0;
    left.set(textOf(thing), count - 1);
    (count > 0 ? there : others).push(thing);
  }
  return { there, others };
}

/** How often each text is there. */
export function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
