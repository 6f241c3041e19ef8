/** Tables for a terminal: the first column to the left, numbers to the right. One that is too wide goes on below. */

import type { Style } from '../style.ts';
import { textWidth, widest } from '../width.ts';

export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** The last row, set apart. */
  foot?: readonly string[] | undefined;
}

const INDENT = '  ';
const BETWEEN = '  ';

/** Takes a table, its cells as they are to be shown; gives its lines. */
export function table({ head, rows, foot }: Table, style: Style): string[] {
  const all = [head, ...rows, ...(foot === undefined ? [] : [foot])];
  const widths = head.map((_, column) => widest(all.map((row) => row[column] ?? '')));
  return blocks(widths, style.width).flatMap((columns, index) => {
    const line = (row: readonly string[]) =>
      INDENT + columns.map((column) => aligned(row[column] ?? '', widths[column] ?? 0, column === 0)).join(BETWEEN);
    const end = foot === undefined ? [] : [style.color.bold(line(foot).trimEnd())];
    const body = [style.color.dim(line(head).trimEnd()), ...rows.map((row) => line(row).trimEnd()), ...end];
    return index === 0 ? body : ['', ...body];
  });
}

/** Which columns stand side by side; the first one is in each block. */
function blocks(widths: readonly number[], width: number): number[][] {
  const start = INDENT.length + (widths[0] ?? 0);
  const found: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (let column = 1; column < widths.length; column += 1) {
    const needed = BETWEEN.length + (widths[column] ?? 0);
    if (used + needed > width) {
      found.push([0]);
      used = start;
    }
    found.at(-1)?.push(column);
    used += needed;
  }
  return found.length === 0 ? [[0]] : found;
}

function aligned(text: string, width: number, left: boolean): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return left ? text + spaces : spaces + text;
}
