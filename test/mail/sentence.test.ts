/** The sentence of a rule says what the matcher does: whoever goes by the sentence alone decides as the matcher. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { inWords } from '../../src/report/sentence/rule.ts';
import { forAll } from '../harness/for-all.ts';

interface Sender {
  name: string;
  address: string;
}

const LOCALS = ['ann', 'bob', 'a.b', 'ann+news'];
const DOMAINS = ['acme.com', 'm.acme.com', 'notacme.com', 'beta.org', 'x.co.uk'];
const NAMES = ['Ann', 'Acme News', 'Bob Team', 'NOT ann', ''];
const PARTS = [
  ...['ann@acme.com', '@acme.com', 'acme.com', 'M.acme.com', '@beta.org', 'beta.org', 'ann', 'Acme', 'Acme News'],
  ...['news'],
  ...['NOT ann@acme.com', '-bob@beta.org', '.acme.com', 'acme.com.', 'a..b', 'ann@', '@', 'Ann <ann@acme.com>', '.edu'],
  ...['(ann@acme.com)', 'acme.com beta.org', 'acme.com; beta.org', 'bücher.example', 'a=b@acme.com'],
  ...['"ann@acme.com"', '*'],
];

const sender = fc.record({
  name: fc.constantFrom(...NAMES),
  address: fc.tuple(fc.constantFrom(...LOCALS), fc.constantFrom(...DOMAINS)).map((both) => both.join('@')),
});

/** Whether a mail is from a sender, to somebody who has read the sentence and nothing else. */
function isMeant(when: string, { name, address }: Sender): boolean {
  const [, named = ''] = /^the mail is from (.*?)(?: \((?!with subdomains).* never match(?:es)?\))?$/.exec(when) ?? [];
  return named.split(/, | or (?!address)/).some((one) => {
    const lower = one.toLowerCase();
    if (lower === 'nobody') return false;
    if (lower === 'anybody') return true;
    const [, text, where] = /^somebody with (.*) in (name or address|the name)$/.exec(lower) ?? [];
    if (text !== undefined) {
      const plain = text.replace(/^[«"]|[»"]$/g, '');
      return (name || address).toLowerCase().includes(plain) || (where !== 'the name' && address.includes(plain));
    }
    const domain = address.slice(address.indexOf('@'));
    const [, below] = /^(\S+) \(with subdomains\)$/.exec(lower) ?? [];
    if (below !== undefined) return domain === `@${below}` || domain.endsWith(`.${below}`);
    return lower.startsWith('@') ? domain === lower : address === lower;
  });
}

test('going by the sentence decides 10,000 pairs as the matcher does', async () => {
  let matching = 0;
  await forAll([fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 }), sender], 10_000, (parts, one) => {
    const from = parts.join(', ');
    const condition = { conditionalOperator: null, aiInstructions: null, static: { from, to: null, subject: null } };
    const rule = canonicalRule({ name: 'A', condition, actions: [{ type: 'STAR' }] });
    const header = one.name === '' ? one.address : `${one.name} <${one.address}>`;
    const matches =
      outcomeOf(mailRule(rule), readMail({ from: header, to: '', subject: '', reply: false })) === 'matches';
    if (matches) matching += 1;
    const { when } = inWords(rule);
    expect([when, header, isMeant(when, one)]).toEqual([when, header, matches]);
  });
  expect(matching).toBeGreaterThan(1000);
});
