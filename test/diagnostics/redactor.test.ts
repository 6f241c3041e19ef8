/** What a service says may hold a secret in any spelling. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import { forAll } from '../harness/for-all.ts';

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const each = (text: string, spell: (character: string) => string) => [...text].map(spell).join('');
const units = (text: string, spell: (code: number) => string) =>
  Array.from({ length: text.length }, (_, at) => spell(text.charCodeAt(at))).join('');
const bytes = (text: string, spell: (hex: string) => string) =>
  [...Buffer.from(text)].map((byte) => spell(byte.toString(16).padStart(2, '0'))).join('');
const wrapped = (text: string, width: number, end: string) =>
  text.replace(new RegExp(`[^]{${width}}(?=[^])`, 'gu'), (line) => line + end);

/** Ways to spell a text; each is undone by what reads it. */
const ENCODINGS: Record<string, (text: string) => string> = {
  json: (text) => JSON.stringify(text).slice(1, -1),
  'json with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'json in ASCII': (text) =>
    each(JSON.stringify(text).slice(1, -1), (one) =>
      one < '\x7f' ? one : units(one, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
    ),
  'json, all escaped': (text) => units(text, (code) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`),
  'a quoted text of a shell': (text) => text.replace(/[\\"'$`]/g, '\\$&'),
  'bytes of a program': (text) => bytes(text, (hex) => `\\x${hex}`),
  'part of a URL': encodeURIComponent,
  'a URL, all of it': (text) => bytes(text, (hex) => `%${hex}`),
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  html: (text) => each(text, (one) => NAMED[one] ?? one),
  'html in decimal': (text) => each(text, (one) => (/[\w ]/.test(one) ? one : `&#${one.codePointAt(0)};`)),
  'html in hexadecimal': (text) => each(text, (one) => `&#x${one.codePointAt(0)?.toString(16)};`),
  'html in code units': (text) => units(text, (code) => `&#${code};`),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) => wrapped(Buffer.from(text).toString('base64'), 12, '\r\n'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

/** Half of a surrogate pair is in no variable. */
const character = fc.oneof(
  fc.constantFrom(...'abXY019-_./+=&<>"\'%\\ :;#?@$`ÄöЖ€'),
  fc.constantFrom('😀', '\n', 'ẞ', '%41', '\\n', '&amp;', '\\\\', '%25'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => !/[\p{Cs}\swxyz()]/iu.test(one)),
);
const text = fc.string({ unit: character, maxLength: 12 });
const secret = fc
  .string({ unit: character, minLength: 8, maxLength: 40 })
  // What nobody sees does not count: at an end of a secret it is left beside what stands for it.
  .map((one) => one.replace(/^[\s\p{DI}]+|[\s\p{DI}]+$/gu, ''))
  .filter((one) => one.replace(/[\s\p{DI}]/gu, '').length >= 8);
/** None of this is in a secret. */
const other = fc.string({ unit: fc.constantFrom(...'wxyz w\n'), maxLength: 12 });
const spelling = fc.array(fc.constantFrom(...Object.keys(ENCODINGS)), { maxLength: 3 });

function spelled(one: string, names: readonly string[]): string {
  return names.reduce((so, name) => (ENCODINGS[name] as (text: string) => string)(so), one);
}

function hide(value: string, said: string): string {
  return new Redactor([{ name: 'HOOK', value, shown: '█' }]).wordsOfService(said);
}

describe('a secret in the words of a service', () => {
  it('is hidden in any spelling of a message that has it', () =>
    forAll([secret, text, text, spelling], 100, (value, before, after, names) => {
      const said = spelled(`${before}${value}${after}`, names);
      fc.pre(said.length <= 8000);
      expect(hide(value, said)).toContain('█');
    }));

  it.each([
    ['value', 'a secret that is cut off', 'Invalid value: a secret tha…', 'Invalid value: █…'],
    ['value', 'a secret that is cut off', 'Invalid value: a\u00a0secret t', 'Invalid value: █'],
    ['value', 'a secret that is cut off', 'Invalid value: a secr…', 'Invalid value: a secr…'],
    ['URL', 'https://hooks.example.com/T0/B0/token', 'no: https://hooks.example.com/T0/B0/to', 'no: █'],
    ['URL', 'https://hooks.example.com/T0/B0/token', 'no: https:\\/\\/hooks.example.com\\/T0\\/B0\\/token"', 'no: █"'],
    ['URL', 'https://hooks.example.com/T0/B0/token', 'to https://hooks.example.com/', 'to https://hooks.example.com/'],
    [
      'URL',
      'https://hooks.example.com/token',
      'https://hooks.example.com/ https://hooks.example.com/token',
      'https://hooks.example.com/ █',
    ],
    ['wrapped value', 'a secret in lines', 'no: a se-\ncret in', 'no: a se-\ncret in'],
    ['wrapped value', 'a secret in lines', 'no: a se\r\n  cret\u200b in\nlin es!', 'no: █!'],
    ['list', 'One@example.com, two@example.com', 'overlaps on ONE@example.com.', 'overlaps on █.'],
    ['line', 'a secret\r\nof two lines', 'no: a secret\nof two lines!', 'no: █!'],
    ['short value', 'a + b', 'a+b a + b a%20%2B%20b', 'a+b █ █'],
    ['short value', 'ab cd', 'abcd ab+cd ab&#32;cd', 'abcd █ █'],
  ])('is hidden as far as it is there: %s %s', (_, value, said, shown) => {
    expect(hide(value, said)).toBe(shown);
  });

  it('is hidden in any spelling where it is quoted, and nothing else is', () =>
    forAll([secret, other, other, spelling], 100, (value, before, after, names) => {
      const said = spelled(value, names);
      fc.pre(said.length <= 8000);
      expect(hide(value, `${before} (${said}) ${after}`)).toBe(`${before} (█) ${after}`);
    }));
});

describe('a secret in a text', () => {
  const redactor = new Redactor([
    { name: 'SHORT', value: 'token' },
    { name: 'LONG', value: 'token-of-bob' },
    { name: 'QUOTED', value: "it's hidden" },
  ]);

  it('is hidden whole where another one is a part of it', () => {
    expect(redactor.text('token, token-of-bob')).toBe('(secret SHORT), (secret LONG)');
  });

  it.each([`'it''s hidden'`, `"it's hidden"`, `it's hidden`])('is hidden in a line of YAML: %s', (written) => {
    expect(redactor.line(`label: ${written}`)).toMatch(/^label: ['"]?\(secret QUOTED\)['"]?$/);
  });
});
