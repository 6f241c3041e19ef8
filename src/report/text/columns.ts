/** Tables for a terminal: the first column to the left, numbers to the right. One that is too wide goes on below. */

import type { Cell, Table } from '../stats/tables.ts';
import { number } from '../stats/words.ts';
import type { Style } from '../style.ts';
import { textWidth, widest } from '../width.ts';
import { label } from './bars.ts';

const INDENT = '  ';
const BETWEEN = '  ';

export function table(cells: Table, style: Style): string[] {
  const [head, rows, foot] = [cells.head.map(shown), cells.rows.map((row) => row.map(shown)), cells.foot?.map(shown)];
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

function shown(cell: Cell): string {
  if (cell === null) return '-';
  if (typeof cell === 'object') return label(cell.theirs);
  return typeof cell === 'number' ? number(cell) : cell;
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
