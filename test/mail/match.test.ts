import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import { reasonsOf } from '../../src/mail/reasons.ts';
import type { Mail, Outcome } from '../../src/model/mail.ts';
import type { RuleBody } from '../../src/model/rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { runs } from '../harness/runs.ts';

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

test.each<[string, string, Outcome]>([
  // The table of the measured behavior.
  ['@acme.com', 'Jane <jane@acme.com>', 'matches'],
  ['@acme.com', 'jane@mail.acme.com', 'no'],
  ['acme.com', 'jane@mail.acme.com', 'matches'],
  ['acme.com', 'x@notacme.com', 'no'],
  ['or@x.com', 'bob@x.com', 'matches'],
  ['vendor@orange-or-blue.com', 'vendor@orange-or-blue.com', 'no'],
  ['Jane <a@b.com>', 'Jane <a@b.com>', 'no'],
  ['Jane', 'Mary Jane <x@y.com>', 'matches'],
  ['*', 'x@y.com', 'matches'],
  // Compared without case.
  ['JANE@Acme.com', 'Jane <jane@aCME.COM>', 'matches'],
  ['jane', 'MARY JANE <x@y.com>', 'matches'],
  // Split on `,`, on `|`, and on the word `or`; parts are trimmed, empty ones dropped; one that fits is enough.
  ['a@x.com,b@x.com', 'b@x.com', 'matches'],
  ['a@x.com| b@x.com ', 'b@x.com', 'matches'],
  ['a@x.com or b@x.com', 'b@x.com', 'matches'],
  ['a@x.com OR b@x.com', 'b@x.com', 'matches'],
  [',,a@x.com,', 'b@x.com', 'no'],
  ['or', 'or@x.com', 'no'],
  [',|', 'a@x.com', 'no'],
  ['for@x.com', 'for@x.com', 'matches'],
  // Address patterns.
  ['a@b.com', 'a@b.com', 'matches'],
  ['a@b.com', 'xa@b.com', 'no'],
  ['acme.com', 'jane@acme.com', 'matches'],
  ['acme.com', 'acme.com <x@y.com>', 'no'],
  ['*@acme.com', 'jane@acme.com', 'matches'],
  ['*@acme.com', 'jane@mail.acme.com', 'no'],
  ['alerts-*@x.com', 'alerts-disk@x.com', 'matches'],
  ['alerts-*@x.com', 'disk@x.com', 'no'],
  ['disk@x.com*@x.com', 'disk@x.com', 'no'],
  ['*@*.acme.com', 'jane@mail.acme.com', 'matches'],
  ['*.acme.com', 'jane@mail.acme.com', 'matches'],
  ['*.acme.com', 'jane@acme.com', 'no'],
  ['@*.acme.com', 'jane@mail.acme.com', 'matches'],
  ['@', 'jane@acme.com', 'no'],
  ['jane@', 'jane@acme.com', 'no'],
  // Any other part is a substring of names or addresses, and every other character is itself.
  ['acme', 'x@acme.com', 'matches'],
  ['M*ne', 'Mary Jane <x@y.com>', 'matches'],
  ['J.ne D', 'Jane Doe <x@y.com>', 'no'],
  ['[jane]', 'jane <x@y.com>', 'no'],
  ['mary x', 'Mary <x@y.com>', 'no'],
  ['St. Jane', 'Mary St. Jane <x@y.com>', 'matches'],
  // The bare address.
  ['a@b.com', 'c@d.com <a@b.com>', 'matches'],
  ['c@d.com', 'c@d.com <a@b.com>', 'no'],
  ['c@d.com', 'c@d.com <not an address>', 'matches'],
  ['c@d.com', 'wrote c@d.com and a@b.com', 'matches'],
  ['a@b.com', 'wrote c@d.com and a@b.com', 'no'],
  ['@b.com', 'Jane', 'no'],
  ['c@d.com', 'Jane <a@b.com> <c@d.com>', 'matches'],
  ['a@b.com', 'Jane <a@b.com', 'matches'],
  ['@b', 'a@b', 'no'],
  ['The, Team', '"The, Team" <a@b.com>', 'matches'],
])('from: %s for %s', (pattern, from, expected) => {
  expect(outcome({ static: { from: pattern } }, { from })).toBe(expected);
});

test.each<[string, string, Outcome]>([
  ['team@x.com', 'A <a@x.com>, "Team, The" <TEAM@x.com>', 'matches'],
  ['the@x.com', 'A <a@x.com>, "Team, the@x.com" <team@x.com>', 'no'],
  ['Team', 'A <a@x.com>, "Team, The" <b@x.com>', 'matches'],
  ['a@x.com', 'Staff: a@x.com, b@x.com;', 'matches'],
  ['b@x.com', 'Staff: a@x.com, b@x.com;', 'no'],
  ['b@x.com', 'a@x.com (first, b@x.com), c@x.com', 'no'],
  ['b@x.com', 'a@x.com (first (or so), b@x.com), c@x.com', 'no'],
  ['b@x.com', 'A <a@x.com, b@x.com>, c@x.com', 'matches'],
  ['b@x.com', '"A \\", b@x.com" <a@x.com>, c@x.com', 'no'],
  ['a@x.com', '"never closed <a@x.com>, b@x.com', 'matches'],
  ['b@x.com', '"never closed <a@x.com>, b@x.com', 'no'],
  ['a@x.com', ', ,a@x.com,', 'matches'],
])('to: %s for %s', (pattern, to, expected) => {
  expect(outcome({ static: { to: pattern } }, { to })).toBe(expected);
});

test.each<[string, string, Outcome]>([
  ['Invoice', 'invoice 7', 'no'],
  ['invoice', 'Invoice 7', 'no'],
  ['a|b', 'xbx', 'matches'],
  ['a,b', 'b', 'no'],
  ['a,b', 'xa,bx', 'matches'],
  ['a or b', 'b', 'no'],
  ['a or b', 'x b', 'no'],
  ['a or b', 'x a or b', 'matches'],
  ['Order * shipped', 'Your Order 7 shipped today', 'matches'],
  ['Order*shipped', 'Order 7\nshipped', 'no'],
  ['Order*shipped', 'Order 7\rshipped', 'no'],
  ['Order*shipped', 'Order 7\u2028shipped', 'no'],
  ['Order*shipped', 'Order\nOrder shipped', 'matches'],
  ['a||b', 'x', 'matches'],
  ['a|', '', 'matches'],
  ['*', '', 'matches'],
  ['^a.c$', 'abc', 'no'],
  ['\\d+', '7', 'no'],
  ['[Ticket]', 'Re: [Ticket] 7', 'matches'],
  [' a', 'a', 'no'],
])('subject: %s for %j', (pattern, subject, expected) => {
  expect(outcome({ static: { subject: pattern } }, { subject })).toBe(expected);
});

test.each<[Condition, boolean, Outcome]>([
  // from, to and subject, those that are set, must all fit.
  [{ static: { from: 'a.com', subject: 'Hi' } }, true, 'matches'],
  [{ static: { from: 'b.com', subject: 'Hi' } }, true, 'no'],
  [{ static: { from: 'a.com', to: 'c.com', subject: 'Hi' } }, true, 'no'],
  // With only one of the two kinds the operator has no effect.
  [{ conditionalOperator: 'OR', static: { from: 'b.com', subject: 'Hi' } }, true, 'no'],
  [{ conditionalOperator: 'OR', aiInstructions: 'x' }, true, 'ai'],
  [{ conditionalOperator: 'AND', aiInstructions: 'x' }, true, 'ai'],
  [{ conditionalOperator: 'AND', aiInstructions: 'x', static: { from: 'a.com' } }, true, 'ai'],
  [{ conditionalOperator: 'AND', aiInstructions: 'x', static: { from: 'b.com' } }, true, 'no'],
  [{ conditionalOperator: 'OR', aiInstructions: 'x', static: { from: 'a.com' } }, true, 'matches'],
  [{ conditionalOperator: 'OR', aiInstructions: 'x', static: { from: 'b.com' } }, true, 'ai'],
  // Left out it counts as AND, as a create stores it.
  [{ aiInstructions: 'x', static: { from: 'b.com' } }, true, 'no'],
  [{ aiInstructions: 'x', static: { from: 'a.com' } }, true, 'ai'],
  // A rule with neither never matches, and blank texts count as none.
  [{}, true, 'no'],
  [{ aiInstructions: ' ', static: { from: '\u00a0' } }, true, 'no'],
])('together: %j', (condition, runOnThreads, expected) => {
  expect(outcome(condition, { from: 'x@a.com', subject: 'Hi' }, runOnThreads)).toBe(expected);
});

test('all rules are looked at: several match one mail, in any order', () => {
  const bodies = ['a.com', 'b.com', '@a.com'].map((from) => body({ static: { from } }));
  const read = readMail(mail({ from: 'x@a.com' }));
  const outcomes = (rules: RuleBody[]) => rules.map((rule) => outcomeOf(mailRule(rule), read));
  expect(outcomes(bodies)).toEqual(['matches', 'no', 'matches']);
  expect(outcomes(bodies.toReversed())).toEqual(['matches', 'no', 'matches']);
});

test('a rule that does not run on threads leaves replies alone', () => {
  const condition = { static: { from: 'a.com' } };
  expect(outcome(condition, { from: 'x@a.com', reply: true }, false)).toBe('no');
  expect(outcome(condition, { from: 'x@a.com', reply: false }, false)).toBe('matches');
  expect(outcome(condition, { from: 'x@a.com', reply: true }, true)).toBe('matches');
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
  [{ static: { from: 'Jane <a@b.com>' } }, { from: 'a@b.com' }, 'compared with the bare address'],
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

test('every rule and mail have an outcome, and a reason for it', () => {
  fc.assert(
    fc.property(ANY_CONDITION, ANY_MAIL, (condition, parts) => {
      const rule = mailRule(body(condition));
      const read = readMail(parts);
      expect(['matches', 'ai', 'no']).toContain(outcomeOf(rule, read));
      const reasons = reasonsOf(rule, read);
      expect(reasons.length).toBeGreaterThan(0);
      for (const reason of reasons) expect(inEnglish(reason).message).not.toBe('');
    }),
    { numRuns: runs(500) },
  );
});

test('case counts in subjects alone', () => {
  fc.assert(
    fc.property(ANY_CONDITION, ANY_MAIL, (condition, parts) => {
      const upper = (text: string | null) => text?.toUpperCase() ?? null;
      const { from, to, subject } = condition.static;
      const shouted = { ...condition, static: { from: upper(from), to: upper(to), subject } };
      const other = { ...parts, from: parts.from.toUpperCase(), to: parts.to.toUpperCase() };
      expect(outcome(shouted, other)).toBe(outcome(condition, parts));
    }),
    { numRuns: runs(500) },
  );
});

test('a list fits where one of its parts does', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '@', '.', '*'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1 }),
      fc.constantFrom(',', '|', ' or '),
      ANY_MAIL,
      (parts, separator, sent) => {
        const together = outcome({ static: { from: parts.join(separator) } }, sent);
        const alone = parts.map((from) => outcome({ static: { from } }, sent));
        expect(together === 'matches').toBe(alone.includes('matches'));
      },
    ),
    { numRuns: runs(500) },
  );
});

test('hostile headers take no longer than their length', () => {
  const long = 'a'.repeat(500_000);
  const hostile = [
    `${long} `,
    `${long}@`,
    `${'<'.repeat(500_000)}`,
    `${'@'.repeat(500_000)}`,
    `a@${'a-'.repeat(250_000)}`,
    `a@${'a.'.repeat(250_000)}`,
  ];
  for (const text of [...hostile, `"${'\\'.repeat(500_000)}`]) {
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
