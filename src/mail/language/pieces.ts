/** Cuts a matcher into pieces at white space and separators, but not within quotes and brackets. */
import type { StaticKey } from '../../model/rule.ts';

export interface Piece {
  text: string;
  start: number;
  end: number;
  /** Empty for the first one, a space, or a separator: `,`, `;`, `|` or one of Chinese and Japanese. */
  by: string;
}

const QUOTES: Record<string, string> = { '"': '"', "'": "'", '`': '`', '“': '”', '„': '“', '‘': '’', '«': '»' };
const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']', '<': '>' };
const SEPARATOR = /[\s,;|，；、]/;
/** What may stand before a quote that opens a phrase: not the letter of `O'Neil`, nor the digit of `24"`. */
const BEFORE_QUOTE = /[\s,;|，；、({[:!+-]/;

/** Takes a time that grows with the text alone, whatever is open in it. */
export function piecesOf(text: string): Piece[] {
  const ends = endsIn(text);
  const found: Piece[] = [];
  let by = '';
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text.charAt(at);
    // `NOT(a)`
    const isCalled = character === '(' && ends.has(at) && /^(?:not|and|or)$/i.test(text.slice(start, at));
    if (at < text.length && !SEPARATOR.test(character) && !isCalled) {
      at = ends.get(at) ?? at;
      continue;
    }
    if (at > start)
      found.push({ text: text.slice(start, at), start, end: at, by: found.length === 0 ? '' : by || ' ' });
    if (at > start) by = '';
    if (isCalled) at -= 1;
    else if (character.trim() !== '') by = character;
    start = at + 1;
  }
  return found;
}

/** The text inside brackets or quotes that are around all of a piece; null if there are none of these. */
export function insideOf(text: string, kind: 'quotes' | 'brackets'): string | null {
  const open = (kind === 'quotes' ? QUOTES : BRACKETS)[text.charAt(0)];
  if (open === undefined || open === '>' || text.length < 2) return null;
  return endsIn(text).get(0) === text.length - 1 ? text.slice(1, -1) : null;
}

/** For each quote and bracket that is closed: the index of what opens it, and of what closes it. */
function endsIn(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { at: number; closing: string }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const quote = at === 0 || BEFORE_QUOTE.test(text.charAt(at - 1)) ? QUOTES[character] : undefined;
    const end = quote === undefined ? -1 : text.indexOf(quote, at + 1);
    if (end > at + 1) {
      ends.set(at, end);
      at = end;
    } else if (Object.hasOwn(BRACKETS, character)) {
      open.push({ at, closing: BRACKETS[character] ?? '' });
    } else if (open.at(-1)?.closing === character) {
      ends.set(open.pop()?.at ?? at, at);
    }
  }
  return ends;
}

/** The entries of a matcher as its author separates them, trimmed: quotes, brackets and an `or` in an address stay. */
export function entriesOf(key: StaticKey, text: string): string[] {
  const separator = key === 'subject' ? /\|/ : /[,|]/;
  const entries: string[] = [];
  let start = 0;
  let end = 0;
  const cutAt = (stop: number, next: number) => {
    const entry = text.slice(start, stop).trim();
    if (entry !== '') entries.push(entry);
    start = next;
  };
  for (const piece of [...piecesOf(text), { text: '', start: text.length, end: text.length }]) {
    const between = text.slice(end, piece.start);
    if (separator.test(between)) cutAt(end + between.search(separator), end + between.replace(/[^,|]*$/, '').length);
    if (key !== 'subject' && piece.text.toLowerCase() === 'or') cutAt(piece.start, piece.end);
    end = piece.end;
  }
  cutAt(text.length, text.length);
  return entries;
}
