/** Changes of a text, gathered first and carried out in one go. */

/**
 * What stands in place of `start` to `end` (UTF-16 offsets). A function is asked for it at the end, when everything
 * that is to be changed is known.
 */
export interface Splice {
  start: number;
  end: number;
  text: string | (() => string);
  /**
   * What is put in is whole lines. Where they end in a blank one, that is a part of the text above it, and blank lines
   * that follow would become so too: they go.
   */
  isLines?: boolean;
}

/** Two splices want to change the same characters. */
export class Overlap extends Error {}

/**
 * Takes a text and its changes in any order; gives the part from `from` to `to` with those inside it carried out. What
 * is inserted at one offset keeps the order in which it was gathered. Throws `Overlap`.
 */
export function spliced(text: string, splices: readonly Splice[], from = 0, to = text.length): string {
  // An insertion comes before what replaces the text that it stands in front of.
  const sorted = splices
    .map((splice, index) => ({ ...splice, index }))
    .sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start) || a.index - b.index);
  const parts: string[] = [];
  let at = from;
  let endsBlank = false;
  const keep = (part: string): void => {
    const kept = endsBlank ? part.replace(/^([ \t]*\r?\n)+/, '') : part;
    if (kept !== '') endsBlank = false;
    parts.push(kept);
  };
  for (const { start, end, text: replacement, isLines } of sorted) {
    if (start < at || end > to) throw new Overlap();
    keep(text.slice(at, start));
    const put = typeof replacement === 'string' ? replacement : replacement();
    parts.push(put);
    if (put !== '') endsBlank = isLines === true && /(^|\n)\r?\n$/.test(put);
    at = end;
  }
  keep(text.slice(at, to));
  return parts.join('');
}
