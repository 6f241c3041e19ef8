/** How the accounts stand, as the end of a text: a row for each of the worst, on a screen, and the rest in a line. */
import { harmless } from './harmless.ts';
import { count, hang } from './lines.ts';
import { leftInWords, type Standing, stateInWords, worstFirst } from './standings.ts';
import type { Style } from './style.ts';
import { textWidth } from './width.ts';

/** A terminal has 24 lines or more, and what it all comes to is below. */
const MOST_ROWS = 16;

/** In columns. */
const WIDEST_NAME = 32;

/** Takes the accounts of a run; gives the lines of the table. None where there is one account, or nothing to do in any. */
export function standingLines(all: readonly Standing[], style: Style): string[] {
  const { shown, left } = worstFirst(all, MOST_ROWS);
  if (all.length < 2 || shown.length === 0) return [];
  const names = shown.map(({ name }) => cut(harmless(name), WIDEST_NAME, style));
  const column = Math.max(...names.map((name) => textWidth(name)));
  const rows = shown.map((standing, index) => {
    const name = names[index] ?? '';
    const head = `  ${name}${' '.repeat(column - textWidth(name))}  `;
    return head + wordsOf(standing, style.width - column - 4, style);
  });
  const rest = leftInWords(left);
  const title = style.color.bold(`${count(all.length, 'account')}, worst first:`);
  const more = rest === '' ? [] : hang('  ', style.color.dim(`and ${rest}`), style.width);
  return [title, ...rows, ...more];
}

function wordsOf({ state, words }: Standing, room: number, style: Style): string {
  const text = harmless(words.replaceAll(/\s+/g, ' '));
  if (state === 'changes') return cut(text, room, style);
  return style.color.red(cut(`${stateInWords(state)}: ${text}`, room, style));
}

/** A text on one line of so many columns. */
function cut(text: string, room: number, { dots }: Style): string {
  if (textWidth(text) <= room) return text;
  const characters = [...text];
  let width = textWidth(dots);
  let end = 0;
  while (end < characters.length) {
    width += textWidth(characters[end] ?? '');
    if (width > room) break;
    end += 1;
  }
  return characters.slice(0, end).join('') + dots;
}
