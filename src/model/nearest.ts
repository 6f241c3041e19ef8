import { distance } from 'fastest-levenshtein';

// The time grows with length times length.
const LONGEST_COMPARED = 100;

/** The Levenshtein distance, but swapped letters, the most common slip, are one step. */
function stepsBetween(a: string, b: string): number {
  const sorted = (word: string): string => [...word].sort().join('');
  return a !== b && sorted(a) === sorted(b) ? 1 : distance(a, b);
}

/** The word that one stands for, where each word is listed with its synonyms. */
export function wordMeant<T extends string>(
  word: string,
  synonyms: Partial<Record<T, readonly string[]>>,
): T | undefined {
  return (Object.keys(synonyms) as T[]).find((meant) => synonyms[meant]?.includes(word));
}

/** The known word that an unknown one probably means: the nearest, within a third of its length or `least` steps. */
export function nearest<T extends string>(word: string, known: readonly T[], least = 0): T | null {
  if (word.length > LONGEST_COMPARED) return null;
  const near = known
    .filter((candidate) => candidate.length <= 2 * LONGEST_COMPARED)
    .map((candidate) => ({ candidate, steps: stepsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    // Two letters must stay.
    .filter(
      ({ candidate: { length }, steps }) => steps <= Math.min(word.length - 2, Math.max(least, Math.floor(length / 3))),
    )
    .sort((a, b) => a.steps - b.steps);
  return near[0]?.candidate ?? null;
}
