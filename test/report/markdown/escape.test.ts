import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControl, escapedLines } from '../../../src/diagnostics/escape-control.ts';
import { quoted, say, theirs } from '../../../src/diagnostics/message.ts';
import { link, quotedName } from '../../../src/report/inline.ts';
import { fenced, inCode, nameInHtml } from '../../../src/report/markdown/escape.ts';
import { inlineMarkdown } from '../../../src/report/print/inline-markdown.ts';
import { forAll } from '../../harness/for-all.ts';
import { hostile, INJECTIONS } from './hostile.ts';
import { CODE, expectInert, rendered } from './rendered.ts';

const shown = (text: string) => escapeControl(text).replaceAll('<!--', '\\u{3c}!--');

describe('a code span', () => {
  it.each(INJECTIONS)('holds %j', (text) => {
    const found = expectInert(`before ${inCode(text)} after`);
    expect(found.plain).toBe(`before ${CODE} after`);
    expect(found.code).toEqual([text === '' ? '""' : shown(text)]);
  });

  it('holds any text, alone and beside others', () =>
    forAll([hostile, hostile], 100, (one, other) => {
      const found = expectInert(`${inCode(one)}, ${inCode(other)}: end`);
      expect(found.plain).toBe(`${CODE}, ${CODE}: end`);
      expect(found.code).toEqual([one, other].map((text) => (text === '' ? '""' : shown(text))));
    }));

  it('of a long name shows that it is cut', () => {
    expect(inlineMarkdown(quotedName('a'.repeat(500)))).toBe(`\`${'a'.repeat(99)}…\``);
    expect(Buffer.byteLength(inlineMarkdown(quotedName('\u{e0001}'.repeat(5_000))))).toBeLessThan(1_000);
  });
});

describe('a name in HTML', () => {
  it('stays in its code', () =>
    forAll([hostile], 100, (text) => {
      const { elements, plain } = expectInert(
        `<details>\n<summary>${nameInHtml(text)} end</summary>\n\ntext\n\n</details>`,
      );
      expect(elements).toEqual(['details', 'summary', 'code', 'p']);
      expect(plain.replaceAll('\n', '')).toBe(`${CODE} endtext`);
    }));
});

describe('a fence', () => {
  it('holds any text, between paragraphs', () =>
    forAll([hostile], 100, (text) => {
      const found = expectInert(`before\n\n${fenced(text, 'diff')}\n\nafter`);
      expect(found.elements).toEqual(['p', 'pre', 'code', 'p']);
      const lines = escapedLines(text).map((line) => line.replaceAll('<!--', '\\u{3c}!--'));
      const code = found.code.join('').replace(/\n$/, '');
      expect(code).toBe(lines.join('\n'));
    }));
});

describe('words of a report', () => {
  const shown = (text: string) =>
    inlineMarkdown(say`It is ${theirs(text)}, or \`${theirs(text)}\`, says "${theirs(text)}".`);

  it('are as they are where they are ours, and in code where they are not', () => {
    expect(inlineMarkdown(say`Refused: 3 of 1,200 live rules (see \`guard.maxDeletes\`).`)).toBe(
      'Refused: 3 of 1,200 live rules (see `guard.maxDeletes`).',
    );
    expect(shown('Bob & co')).toBe('It is `Bob & co`, or `Bob & co`, says `Bob & co`.');
    expect(inlineMarkdown(say`Add this:\nrenamedFrom: ${quoted('Say "hi"')}`)).toBe(
      'Add this: `renamedFrom: "Say \\"hi\\""`',
    );
    expect(inlineMarkdown(say`a < b * [c] | ~d~ $e$`)).toBe('a \\< b \\* \\[c\\] \\| \\~d\\~ \\$e\\$');
  });

  it.each(INJECTIONS)('with %j do nothing', (text) => {
    expectInert(`- ${shown(text)}`);
    expectInert(`- ${inlineMarkdown([theirs(text)])}`);
  });

  it('with any text do nothing, and are one paragraph', () =>
    forAll([hostile], 100, (text) => {
      const { elements } = expectInert(`x ${shown(text)}`);
      expect(elements.filter((name) => name !== 'code')).toEqual(['p']);
    }));

  it('lose no letter', () =>
    forAll([hostile], 100, (text) => {
      // A longer one is cut.
      fc.pre(text.length <= 1_000);
      const letters = (of: string) => of.replace(/\\u\{[\da-f]+\}/g, '').replace(/[^a-z\d]/gi, '');
      const { plain, code } = rendered(`x ${inlineMarkdown([theirs(text)])}`);
      const sorted = (all: string) => [...letters(all)].sort().join('');
      expect(sorted(plain + code.join(''))).toBe(sorted(`x${escapeControl(text)}`));
    }));
});

it('nothing in an address ends a link', () => {
  const address = 'https://example.com/a(b)<c>d e\\f';
  expect(inlineMarkdown(link(['here'], address))).toBe('[here](https://example.com/a%28b%29%3cc%3ed%20e%5cf)');
});

describe('more lines and backticks than a call has arguments', () => {
  it('are one block, and one span', () => {
    const lines = 'a ` line\n'.repeat(300_000);
    expect(fenced(`${lines}\`\`\`\``)).toMatch(/^`{5}\n/);
    expect(inCode('` a'.repeat(300_000))).toMatch(/^`` /);
  });
});
