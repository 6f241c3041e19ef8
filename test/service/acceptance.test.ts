import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptance } from '../../src/service/acceptance.ts';
import { periodStatistics, responseTimeStatistics, ruleAnswer, rulesAnswer } from '../../src/service/wire.ts';
import { liveAction, liveRule } from './rules.ts';

/** A JSON value in which one place, anywhere, is another value or is gone. */
function spoiled(value: unknown): fc.Arbitrary<unknown> {
  const other = fc.constantFrom<unknown>(
    undefined,
    null,
    'AND',
    'text',
    0,
    1.5,
    Number.POSITIVE_INFINITY,
    true,
    [],
    {},
  );
  if (typeof value !== 'object' || value === null) return other;
  const inside = Object.entries(value).map(([key, member]) =>
    spoiled(member).map((replaced) =>
      Array.isArray(value) ? Object.assign([...value], { [key]: replaced }) : { ...value, [key]: replaced },
    ),
  );
  return fc.oneof(other, ...inside);
}

const PERIODS = {
  result: [{ startOfPeriod: 'x', All: 1, Sent: 1, Read: 1, Unread: 1, Unarchived: 1, Archived: 1 }],
  allCount: 0,
  inboxCount: 0,
  readCount: 0,
  sentCount: 0,
};
const RULE = liveRule({ actions: [liveAction(), liveAction({ integrationArgs: { a: 1 }, delayInMinutes: 5 })] });

describe('the quick check', () => {
  it.each([
    ['rules', rulesAnswer, { rules: [RULE] }],
    ['a rule', ruleAnswer, { rule: RULE }],
    ['periods', periodStatistics, PERIODS],
  ])('says of %s what the schema says', (_what, schema, value) => {
    const accepts = acceptance(schema);
    expect(accepts(value)).toBe(true);
    fc.assert(
      fc.property(spoiled(value), (other) => {
        expect(accepts(other)).toBe(schema.safeParse(other).success);
      }),
      { numRuns: 1_000 },
    );
  });

  it('can be made of every schema of an answer', () => {
    expect(acceptance(responseTimeStatistics)({})).toBe(false);
  });
});
