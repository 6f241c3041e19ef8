/** Patterns in which `*` is any run of characters and every other character is itself. */

interface Reading {
  /** Whether the pattern must fit the text as a whole; otherwise a part of it is enough. */
  isWhole?: boolean;
  /** Whether the run of a `*` ends where a line does. */
  staysInLine?: boolean;
}

const LINE_END = /[\n\r\u2028\u2029]/;

/**
 * Whether a pattern fits a text, with case. One literal after the other is looked for from everywhere that the ones
 * before it could have ended, so the work grows with pattern times text, however many `*` there are.
 */
export function globFits(pattern: string, text: string, { isWhole = false, staysInLine = false }: Reading): boolean {
  const [first = '', ...others] = pattern.split('*');
  let ends = endsOf(first, text, (at) => !isWhole || at === 0);
  for (const literal of others) {
    const before = ends;
    let isRunning = false;
    ends = endsOf(literal, text, (at) => {
      if (staysInLine && LINE_END.test(text.charAt(at - 1))) isRunning = false;
      isRunning ||= before.has(at);
      return isRunning;
    });
  }
  return isWhole ? ends.has(text.length) : ends.size > 0;
}

/** Where a literal ends, of all places where it may begin; these are asked for in order. */
function endsOf(literal: string, text: string, mayBegin: (at: number) => boolean): Set<number> {
  const ends = new Set<number>();
  for (let at = 0; at <= text.length; at += 1) {
    if (mayBegin(at) && text.startsWith(literal, at)) ends.add(at + literal.length);
  }
  return ends;
}
