/** Globs: `*` is any run of characters, and nothing else is special. They never backtrack, so many stars are not slow. */

export function globMatcher(glob: string): (text: string) => boolean {
  const [head = '', ...rest] = glob.split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === glob;
  return (text) => {
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
    return endOfRow(rest, text, head.length, text.length - tail.length) !== null;
  };
}

export function globWithin(glob: string): (text: string) => boolean {
  const pieces = glob.split('*');
  return (text) => endOfRow(pieces, text, 0, text.length) !== null;
}

/** Like globWithin, but `*` does not cross the end of a line. */
export function globWithinLine(glob: string): (text: string) => boolean {
  const pieces = glob.split('*');
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return (text) => text.includes(first);
  return (text) => {
    for (let start = 0; start <= text.length; start = endOfLine(text, start) + 1) {
      if (fitsFromLine(pieces, text, start)) return true;
    }
    return false;
  };
}

/** Returns a function that finds the first glob that a text matches. */
export function firstGlob(globs: readonly string[]): (text: string) => string | null {
  const matchers = globs.map((glob) => ({ glob, matches: globMatcher(glob) }));
  return (text) => matchers.find(({ matches }) => matches(text))?.glob ?? null;
}

/** The end of the last piece, if all pieces follow each other between two indexes. Takes the earliest place of each. */
function endOfRow(pieces: readonly string[], text: string, from: number, end: number): number | null {
  let at = from;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return null;
    at = found + piece.length;
  }
  return at;
}

/**
 * Whether all pieces follow each other from the line of `start`, with no line end between them. A piece may contain a line end.
 * Then it fits at most once in a line, so the earliest place is right for it too.
 */
function fitsFromLine(pieces: readonly string[], text: string, start: number): boolean {
  let at = start;
  let end = endOfLine(text, start);
  for (const piece of pieces) {
    if (at > end) end = endOfLine(text, at);
    const found = text.slice(0, end + piece.length).indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

const LINE_END = /[\n\r\u2028\u2029]/g;

function endOfLine(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

/** The folder before the first wildcard of a shell's glob; null for a plain path. */
export function globbedFolder(path: string): string | null {
  const [folder = '', rest] = path.split(/(?:^|\/)[^/]*[*?{[]/);
  return rest === undefined ? null : folder || '.';
}
