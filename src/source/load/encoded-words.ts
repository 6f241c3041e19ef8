/** Decodes encoded words (RFC 2047) in headers of mails, such as `=?utf-8?Q?J=C3=B6rg?=`. */
import { decodeWords } from 'postal-mime';

const WORD = '=\\?[^?\\s]+\\?[QqBb]\\?[^?]*\\?=';
/** Adjacent words are decoded together: a character may be split between them. */
const WORDS = new RegExp(`(${WORD}(?:[ \\t]*${WORD})*)`);

/** Characters that would change a list of addresses. A matcher reads no comments, and no backslash before a quote. */
const SPECIAL = /[",<>]/;

/** Adjacent words of one encoding and one charset other than UTF-8: the code of a character may be split between them. */
const OLD_WORDS = /=\?(?!utf-8)([^?\s]+)\?([qb])\?[^?]*\?=(?:[ \t]*=\?\1\?\2\?[^?]*\?=)*/gi;

/** Decodes the encoded words of a text. Never throws. */
export function decodedText(text: string): string {
  // Node 20 takes windows-1252 for Latin-1, and so does the decoder for a charset that it does not know.
  const corrected = (words: string) => encodedWord(windows1252(decodeWords(words)));
  return text.includes('=?') ? decodeWords(text.replace(OLD_WORDS, corrected)) : text;
}

/** The characters that windows-1252 has in the place of the control characters of Latin-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Takes a text that was decoded as Latin-1 and gives it as windows-1252. */
export function windows1252(latin1: string): string {
  return latin1.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
}

/**
 * Decodes the encoded words of a list of addresses. The list stays the same: words with a decoded comma, quote or bracket get
 * quotes, with `'` for each quote in them. In an address they stay encoded, and so it is not valid. Never throws.
 */
export function decodedAddresses(text: string): string {
  if (!text.includes('=?')) return text;
  let isQuoted = false;
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
  // A decoder drops one byte order mark at the beginning, so it is doubled.
  const bytes = Buffer.from(text.replace(/^\ufeff/, '$&$&'));
  return `=?utf-8?B?${bytes.toString('base64')}?=`;
}
