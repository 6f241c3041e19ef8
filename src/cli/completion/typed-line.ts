/** A command line as it is typed, up to the cursor, read as bash reads it; zsh and fish read nearly all of it alike. */

export type Quote = '' | '"' | "'";

export interface TypedLine {
  /** The words before the one at the cursor. */
  before: string[];
  /** The beginning of the word at the cursor, without quotes and backslashes. Nothing is expanded. */
  typed: string;
  /** What is open at the cursor; null within an escape, or after an expansion, which may hold quotes of its own. */
  quote: Quote | null;
}

const PARTS =
  /(?<space>\s+)|\\(?<escaped>.?)|'(?<single>[^']*)'?|"(?<double>(?:\\.|[^"])*)"?|(?<expansion>\$['"({]|`)|(?<plain>.)/gsu;

export function typedLine(line: string): TypedLine {
  const before: string[] = [];
  let typed: string | null = null;
  let quote: Quote = '';
  let isSure = true;
  for (const { 0: part, groups = {} } of line.matchAll(PARTS)) {
    const { space, escaped, single, double, expansion, plain } = groups;
    if (space !== undefined) {
      if (typed !== null) before.push(typed);
      typed = null;
      continue;
    }
    typed = (typed ?? '') + (escaped ?? single ?? double?.replace(/\\([$`"\\])/g, '$1') ?? expansion ?? plain);
    // Of all parts only the last can be open.
    if (part === `'${single}`) quote = "'";
    if (part === `"${double}`) quote = '"';
    const live = double?.replace(/\\./gs, '') ?? '';
    isSure &&= escaped !== '' && expansion === undefined && !/`|\$[({]|\\$/.test(live);
  }
  return { before, typed: typed ?? '', quote: isSure ? quote : null };
}

/** What bash reads back as `text` where `quote` is open; null where it would not. */
export function escapedForBash(text: string, quote: Quote | null): string | null {
  if (quote === '') return text.replace(/[^\p{L}\p{M}\p{N}_@%+=:,./-]/gu, '\\$&');
  // A quote right behind the one that is open takes its place.
  if (quote === "'") return text.startsWith("'") ? null : text.replaceAll("'", "'\\''");
  // In double quotes bash looks for `!` in its history, and keeps a backslash before it.
  return quote === null || text.includes('!') ? null : text.replace(/[$`"\\]/g, '\\$&');
}
