/** Decodes encoded words of mail headers (RFC 2047), such as `=?utf-8?Q?J=C3=B6rg?=`. */
import { decodeWords } from 'postal-mime';

const WORD = '=\\?[^?\\s]+\\?[QqBb]\\?[^?]*\\?=';
/** Adjacent words: a character may be split between them. */
const WORDS = new RegExp(`(${WORD}(?:[ \\t]*${WORD})*)`, 'g');

/** Characters that separate or quote in a list of addresses. A matcher knows no comments and no escaped quotes. */
const SPECIAL = /[",<>]/;

/** Adjacent words in one charset other than UTF-8. */
const OLD_WORDS = /=\?(?!utf-8)([^?\s]+)\?([qb])\?[^?]*\?=(?:[ \t]*=\?\1\?\2\?[^?]*\?=)*/gi;

/** Decodes the encoded words of a text. Never throws. */
export function decodedText(text: string): string {
  // Node 20 decodes windows-1252 as Latin-1, and postal-mime does so for unknown charsets.
  const corrected = (words: string) => encodedWord(windows1252(decodeWords(words)));
  return text.includes('=?') ? decodeWords(text.replace(OLD_WORDS, corrected)) : text;
}

/** What windows-1252 has in place of 0x80 to 0x9f. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Corrects a text that was decoded as Latin-1 instead of windows-1252. */
export function windows1252(latin1: string): string {
  return latin1.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
}

/**
 * Decodes the encoded words of a list of addresses, so that it keeps its entries: a word with a comma, quote or bracket in it
 * is quoted, and its quotes become `'`. In an address it stays encoded, which makes the address invalid. Never throws.
 */
export function decodedAddresses(text: string): string {
  if (!text.includes('=?')) return text;
  // A quote that is never closed counts from the back, as where the list is split.
  let isQuoted = text.replace(WORDS, '').split('"').length % 2 === 0;
  let isInAddress = false;
  const pieces = text.split(WORDS).map((piece, index) => {
    if (index % 2 === 1) {
      const decoded = decodedText(piece);
      if (!SPECIAL.test(decoded)) return decoded;
      if (isInAddress) return encodedWord(decoded);
      return isQuoted ? unquoted(decoded) : `"${unquoted(decoded)}"`;
    }
    for (const character of piece) {
      if (character === '"') isQuoted = !isQuoted;
      else if (!isQuoted && SPECIAL.test(character)) isInAddress = character === '<';
    }
    return piece;
  });
  return pieces.join('');
}

function unquoted(text: string): string {
  return text.replaceAll('"', "'");
}

function encodedWord(text: string): string {
  // Decoding drops one byte order mark at the beginning.
  const bytes = Buffer.from(text.replace(/^\ufeff/, '$&$&'));
  return `=?utf-8?B?${bytes.toString('base64')}?=`;
}
