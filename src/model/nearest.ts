import { distance } from 'fastest-levenshtein';
import { globMatcher } from './glob.ts';

// The time grows with length times length.
const LONGEST_COMPARED = 100;

/** The Levenshtein distance, but swapped letters, the most common slip, are one step. */
export function stepsBetween(a: string, b: string): number {
  const sorted = (word: string): string => [...word].sort().join('');
  return a !== b && sorted(a) === sorted(b) ? 1 : distance(a, b);
}

/** What turns a meaning around, and after a slash what it takes the place of. */
const TURNS = 'un no not non in dis de only never without except disa/ena exc/inc exp/imp min/max'.split(' ');

/** Whether one of two similar words is the other with a negation, so that it says the opposite. */
export function areOpposite(written: string, known: string): boolean {
  const [word, other] = [written.toLowerCase(), known.toLowerCase()];
  if (/^[!-]/.test(word) !== /^[!-]/.test(other)) return true;
  return TURNS.some((turn) => {
    const [not = '', plain = ''] = turn.split('/');
    const isNearer = (a: string, b: string) =>
      [...a.matchAll(RegExp(not, 'g'))].some(
        ({ index }) => stepsBetween(a.slice(0, index) + plain + a.slice(index + not.length), b) < stepsBetween(a, b),
      );
    // So many letters are not a slip.
    const isAdded = not.length > 3 && word.includes(turn) && !other.includes(turn);
    return isAdded || isNearer(word, other) || isNearer(other, word);
  });
}

/** Whether numbers tell two names apart, as in team-02 and team-22: a slip is in letters. */
function haveOtherNumbers(word: string, known: string): boolean {
  const [here = [], there = []] = [word, known].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  return here.length > 0 && there.length > 0 && here.join() !== there.join();
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
    .filter(({ candidate }) => !areOpposite(word, candidate) && !haveOtherNumbers(word, candidate))
    .sort((a, b) => a.steps - b.steps);
  return near[0]?.candidate ?? null;
}

/** What to write for a glob that fits no name but was meant for one: a slip, or names between commas. Else null. */
export function meantBy(glob: string, names: readonly string[]): string[] | null {
  for (const parts of [[glob], glob.split(',').map((part) => part.trim())]) {
    for (const name of names) {
      const meant = parts.map((part) => nearly(part, name));
      if (meant.some((one) => one !== null)) return parts.flatMap((part, index) => meant[index] ?? (part || []));
    }
  }
  return null;
}

/** The name that a glob is nearly, or as much of it as stands before a `*` at its end; null if it is another one. */
function nearly(glob: string, name: string): string | null {
  if (/^\**$/.test(glob) || name.length > LONGEST_COMPARED) return null;
  const meant = glob.indexOf('*') === glob.length - 1 ? `${name.slice(0, glob.length - 1)}*` : name;
  const [word = '', other = ''] = [glob, meant].map((text) => text.replace(/\*$/, '').toLowerCase());
  const isNear = stepsBetween(word, other) <= Math.min(2, Math.floor(word.length / 3)) && !areOpposite(word, other);
  return isNear || globMatcher(glob.toLowerCase())(name.toLowerCase()) ? meant : null;
}
