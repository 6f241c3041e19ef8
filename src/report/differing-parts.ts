/** Finds the differences between two texts: by words if they are similar, else by lines or only by common ends. */
import { diffLines, diffWordsWithSpace } from 'diff';
import { escapedLines, escapeLetters } from '../diagnostics/escape-control.ts';
import { looksAlike } from '../diagnostics/look-alike.ts';
import { commonEnds } from '../model/pair-actions.ts';

/** A piece of text that is in both texts, or only in one of them. */
export type Part = { kind: 'same' | 'removed' | 'added'; text: string };

/** Beyond this many edits, comparing words takes too long: lines are compared, then only the ends. */
const MOST_EDITS = 400;
/** The largest share of characters that may differ. If more do, the texts are unrelated, and words are not compared. */
const MOST_CHANGED = 0.5;

/** Merges two texts into a list of parts. If removed text looks like added text, both show their letters as codes. */
export function differingParts(before: string, after: string): Part[] {
  return stretchesOf(partsOf(before, after), /\n/).flatMap((line) =>
    escapeIfAlike(line, () => stretchesOf(line, /\s/).flatMap((word) => escapeIfAlike(word, () => escapePairs(word)))),
  );
}

/** Splits parts at each unchanged part that contains the separator. */
function stretchesOf(parts: readonly Part[], separator: RegExp): Part[][] {
  const stretches: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'same' && separator.test(part.text)) stretches.push([part], []);
    else stretches.at(-1)?.push(part);
  }
  return stretches;
}

/** If both sides look alike, shows all letters as codes, even in unchanged parts: they may have moved. */
function escapeIfAlike(parts: readonly Part[], otherwise: () => Part[]): Part[] {
  const [before, after] = sidesOf(parts);
  // Plain characters hide nothing, but for a backslash, which may imitate an escape.
  if (before === after || /^[ -[\]-~\n]*$/.test(before + after)) return [...parts];
  if (isShownAlike(before, after)) return parts.map((part) => ({ ...part, text: escapeLetters(part.text) }));
  return otherwise();
}

function escapePairs(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    const sides = [part.kind, 'same'];
    const other = [parts[index + 1], parts[index - 1]].find((next) => next && !sides.includes(next.kind));
    return part.kind === 'same' || other === undefined ? part : { ...part, text: escapeWords(part.text, other.text) };
  });
}

/** Returns two texts for display next to each other. Letters that look alike show as codes. */
export function escapeAlike(before: string, after: string): [before: string, after: string] {
  return sidesOf(differingParts(before, after));
}

function sidesOf(parts: readonly Part[]): [before: string, after: string] {
  const without = (other: Part['kind']) => parts.flatMap(({ kind, text }) => (kind === other ? [] : text)).join('');
  return [without('added'), without('removed')];
}

function escapeWords(text: string, other: string): string {
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

/** Drops the word that was cut in two. */
export function wholeWords(text: string, cut: 'start' | 'end'): string {
  const trimmed = cut === 'end' ? text.replace(/\S+$/, '') : text.replace(/^\S+/, '');
  return (trimmed.trim() === '' ? text : trimmed)[cut === 'end' ? 'trimEnd' : 'trimStart']();
}
