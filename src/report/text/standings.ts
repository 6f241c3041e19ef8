/** How the accounts stand, as the end of a text: a row for each of the worst, on a screen, and the rest in a line. */

import { count, grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Standing, State } from '../document.ts';
import { hang } from '../lines.ts';
import { printed } from '../print/inline-terminal.ts';
import { leftInWords, stateInWords, worstFirst } from '../standings.ts';
import type { Style } from '../style.ts';
import { cutTo, padTo, widest } from '../width.ts';

/** A terminal has 24 lines or more, and what it all comes to is below. */
const MOST_ROWS = 16;

/** In columns. */
const WIDEST_NAME = 32;

/** Takes the accounts of a run; gives the lines of the table. None where there is one account, or nothing to do in any. */
export function standingLines(all: readonly Standing[], style: Style): string[] {
  const { shown, left } = worstFirst(all, style.verbose ? all.length : MOST_ROWS);
  if (all.length < 2 || shown.length === 0) return [];
  const names = shown.map(({ name }) => cutTo(WIDEST_NAME, escapeControl(name), style.dots));
  const column = widest(names);
  const rows = shown.map(
    (standing, index) =>
      `  ${padTo(column, names[index] ?? '')}  ${wordsOf(standing.state, printed(standing.words, style), style.width - column - 4, style)}`,
  );
  const cut = leftInWords({ ...left, nothing: 0 });
  const idle = left.nothing === 0 ? [] : [`${grouped(left.nothing)} ${stateInWords('nothing')}`];
  const rest = [...(cut === '' ? [] : [`${cut} (--verbose shows them)`]), ...idle].join(', ');
  const title = style.color.bold(`${count(all.length, 'account')}, worst first:`);
  const more = rest === '' ? [] : hang('  ', style.color.dim(`and ${rest}`), style.width);
  return [title, ...rows, ...more];
}

function wordsOf(state: State, words: string, room: number, style: Style): string {
  const text = words.replaceAll(/\s+/g, ' ');
  if (state === 'changes') return cutTo(room, text, style.dots);
  return style.color.red(cutTo(room, `${stateInWords(state)}: ${text}`, style.dots));
}
