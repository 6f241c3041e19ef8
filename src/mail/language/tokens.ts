/** Tells the operators of an entry from the words of a subject or a name. */
import { isAddressPattern } from '../../model/patterns.ts';
import type { StaticKey } from '../../model/rule.ts';
import { type Piece, piecesOf } from './pieces.ts';

export type Operator = 'or' | 'and' | 'not';
export type Token = Piece & { operator: Operator | null };
export function tokensOf(key: StaticKey, text: string): Token[] {
  const pieces = piecesOf(text);
  // A subject in Chinese or Japanese is a sentence with these, and no spaces.
  const separators = key === 'subject' ? /[,;|]/ : /[,;|，；、]/;
  const separator = (by: string, at: number): Token[] =>
    separators.test(by) ? [{ text: by, by: '', start: at, end: at, operator: 'or' }] : [];
  const tokens = pieces.flatMap((piece, index): Token[] => {
    return [...separator(piece.by, piece.start), { ...piece, operator: operatorAt(key, text, pieces, index) }];
  });
  return [...tokens, ...separator(text.slice(-1), text.length)];
}

/** In capitals within a text that is not, or beside an address. `Smith and Sons` and `NOW OR NEVER` are names and subjects. */
function operatorAt(key: StaticKey, text: string, pieces: readonly Piece[], index: number): Operator | null {
  const word = pieces[index]?.text ?? '';
  const [before, after] = [pieces[index - 1]?.text, pieces[index + 1]?.text];
  const addresses = [before, after].filter((one) => one !== undefined && isAddressIn(key, one)).length;
  const isBeside = addresses > 0;
  const isShouted = text === text.toUpperCase();
  const isLoud = word === word.toUpperCase() && !isShouted;
  if (after === undefined) return null;
  const isAlone = pieces.length === 3 && index === 1;
  switch (word.toLowerCase()) {
    case '!':
    case '-':
      return isBeside && (word === '!' || (addresses === 2 && !text.includes('\n'))) ? 'not' : null;
    case 'not':
    case 'not:':
      return isBeside || (isLoud && (key !== 'subject' || isAlone || isFirst(pieces, index))) ? 'not' : null;
    case 'and':
      return (before !== undefined || after.startsWith('(')) && (isLoud || isBeside) ? 'and' : null;
    case '&&':
      return before === undefined ? null : 'and';
    case '+':
      return isBeside || isAlone ? 'and' : null;
    case '&':
      return isBeside ? 'and' : null;
    case 'or':
      return before === undefined || (isShouted && key === 'subject') ? null : 'or';
    case '/':
      return isBeside ? 'or' : null;
    default:
      return null;
  }
}

/** Whether a piece begins what an operator or a separator divides. */
function isFirst(pieces: readonly Piece[], index: number): boolean {
  const before = pieces[index - 1]?.text.toLowerCase();
  return before === undefined || pieces[index]?.by.trim() !== '' || before === 'and' || before === 'or';
}

/** Whether a text names an address or a domain, whatever operators are before it. */
export function isAddressIn(key: StaticKey, text: string): boolean {
  return key !== 'subject' && isAddressPattern(text.replace(/^\W*(?=[\w@*])|\W+$/g, ''));
}
