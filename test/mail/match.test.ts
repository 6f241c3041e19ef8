import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import { reasonsOf } from '../../src/mail/reasons.ts';
import type { Mail, Outcome } from '../../src/model/mail.ts';
import type { RuleBody } from '../../src/model/rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { forAll } from '../harness/for-all.ts';

type Condition = Parameters<typeof canonicalRule>[0]['condition'];

function body(condition: Condition, runOnThreads = true): RuleBody {
  return canonicalRule({ name: 'A', runOnThreads, condition, actions: [{ type: 'ARCHIVE' }] });
}

function mail(parts: Partial<Mail>): Mail {
  return { from: '', to: '', subject: '', reply: false, ...parts };
}

function outcome(condition: Condition, parts: Partial<Mail>, runOnThreads = true): Outcome {
  return outcomeOf(mailRule(body(condition, runOnThreads)), readMail(mail(parts)));
}

function why(condition: Condition, parts: Partial<Mail>): string[] {
  return reasonsOf(mailRule(body(condition)), readMail(mail(parts))).map((reason) => inEnglish(reason).message);
}

test('all rules are looked at: several match one mail, in any order', () => {
  const bodies = ['a.com', 'b.com', '@a.com'].map((from) => body({ static: { from } }));
  const read = readMail(mail({ from: 'x@a.com' }));
  const outcomes = (rules: RuleBody[]) => rules.map((rule) => outcomeOf(mailRule(rule), read));
  expect(outcomes(bodies)).toEqual(['matches', 'no', 'matches']);
  expect(outcomes(bodies.toReversed())).toEqual(['matches', 'no', 'matches']);
});

test.each<[Condition, Partial<Mail>, string]>([
  [
    { static: { subject: 'Invoice' } },
    { subject: 'Your invoice' },
    'has "invoice"; the rule wants "Invoice", and case counts',
  ],
  [{ static: { subject: 'a,b' } }, { subject: 'b' }, 'A comma separates nothing'],
  [{ static: { subject: 'a or b' } }, { subject: 'b' }, 'The word "or" separates nothing'],
  [{ static: { subject: 'a|' } }, { subject: 'b' }, 'an empty alternative, which fits every mail'],
  [{ static: { from: '@acme.com' } }, { from: 'j@mail.acme.com' }, '"@acme.com" is only that domain'],
  [
    { static: { from: 'Jane <a@b.com>' } },
    { from: 'a@b.com' },
    'never matches: name and address are compared separately',
  ],
  [{ static: { from: 'a@b.com' } }, { from: 'Jane' }, '`from` has no address that the service accepts'],
  [{ static: { from: 'b.com' } }, { from: 'Jane <x=y@b.com>' }, '`from` has no address that the service accepts'],
  [{ static: { from: 'bob' } }, { from: 'Jane' }, '`from` has "jane"; the rule wants "bob"'],
  [{ static: { from: '*' } }, {}, '`from` has nothing, which fits "*"'],
  [{ static: { to: 'ann*bob' } }, { to: 'Ann <a@x.com>, Bob <b@x.com>' }, '`to` has "ann, bob", which fits "ann*bob"'],
  [{ static: { to: 'bob' } }, { to: 'Ann <a@x.com>, Bob <b@x.com>' }, '`to` has "bob", which fits "bob"'],
  [{ static: { from: 'a@b.com' } }, {}, '`from` has nothing; the rule wants "a@b.com"'],
  [{ static: { from: 'a@b.com, c.com' } }, { from: 'x@y.com' }, 'the rule wants one of "a@b.com", "c.com"'],
  [{ static: { from: 'a@b.com, c.com' } }, { from: 'Jane' }, 'the rule wants one of "a@b.com", "c.com"'],
  [{ static: { from: 'jane' } }, { from: 'Jane <a@b.com>' }, 'has "jane", which fits "jane" (anywhere in a name'],
])('the reason of %j for %j', (condition, parts, expected) => {
  expect(why(condition, parts).join(' ')).toContain(expected);
});

const TEXT = fc.string({
  unit: fc.constantFrom('a', 'B', '@', '.', '*', ',', '|', ' ', '<', '>', '"', '\\', '(', 'or', '\n', 'é'),
});
const ANY_MAIL = fc.record({ from: TEXT, to: TEXT, subject: TEXT, reply: fc.boolean() });
const ANY_CONDITION = fc.record({
  conditionalOperator: fc.constantFrom('AND' as const, 'OR' as const, null),
  aiInstructions: fc.constantFrom('x', null),
  static: fc.record({ from: fc.option(TEXT), to: fc.option(TEXT), subject: fc.option(TEXT) }),
});

test('every rule and mail have an outcome, and a reason for it', () =>
  forAll([ANY_CONDITION, ANY_MAIL], 500, (condition, parts) => {
    const rule = mailRule(body(condition));
    const read = readMail(parts);
    expect(['matches', 'ai', 'no']).toContain(outcomeOf(rule, read));
    const reasons = reasonsOf(rule, read);
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(inEnglish(reason).message).not.toBe('');
  }));

test('hostile headers take no longer than their length', () => {
  const long = (piece: string) => piece.repeat(500_000 / piece.length);
  const ofA = [`${long('a')} `, `${long('a')}@`, `a@${long('a-')}`, `a@${long('a.')}`];
  for (const text of [...ofA, long('<'), long('@'), `"${long('\\')}`]) {
    outcome(
      { static: { from: `${'a*'.repeat(5000)}b`, to: `*@${'a*'.repeat(5000)}.com`, subject: '*x*' } },
      { from: text, to: text, subject: text },
    );
  }
});

test('a mail to 100,000 recipients is read', () => {
  const to = Array.from({ length: 100_000 }, (_, index) => `"Reader, ${index}" <r${index}@x.com>`).join(', ');
  expect(outcome({ static: { to: 'r99999@x.com' } }, { to })).toBe('matches');
  expect(outcome({ static: { to: 'r100000@x.com' } }, { to })).toBe('no');
});
