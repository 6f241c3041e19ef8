import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControl, escapedLines } from '../../src/diagnostics/escape-control.ts';
import { hang } from '../../src/report/lines.ts';

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

/** As the runner of GitHub Actions finds commands in a line: the newer form at its beginning, the older one anywhere. */
const isCommand = (line: string) => line.trimStart().startsWith('::') || line.includes('##[');

describe('commands of a workflow', () => {
  it('are broken where a line begins with one', () => {
    expect(escapeControl('::error::x')).toBe('\\u{3a}:error::x');
    expect(escapeControl('say ::error::x')).toBe('say \\u{3a}:error::x');
    expect(escapedLines('one\n \t::stop-commands::x\r\n::')).toEqual([
      'one',
      '   \\u{3a}:stop-commands::x\\u{d}',
      '\\u{3a}:',
    ]);
  });

  it('are broken anywhere in their older form', () => {
    expect(escapeControl('x##[error]y')).toBe('x\\u{23}#[error]y');
    expect(escapeControl('###[group]')).toBe('#\\u{23}#[group]');
  });

  it('are told apart from what people write', () => {
    const texts = ['std::vector', '2001:db8::1', 'To: you', 'see # [1]', '## Title', 'a#[b', ': :'];
    for (const text of texts) expect(escapeControl(text)).toBe(text);
  });

  it('do not come about where a long line is wrapped', () => {
    const pieces = fc.constantFrom(':', '::', '#', '##[', ' ', '\n', 'x', 'long', '\u00a0', '\t', '邮');
    const text = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 20, max: 40 }),
        fc.constantFrom('', '  ', '> '),
        (untrusted, width, first) => {
          for (const safe of [escapeControl(untrusted), escapedLines(untrusted).join('\n')]) {
            expect(hang(first, safe, width).filter(isCommand)).toEqual([]);
            expect(hang(first, `said "${safe}"`, width).filter(isCommand)).toEqual([]);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('are not made by breaking a word that is longer than a line', () => {
    const word = `${'x'.repeat(20)}::error::`;
    expect(hang('', word, 20)).toEqual(['x'.repeat(20), '\\u{3a}:error\\u{3a}:']);
  });
});
