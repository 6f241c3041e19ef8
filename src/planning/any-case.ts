/** Texts in another letter case. */
import escapeStringRegexp from 'escape-string-regexp';

/** Services compare addresses without case, and some give them back in lower case. `stand` is told what was found. */
export function replacedInAnyCase(text: string, value: string, stand: (found: string) => string): string {
  // To look first is much faster than the pattern. Folded texts may have other lengths: no place is taken from them.
  if (!folded(text).includes(folded(value))) return text;
  return text.replace(new RegExp(escapeStringRegexp(value), 'giu'), stand);
}

/** In both directions: there are letters that one of them leaves apart, such as the sigma at the end of a word. */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase();
}
