/** Counting by an index of senders gives what asking each rule about each mail gives. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MailCounts } from '../../src/mail/mail-counts.ts';
import { foundOutcomeOf, mailRule } from '../../src/mail/match.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import { mailOf } from '../../src/model/mail.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { forAll } from '../harness/for-all.ts';

const DOMAINS = ['acme.example', 'mail.acme.example', 'other.example', 'a.b.acme.example'];
const LOCALS = ['jane', 'JANE', 'news', 'a+b'];
const SUBJECTS = ['Invoice 12', 'invoice', 'Hello'];

const address = fc
  .tuple(fc.constantFrom(...LOCALS), fc.constantFrom(...DOMAINS))
  .map(([local, domain]) => `${local}@${domain}`);
const sender = fc.oneof(
  address,
  fc.constantFrom(...DOMAINS),
  fc.constantFrom(...DOMAINS).map((domain) => `@${domain}`),
  fc.constantFrom('jane', '*@acme.example', 'j*@other.example', '*.example', 'Acme.Example', '@MAIL.acme.example'),
);
const rule = fc
  .record({
    from: fc.option(fc.array(sender, { minLength: 1, maxLength: 3 })),
    subject: fc.option(fc.constantFrom('Invoice', 'invoice|Hello')),
    ai: fc.boolean(),
    operator: fc.constantFrom<'AND' | 'OR'>('AND', 'OR'),
    isUnset: fc.boolean(),
    runOnThreads: fc.boolean(),
  })
  .map(({ from, subject, ai, operator, isUnset, runOnThreads }) => {
    const condition = {
      conditionalOperator: operator,
      aiInstructions: ai ? 'is cold' : null,
      static: { from: from?.join(', ') ?? null, subject },
    };
    const body = canonicalRule({ name: 'a', runOnThreads, condition, actions: [{ type: 'STAR' }] });
    const path = ['condition', 'static', 'subject'];
    const references = isUnset && subject !== null ? [{ path, kind: 'env', name: 'SUBJECT', isUnset: true }] : [];
    return mailRule(body, references as Parameters<typeof mailRule>[1]);
  });
const mail = fc
  .record({
    from: fc.oneof(
      address,
      address.map((one) => `Jane <${one}>`),
      fc.constantFrom('', 'nobody', 'a@b, c@d'),
    ),
    subject: fc.constantFrom(...SUBJECTS),
    reply: fc.boolean(),
  })
  .map((given) => readMail(mailOf(given)));

it('gives for each rule what asking it about each mail gives', () =>
  forAll([fc.array(rule, { maxLength: 12 }), fc.array(mail, { maxLength: 12 })], 300, (rules, mails) => {
    const counts = new MailCounts(
      rules.map((made, index) => ({ account: 'a', rule: String(index), source: null, made })),
    );
    for (const one of mails) counts.add(one);
    const outcomes = mails.map((one) => rules.map((each) => foundOutcomeOf(each, one)));
    const { none, ai: asked, several, pairs: paired } = counts.account;
    for (const [index, { matches, ai, no, unknown, domains = [] }] of counts.rules((domain) => domain).entries()) {
      const of = (outcome: string) => outcomes.filter((all) => all[index] === outcome).length;
      expect({ matches, ai, no, unknown }).toEqual({
        matches: of('matches'),
        ai: of('ai'),
        no: of('no'),
        unknown: of('unknown'),
      });
      const named = domains.reduce((sum, one) => sum + one.mails, 0);
      const matching = mails.filter((_, at) => outcomes[at]?.[index] === 'matches');
      expect(named).toBe(matching.filter(({ from }) => from.addresses.length > 0).length);
    }
    const matching = outcomes.map((all) => all.flatMap((one, index) => (one === 'matches' ? [index] : [])));
    const isAsked = (all: readonly string[]) => all.includes('ai') && !all.includes('matches');
    expect(none).toBe(outcomes.filter((all) => all.every((one) => one === 'no' || one === 'unknown')).length);
    expect(asked).toBe(outcomes.filter(isAsked).length);
    expect(several).toBe(matching.filter(({ length }) => length > 1).length);
    const pairs = new Map<string, number>();
    for (const all of matching) {
      for (const one of all)
        for (const other of all) if (one < other) pairs.set(`${one} ${other}`, (pairs.get(`${one} ${other}`) ?? 0) + 1);
    }
    expect(new Map(paired.map(({ rules: both, mails: number }) => [both.join(' '), number]))).toEqual(pairs);
  }));
