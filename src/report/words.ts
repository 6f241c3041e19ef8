/** The difference of two long texts, word by word and in context. */
import { diffLines, diffWordsWithSpace } from 'diff';
import { escapedLines } from '../diagnostics/escape-control.ts';
import type { Style } from './style.ts';

/** A stretch of two texts. */
export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Characters of unchanged text that are kept on each side of a difference. */
const CONTEXT = 60;
/** Past this many edits the word difference costs more than it tells: lines are compared, then only the ends. */
const MOST_EDITS = 400;

/** Takes two texts, gives one text (with newlines) in which what was removed and added is marked. */
export function wordDifference(before: string, after: string, style: Style): string {
  const parts = differingParts(before, after);
  return parts
    .map((part, index) => show(part, index === 0, index === parts.length - 1, style))
    .join('')
    .trimEnd();
}

/** Takes two texts; gives them as one, in stretches that both, or only one of them, have. */
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
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const parts: Part[] = [
    { kind: 'same', text: before.slice(0, head) },
    { kind: 'removed', text: before.slice(head, before.length - tail) },
    { kind: 'added', text: after.slice(head, after.length - tail) },
    { kind: 'same', text: before.slice(before.length - tail) },
  ];
  return parts.filter(({ text }) => text !== '');
}

function show({ kind, text }: Part, first: boolean, last: boolean, style: Style): string {
  if (kind === 'same') return safe(shortened(text, first, last, style));
  // A line end by itself would be a difference that nobody sees.
  const seen = text.trim() === '' ? safe(text).replaceAll('\n', '\\n') : safe(text);
  const [open, close] = kind === 'removed' ? ['[-', '-]'] : ['{+', '+}'];
  if (style.marked) return open + seen + close;
  const paint = kind === 'removed' ? style.color.red : style.color.green;
  const line = kind === 'removed' ? style.color.strikethrough : style.color.underline;
  // Each line by itself, so that an indent put before it later stays unpainted.
  return seen
    .split('\n')
    .map((part) => (part === '' ? part : line(paint(part))))
    .join('\n');
}

/** Keeps the ends of an unchanged stretch that touch a difference. */
function shortened(text: string, first: boolean, last: boolean, style: Style): string {
  const head = first ? 0 : CONTEXT;
  const tail = last ? 0 : CONTEXT;
  if (text.length <= head + tail + 2 * style.dots.length + 20) return text;
  const start = head === 0 ? '' : `${wholeWords(text.slice(0, head), 'end')} `;
  const end = tail === 0 ? '' : ` ${wholeWords(text.slice(-tail), 'start')}`;
  return `${start}${style.dots}${end}`;
}

/** Drops the word that a cut went through. */
export function wholeWords(text: string, cut: 'start' | 'end'): string {
  const trimmed = cut === 'end' ? text.replace(/\S+$/, '') : text.replace(/^\S+/, '');
  return (trimmed.trim() === '' ? text : trimmed)[cut === 'end' ? 'trimEnd' : 'trimStart']();
}

function safe(text: string): string {
  return escapedLines(text).join('\n');
}
