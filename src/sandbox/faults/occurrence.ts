/** Which of the requests that a fault matches it hits: ranges of their numbers, counted from 1, both ends included. */
export type Occurrence = readonly { from: number; to: number }[];

const ALWAYS: Occurrence = [{ from: 1, to: Number.POSITIVE_INFINITY }];

export function isDue(occurrence: Occurrence, count: number): boolean {
  return occurrence.some(({ from, to }) => from <= count && count <= to);
}

/** Takes the words after METHOD PATH KIND, such as `@2-4,7`; gives what they mean, or the first that means nothing. */
export function occurrenceOf([word, more]: readonly string[]): Occurrence | { wrong: string } {
  if (word === undefined) return ALWAYS;
  if (!word.startsWith('@')) return { wrong: word };
  if (more !== undefined) return { wrong: more };
  const ranges = word.slice(1).split(',').map(rangeOf);
  return ranges.every((range) => range !== null) ? ranges : { wrong: word };
}

function rangeOf(text: string): Occurrence[number] | null {
  const [, first = '', dash, last = ''] = /^(\d{1,9})(-)?((?<=-)\d{1,9})?$/.exec(text) ?? [];
  const from = Number(first);
  const to = last !== '' ? Number(last) : dash === undefined ? from : Number.POSITIVE_INFINITY;
  return from >= 1 && from <= to ? { from, to } : null;
}
