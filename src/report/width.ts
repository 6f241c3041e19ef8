/** How many columns of a terminal a text takes. */
import stringWidth from 'string-width';

const ESCAPE = '\u001b';
const COLORS = new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g');
const ASCII = /^[ -~]*$/;

/** Takes a text on one line; colours take no columns. */
export function textWidth(text: string): number {
  return plainWidth(text) ?? stringWidth(text);
}

/**
 * As textWidth for what is ASCII but for colours, and null for any other text. Most lines are, and loading what knows the
 * width of each character takes longer than all the rest of a small plan (measured).
 */
export function plainWidth(text: string): number | null {
  const bare = text.replace(COLORS, '');
  return ASCII.test(bare) ? bare.length : null;
}
