/** Reads the headers of mails that rules see. Bodies are not read, so an attachment costs nothing. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { decodeWords } from 'postal-mime';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { HEADER_KEYS, type Mail } from '../../model/mail.ts';
import { listEntries } from '../../model/patterns.ts';
import { recordOf } from '../../model/record-of.ts';
import { PEOPLE_KEYS } from '../../model/rule.ts';
import { type RuleFile, startOf, unreadable } from './find-files.ts';
import { isUtf16, utf8Text } from './read-file.ts';

export interface MailFile {
  mail: Mail;
  /** Whether anything follows the headers. */
  hasBody: boolean;
}

/** In bytes: the longest header section that is read. Mail servers usually allow a tenth of it. */
export const HEADERS_LIMIT = 1024 * 1024;

/** The most lines, encoded words and people in a header that rules read: each takes far more memory than its text. */
export const PARTS_LIMIT = 5_000;

/** The mail in a file, or why it cannot be read. Follows links. Does not block on a pipe. */
export function readMailFile(file: RuleFile): MailFile | Diagnostic {
  const { path, shown } = file;
  try {
    const bytes = readHead(path);
    if (bytes === null) return { code: 'mail-not-regular', args: { file: shown }, severity: 'error' };
    if (!isUtf16(bytes)) return mailIn(bytes, shown);
    return { code: 'file-utf16', args: { file: shown }, severity: 'error', place: startOf(shown) };
  } catch (error) {
    return { ...unreadable('The mail', file, error), severity: 'error' };
  }
}

/** The mail that begins with these bytes, or why it cannot be read. One byte after the headers counts as a body. */
export function mailIn(bytes: Buffer, shown: string): MailFile | Diagnostic {
  const end = endOfHeaders(bytes);
  const read = readHeaders(bytes.subarray(0, end ?? bytes.length));
  const place = startOf(shown);
  if (read === 'headers-too-long') return { code: 'mail-headers-too-long', args: {}, severity: 'error', place };
  if (read === 'no-headers') return { code: 'mail-without-headers', args: {}, severity: 'error', place };
  return { mail: read, hasBody: end !== null && bytes.length > end };
}

/** The mail with this header section, or why it cannot be read. */
export function readHeaders(section: Buffer): Mail | 'no-headers' | 'headers-too-long' {
  const hasMark = section.subarray(0, BOM.length).equals(BOM);
  const text = section.toString('latin1', hasMark ? BOM.length : 0, HEADERS_LIMIT);
  const first = OF_MAIL.exec(text);
  // An archive of mails, such as a .tar, has headers too, but after NULs.
  if (first === null || text.slice(0, first.index).includes('\0')) return 'no-headers';
  const raws = rawFields(text);
  if (section.length > HEADERS_LIMIT || [...raws].some(hasManyParts)) return 'headers-too-long';
  const fields = new Map([...raws].map(([name, raw]) => [name, decoded(name, raw)]));
  return {
    ...recordOf(HEADER_KEYS, (key) => fields.get(key) ?? ''),
    reply: REPLY_HEADERS.some((name) => fields.get(name)),
  };
}

/** The first bytes of a file: all headers that are read, and one byte more. Null if it is not a regular file. */
function readHead(file: string): Buffer | null {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(handle);
    if (stats.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    if (!stats.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(stats.size, HEADERS_LIMIT + 1));
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

/** The index after the first empty line, or null. */
export function endOfHeaders(bytes: Buffer): number | null {
  const empty = bytes.indexOf('\n\n');
  const ofWindows = (empty < 0 ? bytes : bytes.subarray(0, empty + 1)).indexOf('\n\r\n');
  if (ofWindows >= 0) return ofWindows + 3;
  return empty < 0 ? null : empty + 2;
}

const BOM = Buffer.from('\ufeff');

/** A mail has at least one of these headers. Other texts have lines with colons too. */
const OF_MAIL =
  /^(?:from|to|cc|bcc|subject|date|message-id|in-reply-to|references|reply-to|sender|return-path|delivered-to|received|mime-version|content-type)[ \t]*:/im;

const REPLY_HEADERS = ['in-reply-to', 'references'];

const READ_BY_RULES = new RegExp(`^(${[...HEADER_KEYS, ...REPLY_HEADERS].join('|')})[ \\t]*:`, 'i');

/** The headers that rules read, as written, by name in lower case. Of one that is repeated the last counts (measured). */
function rawFields(section: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let start = 0, end = 0; start < section.length; start = end + 1) {
    end = endOfField(section, start);
    const raw = section.slice(start, end);
    const name = READ_BY_RULES.exec(raw)?.[1];
    if (name !== undefined) fields.set(name.toLowerCase(), raw);
  }
  return fields;
}

function hasManyParts([name, raw]: [string, string]): boolean {
  const pieces = ['\n', '=?'].map((mark) => raw.split(mark, PARTS_LIMIT + 1));
  const people = isList(name) ? listEntries(raw, PARTS_LIMIT) : [];
  return [...pieces, people].some(({ length }) => length > PARTS_LIMIT);
}

function decoded(name: string, raw: string): string {
  // The indentation of a folded line counts as one space.
  const unfolded = textOf(raw.slice(raw.indexOf(':') + 1).replace(/\r?\n[ \t]+/g, ' ')).trim();
  return (isList(name) ? decodedAddresses(unfolded) : decodedText(unfolded)).trim();
}

/** The index of the line end before a line that does not begin with white space. */
function endOfField(section: string, start: number): number {
  let end = section.indexOf('\n', start);
  while (end >= 0 && ' \t'.includes(section.charAt(end + 1) || '\n')) end = section.indexOf('\n', end + 1);
  return end < 0 ? section.length : end;
}

function isList(name: string): boolean {
  return PEOPLE_KEYS.some((key) => key === name);
}

/** Decodes UTF-8, else Windows-1252, which most old mail programs wrote. */
function textOf(latin1: string): string {
  if (!/[^\0-\x7f]/.test(latin1)) return latin1;
  return utf8Text(Buffer.from(latin1, 'latin1')) ?? windows1252(latin1);
}

// Encoded words (RFC 2047), such as `=?utf-8?Q?J=C3=B6rg?=`.
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

/** Instead of 0x80 to 0x9f. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function windows1252(latin1: string): string {
  return latin1.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
}

/** Decodes encoded words in a list of addresses; it keeps its entries: words with signs are quoted. Never throws. */
function decodedAddresses(text: string): string {
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
