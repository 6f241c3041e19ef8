/**
 * Reads the JSON object of strings that a bundle of keys may be. JSON.parse stops at the first mistake, its error shows a
 * part of the text, and it drops the first of two equal keys. This reader goes on, and names each line with a mistake.
 */

export interface BundleEntry {
  variable: string;
  value: string;
  line: number;
}

export interface BundleContent {
  /** In order; a variable may be in it twice. */
  entries: BundleEntry[];
  /** The numbers of the lines that cannot be read, in order. */
  unread: number[];
}

interface Token {
  text: string;
  line: number;
}

/** A line break, a string, one that does not end in its line, a sign, or anything else but white space. */
const TOKENS = /\r\n|\n|\r|"(?:[^"\\\r\n]|\\.)*"|"[^\r\n]*|[{}[\]:,]|[^ \t\r\n"{}[\]:,]+/g;

export function readJsonBundle(text: string): BundleContent {
  const tokens = tokensIn(text);
  const entries: BundleEntry[] = [];
  const unread = new Set<number>();
  // What was read last: a comma or the first brace, a pair, or a mistake, after which anything may come.
  let last: 'sign' | 'pair' | 'mistake' = 'sign';
  let at = 1;
  for (let token = tokens[at]; token !== undefined && token.text !== '}'; token = tokens[at]) {
    const [variable, value] = [stringIn(token), stringIn(tokens[at + 2])];
    const isNamed = variable !== null && tokens[at + 1]?.text === ':';
    if (token.text === ',') {
      if (last === 'sign') unread.add(token.line);
      last = 'sign';
      at += 1;
    } else if (isNamed && value !== null) {
      if (last === 'pair') unread.add(token.line);
      entries.push({ variable, value, line: token.line });
      last = 'pair';
      at += 3;
    } else {
      const wrong = isNamed ? at + 2 : at;
      unread.add((tokens[wrong] ?? token).line);
      last = 'mistake';
      at = afterMistake(tokens, wrong);
    }
  }
  const [end, more] = tokens.slice(at);
  if (end === undefined || last === 'sign') unread.add((end ?? tokens.at(-1))?.line ?? 1);
  if (more !== undefined) unread.add(more.line);
  return { entries, unread: [...unread] };
}

function tokensIn(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const [found] of text.matchAll(TOKENS)) {
    if (/^[\r\n]/.test(found)) line += 1;
    else tokens.push({ text: found, line });
  }
  return tokens;
}

/** The string that a token is; null if it is none. */
function stringIn(token: Token | undefined): string | null {
  if (token === undefined || !token.text.startsWith('"')) return null;
  try {
    return JSON.parse(token.text);
  } catch {
    return null;
  }
}

const DEPTHS: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/** Where to go on: behind an object or a list, or else in the next line. */
function afterMistake(tokens: readonly Token[], wrong: number): number {
  const { text = '', line } = tokens[wrong] ?? {};
  let at = wrong + 1;
  let depth = DEPTHS[text] ?? 0;
  if (depth > 0) {
    for (; depth > 0 && at < tokens.length; at += 1) depth += DEPTHS[tokens[at]?.text ?? ''] ?? 0;
    return at;
  }
  while (at < tokens.length && tokens[at]?.line === line) at += 1;
  return at;
}
