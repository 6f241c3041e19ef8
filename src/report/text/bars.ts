/** Bars for a terminal, and labels beside them. */

import type { Bar } from '../document.ts';
import { printed } from '../print/inline-terminal.ts';
import type { Style } from '../style.ts';
import { cutTo, padTo, widest } from '../width.ts';

/** Eighths of a column, from one on. */
const EIGHTHS = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
/** In columns: longer bars tell no more. */
const LONGEST = 100;
const LONGEST_LABEL = 24;

/** Gives a bar for a share from 0 to 1 of a width. A share above 0 draws at least one cell. */
export function bar(share: number, width: number, unicode: boolean): string {
  const part = Math.min(1, Math.max(0, share));
  if (part === 0) return '';
  if (!unicode) return '#'.repeat(Math.max(1, Math.round(part * width)));
  const eighths = Math.max(1, Math.round(part * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[(eighths % 8) - 1] ?? '');
}

/** A line for each bar: the label, the bar, and the value behind it. */
export function barLines(bars: readonly Bar[], style: Style): string[] {
  const labels = bars.map((one) => cutTo(LONGEST_LABEL, printed(one.label, style), style.dots));
  const values = bars.map((one) => printed(one.shown, style));
  const column = widest(labels);
  const room = Math.min(LONGEST, style.width - column - widest(values) - 5);
  const most = bars.reduce((highest, { value }) => Math.max(highest, value), 0);
  return bars.flatMap(({ value, note }, index) => {
    const drawn = bar(most > 0 ? value / most : 0, room, style.unicode);
    const painted = drawn === '' ? '' : `${style.color.cyan(drawn)} `;
    const above = note === undefined ? [] : [style.color.dim(`  ${' '.repeat(column)}  ${printed(note, style)}`)];
    return [...above, `  ${padTo(column, labels[index] ?? '')}  ${painted}${values[index]}`];
  });
}
