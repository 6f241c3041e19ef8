import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareNames } from '../../src/model/compare-text.ts';
import { forAll } from '../harness/for-all.ts';

const name = fc
  .array(fc.oneof(fc.nat().map(String), fc.constantFrom('0', '00', '07', 'a', 'B', ' ', 'é')), { maxLength: 6 })
  .map((parts) => parts.join(''));

it('sorts numbers in names by their size', () =>
  forAll([fc.nat(), fc.nat(), fc.constantFrom('', 'Rule ', '7 of ')], 100, (a, b, before) => {
    expect(Math.sign(compareNames(`${before}${a}x`, `${before}${b}x`))).toBe(Math.sign(a - b));
  }));

it('is one order of all names, in which no two are equal', () =>
  forAll([name, name, name], 100, (a, b, c) => {
    expect(Math.sign(compareNames(a, b))).toBe(-Math.sign(compareNames(b, a)) + 0);
    if (compareNames(a, b) === 0) expect(a).toBe(b);
    if (compareNames(a, b) <= 0 && compareNames(b, c) <= 0) expect(compareNames(a, c)).toBeLessThanOrEqual(0);
  }));
