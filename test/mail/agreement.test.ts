/**
 * The matcher that inboxctl decides with and the one of the sandbox were written apart, from the same measurements. They
 * agree on what is thrown at them, or one of them is wrong.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { outcomeOf as outcomeInSandbox } from '../../src/sandbox/matching/outcome.ts';

const PAIRS = 100_000;

const NAMES = [
  'Jane',
  'jane',
  'Mary Jane',
  '"Team, The"',
  '"a \\"b\\""',
  'Ünal',
  'or',
  'DR.WHO',
  'x@y.com',
  ' ',
  '(hi, there)',
  '"',
];
const ADDRESSES = [
  'jane@acme.com',
  'JANE@Mail.Acme.com',
  'x@notacme.com',
  'a.or.b@x.com',
  'or@x.com',
  'a@b',
  'a@-b.com',
  'ü@müller.de',
  '',
  'alerts-1@x.com',
  'İ@x.com',
];
const WORDS = ['Invoice', 'invoice', 'a', 'b', ' or ', 'or', ',', '|', '*', ' ', '\n', '.', '^', '\u2028'];
const LOOSE = [
  'a',
  'b',
  'x',
  '@',
  '.',
  '-',
  '*',
  ',',
  '|',
  ' ',
  '<',
  '>',
  '(',
  ')',
  '"',
  '\\',
  ';',
  ':',
  'or',
  'OR',
  'é',
  'ß',
  '7',
  '\n',
];

const loose = fc.string({ unit: fc.constantFrom(...LOOSE), maxLength: 12 });
const joined = (words: readonly string[], most: number) =>
  fc.array(fc.constantFrom(...words), { maxLength: most }).map((some) => some.join(''));

const person = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom(...ADDRESSES),
    fc.constantFrom('N <A>', 'A', 'N', 'A (N)', '<A>', 'N A', 'N <A'),
  )
  .map(([name, address, form]) => form.replace('N', () => name).replace('A', () => address));
const header = fc.oneof(
  person,
  loose,
  fc.array(fc.oneof(person, loose), { maxLength: 4 }).map((all) => all.join(', ')),
);
const subject = fc.oneof(joined(WORDS, 6), loose);

/** A piece of an address, with stars, so that patterns and mails often meet. */
const addressPattern = fc
  .tuple(fc.constantFrom(...ADDRESSES, ...NAMES), fc.nat(12), fc.nat(12), fc.constantFrom('', '*', '@', '.'))
  .map(([text, from, length, put]) => text.slice(0, from) + put + text.slice(put === '' ? from : from + length));
const senders = fc.oneof(
  fc.constantFrom('@acme.com', 'acme.com', '*@acme.com', 'acme.*', '*.com', '*', 'Jane', 'jane@acme.com', 'or@x.com'),
  addressPattern,
  loose,
  fc.tuple(addressPattern, fc.constantFrom(',', '|', ' or ', ' OR '), addressPattern).map((all) => all.join('')),
);

const condition = fc.record({
  conditionalOperator: fc.constantFrom('AND' as const, 'OR' as const, null),
  aiInstructions: fc.constantFrom(null, null, 'asks for a refund', ' '),
  static: fc.record({
    from: fc.option(senders, { freq: 2 }),
    to: fc.option(senders, { freq: 2 }),
    subject: fc.option(subject, { freq: 2 }),
  }),
});
const mail = fc.record({ from: header, to: header, subject, reply: fc.boolean() });

it(`agrees with the matcher of the sandbox on ${PAIRS} pairs of rules and mails`, () => {
  const met = { matches: 0, ai: 0, no: 0 };
  fc.assert(
    fc.property(condition, fc.boolean(), mail, (written, runOnThreads, sent) => {
      const rule = canonicalRule({ name: 'A', runOnThreads, condition: written, actions: [{ type: 'STAR' }] });
      const ours = outcomeOf(mailRule(rule), readMail(sent));
      met[ours]++;
      expect(ours).toBe(outcomeInSandbox({ runOnThreads, condition: written }, sent));
    }),
    { numRuns: PAIRS },
  );
  // The pairs are no use if hardly any of them meet.
  for (const number of Object.values(met)) expect(number).toBeGreaterThan(PAIRS / 50);
}, 120_000);
