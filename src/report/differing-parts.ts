/** Where two texts differ: word by word where that tells something, else line by line, else but for their ends. */
import { diffLines, diffWordsWithSpace } from 'diff';
import { escapedLines, escapeLetters } from '../diagnostics/escape-control.ts';
import { looksAlike } from '../diagnostics/look-alike.ts';

/** A stretch of two texts. */
export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Past this many edits the word difference costs more than it tells: lines are compared, then only the ends. */
const MOST_EDITS = 400;
/** Of the characters of both texts. If more changed, they are two texts, and not one with changed words. */
const MOST_CHANGED = 0.5;

/**
 * Both texts as one, in stretches that both, or only one of them, have. Where what was removed looks like what was added, both
 * have their letters as numbers.
 */
export function differingParts(before: string, after: string): Part[] {
  return stretchesOf(partsOf(before, after), /\n/).flatMap((line) =>
    toldApartAsWhole(line, () =>
      stretchesOf(line, /\s/).flatMap((word) => toldApartAsWhole(word, () => pairsToldApart(word))),
    ),
  );
}

/** Parts between those that are the same and have the separator in them. */
function stretchesOf(parts: readonly Part[], separator: RegExp): Part[][] {
  const stretches: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'same' && separator.test(part.text)) stretches.push([part], []);
    else stretches.at(-1)?.push(part);
  }
  return stretches;
}

/** If the parts are two texts that look alike, all letters are numbers: what is the same may have moved. */
function toldApartAsWhole(parts: readonly Part[], otherwise: () => Part[]): Part[] {
  const [before, after] = sidesOf(parts);
  if (before === after || !mayHide(before + after)) return [...parts];
  if (isShownAlike(before, after)) return parts.map((part) => ({ ...part, text: escapeLetters(part.text) }));
  return otherwise();
}

function pairsToldApart(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    const other = [parts[index + 1], parts[index - 1]].find((next) => isOtherSide(part, next));
    return other === undefined ? part : { ...part, text: wordsToldApart(part.text, other.text) };
  });
}

/** Anything but plain characters, or a backslash, which may begin what looks like an escape of ours. */
function mayHide(text: string): boolean {
  return !/^[ -[\]-~\n]*$/.test(text);
}

/** Two texts as they are shown beside each other. */
export function toldApart(before: string, after: string): [before: string, after: string] {
  return sidesOf(differingParts(before, after));
}

function sidesOf(parts: readonly Part[]): [before: string, after: string] {
  const without = (other: Part['kind']) => parts.flatMap(({ kind, text }) => (kind === other ? [] : text)).join('');
  return [without('added'), without('removed')];
}

function isOtherSide(part: Part, next: Part | undefined): boolean {
  return next !== undefined && part.kind !== 'same' && next.kind !== 'same' && next.kind !== part.kind;
}

function wordsToldApart(text: string, other: string): string {
  const [words, others] = [text.split(/(?<=\s)/), other.split(/(?<=\s)/)];
  if (isShownAlike(text, other)) return escapeLetters(text);
  if (words.length !== others.length) return text;
  return words.map((word, index) => (isShownAlike(word, others[index] ?? '') ? escapeLetters(word) : word)).join('');
}

function isShownAlike(one: string, other: string): boolean {
  return one !== other && looksAlike(escapedLines(one).join('\n'), escapedLines(other).join('\n'));
}

function partsOf(before: string, after: string): Part[] {
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
