/** Changes of a text, gathered first and carried out in one go. */

/**
 * What stands in place of `start` to `end` (UTF-16 offsets). A function is asked for it at the end, when everything
 * that is to be changed is known.
 */
export interface Splice {
  start: number;
  end: number;
  text: string | (() => string);
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
  for (const { start, end, text: replacement } of sorted) {
    if (start < at || end > to) throw new Overlap();
    parts.push(text.slice(at, start), typeof replacement === 'string' ? replacement : replacement());
    at = end;
  }
  parts.push(text.slice(at, to));
  return parts.join('');
}
