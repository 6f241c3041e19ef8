/** Bars for a terminal, and labels beside them. */

import { grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Style, TextOptions } from '../style.ts';
import { padTo, widest } from '../width.ts';

/** Eighths of a column, from one on. */
const EIGHTHS = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
/** In columns: longer bars tell no more. */
const LONGEST = 100;
const LONGEST_LABEL = 24;

/** Gives a bar for a share from 0 to 1 of a width: what is more than nothing is seen. */
export function bar(share: number, width: number, unicode: boolean): string {
  const part = Math.min(1, Math.max(0, share));
  if (part === 0) return '';
  if (!unicode) return '#'.repeat(Math.max(1, Math.round(part * width)));
  const eighths = Math.max(1, Math.round(part * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[(eighths % 8) - 1] ?? '');
}

export interface BarRow {
  label: string;
  value: number;
  /** What stands behind the bar. */
  shown: string;
  /** What stands above it. */
  note?: string | undefined;
}

/** Takes rows; gives a line for each: the label, a bar, and the value right behind it. */
export function barChart(rows: readonly BarRow[], style: Style, { unicode }: Pick<TextOptions, 'unicode'>): string[] {
  const labels = widest(rows.map(({ label }) => label));
  const values = widest(rows.map(({ shown }) => shown));
  const room = Math.min(LONGEST, style.width - labels - values - 5);
  const most = rows.reduce((highest, { value }) => Math.max(highest, value), 0);
  return rows.flatMap(({ label, value, shown, note }) => {
    const drawn = bar(most > 0 ? value / most : 0, room, unicode);
    const painted = drawn === '' ? '' : `${style.color.cyan(drawn)} `;
    const above = note === undefined ? [] : [style.color.dim(`  ${' '.repeat(labels)}  ${note}`)];
    return [...above, `  ${padTo(labels, label)}  ${painted}${shown}`];
  });
}

/** A text of a service beside a bar or in a table. */
export function label(text: string): string {
  const characters = [...escapeControl(text)];
  return characters.length <= LONGEST_LABEL
    ? characters.join('')
    : `${characters.slice(0, LONGEST_LABEL - 1).join('')}~`;
}

/** `2 weeks without a row`. */
export function gapText(number: number, period: string): string {
  return `(${grouped(number)} ${period}${number === 1 ? '' : 's'} left out)`;
}
