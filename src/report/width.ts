/** The width of a text in terminal columns. */
import stringWidth from 'fast-string-width';

/** Takes a text on one line; colors take no columns. */
export const textWidth = (text: string): number => stringWidth(text);

/** The columns of the widest of some texts. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}

/** Pads a text with spaces to `width` columns. */
export function padTo(width: number, text: string): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Of characters in UTF-16 that a column may have: letters with marks have several, and a text of nothing but marks is cut. */
const LONGEST_COLUMN = 8;

/** A text on one line of so many columns. */
export function cutTo(width: number, text: string, dots: string): string {
  const longest = width * LONGEST_COLUMN;
  if (text.length <= longest && textWidth(text) <= width) return text;
  let cut = '';
  for (const character of text) {
    if (cut.length >= longest || textWidth(cut + character) > width - dots.length) break;
    cut += character;
  }
  return cut.trimEnd() + dots;
}
