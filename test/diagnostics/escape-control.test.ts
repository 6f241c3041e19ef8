import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControl, escapedLines } from '../../src/diagnostics/escape-control.ts';
import { hang } from '../../src/report/lines.ts';
import { forAll } from '../harness/for-all.ts';

describe('white space that looks like another', () => {
  it('shows as what it is, except the plain space', () => {
    expect(escapeControl('a b\u00a0c\u2009d\u3000e')).toBe('a b\\u{a0}c\\u{2009}d\\u{3000}e');
    const spaces = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\s/u.test(character) && character !== ' ');
    for (const space of spaces) expect(escapeControl(space)).toMatch(/^\\u\{[0-9a-f]+\}$/);
  });
});

describe('a character that does or hides something', () => {
  it.each<[string, number[]]>([
    ['controls', [0x00, 0x07, 0x08, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9b, 0x9f]],
    ['what turns the order', [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2069]],
    ['what ends a line', [0x2028, 0x2029]],
    ['what has no width', [0xad, 0x180e, 0x200b, 0x2060, 0x2064, 0x206f, 0xfeff, 0xfff9, 0xfffa, 0xfffb]],
    ['tags', [0xe0000, 0xe0001, 0xe0020, 0xe007f]],
    ['half of a pair', [0xd800, 0xdbff, 0xdc00, 0xdfff]],
  ])('shows as its number: %s', (_, codes) => {
    for (const code of codes) {
      expect(escapeControl(`a${String.fromCodePoint(code)}b`)).toBe(`a\\u{${code.toString(16)}}b`);
    }
  });

  it('is none of those that words and pictures are made of', () => {
    for (const text of ['é', 'e\u0301', '邮', 'שלום', '👍🏽', '👨\u200d👩\u200d👧', 'می\u200cخواهم', '❤\ufe0f']) {
      expect(escapeControl(text)).toBe(text);
    }
  });
});

/** As the runner of GitHub Actions finds commands in a line: the newer form at its beginning, the older one anywhere. */
const isCommand = (line: string) => line.trimStart().startsWith('::') || line.includes('##[');

describe('commands of a workflow', () => {
  it('are broken where a line begins with one', () => {
    expect(escapeControl('::error::x')).toBe('\\u{3a}:error::x');
    expect(escapeControl('say ::error::x')).toBe('say \\u{3a}:error::x');
    expect(escapedLines('one\n \t::stop::x\r\n::')).toEqual(['one', '   \\u{3a}:stop::x\\u{d}', '\\u{3a}:']);
  });

  it('are broken anywhere in their older form', () => {
    expect(escapeControl('x##[error]y')).toBe('x\\u{23}#[error]y');
    expect(escapeControl('###[group]')).toBe('#\\u{23}#[group]');
  });

  it('are told apart from what people write', () => {
    const texts = ['std::vector', '2001:db8::1', 'To: you', 'see # [1]', '## Title', 'a#[b', ': :'];
    for (const text of texts) expect(escapeControl(text)).toBe(text);
  });

  it('do not come about where a long line is wrapped', async () => {
    const pieces = fc.constantFrom(':', '::', '#', '##[', ' ', '\n', 'x', 'long', '\u00a0', '\t', '邮');
    const text = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
    await forAll(
      [text, fc.integer({ min: 20, max: 40 }), fc.constantFrom('', '  ', '> ')],
      750,
      (untrusted, width, first) => {
        for (const safe of [escapeControl(untrusted), escapedLines(untrusted).join('\n')]) {
          expect(hang(first, safe, width).filter(isCommand)).toEqual([]);
          expect(hang(first, `said "${safe}"`, width).filter(isCommand)).toEqual([]);
        }
      },
    );
  });

  it('are not made by breaking a word that is longer than a line', () => {
    const word = `${'x'.repeat(20)}::error::`;
    expect(hang('', word, 20)).toEqual(['x'.repeat(20), '\\u{3a}:error\\u{3a}:']);
  });
});
