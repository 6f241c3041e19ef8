/**
 * Decodes text that has one byte for each character by the tables of the WHATWG Encoding Standard. Those of Node differ: 20
 * takes windows-1252 for Latin-1, and 20 and 22 have no iso-8859-16 and other characters in a few more.
 */
import { decodeWords } from 'postal-mime';

const BYTES = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));

/** All bytes as this Node reads them in a charset. */
function readingOf(charset: string): string {
  return decodeWords(`=?${charset}?B?${Buffer.from(BYTES, 'latin1').toString('base64')}?=`);
}

const LATIN_10 =
  '\xa0ĄąŁ€„Š§š©Ș«Ź\xadźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';

/** What the standard has where some Node differs: the characters from a byte on. */
const STANDARD: Record<string, Record<number, string>> = {
  'iso-8859-16': { 0: BYTES.slice(0, 0xa0) + LATIN_10 },
  'windows-1252': { 128: '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ' },
  'windows-1253': { 170: '\ufffd' },
  'windows-1255': { 202: '\u05ba' },
  'windows-874': { 219: '\ufffd'.repeat(4), 252: '\ufffd'.repeat(4) },
  'koi8-u': { 174: 'ў', 190: 'Ў' },
  ibm866: { 0: BYTES.slice(0, 0x80) },
};

function standardOf(charset: string): string {
  let table = readingOf(charset);
  for (const [first, characters] of Object.entries(STANDARD[charset] ?? {})) {
    const from = Number(first);
    table = table.slice(0, from) + characters + table.slice(from + characters.length);
  }
  return table;
}

/**
 * The standard's characters of all bytes, by what this Node reads in a charset, whatever the charset is called. One that is not
 * known is read as windows-1252, which comes after iso-8859-16 for that reason.
 */
const tables = new Map(Object.keys(STANDARD).map((charset) => [readingOf(charset), standardOf(charset)]));

const known = new Map<string, string | undefined>();

function tableOf(charset: string): string | undefined {
  if (!known.has(charset)) {
    // A mail may make up any number of charsets.
    if (known.size > 100) known.clear();
    const isLatin10 = charset.toLowerCase() === 'iso-8859-16';
    known.set(charset, isLatin10 ? standardOf('iso-8859-16') : tables.get(readingOf(charset)));
  }
  return known.get(charset);
}

/** Adjacent words of one charset and encoding: the code of a byte may be split between them. */
const RUN = /=\?([^?\s]+)\?([QqBb])\?[^?]*\?=(?:[ \t]*=\?\1\?\2\?[^?]*\?=)*/g;

/** Writes encoded words of the charsets above with `write`, which makes an encoded word of a text. */
export function withStandardWords(text: string, write: (decoded: string) => string): string {
  return text.replace(RUN, (run, charset: string) => {
    const table = tableOf(charset);
    if (table === undefined) return run;
    // Every Node reads Latin-2 alike, with another character for each byte.
    const bytes = decodeWords(run.replaceAll(`=?${charset}?`, '=?iso-8859-2?'));
    return write(bytes.replace(/./gs, (character) => table.charAt(LATIN_2.indexOf(character))));
  });
}

const LATIN_2 = readingOf('iso-8859-2');

const WINDOWS_1252 = standardOf('windows-1252');

/** Decodes bytes, given as Latin-1, as windows-1252. */
export function windows1252(latin1: string): string {
  return latin1.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0)));
}
