import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControl, escapedCells, escapedLines } from '../../src/diagnostics/escape-control.ts';
import { forAll } from '../harness/for-all.ts';

const number = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
const every = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code));
/** Said in words by Unicode, so that the definition is not tested with itself. */
const isIgnorable = (character: string) => /\p{Default_Ignorable_Code_Point}|\p{Format}/u.test(character);

describe('a character that draws nothing', () => {
  it('shows as its number, whatever it stands beside', () => {
    for (const character of every.filter(isIgnorable)) {
      for (const [before, after] of [
        ['a', 'b'],
        ['é', ' '],
        ['', ''],
        ['的', '的'],
        ['ب', 'x'],
        ['क', 'क'],
        ['ᠠ', 'ᠠ'],
        ['#', '1'],
      ]) {
        expect(escapeControl(`${before}${character}${after}`)).toBe(`${before}${number(character)}${after}`);
      }
    }
  });

  it.each<[string, number[]]>([
    ['letters', [0x115f, 0x1160, 0x3164, 0xffa0, 0x13441, 0x13442]],
    ['symbols', [0x2800, 0x1d159, 0xfffc]],
    ['marks', [0x34f, 0x17b4, 0x180b, 0x180f, 0x16fe4]],
    ['marks of a script that joins nothing here', [0x2d7f, 0x1107f, 0x1bc9d, 0x10a3f, 0x1039, 0x17d2]],
    ['formats that may draw something', [0x600, 0x6dd, 0x70f, 0x110bd, 0x1bca0, 0x1d173, 0x13430]],
    ['selectors', [0xfe00, 0xfe0e, 0xfe0f, 0xe0100, 0xe01ef]],
    ['joiners', [0x200c, 0x200d]],
    ['private use, and unassigned', [0xe000, 0xf8ff, 0xf0000, 0x10fffd, 0x378, 0x2065, 0xfdd0, 0xfffe, 0x10ffff]],
  ])('shows in words of Latin letters: %s', (_, codes) => {
    for (const character of codes.map((code) => String.fromCodePoint(code))) {
      expect(escapeControl(`pa${character}y`)).toBe(`pa${number(character)}y`);
    }
  });

  it('hides no bits in a prompt', async () => {
    const hidden = every.filter(isIgnorable);
    const words = fc.constantFrom('Label ', '😀', '❤️', '1', 'é', '退款', 'می\u200cخواهم', 'ශ්\u200dරී', 'и', '\n');
    const secret = fc.array(fc.constantFrom(...hidden, '\u2800'), { minLength: 1, maxLength: 80 });
    await forAll(
      [fc.array(words, { maxLength: 8 }), secret, fc.array(words, { maxLength: 8 })],
      100,
      (before, bits, after) => {
        const [head, tail] = [before.join(''), after.join('')];
        const shown = escapeControl(head + bits.join('') + tail);
        // Of all of them an emoji or a letter may need the first, or the last.
        const escapes = shown.match(/\\u\{[0-9a-f]+\}/g)?.length ?? 0;
        const own = (head + tail).match(/\n/g)?.length ?? 0;
        expect(escapes).toBeGreaterThanOrEqual(bits.length + own - 2);
        if (bits.length > 2) expect(shown).not.toBe(escapeControl(head + tail));
      },
    );
  });
});

describe('a selector or a joiner', () => {
  it.each(['❤️', '👨‍👩‍👧', '👩🏽‍🚀', '🏳️‍🌈', '1️⃣', '#️⃣', '🇳🇴', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☎️'])('stays in an emoji: %s', (emoji) => {
    for (const text of [emoji, `${emoji}${emoji}`, `a${emoji}b`, `1 ${emoji}, 2 ${emoji}`])
      expect(escapeControl(text)).toBe(text);
  });

  it.each(['می\u200cخواهم', 'کتاب\u200cها', 'क्\u200dष', 'क्\u200cष', 'ශ්\u200dරී ලංකා', 'ക്\u200dഷ'])(
    'stays where it changes letters: %s',
    (word) => {
      expect(escapeControl(word)).toBe(word);
    },
  );

  it.each<[string, string]>([
    ['❤\ufe0f\ufe0f', '❤\\u{fe0f}\\u{fe0f}'],
    ['❤\ufe0e', '❤\\u{fe0e}'],
    ['😀\ufe0f', '😀\\u{fe0f}'],
    ['1\ufe0f', '1\\u{fe0f}'],
    ['1\ufe0f2', '1\\u{fe0f}2'],
    ['😀\u200d😀', '😀\\u{200d}😀'],
    ['👨\u200d👩\u200d', '👨\\u{200d}👩\\u{200d}'],
    ['👨\u200d\u200d👩', '👨\\u{200d}\\u{200d}👩'],
    ['🏴\u{e0061}\u{e007f}', '🏴\\u{e0061}\\u{e007f}'],
    ['🏴\u{e0061}', '🏴\\u{e0061}'],
    // These letters join to nothing after them.
    ['دا\u200cد', 'دا\\u{200c}د'],
    ['ب\u200c\u200cب', 'ب\\u{200c}\\u{200c}ب'],
    ['ب\u200c ', 'ب\\u{200c} '],
    ['ب\u200dب', 'ب\\u{200d}ب'],
    ['क्\u200d', 'क्\\u{200d}'],
    ['क्\u200d\u200dष', 'क्\\u{200d}\\u{200d}ष'],
    ['葛\u{e0100}', '葛\\u{e0100}'],
    ['ᠠ\u180b', 'ᠠ\\u{180b}'],
  ])('shows where it changes nothing: %j', (text, shown) => {
    expect(escapeControl(text)).toBe(shown);
  });
});

describe('a mark', () => {
  it.each(['Việt', 'Vie\u0302\u0323t', 'שָּׁ֖', 'ที่นี่', 'हिन्दी', 'བརྒྱུད', 'عَرَبِيّ', 'ё', 'か\u3099', '≠', '=\u0338'])(
    'stays on its letter: %s',
    (word) => {
      expect(escapeControl(word)).toBe(word);
    },
  );

  it.each<[string, string]>([
    ['\u0301a', '\\u{301}a'],
    ['a \u0301', 'a \\u{301}'],
    ['a\n\u0301\u0302', 'a\\u{a}\\u{301}\\u{302}'],
    ['a\u200b\u0301', 'a\\u{200b}\\u{301}'],
    ['a\u0301\u0301', 'a\u0301\\u{301}'],
    ['a\u0301\u0302\u0303\u0304\u0305\u0306', 'a\u0301\u0302\u0303\u0304\\u{305}\\u{306}'],
    ['a\u05b8', 'a\\u{5b8}'],
    ['a\u0301\u05b8', 'a\u0301\\u{5b8}'],
  ])('shows without a letter, past four, twice, or on a letter of Latin: %j', (text, shown) => {
    expect(escapeControl(text)).toBe(shown);
  });
});

it('shows the cells of a line as the line', async () => {
  const characters = fc.constantFrom(
    ...[...'ab:#[ ', '\t', '\ufe0f', '\u200d', '😀', '❤', '\u0301', 'é', '\u200b', '\ud800'],
  );
  await forAll([fc.array(characters, { maxLength: 30 })], 100, (parts) => {
    const text = parts.join('');
    const cells = escapedCells(text);
    expect(cells).toHaveLength([...text].length);
    expect(cells.join('')).toBe(escapedLines(text.replaceAll('\t', '  '))[0]);
  });
});
