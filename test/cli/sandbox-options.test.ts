/** The value of `inboxctl sandbox --rate`. */
import { expect, it } from 'vitest';
import { perSecond } from '../../src/cli/options.ts';

it.each([
  ['10', 10],
  ['10/s', 10],
  ['100000/s', 100_000],
])('takes %s', (text, rate) => {
  expect(perSecond(text)).toBe(rate);
});

it.each(['', 'x', '0/s', '100001/s', '1.5/s', '10/m', '10/s,5'])('refuses %j', (text) => {
  expect(() => perSecond(text)).toThrow('It takes N/s, with a whole number from 1 to 100000.');
});
