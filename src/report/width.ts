/** Measures and fits text in terminal columns. */
import stringWidth from 'fast-string-width';

/** The text must be one line. Colors have no width. */
export const textWidth = (text: string): number => stringWidth(text);

export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}

/** Pads a text with spaces to `width` columns. */
export function padTo(width: number, text: string): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Maximum number of UTF-16 units per column. Letters with marks have several, and a text of nothing but marks must be cut. */
const LONGEST_COLUMN = 8;

/** Cuts a line to `width` columns. */
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
