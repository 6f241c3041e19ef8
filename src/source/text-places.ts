/** Offsets in a text to lines and columns, as editors count them. */
import type { Excerpt, Place } from '../model/diagnostic.ts';

/** UTF-16 offsets in a text: from the first, up to but not including the second. */
export type Range = readonly [start: number, end: number];

export interface Located {
  place: Place;
  excerpt: Excerpt;
}

/**
 * Takes a text and the name to show for its file; gives a function from a range to its place and line. Columns count
 * characters (code points) from 1; a range over several lines is cut at the end of its first.
 */
export function textPlaces(file: string, text: string): (range: Range) => Located {
  const starts = lineStarts(text);
  return ([start, end]) => {
    const from = Math.min(Math.max(start, 0), text.length);
    const line = lastAtMost(starts, from);
    const lineStart = starts[line] ?? 0;
    const lineText = withoutLineEnd(text.slice(lineStart, starts[line + 1] ?? text.length));
    const before = lineText.slice(0, from - lineStart);
    const meant = lineText.slice(before.length, Math.max(end, from) - lineStart).trimEnd();
    const column = characters(before) + 1;
    return {
      place: { file, line: line + 1, column },
      excerpt: { text: lineText, column, length: Math.max(1, characters(meant)) },
    };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the last number that is not above `value`; `sorted` begins with 0. */
function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function withoutLineEnd(line: string): string {
  return line.replace(/\r?\n$/, '');
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
