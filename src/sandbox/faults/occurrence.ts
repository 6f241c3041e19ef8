/** Which of the requests that a fault matches it hits, counted from 1. */
import { createHash } from 'node:crypto';

/** From one count to another, both included. */
interface Range {
  from: number;
  to: number;
}

/** `chance` is a share from 0 to 1, and `seed` the text that its draws follow from. */
export type Occurrence = { ranges: readonly Range[] } | { chance: number; seed: string };

const ALWAYS: Occurrence = { ranges: [{ from: 1, to: Number.POSITIVE_INFINITY }] };

/** Takes the count of a matching request; gives whether the fault hits it: the same for the same count, always. */
export function isDue(occurrence: Occurrence, count: number): boolean {
  if ('ranges' in occurrence) return occurrence.ranges.some(({ from, to }) => from <= count && count <= to);
  const draw = createHash('sha256').update(`${occurrence.seed} ${count}`).digest().readUInt32BE();
  return draw / 2 ** 32 < occurrence.chance;
}

/** Takes what stands behind METHOD PATH KIND; gives what it means, or the word that means nothing. */
export function occurrenceOf(words: readonly string[], fault: string): Occurrence | { wrong: string } {
  const [first, second, ...rest] = words;
  if (first === undefined) return ALWAYS;
  if (/^@/.test(first)) return second === undefined ? counted(first) : { wrong: second };
  const chance = /^\d+(\.\d+)?%$/.test(first) ? Number(first.slice(0, -1)) / 100 : Number.NaN;
  if (!(chance <= 1)) return { wrong: first };
  if (rest[0] !== undefined) return { wrong: rest[0] };
  const seed = second === undefined ? '1' : (/^seed=(\d+)$/.exec(second)?.[1] ?? null);
  if (seed === null) return { wrong: second ?? '' };
  // With the fault in it: two faults of one seed do not draw alike, else the second would never hit.
  return { chance, seed: `${fault} ${Number(seed)}` };
}

function counted(word: string): Occurrence | { wrong: string } {
  const ranges = word.slice(1).split(',').map(rangeOf);
  return ranges.every((range) => range !== null) ? { ranges } : { wrong: word };
}

function rangeOf(text: string): Range | null {
  const [, first = '', dash, last = ''] = /^(\d{1,9})(-)?((?<=-)\d{1,9})?$/.exec(text) ?? [];
  const from = Number(first);
  const to = last !== '' ? Number(last) : dash === undefined ? from : Number.POSITIVE_INFINITY;
  return from >= 1 && from <= to ? { from, to } : null;
}
