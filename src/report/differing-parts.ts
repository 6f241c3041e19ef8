/** Where two texts differ: word by word where that tells something, else line by line, else but for their ends. */
import { diffLines, diffWordsWithSpace } from 'diff';

/** A stretch of two texts. */
export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Past this many edits the word difference costs more than it tells: lines are compared, then only the ends. */
const MOST_EDITS = 400;
/** Of the characters of both texts. If more changed, they are two texts, and not one with changed words. */
const MOST_CHANGED = 0.5;

/** Both texts as one, in stretches that both, or only one of them, have. */
export function differingParts(before: string, after: string): Part[] {
  const most = { maxEditLength: MOST_EDITS };
  const byLine = () => (before.includes('\n') ? diffLines(before, after, most) : undefined);
  const changes = diffWordsWithSpace(before, after, most) ?? byLine();
  const changed = changes?.reduce((sum, { value, added, removed }) => sum + (added || removed ? value.length : 0), 0);
  const isRewritten = (changed ?? 0) > MOST_CHANGED * (before.length + after.length);
  if (changes === undefined || isRewritten) return differingMiddle(before, after);
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function differingMiddle(before: string, after: string): Part[] {
  const [old, now] = [before.split(WORD_END), after.split(WORD_END)];
  const { head, tail } = commonEnds(old, now);
  const parts: Part[] = [
    { kind: 'same', text: old.slice(0, head).join('') },
    { kind: 'removed', text: old.slice(head, old.length - tail).join('') },
    { kind: 'added', text: now.slice(head, now.length - tail).join('') },
    { kind: 'same', text: old.slice(old.length - tail).join('') },
  ];
  return parts.filter(({ text }) => text !== '');
}

const WORD_END = /(?<=\s)(?=\S)/;

/** How long the beginning and the end are that two lists of words or lines have in common; they do not overlap. */
export function commonEnds(before: readonly string[], after: readonly string[]): { head: number; tail: number } {
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
