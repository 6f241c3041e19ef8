/** The entries of a matcher as its author separates them: not within quotes and brackets, and not at an `or` in an address. */
import type { StaticKey } from '../../model/rule.ts';
import { piecesOf } from './pieces.ts';

/** As written, without white space around them. */
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
