/** Matches digests by count: if two live rules are identical, their changes have the same digest. */

/** Splits things by whether their text is in `texts`. If a text is listed n times, only its first n things count. */
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

export function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
