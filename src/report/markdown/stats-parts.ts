/** What the Markdown of all statistics is put together from: charts of Mermaid, tables, notes. */

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { VolumeReport } from '../../model/stats.ts';
import { noticeLine } from '../document.ts';
import { capital, isNamed } from '../lines.ts';
import { inlineMarkdown } from '../print/inline-markdown.ts';
import type { Cell, Table } from '../stats/tables.ts';
import { number, rangeText } from '../stats/words.ts';
import { nameInCode } from './escape.ts';

/** More bars than these cannot be told apart. */
export const MOST_BARS = 24;

interface Chart {
  title: string;
  categories: readonly string[];
  unit: string;
  series: readonly (readonly ['bar' | 'line', readonly number[]])[];
}

/** A chart that GitHub draws. */
export function xychart({ title, categories, unit, series }: Chart): string {
  const most = series.flatMap(([, values]) => values).reduce((highest, value) => Math.max(highest, value), 1);
  return [
    '```mermaid',
    'xychart-beta',
    `    title "${title}"`,
    `    x-axis [${categories.map(category).join(', ')}]`,
    `    y-axis "${unit}" 0 --> ${Math.ceil(most)}`,
    ...series.map(([kind, values]) => `    ${kind} [${values.join(', ')}]`),
    '```',
  ].join('\n');
}

/** Only characters that end neither the text, nor the line, nor the block. */
function category(text: string): string {
  return `"${text.replace(/[^\w ,.:+-]/g, '').slice(0, 24) || '?'}"`;
}

/** A table, in which nothing can end a cell. */
export function table({ head, rows, foot = [] }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(head.map(shown)),
    `| --- |${' ---: |'.repeat(head.length - 1)}`,
    ...rows.map((row) => line(row.map(shown))),
    ...(foot.length === 0 ? [] : [line(foot.map((cell) => `**${shown(cell)}**`))]),
  ].join('\n');
}

function shown(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return nameInCode(cell.theirs);
  return typeof cell === 'number' ? number(cell) : cell;
}

/** The time that a report is about, and the accounts. */
export function aboutLine(range: VolumeReport['range'], names: readonly string[]): string {
  return `${capital(rangeText(range))} (UTC)${ofAccounts(names)}.`;
}

function ofAccounts(names: readonly string[]): string {
  const named = names.filter(isNamed);
  return named.length === 0 ? '' : `, of ${named.map(nameInCode).join(', ')}`;
}

/** What else there is to say, as a list. */
export function noteList(notices: readonly Diagnostic[]): string {
  return notices
    .map((notice) => `- ${notice.severity === 'error' ? '**Error:** ' : ''}${inlineMarkdown(noticeLine(notice))}`)
    .join('\n');
}

/** Puts blocks together; empty ones are left out. */
export function ended(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
