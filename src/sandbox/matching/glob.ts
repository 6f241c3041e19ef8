/** Patterns in which `*` is any run of characters and every other character is itself. */

/** Whether a pattern must fit the whole text, or a part of it, or a part in which no `*` crosses the end of a line. */
type Reading = 'whole' | 'part' | 'part-in-lines';

const LINE_END = /[\n\r\u2028\u2029]/;

/** Whether a pattern fits a text, with case. */
export function globFits(pattern: string, text: string, reading: Reading): boolean {
  const literals = pattern.split('*');
  if (reading === 'whole') return fitsWhole(literals, text);
  if (reading === 'part') return endOfLast(literals, text) !== null;
  if (LINE_END.test(pattern)) return fitsAcrossLines(literals, text);
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

/**
 * For a pattern that has a line end itself. One literal after the other is looked for from everywhere that the ones before it
 * could have ended, so the work grows with pattern times text.
 */
function fitsAcrossLines([first = '', ...others]: readonly string[], text: string): boolean {
  let ends = endsOf(first, text, () => true);
  for (const literal of others) {
    const before = ends;
    let isRunning = false;
    ends = endsOf(literal, text, (at) => {
      if (LINE_END.test(text.charAt(at - 1))) isRunning = false;
      isRunning ||= before.has(at);
      return isRunning;
    });
  }
  return ends.size > 0;
}

/** Where a literal ends, of all places where it may begin; these are asked for in order. */
function endsOf(literal: string, text: string, mayBegin: (at: number) => boolean): Set<number> {
  const ends = new Set<number>();
  for (let at = 0; at <= text.length; at += 1) {
    if (mayBegin(at) && text.startsWith(literal, at)) ends.add(at + literal.length);
  }
  return ends;
}
