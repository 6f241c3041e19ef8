/** In a glob `*` is any run of characters; nothing else is special. No number of stars makes it slow: nothing is tried twice. */

/** Whether the glob fits the whole of a text. */
export function globMatcher(glob: string): (text: string) => boolean {
  const [head = '', ...rest] = glob.split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === glob;
  return (text) => {
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
    return endOfRow(rest, text, head.length, text.length - tail.length) !== null;
  };
}

/** Whether the glob fits some part of a text. */
export function globWithin(glob: string): (text: string) => boolean {
  const pieces = glob.split('*');
  return (text) => endOfRow(pieces, text, 0, text.length) !== null;
}

/** As globWithin, but `*` does not cross the end of a line. */
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

/** The function gives the first glob that a text matches, or null. */
export function firstGlob(globs: readonly string[]): (text: string) => string | null {
  const matchers = globs.map((glob) => ({ glob, matches: globMatcher(glob) }));
  return (text) => matchers.find(({ matches }) => matches(text))?.glob ?? null;
}

/** Where the last piece ends, if all are found one behind the other between two indexes: each as early as it can be. */
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
 * Whether all pieces follow each other, beginning on the line of `start`, with no end of a line between them. A piece may
 * hold one itself: it fits at one place of a line at most, so that to take the earliest is right for it too.
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

/** The index of the first end of a line, or the length of the text. */
function endOfLine(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

/** The folder that a glob of paths, as other programs read them, begins with; null for a plain path. */
export function globbedFolder(path: string): string | null {
  const [folder = '', rest] = path.split(/(?:^|\/)[^/]*[*?{[]/);
  return rest === undefined ? null : folder || '.';
}
