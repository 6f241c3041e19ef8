/** The word that somebody may have meant who wrote one that does not exist. */
import { distance } from 'fastest-levenshtein';

// Comparing costs length times length.
const LONGEST_COMPARED = 100;

/** As Levenshtein counts, but swapped letters, the commonest slip of all, are one step. */
function stepsBetween(a: string, b: string): number {
  const sorted = (word: string): string => [...word].sort().join('');
  return a !== b && sorted(a) === sorted(b) ? 1 : distance(a, b);
}

/** The word that is nearest to one, within a third of its length, or `least` steps; two letters of it stay in any case. */
export function nearest<T extends string>(word: string, known: readonly T[], least = 0): T | null {
  if (word.length > LONGEST_COMPARED) return null;
  const near = known
    .filter((candidate) => candidate.length <= 2 * LONGEST_COMPARED)
    .map((candidate) => ({ candidate, steps: stepsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ candidate, steps }) => steps <= Math.min(word.length - 2, Math.max(least, Math.floor(candidate.length / 3))),
    )
    .sort((a, b) => a.steps - b.steps);
  return near[0]?.candidate ?? null;
}
