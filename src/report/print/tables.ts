/** Prints bars, tables and accounts in columns. */
import { count, grouped } from '../../diagnostics/counts.ts';
import { escapeControl, isCommand, withoutCommands } from '../../diagnostics/escape-control.ts';
import type { Block, Cell, Standing, State } from '../document.ts';
import type { Inline } from '../inline.ts';
import { hang } from '../lines.ts';
import { leftInWords, STATE_WORDS, worstFirst } from '../standings.ts';
import type { Style } from '../style.ts';
import { cutTo, padTo, textWidth, widest } from '../width.ts';
import { printed } from './inline-terminal.ts';

/** Blocks of one to eight eighths of a column. */
const EIGHTHS = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
/** In columns. Longer bars would not be easier to compare. */
const LONGEST = 100;

/** Draws a bar for a share from 0 to 1. A share above 0 draws at least one cell. */
export function bar(share: number, width: number, unicode: boolean): string {
  const part = Math.min(1, Math.max(0, share));
  if (part === 0) return '';
  if (!unicode) return '#'.repeat(Math.max(1, Math.round(part * width)));
  const eighths = Math.max(1, Math.round(part * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[(eighths % 8) - 1] ?? '');
}

/** What may stand at the start of a line: texts that are harmless one by one may make a command together. */
function atStart(longest: number, inline: Inline, style: Style): string {
  const text = printed(inline, style);
  return cutTo(longest, isCommand(text) ? withoutCommands(text) : text, style.dots);
}

/** Draws values as bars of which the highest fills the room. */
function drawnBars(values: readonly number[], room: number, style: Style): string[] {
  const most = values.reduce((highest, value) => Math.max(highest, value), 0);
  return values.map((value) => {
    const drawn = bar(most > 0 ? value / most : 0, Math.min(LONGEST, room), style.unicode);
    return drawn === '' ? '' : style.color.cyan(drawn);
  });
}

const INDENT = '  ';
const BETWEEN = '  ';

/** In columns. In less room a bar says nothing. */
const SHORTEST_ROOM = 6;
const LONGEST_CELL = 40;

type Table = Extract<Block, { kind: 'table' }>;

export function tableLines(cells: Table, style: Style): string[] {
  const shown = (cell: Cell) => (cell === null ? '-' : atStart(LONGEST_CELL, cell, style));
  const [head, rows, foot] = [cells.head.map(shown), cells.rows.map((row) => row.map(shown)), cells.foot?.map(shown)];
  const all = [head, ...rows, ...(foot === undefined ? [] : [foot])];
  const widths = head.map((_, column) => widest(all.map((row) => row[column] ?? '')));
  return blocks(widths, style.width).flatMap((columns, index) => {
    const line = (row: readonly string[]) =>
      INDENT +
      columns.map((column) => (column === 0 ? padTo : padBefore)(widths[column] ?? 0, row[column] ?? '')).join(BETWEEN);
    const end = foot === undefined ? [] : [style.color.bold(line(foot).trimEnd())];
    const title = line(head).trimEnd();
    const room = style.width - textWidth(line(head)) - BETWEEN.length;
    const drawn = index === 0 && room >= SHORTEST_ROOM ? drawnBars(cells.bars ?? [], room, style) : [];
    const lines = rows.map((row, at) => `${line(row)}${BETWEEN}${drawn[at] ?? ''}`.trimEnd());
    const heads = title === '' ? [] : [style.color.dim(title)];
    const body = [...heads, ...lines, ...end, ...(rows.length > MOST_ROWS ? heads : [])];
    return index === 0 ? body : ['', ...body];
  });
}

/** Splits columns into blocks that fit the width. Each block starts with the first column. */
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

function padBefore(width: number, text: string): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}

/** Leaves room for the result below, on a terminal of 24 lines. */
const MOST_ROWS = 16;
const WIDEST_NAME = 32;

/** Tabulates the accounts of a run. Empty if there is only one account, or nothing to do in any. */
export function standingLines(all: readonly Standing[], style: Style): string[] {
  const { shown, left } = worstFirst(all, style.verbose ? all.length : MOST_ROWS);
  if (all.length < 2 || shown.length === 0) return [];
  const names = shown.map(({ name }) => cutTo(WIDEST_NAME, escapeControl(name), style.dots));
  const column = widest(names);
  const rows = shown.map(({ state, words }, index) => {
    const said = wordsOf(state, printed(words, style), style.width - column - 4, style);
    return `  ${padTo(column, names[index] ?? '')}  ${said}`;
  });
  const cut = leftInWords({ ...left, nothing: 0 });
  const idle = left.nothing === 0 ? [] : [`${grouped(left.nothing)} ${STATE_WORDS.nothing}`];
  const rest = [...(cut === '' ? [] : [`${cut} (--verbose shows them)`]), ...idle].join(', ');
  const title = style.color.bold(`${count(all.length, 'account')}, worst first:`);
  const more = rest === '' ? [] : hang('  ', style.color.dim(`and ${rest}`), style.width);
  return [title, ...rows, ...more];
}

function wordsOf(state: State, words: string, room: number, style: Style): string {
  const text = words.replaceAll(/\s+/g, ' ');
  if (state === 'changes') return cutTo(room, text, style.dots);
  return style.color.red(cutTo(room, `${STATE_WORDS[state]}: ${text}`, style.dots));
}
