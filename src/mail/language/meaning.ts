/**
 * Reads what the author of a matcher means, in the language of mail programs: exclusions, all-of, any-of, fields, regular
 * expressions, phrases and encoded words. To the service all of these are text.
 *
 * An entry is read from the loosest operator to the tightest: any-of, all-of, a row of units, a unit. Where an operator can be a
 * word of a subject or a name, it counts only if it cannot be read as one.
 */
import { decodeWords } from 'postal-mime';
import { isAddressPattern } from '../../model/patterns.ts';
import type { StaticKey } from '../../model/rule.ts';
import { insideOf, type Piece, piecesOf } from './pieces.ts';
import { regexIn } from './regex.ts';

/** `sign`: the operator as written. */
export type Meaning =
  | { is: 'text'; text: string }
  /** `text`: what is in the quotes, what is encoded, or the expression between the slashes. */
  | { is: 'phrase' | 'encoded' | 'regex'; sign: string; text: string }
  | { is: 'not' | 'field'; sign: string; of: Meaning }
  | { is: 'all' | 'any'; sign: string; of: readonly Meaning[] };

interface Row {
  key: StaticKey;
  /** The whole entry, which the tokens are places in. */
  text: string;
  tokens: readonly Token[];
}

/** A longer entry was not written by hand. */
const LONGEST = 1000;
/** Most entries: an address or a domain without any sign. */
const PLAIN = /^@?\w[\w-]*(?:[.@]\w[\w-]*)+$/;
const ENCODED = /=\?[^?\s]+\?[qb]\?[^?]*\?=/i;

/** What is meant by an entry of a matcher: by what stands between its separators. */
export function meaningOf(key: StaticKey, entry: string): Meaning {
  const text = entry.trim();
  if (text.length > LONGEST || (PLAIN.test(text) && !/\bor\b/i.test(text))) return { is: 'text', text };
  const [encoded] = ENCODED.exec(text) ?? [];
  if (encoded !== undefined) return { is: 'encoded', sign: encoded, text: decodeWords(text) };
  const regex = key === 'subject' ? regexIn(key, text) : null;
  return regex ?? anyOf({ key, text, tokens: tokensOf(key, text) });
}

function anyOf(row: Row): Meaning {
  const rows = divided(row, 'or');
  const sign = row.tokens.find(({ operator }) => operator === 'or')?.text;
  if (sign === undefined) return allOf(row);
  if (row.key === 'subject' && !isList(row, rows))
    return allOf({
      ...row,
      tokens: row.tokens.map((token) => (token.operator === 'or' ? { ...token, operator: null } : token)),
    });
  return { is: 'any', sign, of: rows.map(allOf) };
}

/** One or two words. Longer items, and those with punctuation, are more likely parts of a sentence. */
const ITEM = /^[\p{L}\p{M}\p{N}_-]+(?:\s+[\p{L}\p{M}\p{N}_-]+)?$/u;

/** Whether a subject reads like a list. A comma before a number belongs to a date or to another number. */
function isList({ text, tokens }: Row, rows: readonly Row[]): boolean {
  if (rows.length < 2 || rows.some((row) => /^not\s/i.test(written(row)))) return false;
  if (tokens.some(({ operator, start }) => operator === 'or' && /^\d/.test(text.slice(start)))) return false;
  const isLoud = tokens.some((token) => token.operator === 'or' && token.text === 'OR');
  return isLoud || /,\S/.test(text) || rows.every((row) => ITEM.test(written(row)) || isEnclosed(row));
}

function allOf(row: Row): Meaning {
  const sign = row.tokens.find(({ operator }) => operator === 'and')?.text;
  return sign === undefined ? inRow(row) : { is: 'all', sign, of: divided(row, 'and').map(inRow) };
}

/** The rows between the tokens of an operator. */
function divided(row: Row, operator: Operator): Row[] {
  const rows: Token[][] = [[]];
  for (const token of row.tokens) {
    if (token.operator === operator) rows.push([]);
    else rows.at(-1)?.push(token);
  }
  return rows.filter(({ length }) => length > 0).map((tokens) => ({ ...row, tokens }));
}

function isEnclosed(row: Row): boolean {
  const text = written(row);
  return (insideOf(text, 'quotes') ?? insideOf(text, 'brackets') ?? regexIn(row.key, text)) !== null;
}

function written({ text, tokens }: Row): string {
  return text.slice(tokens[0]?.start, tokens.at(-1)?.end);
}

/** Units side by side. Words are one text, addresses are alternatives, and of others all must hold. */
function inRow(row: Row): Meaning {
  const [first, ...others] = unitsIn(row.key, row.tokens);
  if (first === undefined || others.length === 0) return first ?? { is: 'text', text: '' };
  const units = [first, ...others];
  if (units.every((unit) => isLiteral(row.key, unit))) {
    return { is: 'text', text: written(row) };
  }
  const areAddresses = units.every((unit) => unit.is === 'text' && isAddressPattern(unit.text));
  return { is: areAddresses ? 'any' : 'all', sign: ' ', of: units };
}

/** Words, also in brackets with commas: `Report (Mon, Tue)`. */
function isLiteral(key: StaticKey, unit: Meaning): boolean {
  if (unit.is === 'any') return /[(,]/.test(unit.sign) && unit.of.every((one) => isLiteral(key, one));
  return (unit.is === 'text' || unit.is === 'phrase') && !isAddressIn(key, unit.text);
}

function unitsIn(key: StaticKey, [token, ...rest]: readonly Token[]): Meaning[] {
  if (token === undefined) return [];
  const takesNext =
    token.operator === 'not' ? 'not' : rest.length > 0 ? fieldIn(key, token.text, true)?.sign : undefined;
  if (takesNext === undefined) return [unitOf(key, token.text), ...unitsIn(key, rest)];
  const [next = { is: 'text', text: '' }, ...others] = unitsIn(key, rest);
  const is = token.operator === 'not' ? 'not' : 'field';
  return [{ is, sign: token.text, of: next }, ...others];
}

const EXCLUDED = /^(!=?|[-\u2212]|\u2013(?=\S*@)|not:)(?=[\p{L}"'“({[<@*^]|\.[*+]|\/.+\/)/iu;
const REQUIRED = /^\+(?=[\p{L}"'“({[<@])/u;

function unitOf(key: StaticKey, text: string): Meaning {
  const [sign] = EXCLUDED.exec(text) ?? REQUIRED.exec(text) ?? [];
  if (sign === '+') return { is: 'all', sign, of: [unitOf(key, text.slice(1))] };
  if (sign !== undefined) return { is: 'not', sign, of: unitOf(key, text.slice(sign.length)) };
  const field = fieldIn(key, text, false);
  if (field !== null) return { is: 'field', sign: field.sign, of: unitOf(key, field.value) };
  const quoted = insideOf(text, 'quotes');
  if (quoted !== null) return { is: 'phrase', sign: text.charAt(0), text: quoted };
  // Brackets in a subject are a tag: `[PATCH -next]`.
  const inner = key === 'subject' && /^\[(?!["'“])/.test(text) ? null : insideOf(text, 'brackets');
  const regex = key === 'subject' || inner !== null ? null : regexIn(key, text);
  if (regex !== null) return regex;
  if (inner !== null) return groupOf(key, text, inner);
  const addresses = key === 'subject' ? [] : text.split('/');
  const areAddresses = addresses.length > 1 && addresses.every(isAddressPattern);
  return areAddresses
    ? { is: 'any', sign: '/', of: addresses.map((one) => ({ is: 'text', text: one })) }
    : { is: 'text', text };
}

/** In braces a space separates alternatives. Brackets around words alone are part of a subject or a name. */
function groupOf(key: StaticKey, text: string, inner: string): Meaning {
  const pieces = piecesOf(inner);
  const isBraces = text.startsWith('{') && pieces.length > 1;
  const meant = anyOf({ key, text: inner, tokens: tokensOf(key, inner) });
  const of = isBraces && isLiteral(key, meant) ? pieces.map((piece) => unitOf(key, piece.text)) : [meant];
  if (of.length === 1 && (meant.is === 'text' || meant.is === 'phrase') && !isAddressIn(key, meant.text))
    return { is: 'text', text };
  return { is: 'any', sign: text.charAt(0), of };
}

/** The fields of searches in Gmail, Outlook and IMAP. Before a sender any name is a field: `List-Id:`, `mailto:`. */
const IN_SUBJECT =
  /^(from|to|cc|bcc|subject|body|list|label|category|filename|header|has|is|in|size|larger|smaller|after|before|older|newer|older_than|newer_than|received|sent|hasattachments?|deliveredto):(?!\/\/)(.*)$/isu;
const IN_PEOPLE = /^([a-z][a-z-]*):(?!\/\/)(.*)$/isu;

/** `isAlone`: the value is the next piece, as in a header that was copied. A subject has `to:` in it, but not before a word. */
function fieldIn(key: StaticKey, text: string, isAlone: boolean): { sign: string; value: string } | null {
  const [, name = '', value = ''] = (key === 'subject' ? IN_SUBJECT : IN_PEOPLE).exec(text) ?? [];
  if (name === '' || (value === '') !== isAlone) return null;
  const isOwn = name.toLowerCase() === key;
  if (key === 'subject' && !isOwn && (isAlone || name !== name.toLowerCase())) return null;
  return { sign: `${name}:`, value };
}

type Operator = 'or' | 'and' | 'not';
type Token = Piece & { operator: Operator | null };
function tokensOf(key: StaticKey, text: string): Token[] {
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

function isFirst(pieces: readonly Piece[], index: number): boolean {
  const before = pieces[index - 1]?.text.toLowerCase();
  return before === undefined || pieces[index]?.by.trim() !== '' || before === 'and' || before === 'or';
}

/** Whether a text names an address or a domain, whatever operators are before it. */
function isAddressIn(key: StaticKey, text: string): boolean {
  return key !== 'subject' && isAddressPattern(text.replace(/^\W*(?=[\w@*])|\W+$/g, ''));
}
