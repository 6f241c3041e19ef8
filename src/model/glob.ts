/**
 * In a glob `*` is any run of characters; nothing else is special. The time grows with the length of the glob and of the
 * text, not with their product: both may come from a stranger's mail.
 */

/** Whether the glob fits the whole of a text. */
export function globMatcher(glob: string): (text: string) => boolean {
  const [head = '', ...rest] = glob.split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === glob;
  const between = rest.map(finder);
  return (text) => {
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
    return endOfRow(between, text, head.length, text.length - tail.length) !== null;
  };
}

/** Whether the glob fits some part of a text. */
export function globWithin(glob: string): (text: string) => boolean {
  const pieces = glob.split('*').map(finder);
  return (text) => endOfRow(pieces, text, 0, text.length) !== null;
}

/** As globWithin, but `*` does not cross the end of a line. */
export function globWithinLine(glob: string): (text: string) => boolean {
  const pieces = glob.split('*').map(finder);
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return (text) => first.find(text, 0) >= 0;
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

/** Looks for one text, from an index on. */
interface Finder {
  length: number;
  /** -1 where it is not there. */
  find: (text: string, from: number) => number;
}

/** Where the last piece ends, if all are found one behind the other between two indexes: each as early as it can be. */
function endOfRow(pieces: readonly Finder[], text: string, from: number, end: number): number | null {
  let at = from;
  for (const { find, length } of pieces) {
    const found = find(text, at);
    if (found < 0 || found + length > end) return null;
    at = found + length;
  }
  return at;
}

/**
 * Whether all pieces follow each other, beginning on the line of `start`, with no end of a line between them. A piece may
 * hold one itself: it fits at one place of a line at most, so that to take the earliest is right for it too.
 */
function fitsFromLine(pieces: readonly Finder[], text: string, start: number): boolean {
  let at = start;
  let end = endOfLine(text, start);
  for (const { find, length } of pieces) {
    if (at > end) end = endOfLine(text, at);
    const found = find(text.slice(0, end + length), at);
    if (found < 0) return false;
    at = found + length;
  }
  return true;
}

const LINE_END = /[\n\r\u2028\u2029]/g;

/** The index of the first end of a line, or the length of the text. */
function endOfLine(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

// Up to here what indexOf takes for a hostile text is a small multiple of its length.
const SHORT = 64;

function finder(piece: string): Finder {
  if (piece.length <= SHORT) return { length: piece.length, find: (text, from) => text.indexOf(piece, from) };
  return { length: piece.length, find: knuthMorrisPratt(piece) };
}

/** `fallback[n]`: how many characters at the end of the first n of the piece are its beginning too. */
function knuthMorrisPratt(piece: string): Finder['find'] {
  const fallback = new Uint32Array(piece.length + 1);
  const longer = (matched: number, character: number): number => {
    let length = matched;
    while (length > 0 && piece.charCodeAt(length) !== character) length = fallback[length] ?? 0;
    return piece.charCodeAt(length) === character ? length + 1 : 0;
  };
  for (let at = 1; at < piece.length; at++) fallback[at + 1] = longer(fallback[at] ?? 0, piece.charCodeAt(at));
  return (text, from) => {
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      matched = longer(matched, text.charCodeAt(at));
      if (matched === piece.length) return at + 1 - matched;
    }
    return -1;
  };
}

/** The folder that a glob of paths, as other programs read them, begins with; null for a plain path. */
export function globbedFolder(path: string): string | null {
  const [folder = '', rest] = path.split(/(?:^|\/)[^/]*[*?{[]/);
  return rest === undefined ? null : folder || '.';
}
