/** Where two texts differ: word by word where that can be told, else line by line, else but for their ends. */
import { diffLines, diffWordsWithSpace } from 'diff';

/** A stretch of two texts. */
export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Past this many edits the word difference costs more than it tells: lines are compared, then only the ends. */
const MOST_EDITS = 400;

/** Both texts as one, in stretches that both, or only one of them, have. */
export function differingParts(before: string, after: string): Part[] {
  const most = { maxEditLength: MOST_EDITS };
  const byLine = () => (before.includes('\n') ? diffLines(before, after, most) : undefined);
  const changes = diffWordsWithSpace(before, after, most) ?? byLine();
  if (changes === undefined) return differingMiddle(before, after);
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function differingMiddle(before: string, after: string): Part[] {
  const { head, tail } = commonEnds(before, after);
  const parts: Part[] = [
    { kind: 'same', text: before.slice(0, head) },
    { kind: 'removed', text: before.slice(head, before.length - tail) },
    { kind: 'added', text: after.slice(head, after.length - tail) },
    { kind: 'same', text: before.slice(before.length - tail) },
  ];
  return parts.filter(({ text }) => text !== '');
}

/** How long the beginning and the end are that two texts, or two lists of lines, have in common; they do not overlap. */
export function commonEnds(
  before: string | readonly string[],
  after: string | readonly string[],
): { head: number; tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { head, tail };
}

/** Drops the word that a cut went through. */
export function wholeWords(text: string, cut: 'start' | 'end'): string {
  const trimmed = cut === 'end' ? text.replace(/\S+$/, '') : text.replace(/^\S+/, '');
  return (trimmed.trim() === '' ? text : trimmed)[cut === 'end' ? 'trimEnd' : 'trimStart']();
}
