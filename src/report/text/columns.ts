/** Tables for a terminal: the first column to the left, numbers to the right. One that is too wide goes on below. */

import type { Block, Cell } from '../document.ts';
import { printed } from '../print/inline-terminal.ts';
import type { Style } from '../style.ts';
import { cutTo, textWidth, widest } from '../width.ts';

const INDENT = '  ';
const BETWEEN = '  ';

/** In columns. */
const LONGEST_CELL = 32;

type Table = Extract<Block, { kind: 'table' }>;

export function tableLines(cells: Table, style: Style): string[] {
  const shown = (cell: Cell) => (cell === null ? '-' : cutTo(LONGEST_CELL, printed(cell, style), style.dots));
  const [head, rows, foot] = [cells.head.map(shown), cells.rows.map((row) => row.map(shown)), cells.foot?.map(shown)];
  const all = [head, ...rows, ...(foot === undefined ? [] : [foot])];
  const widths = head.map((_, column) => widest(all.map((row) => row[column] ?? '')));
  return blocks(widths, style.width).flatMap((columns, index) => {
    const line = (row: readonly string[]) =>
      INDENT + columns.map((column) => aligned(row[column] ?? '', widths[column] ?? 0, column === 0)).join(BETWEEN);
    const end = foot === undefined ? [] : [style.color.bold(line(foot).trimEnd())];
    const title = line(head).trimEnd();
    const body = [...(title === '' ? [] : [style.color.dim(title)]), ...rows.map((row) => line(row).trimEnd()), ...end];
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
