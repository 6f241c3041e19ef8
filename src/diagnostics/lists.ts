/** What is alike said once, and long lists cut. */
import { grouped } from './counts.ts';

/** Groups by a key, both in the order in which they come. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** Names or values in a row, at most so many of them. */
export function listed(texts: readonly string[], most: number): string {
  const some = texts.slice(0, most).join(', ');
  return texts.length > most ? `${some} and ${grouped(texts.length - most)} more` : some;
}
