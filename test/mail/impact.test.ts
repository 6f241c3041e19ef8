import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectOf } from '../../src/engine/impact.ts';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { type ReadSample, readSamples } from '../../src/mail/samples.ts';
import type { Mail } from '../../src/model/mail.ts';
import type { RuleBody } from '../../src/model/rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { forAll } from '../harness/for-all.ts';

type Condition = Parameters<typeof canonicalRule>[0]['condition'];

function body(condition: Condition, runOnThreads = true): RuleBody {
  return canonicalRule({ name: 'A', runOnThreads, condition, actions: [{ type: 'ARCHIVE' }] });
}

function samplesOf(mails: Record<string, Partial<Mail>>, file = 'tests/a.yaml') {
  return Object.entries(mails).map(([name, mail]) => {
    return { name, mail: { from: '', to: '', subject: '', reply: false, ...mail }, place: { file } };
  });
}

const MAILS = readSamples([
  samplesOf({
    acme: { from: 'Jane <jane@acme.com>', subject: 'Invoice 7' },
    'acme again': { from: 'jane@acme.com', subject: 'Invoice 7', reply: true },
    shop: { from: 'shop@example.com', subject: 'Your order' },
  }),
])[0] as ReturnType<typeof readSamples>[number];

/** The samples that a change affects. */
function impactOf(change: Parameters<typeof effectOf>[0], samples: readonly ReadSample[]) {
  const effectOn = effectOf(change);
  return samples.flatMap(({ name, read }) => {
    const effect = effectOn(read);
    return effect === null ? [] : [{ mail: name, ...effect }];
  });
}

test('a mail is one sample, and each has a name of its own', () => {
  const [first = [], second = []] = readSamples([
    samplesOf({ one: { from: 'a@x.com' }, two: { from: 'b@x.com' } }),
    samplesOf({ 'the first': { from: 'a@x.com' }, two: { from: 'c@x.com' } }, 'tests/b.yaml'),
  ]);
  expect(first.map(({ name }) => name)).toEqual(['one', 'two']);
  expect(second.map(({ name }) => name)).toEqual(['one', 'two (tests/b.yaml)']);
  expect(second[0]).toBe(first[0]);
});

const PATTERNS = ['@acme.com', 'acme.com', 'jane', '*', 'Invoice', 'a|b', 'or'] as const;
const pattern = fc.option(fc.constantFrom(...PATTERNS));
const rule: fc.Arbitrary<RuleBody> = fc
  .record({
    conditionalOperator: fc.constantFrom('AND' as const, 'OR' as const),
    aiInstructions: fc.option(fc.constantFrom('one', 'two')),
    static: fc.record({ from: pattern, to: pattern, subject: pattern }),
    runOnThreads: fc.boolean(),
  })
  .map(({ runOnThreads, ...condition }) => body(condition, runOnThreads));
const address = fc.constantFrom('', 'Jane <jane@acme.com>', 'bob@mail.acme.com', 'a@b.com');
const samples = fc
  .array(fc.record({ from: address, to: address, subject: fc.constantFrom('', 'Invoice 7', 'b'), reply: fc.boolean() }))
  .map(
    (mails) =>
      readSamples([samplesOf(Object.fromEntries(mails.map((mail, index) => [`mail ${index}`, mail])))])[0] ?? [],
  );

test('a rule that stays as it is affects no mail', () =>
  forAll([rule, samples], 100, (one, mails) => {
    expect(impactOf({ before: one, after: structuredClone(one) }, mails)).toEqual([]);
  }));

test('the impact of a create is what the rule does', () =>
  forAll([rule, samples], 100, (one, mails) => {
    const outcomes = mails.map(({ name, read }) => ({ mail: name, from: null, to: outcomeOf(mailRule(one), read) }));
    expect(impactOf({ before: null, after: one }, mails)).toEqual(outcomes.filter(({ to }) => to !== 'no'));
  }));

test('the way back has the same impact the other way around', () =>
  forAll([fc.option(rule), fc.option(rule), samples], 100, (before, after, mails) => {
    const there = impactOf({ before, after }, mails);
    const back = impactOf({ before: after, after: before }, mails);
    expect(back).toEqual(there.map(({ mail, from, to }) => ({ mail, from: to, to: from })));
  }));

test('the same instructions are no impact on a mail that the AI decides about before and after', () => {
  const before = body({ static: { from: '@acme.com' }, aiInstructions: 'one' });
  const after = body({ static: { from: '@acme.com,@example.com' }, aiInstructions: 'one' });
  expect(impactOf({ before, after }, MAILS)).toEqual([{ mail: 'shop', from: 'no', to: 'ai' }]);
});

test('an account has a mail once, and a reply is another mail', () => {
  const mails = { one: { subject: 'a' }, two: { subject: 'a' }, reply: { subject: 'a', reply: true } };
  const [read] = readSamples([samplesOf(mails)]);
  expect(read?.map(({ name }) => name)).toEqual(['one', 'reply']);
});
