/** Patterns in which `*` is any run of characters and every other character is itself. */
import escapeStringRegexp from 'escape-string-regexp';

/** Whether a pattern must fit the whole text, or a part of it, or a part in which no `*` crosses the end of a line. */
type Reading = 'whole' | 'part' | 'part-in-lines';

const LINE_END = /[\n\r\u2028\u2029]/;

/** Whether a pattern fits a text, with case. */
export function globFits(pattern: string, text: string, reading: Reading): boolean {
  const literals = pattern.split('*');
  if (reading === 'whole') return fitsWhole(literals, text);
  if (reading === 'part') return endOfLast(literals, text) !== null;
  // A part with a line end itself may begin in one line and end in another.
  if (LINE_END.test(pattern)) return new RegExp(literals.map(escapeStringRegexp).join('.*')).test(text);
  return text.split(LINE_END).some((line) => endOfLast(literals, line) !== null);
}

/** Where the last literal ends, if each is found behind the one before: the earliest place is as good as any. */
function endOfLast(literals: readonly string[], text: string): number | null {
  let end = 0;
  for (const literal of literals) {
    const start = text.indexOf(literal, end);
    if (start === -1) return null;
    end = start + literal.length;
  }
  return end;
}

function fitsWhole([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  const rest = text.slice(first.length);
  const end = endOfLast(others, rest);
  return end !== null && rest.slice(end).endsWith(last);
}
