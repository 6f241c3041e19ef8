import { LineCounter } from 'yaml';
import type { Excerpt, Place } from '../../diagnostics/diagnostic.ts';

/** UTF-16 offsets in a text; `end` is not included. */
export type Range = readonly [start: number, end: number];

/** The first line of a range, without white space at its end. */
export function firstLine(text: string, [start, end]: Range): string {
  return text.slice(start, end).split('\n', 1)[0]?.trimEnd() ?? '';
}

export type Located = { place: Place; excerpt: Excerpt };

// In UTF-16 units before and after the place: a file may be one line of a mebibyte.
const EXCERPT_REACH = 300;

/** Returns a function from a range to its place, in code points from 1, and its line, cut if it is long. */
export function textPlaces(file: string, text: string): (range: Range) => Located {
  const lines = linesOf(text);
  return ([start, end]) => {
    const from = Math.min(Math.max(start, 0), text.length);
    const { line, col } = lines.linePos(from);
    const lineStart = from - col + 1;
    const lineEnd = endOfLine(text, lines.lineStarts[line] ?? text.length);
    const at = Math.min(from, lineEnd);
    return {
      place: { file, line, column: characters(text.slice(lineStart, at)) + 1 },
      excerpt: excerptOf(text, lineStart, lineEnd, at, Math.min(Math.max(end, at), lineEnd)),
    };
  };
}

function excerptOf(text: string, lineStart: number, lineEnd: number, start: number, end: number): Excerpt {
  const from = wholeAt(text, Math.max(lineStart, start - EXCERPT_REACH));
  const to = wholeAt(text, Math.min(lineEnd, start + EXCERPT_REACH));
  const before = (from > lineStart ? '…' : '') + text.slice(from, start);
  const meant = text.slice(start, Math.min(end, to)).trimEnd();
  return {
    text: before + text.slice(start, to) + (to < lineEnd ? '…' : ''),
    column: characters(before) + 1,
    length: Math.max(1, characters(meant)),
  };
}

/** Moves an offset inside a surrogate pair before it. */
function wholeAt(text: string, offset: number): number {
  return /[\udc00-\udfff]/.test(text[offset] ?? '') && offset > 0 ? offset - 1 : offset;
}

function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return lines;
}

function endOfLine(text: string, nextLine: number): number {
  if (text[nextLine - 1] !== '\n') return nextLine;
  return text[nextLine - 2] === '\r' ? nextLine - 2 : nextLine - 1;
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
