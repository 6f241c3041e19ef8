/** Charts for GitHub (Mermaid), and tables. */

import type { Block, Cell, Chart } from '../document.ts';
import { inlineMarkdown, plainInline } from '../print/inline-markdown.ts';

/** More bars than this are too thin to read. */
const MOST_BARS = 24;

export function chartMarkdown({ title, bars, unit, line, head }: Chart): string[] {
  const shown = bars.slice(-MOST_BARS);
  const values = [shown.map(({ value }) => value), ...(line === undefined ? [] : [line.values.slice(-MOST_BARS)])];
  const what = line === undefined ? '' : ` as bars, ${line.title} as a line`;
  const chart = [
    '```mermaid',
    'xychart-beta',
    `    x-axis [${shown.map(({ label }) => category(plainInline(label))).join(', ')}]`,
    `    y-axis "${unit}" 0 --> ${Math.ceil(Math.max(1, ...values.flat()))}`,
    ...values.map((row, index) => `    ${index === 0 ? 'bar' : 'line'} [${row.join(', ')}]`),
    '```',
  ].join('\n');
  return [
    `${inlineMarkdown(title)}${what}:`,
    chart,
    ...(shown.length < bars.length
      ? [`The chart has the newest ${shown.length} of ${bars.length}; the table has all.`]
      : []),
    ...(head === undefined
      ? []
      : [tableMarkdown({ head: head.map((one) => [one]), rows: bars.map((bar) => [bar.label, bar.shown]) })]),
  ];
}

/** Keeps only characters that cannot end the text, the line or the block. */
function category(text: string): string {
  return `"${text.replace(/[^\w ,.:+-]/g, '').slice(0, 24) || '?'}"`;
}

/** A table whose cells cannot be broken by their text. */
export function tableMarkdown({ head, rows, foot }: Omit<Extract<Block, { kind: 'table' }>, 'kind'>): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellMarkdown).join(' | ')} |`;
  return [
    line(head.map(shown)),
    `| --- |${' ---: |'.repeat(head.length - 1)}`,
    ...rows.map((row) => line(row.map(shown))),
    ...(foot === undefined ? [] : [line(foot.map((cell) => `**${shown(cell)}**`))]),
  ].join('\n');
}

/**
 * A backslash escapes a pipe, even in code. After an odd number of backslashes it would not, so the pipe is a code.
 */
function cellMarkdown(text: string): string {
  return text.replace(
    /(\\*)\|/g,
    (_whole, slashes: string) => slashes + (slashes.length % 2 === 0 ? '\\|' : '\\u{7c}'),
  );
}

function shown(cell: Cell): string {
  return cell === null ? '' : inlineMarkdown(cell);
}
