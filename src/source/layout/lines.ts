/** Where a comment or a value stands on its line. */
import { lastAtMost, lineStarts } from '../load/text-places.ts';

export interface Lines {
  /** How far an offset is from the beginning of its line. */
  columnOf: (offset: number) => number;
  /** Whether nothing but white space stands before an offset on its line. */
  beginsLine: (offset: number) => boolean;
  /** Whether the line before that of an offset is there and empty. */
  afterBlank: (offset: number) => boolean;
}

export function linesOf(text: string): Lines {
  const starts = lineStarts(text);
  const lineOf = (offset: number): number => lastAtMost(starts, offset);
  const startOf = (line: number): number => starts[line] ?? text.length;
  const firsts = starts.map((start, line) => {
    let at = start;
    while (at < startOf(line + 1) && WHITE_SPACE.has(text[at] ?? '')) at++;
    return at;
  });
  return {
    columnOf: (offset) => offset - startOf(lineOf(offset)),
    beginsLine: (offset) => firsts[lineOf(offset)] === offset,
    afterBlank: (offset) => {
      const line = lineOf(offset);
      return line > 0 && firsts[line - 1] === startOf(line);
    },
  };
}

const WHITE_SPACE = new Set([' ', '\t', '\r', '\n']);
