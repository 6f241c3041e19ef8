import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutesOf } from '../../src/model/minutes.ts';
import { forAll } from '../harness/for-all.ts';

const UNITS = [
  { minutes: 10_080, spellings: ['w', 'week', 'weeks'] },
  { minutes: 1440, spellings: ['d', 'day', 'days'] },
  { minutes: 60, spellings: ['h', 'hr', 'hrs', 'hour', 'hours'] },
  { minutes: 1, spellings: ['m', 'min', 'mins', 'minute', 'minutes'] },
];

const parts = fc.tuple(
  ...UNITS.map(({ minutes, spellings }) =>
    fc.record({ number: fc.nat(99), minutes: fc.constant(minutes), unit: fc.constantFrom(...spellings) }),
  ),
);

test('a sum of parts is read in every spelling', async () => {
  const spaces = fc.constantFrom('', ' ', '-', '_');
  const between = fc.constantFrom(' ', ', ', ' and ', ' + ');
  const around = fc.constantFrom(['', ''], ['in ', ''], ['after ', ''], ['', ' later'], ['"', '"']);
  await forAll([parts, spaces, between, around], 200, (all, space, join, [before, after]) => {
    const text = all.map(({ number, unit }) => `${number}${space}${unit}`).join(join);
    const sum = all.reduce((minutes, part) => minutes + part.number * part.minutes, 0);
    expect(minutesOf(`${before}${text}${after}`), text).toBe(sum);
    expect(minutesOf(Object.fromEntries(all.map(({ number, unit }) => [unit, number])))).toBe(sum);
  });
});

test('no other text has minutes, and none has a part of one', async () => {
  await forAll([fc.string()], 200, (text) => {
    if (!/\d|\b(?:an?|one|half)\b/i.test(text)) expect(minutesOf(text)).toBeNull();
  });
  for (const text of [
    ...['P1M', '1 month', '30s', '1.5', '-5', '2 days ago', 'soon', '', '2 d 5', '1h-', '09:00', '1:30'],
  ]) {
    expect(minutesOf(text), text).toBeNull();
  }
});
