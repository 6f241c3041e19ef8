/** Decodes and writes encoded words (RFC 2047) in headers of mails, such as `=?utf-8?Q?J=C3=B6rg?=`. */
import { decodeWords } from 'postal-mime';
import { escapeControl, escapeQuotes } from '../../diagnostics/escape-control.ts';

const WORD = '=\\?[^?\\s]+\\?[QqBb]\\?[^?]*\\?=';
const WORD_HERE = new RegExp(WORD, 'y');
/** Adjacent words are decoded together: a character may be split between them. */
const WORDS = new RegExp(`(${WORD}(?:[ \\t]*${WORD})*)`);

/** Characters that would change a list of addresses. */
const SPECIAL = /["(),<>\\]/;

/** Decodes the encoded words of a text. Never throws. */
export function decodedText(text: string): string {
  return text.includes('=?') ? decodeWords(text) : text;
}

/**
 * Decodes the encoded words of a list of addresses. The list stays the same: a name in which a decoded comma or quote would
 * change it gets quotes. Never throws.
 */
export function decodedAddresses(text: string): string {
  if (!text.includes('=?')) return text;
  let decoded = '';
  let start = 0;
  let closing: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '=') at = Math.max(at, endOfWord(text, at) - 1);
    else if (closing !== null) {
      if (character === '\\' && closing === '"') at++;
      else if (character === closing) closing = null;
    } else if (character === ',' || character === '<') {
      decoded += decodedPhrase(text.slice(start, at));
      const close: number = character === '<' ? text.indexOf('>', at) : at;
      const end = close < 0 ? text.length : close + 1;
      decoded += decodedAddress(text.slice(at, end));
      start = end;
      at = end - 1;
    } else closing = CLOSED_BY[character] ?? null;
  }
  return decoded + decodedPhrase(text.slice(start));
}

const CLOSED_BY: Record<string, string> = { '"': '"', '(': ')' };

/** Where an encoded word that begins at an index ends, or -1. It may hold commas: some programs write them, against the standard. */
function endOfWord(text: string, at: number): number {
  WORD_HERE.lastIndex = at;
  return WORD_HERE.test(text) ? WORD_HERE.lastIndex : -1;
}

/** Decodes the words that `safeAddresses` writes into an address: they hold no special characters. Others are no address. */
function decodedAddress(text: string): string {
  return text
    .split(WORDS)
    .map((piece, index) => (index % 2 === 0 || SPECIAL.test(decodeWords(piece)) ? piece : decodeWords(piece)))
    .join('');
}

/** Decodes what is outside of `<…>`: words, quoted texts and comments. */
function decodedPhrase(phrase: string): string {
  if (!phrase.includes('=?')) return phrase;
  const pieces = phrase.split(WORDS).map((text, index) => (index % 2 === 1 ? decodeWords(text) : text));
  if (!pieces.some((text, index) => index % 2 === 1 && SPECIAL.test(text))) return pieces.join('');
  const plain = pieces.map((text, index) => (index % 2 === 1 ? text : text.replace(/\\(.)|"/gs, '$1'))).join('');
  const [before, after] = [/^\s*/, /(?<!\s)\s*$/].map((spaces) => spaces.exec(plain)?.[0] ?? '');
  return `${before}"${escapeQuotes(plain.trim())}"${after}`;
}

/** A decoded text with encoded words for what a terminal or a GitHub runner would obey. `decodedText` restores it. */
export function safeText(text: string): string {
  const words = text.split(' ');
  const isSafe = (word: string) => escapeControl(word) === word && !word.includes('=?');
  const written: string[] = [];
  for (let at = 0; at < words.length; ) {
    const first = at;
    // A decoder drops the spaces between two encoded words, so neighbors become one word.
    while (at < words.length && (!isSafe(words[at] ?? '') || (at > first && words[at] === ''))) at++;
    if (at > first) written.push(encodedWord(words.slice(first, at).join(' ')));
    else written.push(words[at++] ?? '');
  }
  return written.join(' ');
}

/** The same for a list of addresses, which stays the same. `decodedAddresses` restores it. */
export function safeAddresses(text: string): string {
  return text.replace(/[^ "(),<>\\]+(?: +[^ "(),<>\\]+)*/g, safeText);
}

function encodedWord(text: string): string {
  // A decoder drops one byte order mark at the beginning, so it is doubled.
  const bytes = Buffer.from(text.replace(/^\ufeff/, '$&$&'));
  return `=?utf-8?B?${bytes.toString('base64')}?=`;
}
