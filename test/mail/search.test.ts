import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import { searchFor } from '../../src/mail/search.ts';
import type { ShownRule, ShownText } from '../../src/model/plan.ts';
import { forAll } from '../harness/for-all.ts';

interface Written {
  from?: ShownText;
  to?: ShownText;
  subject?: ShownText;
  ai?: string;
  operator?: 'AND' | 'OR';
  runOnThreads?: boolean;
}

function ruleOf({ from = null, to = null, subject = null, ai, operator, runOnThreads = true }: Written): ShownRule {
  const condition = {
    conditionalOperator: operator ?? null,
    aiInstructions: ai ?? null,
    static: { from, to, subject },
  };
  return { name: 'A', runOnThreads, condition, actions: [] };
}

const SECRET = { shown: '(secret SENDERS)', tag: '0'.repeat(32) };

describe('a search', () => {
  it.each<[Written, string, string?]>([
    [{ from: 'Jane@Example.com' }, 'from:jane@example.com'],
    [{ from: '@example.com' }, 'from:"@example.com"'],
    [{ from: 'example.com' }, 'from:example.com'],
    [{ from: 'a@example.com, b@example.com' }, '(from:a@example.com OR from:b@example.com)'],
    [{ from: 'a+b@example.com' }, 'from:"a+b@example.com"'],
    [{ from: 'Jane' }, 'from:jane', 'from:jane*'],
    [{ from: 'Jane Doe' }, 'from:"jane doe"'],
    [{ from: 'alerts-*@example.com' }, '(from:"alerts-" from:"@example.com")'],
    [{ from: 'news*@example.com' }, 'from:"@example.com"'],
    [{ to: 'example.com', subject: 'Invoice' }, 'to:example.com subject:invoice', 'to:example.com subject:invoice*'],
    [{ subject: 'Your "new" invoice' }, 'subject:"your new invoice"'],
    [
      { subject: 'Order * sent|NOT' },
      '((subject:order subject:sent) OR subject:not)',
      '((subject:order* subject:sent*) OR subject:not*)',
    ],
    [{ subject: 'a" OR from:b@example.com' }, 'subject:"a or from:b@example.com"'],
    [{ subject: '-x {y} (z)' }, 'subject:"-x {y} (z)"'],
    // A part that never fits is no alternative, and one that always does is no matcher.
    [{ from: 'Jane <a@example.com>, b@example.com' }, 'from:b@example.com'],
    [{ from: 'a@example.com, *', subject: 'x' }, 'subject:x', 'subject:x*'],
    [{ from: SECRET, subject: 'x' }, 'subject:x', 'subject:x*'],
    [{ from: 'example.com', subject: 'x|\u{1f389}' }, 'from:example.com'],
  ])('of %j', (rule, gmail, outlook = gmail) => {
    expect(searchFor(ruleOf(rule))).toMatchObject({ gmail, outlook });
  });

  it.each<[Written, string]>([
    [{ ai: 'sells something' }, 'has no static part'],
    [{ from: '*' }, 'fits every mail'],
    [{ from: 'Jane <a@example.com>', subject: 'x' }, 'fits none'],
    [{ from: SECRET }, 'is secret'],
    [{ subject: '\u{1f389}' }, 'has no words'],
  ])('there is none for %j, which %s', (rule) => {
    expect(searchFor(ruleOf(rule))).toBeUndefined();
  });

  it.each<[Written, string, string]>([
    [{ from: 'a@example.com' }, 'names too', ''],
    [{ from: '@example.com' }, 'names too, longer domains too in Gmail', ''],
    [{ from: 'example.com' }, 'names too, longer domains too in Gmail', 'perhaps no subdomains in Outlook'],
    [{ from: '*@example.com, a@example.org' }, 'names too, any `*`', ''],
    [{ to: 'a@example.com' }, 'names too, Cc and Bcc too in Gmail', ''],
    [{ from: 'Jane' }, 'any punctuation', 'whole words only (Outlook: beginnings of words)'],
    [{ subject: 'x' }, 'any case, any punctuation', 'whole words only (Outlook: beginnings of words)'],
    [
      { from: SECRET, to: '!', subject: 'x' },
      'any `from`, any `to`, Cc and Bcc too in Gmail, any case, any punctuation',
      'whole words only (Outlook: beginnings of words)',
    ],
    [{ from: 'a@example.com', ai: 'x', runOnThreads: false }, 'replies too, names too, what the AI rejects too', ''],
    [{ from: 'a@example.com', ai: 'x', operator: 'OR' }, 'names too', 'nothing that the AI adds'],
  ])('of %j is wider and narrower', (rule, wider, narrower) => {
    expect(searchFor(ruleOf(rule))).toMatchObject({ wider, narrower });
  });
});

/** The searches that a program understands: keys with a word or a phrase, in parentheses, and nothing else. */
const TERM = String.raw`(from|to|subject):("[^"“”\\\p{C}]+"|[\p{L}\p{M}\p{N}_]+([.@-][\p{L}\p{M}\p{N}_]+)*\*?)`;
const TERMS = `(${TERM}|\\(${TERM}( ${TERM})+\\))`;
const SEARCH = new RegExp(`^((^| )(${TERMS}|\\(${TERMS}( OR ${TERMS})+\\)))+$`, 'u');

const odd = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.array(fc.constantFrom(...'"“”\\()*{}:-+|,@. aB1\u202e\nORNOT'), { maxLength: 20 }).map((all) => all.join('')),
);

it('stays a search of its own, whatever is in a rule', async () => {
  await forAll([odd, odd, odd], 200, (from, to, subject) => {
    const found = searchFor(ruleOf({ from, to, subject }));
    if (found === undefined) return;
    expect(found.outlook).toMatch(SEARCH);
    expect(found.gmail).toBe(found.outlook.replaceAll('*', ''));
    expect(found.wider).not.toBe('');
  });
});

const wordsOf = (text: string) => ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).join(' ')} `;

/** Whether Gmail shows a mail from somebody for a search of senders: each term is a phrase of whole words. */
function isShown(search: string, from: string): boolean {
  return search.split(' OR ').some((term) => {
    return [...term.matchAll(/from:("[^"]*"|[^ ()]+)/g)].every(([, phrase = '']) =>
      wordsOf(from).includes(wordsOf(phrase)),
    );
  });
}

it('shows every mail that a rule takes, unless it says that it is narrower', async () => {
  const label = fc.constantFrom('shop', 'news', 'a', 'mail');
  const domain = fc.tuple(label, label).map(([one, two]) => `${one}.${two}.example`);
  const address = fc.tuple(fc.constantFrom('jane', 'jane.doe', 'news-2', 'a'), domain).map((all) => all.join('@'));
  const part = fc.oneof(
    address,
    domain.map((one) => `@${one}`),
    domain.map((one) => one.replace(/^\w+\./, '')),
    fc
      .tuple(address, fc.nat(12), fc.nat(12))
      .map(([one, at, length]) => `${one.slice(0, at)}*${one.slice(at + length)}`),
    fc.constantFrom('*@*.example', 'news-*@*', '*.example'),
  );
  let taken = 0;
  await forAll([fc.array(part, { minLength: 1, maxLength: 3 }), address], 500, (parts, from) => {
    const rule = ruleOf({ from: parts.join(', ') });
    const found = searchFor(rule);
    const mail = readMail({ from: `Somebody <${from}>`, to: '', subject: '', reply: false });
    const matches = outcomeOf(mailRule(rule as never), mail) === 'matches';
    if (!matches || found === undefined || found.narrower.includes('whole words')) return;
    taken += 1;
    expect(isShown(found.gmail, from)).toBe(true);
  });
  expect(taken).toBeGreaterThan(20);
});
