import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleDiff } from '../../../src/report/markdown/rule-diff.ts';
import { textDiff } from '../../../src/report/markdown/text-diff.ts';
import { styleOf } from '../../../src/report/style.ts';
import { forAll } from '../../harness/for-all.ts';
import { archiving } from './plans.ts';

const STYLE = { ...styleOf({ color: false, unicode: true, width: 60, verbose: true }), breakAt: 42 };
const lines = (before: string, after: string) =>
  textDiff(before, after, '', STYLE).map(({ sign, text }) => `${sign} ${text}`);

describe('the difference of two texts', () => {
  it('is what changed, with the words around it', () => {
    const far = 'far away '.repeat(20);
    expect(lines(`${far}the old end`, `${far}the new end`)).toEqual([
      '- … away far away far away far away the old',
      '- end',
      '+ … away far away far away far away the new',
      '+ end',
    ]);
    expect(lines('one\ntwo\nthree', 'one\nthree')).toEqual(['- two']);
    expect(lines('one\nthree\n', 'one\ntwo\nthree\n')).toEqual(['+ two']);
  });

  it('shows white space that nobody would see', () => {
    expect(lines('one two', 'one two ')).toEqual(['- one two', '+ one two\\u{20}']);
    expect(lines('a\tb', 'a  b').join()).toContain('\\u{9}');
    expect(lines('one\n\ntwo', 'one\ntwo').join()).toContain('- ');
    expect(lines('one', 'one\n')).toEqual(['  one', '+ \\n']);
    expect(lines('one\n', 'one')).toEqual(['  one', '- \\n']);
  });

  it('has every word that was removed or added, and a line for every difference', async () => {
    const text = fc
      .array(fc.constantFrom('one', 'two', 'three', 'four', ' ', '\n', ', '), { maxLength: 14 })
      .map((all) => all.join(''));
    const words = (all: string) => all.match(/[a-z]+/g) ?? [];
    const counted = (all: readonly string[], word: string) => all.filter((one) => one === word).length;
    await forAll([text, text], 100, (before, after) => {
      fc.pre(before !== after);
      const diff = textDiff(before, after, '', STYLE);
      expect(diff.some(({ sign }) => sign !== ' ')).toBe(true);
      const of = (sign: string) => words(diff.flatMap((line) => (line.sign === sign ? line.text : [])).join(' '));
      for (const word of ['one', 'two', 'three', 'four']) {
        const [was, is] = [counted(words(before), word), counted(words(after), word)];
        // What stays is said on both sides or on none.
        expect(counted(of('+'), word) - counted(of('-'), word)).toBe(is - was);
      }
    });
  });
});

describe('the difference of two rules', () => {
  it('fits a phone, but for words that cannot be broken', () => {
    const [before, after] = ['a '.repeat(400), 'b '.repeat(400)].map((text) => archiving('Rule', text));
    for (const line of ruleDiff(before ?? null, after ?? null)) expect(line.length).toBeLessThanOrEqual(44);
  });

  it('shows the whole of a long new text', () => {
    const text = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
    expect(ruleDiff(null, archiving('Rule', text)).join('\n')).toContain('+     line 499');
  });
});
