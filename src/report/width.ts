/** The width of a text in terminal columns, and how it is broken into lines of a given width. */
import stringWidth from 'string-width';

const ESCAPE = '\u001b';
const COLORS = new RegExp(`(?:${ESCAPE}\\[[\\d;]*m)+`, 'g');
const COLORS_HERE = new RegExp(COLORS, 'y');
const RESET = `${ESCAPE}[0m`;
const ASCII = /^[ -~]*$/;

/**
 * In UTF-16 units: what is longer is not measured. Node finds the characters of a text in a time that grows with the square
 * of its length: 160,000 take half a minute (measured).
 */
const MOST_MEASURED = 2_000;

/** Whether a text is too long to be measured: roughLines breaks it. */
export function isUnmeasured(text: string): boolean {
  return text.length > MOST_MEASURED;
}

/** Takes a text on one line; colours take no columns. Of a text too long to be measured, the most that it can take. */
export function textWidth(text: string): number {
  const plain = plainWidth(text);
  if (plain !== null) return plain;
  if (!isUnmeasured(text)) return stringWidth(text);
  let width = 0;
  for (let at = 0; at < text.length; at += 1) width += mostColumns(text.charCodeAt(at));
  return width;
}

/**
 * As textWidth for what is ASCII but for colours, and null for any other text. Most lines are, and loading what knows the
 * width of each character takes longer than all the rest of a small plan (measured).
 */
export function plainWidth(text: string): number | null {
  const bare = text.includes(ESCAPE) ? text.replace(COLORS, '') : text;
  return ASCII.test(bare) ? bare.length : null;
}

/** The columns of the widest of some texts. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}

/** A text on one line of so many columns. */
export function cutTo(width: number, text: string, dots: string): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  for (const character of text) {
    if (textWidth(cut + character) > width - dots.length) break;
    cut += character;
  }
  return cut.trimEnd() + dots;
}

/**
 * Breaks a line of any length at spaces, else between characters, by the most columns that each can take. Every row has its
 * own colours.
 */
export function roughLines(line: string, width: number): string[] {
  const characters = new Intl.Segmenter();
  const rows: string[] = [];
  let colors = '';
  for (let start = 0; start < line.length; ) {
    const end = endOfRow(line, start, width, characters);
    const row = colors + line.slice(start, end);
    colors = row.match(COLORS)?.at(-1) ?? '';
    rows.push(colors === '' ? row : row + RESET);
    start = line[end] === ' ' ? end + 1 : end;
  }
  return rows;
}

function endOfRow(line: string, start: number, width: number, characters: Intl.Segmenter): number {
  let [used, space] = [0, start];
  for (let at = start; at < line.length; at += 1) {
    COLORS_HERE.lastIndex = at;
    if (line[at] === ESCAPE && COLORS_HERE.test(line)) {
      at = COLORS_HERE.lastIndex - 1;
      continue;
    }
    if (line[at] === ' ') space = at;
    used += mostColumns(line.charCodeAt(at));
    if (used <= width) continue;
    if (space > start) return space;
    const whole = characters.segment(line.slice(start, at + 1)).containing(at - start)?.index ?? 0;
    return whole > 0 ? start + whole : at;
  }
  return line.length;
}

/** Half of a surrogate pair counts as one. */
function mostColumns(code: number): number {
  return code < 0x1100 || (code >= 0x2000 && code < 0x2100) || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
}
