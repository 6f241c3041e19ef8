import fc from 'fast-check';
import { expect, it } from 'vitest';
import { globMatcher, globWithin, globWithinLine } from '../../src/model/glob.ts';
import { forAll } from '../harness/for-all.ts';

it('a glob matches what the regular expression of it matches', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '?', '[', '/'), maxLength: 8 });
  await forAll([text, text], 500, (glob, name) => {
    const parts = glob.split('*').map((part) => part.replace(/[.?[/]/g, '\\$&'));
    expect(globMatcher(glob)(name)).toBe(new RegExp(`^${parts.join('.*')}$`, 's').test(name));
  });
});

it('takes no longer for a glob of many stars', () => {
  expect(globMatcher('*a'.repeat(200))('a'.repeat(20_000).concat('b'))).toBe(false);
});

/** What a part of a text is fitted by, as a regular expression. */
function asExpression(glob: string, run: string): string {
  return glob
    .split('*')
    .map((part) => part.replace(/[.?[/]/g, '\\$&'))
    .join(run);
}

const short = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });

it('a glob fits a part of a text as its regular expression does', () =>
  forAll([short('a', 'b', '*', '.', '\n'), short('a', 'b', '*', '.', '\n')], 750, (glob, text) => {
    expect(globWithin(glob)(text)).toBe(new RegExp(asExpression(glob, '.*'), 's').test(text));
  }));

it('a star does not cross the end of a line where it is not to', () =>
  forAll([short('a', 'b', '*', '\n', '\r', '\u2028'), short('a', 'b', '\n', '\r', '\u2028')], 5000, (glob, text) => {
    expect(globWithinLine(glob)(text)).toBe(new RegExp(asExpression(glob, '.*')).test(text));
  }));

it('takes no longer for a long text that a glob of many stars misses', () => {
  expect(globWithinLine(`${'a*'.repeat(2000)}b`)('a'.repeat(1_000_000))).toBe(false);
});
