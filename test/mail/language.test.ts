/** The language of mail programs in matchers: what is proposed in its place means the same, or nothing is proposed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import type { PitfallFinding } from '../../src/diagnostics/pitfalls.ts';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { pitfallsIn } from '../../src/mail/pitfalls/pitfalls.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import type { StaticKey } from '../../src/model/rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { forAll } from '../harness/for-all.ts';

function ruleWith(key: StaticKey, text: string) {
  return { name: 'A', condition: { static: { [key]: text } }, actions: [{ type: 'DELETE' as const }] };
}

function pitfalls(key: StaticKey, text: string): PitfallFinding[] {
  return pitfallsIn(ruleWith(key, text));
}

function told(key: StaticKey, text: string): string[] {
  return pitfalls(key, text).map((found) => {
    const { message, remedy } = inEnglish(found);
    return `${message} ${remedy}`;
  });
}

function fits(key: StaticKey, text: string, value: string): boolean {
  const mail = { from: '', to: '', subject: '', reply: false, [key]: value };
  return outcomeOf(mailRule(canonicalRule(ruleWith(key, text))), readMail(mail)) === 'matches';
}

const LEFT_OUT = 'Describe in `aiInstructions` which mail is left out.';
const TOGETHER = 'Describe in `aiInstructions` what must hold together.';
const one = (text: string) => `For one or the other write ${JSON.stringify(text)}, or a list of them.`;

test.each<[key: StaticKey, text: string, ...says: string[]]>([
  // Exclusions.
  [
    ...([
      'from',
      '@shop.example.com, NOT orders@shop.example.com',
      'The word "NOT" excludes nothing in `from`',
    ] as const),
    ...['never matches', 'The rule runs DELETE on mail that it should leave out.', LEFT_OUT],
  ],
  ['from', '@example.com, -orders@example.com', '`-` excludes nothing', 'looks for "-orders@example.com"', LEFT_OUT],
  ['to', 'NOT boss@example.com', '"NOT boss@example.com" never matches', LEFT_OUT],
  ['from', 'not boss@example.com', 'The word "not" excludes nothing', LEFT_OUT],
  ['from', 'not:boss@example.com', '`not:` excludes nothing', LEFT_OUT],
  ['from', '!boss@example.com', '`!` excludes nothing', LEFT_OUT],
  ['from', '@example.com -from:boss@example.com', '`-` excludes nothing', LEFT_OUT],
  ['from', '@example.com AND NOT (a@example.com OR b@example.com)', '"NOT" excludes nothing', LEFT_OUT],
  ['subject', 'invoice NOT draft', '"NOT" excludes nothing', LEFT_OUT, 'If the word belongs to the subject, write `*`'],
  ['subject', 'invoice -draft', '`-` excludes nothing', 'looks for "invoice -draft" as it is', LEFT_OUT],
  ['subject', 'invoice -"draft copy"', '`-` excludes nothing', LEFT_OUT],
  ['subject', 'Invoice|!draft', '`!` excludes nothing', LEFT_OUT],
  // All of them.
  ['from', 'a AND b', 'The word "AND" joins nothing in `from`', TOGETHER],
  ['from', 'a@example.com and b@example.com', '"and" joins nothing', TOGETHER],
  ['to', 'a@example.com && b@example.com', '`&&` joins nothing', TOGETHER],
  ['from', 'a@example.com + b@example.com', '`+` joins nothing', TOGETHER],
  ['subject', 'Invoice AND Receipt', 'looks for "Invoice AND Receipt" as it is', TOGETHER],
  ['subject', 'Invoice +paid', '`+` joins nothing', TOGETHER],
  // Any of them.
  ['from', 'acme.com beta.com', 'A space separates nothing', 'in display names', one('acme.com, beta.com')],
  ['from', 'acme.com; beta.com', '`;` separates nothing', one('acme.com, beta.com')],
  ['from', 'acme.com\nbeta.com', 'A space separates nothing', one('acme.com, beta.com')],
  ['from', 'acme.com/beta.com', '`/` separates nothing', one('acme.com, beta.com')],
  ['from', '{a@example.com b@example.com}', 'Brackets group nothing', one('a@example.com, b@example.com')],
  ['from', '(a@example.com OR b@example.com)', 'Brackets group nothing', one('a@example.com, b@example.com')],
  ['from', '["a@example.com", "b@example.com"]', 'Brackets group nothing', one('a@example.com, b@example.com')],
  ['from', 'b@example.com;', '`;` separates nothing', one('b@example.com')],
  ['subject', '{Invoice,Receipt}', 'Brackets group nothing', one('Invoice|Receipt')],
  ['subject', '{Invoice Receipt}', 'Brackets group nothing', one('Invoice|Receipt')],
  ['subject', 'Invoice; Receipt', '`;` separates nothing', one('Invoice|Receipt')],
  // Fields.
  ['from', 'from:boss@example.com', '`from:` is text in `from`', 'Write "boss@example.com".'],
  ['from', 'From: boss@example.com', '`From:` is text in `from`', 'Write "boss@example.com".'],
  ['from', 'List-Id: studio.example', '`List-Id:` is text in `from`', 'describe the rest in `aiInstructions`'],
  ['to', 'reply-to:a@example.com', '`reply-to:` is text in `to`', 'describe the rest in `aiInstructions`'],
  ['from', 'subject:invoice', '`subject:` is text in `from`', 'words of the subject in `subject`'],
  ['subject', 'subject:invoice', 'looks for "subject:invoice" as it is', 'Write "invoice".'],
  ['subject', 'is:unread', '`is:` is text in `subject`', 'describe the rest in `aiInstructions`'],
  // Regular expressions.
  ['from', '.*@example.com', '`from` is not a regular expression', 'Write "*@example.com".'],
  ['from', '[ab]@example.com', 'and `[ab]` is text in it', 'Write addresses or domains'],
  ['from', '(sales|support)@example.com', 'and `(sales|support)` is text in it', 'Write addresses or domains'],
  ['from', '^boss@example\\.com$', 'and `^` is text in it', 'Write "boss@example.com".'],
  ['subject', '/invoice/i', '`subject` is not a regular expression', 'Write words that the subject has'],
  ['subject', '/invoice.*paid/', '`subject` is not a regular expression', 'Write "invoice*paid".'],
  // Quotes and encoded words.
  ['from', '"boss@example.com"', 'Quotes are text in `from`', 'Write "boss@example.com".'],
  ['from', "'team@example.com'", 'Quotes are text in `from`', 'Write "team@example.com".'],
  ['subject', '"Your invoice"', 'Quotes are text in `subject`', 'Write "Your invoice".'],
  ['subject', '“Your invoice”', 'Quotes are text in `subject`', 'Write "Your invoice".'],
  ['subject', '=?utf-8?Q?Rechnung?=', 'is an encoded text', 'Write "Rechnung".'],
])('%s: %j', (key, text, ...says) => {
  const all = told(key, text);
  expect(all).toHaveLength(1);
  for (const part of says) expect(all[0]).toContain(part);
});

/** Each entry is read as its author means it: what the first warning says, and what no warning says. */
test.each<[key: StaticKey, text: string, says: readonly string[], never?: readonly string[]]>([
  // An operator as a function, a sign with a space behind it, other dashes, and `!=`.
  ['from', 'NOT(a@example.com, b@example.com)', ['The word "NOT" excludes nothing', LEFT_OUT]],
  ['subject', 'NOT(invoice)', ['The word "NOT" excludes nothing', LEFT_OUT]],
  ['from', 'AND(a@example.com, b@example.com)', ['The word "AND" joins nothing', TOGETHER]],
  ['from', 'OR(a@example.com, b@example.com)', ['Brackets group nothing', one('a@example.com, b@example.com')]],
  ['from', 'NOT: boss@example.com', ['`NOT:` excludes nothing', LEFT_OUT]],
  ['subject', 'NOT: invoice', ['`NOT:` excludes nothing', LEFT_OUT]],
  ['from', '@example.com ! boss@example.com', ['`!` excludes nothing', LEFT_OUT]],
  ['from', '@example.com - boss@example.com', ['`-` excludes nothing', LEFT_OUT]],
  ['from', '@example.com \u2212boss@example.com', ['excludes nothing', LEFT_OUT]],
  ['from', '@example.com \u2013boss@example.com', ['excludes nothing', LEFT_OUT]],
  ['from', '!=boss@example.com', ['`!=` excludes nothing', LEFT_OUT]],
  ['from', '@example.com; not Boss', ['"not" excludes nothing', LEFT_OUT]],
  // A group beside another text means both.
  ['subject', '("[Jira]" OR "[Docs]") mentioned', ['joins nothing', TOGETHER]],
  ['from', '{a@example.com b@example.com} {c@example.com d@example.com}', ['joins nothing', TOGETHER]],
  // Separators of other scripts, and a list within quotes and brackets.
  ['from', 'a@example.com；b@example.com', ['`；` separates nothing', one('a@example.com, b@example.com')]],
  ['from', 'a@example.com，b@example.com', ['`，` separates nothing', one('a@example.com, b@example.com')]],
  ['from', 'a@example.com、b@example.com', ['`、` separates nothing', one('a@example.com, b@example.com')]],
  ['subject', '["Invoice", "Receipt"]', ['Brackets group nothing', one('Invoice|Receipt')]],
  ['from', '["a@example.com"]', ['Brackets group nothing', one('a@example.com')]],
  // Quotes of other scripts.
  ['from', '«boss@example.com»', ['Quotes are text', 'Write "boss@example.com".']],
  ['from', '„boss@example.com“', ['Quotes are text', 'Write "boss@example.com".']],
  ['from', '‘boss@example.com’', ['Quotes are text', 'Write "boss@example.com".']],
  ['subject', '„Ihre Rechnung“', ['Quotes are text', 'Write "Ihre Rechnung".']],
  ['subject', '"-draft"', ['Quotes are text', 'Write the text without them.'], ['address']],
  // A name with an address.
  ['from', '"Boss" <boss@example.com>', ['never matches', 'Write the address alone: "boss@example.com".']],
  ['from', '<mailto:boss@example.com>', ['Write the address alone: "boss@example.com".']],
  ['from', 'Boss <or@example.com>', ['reads the "or" in it'], ['Write "Boss']],
  ['from', 'Boss <boss@example>', ['never matches'], ['Write the address alone']],
  ['from', 'Boss (Big, Odd) & Co', ['"Boss (Big" in `from` fits any'], ['the "or" in it']],
  ['from', 'Smith-or-Jones', ['the "or" in it'], ['o*r']],
  // The service separates a subject at each `|`.
  ['subject', '(invoice|receipt)', ['the service looks for "(invoice" or "receipt)".']],
  ['subject', '"a|b"', ['Quotes are text', 'looks for "\\"a" or "b\\""'], ['Write "a|b"']],
  ['subject', '=?utf-8?Q?Invoice=7CReceipt?=', ['is an encoded text'], ['Write "Invoice|Receipt"']],
  ['subject', '"*"', ['Quotes are text'], ['Write "*"']],
  ['subject', 'invoice |-draft', ['`-` excludes nothing', LEFT_OUT], ['Write "invoice|-draft"']],
  ['subject', 'invoice||-draft', ['empty alternative'], ['Write "invoice|-draft"']],
  ['subject', '[^d]raft', ['`subject` is not a regular expression']],
  // A group in a field: all of its words.
  ['subject', 'subject:(Your invoice)', ['`subject:` is text'], ['Write "(']],
  ['subject', 'subject:(invoice)', ['`subject:` is text'], ['Write "(']],
  // A sentence.
  [
    'from',
    '@example.com except boss@example.com',
    ['an address holds no white space', 'describe the rest in `aiInstructions`'],
  ],
])('%s: %j is read as it is meant', (key, text, says, never = []) => {
  const all = told(key, text);
  expect(all).not.toEqual([]);
  for (const part of says) expect(all[0]).toContain(part);
  for (const part of never) expect(all.join('\n')).not.toContain(part);
});

test.each<[key: StaticKey, text: string]>([
  ['subject', 'Important, not urgent'],
  ['subject', 'Weekly report (Mon, Tue)'],
  ['subject', '「お知らせ」'],
  ['subject', '您好，您的订单已发货'],
  ['subject', 'Sale –up to 50% off'],
  ['subject', '"Plan" was shared with you'],
])('%s: %j is silent', (key, text) => {
  expect(told(key, text)).toEqual([]);
});

test('200 real-looking subjects are nearly all silent', () => {
  const subjects = readFileSync(path.join(import.meta.dirname, 'subjects.txt'), 'utf8')
    .trim()
    .split('\n');
  expect(subjects.length).toBeGreaterThan(200);
  // These two read like a list, and like an exclusion.
  expect(subjects.filter((subject) => pitfalls('subject', subject).length > 0)).toEqual(['Buy 1, get 1', '!Important']);
});

type Tree = { is: 'leaf'; text: string } | { is: 'not'; of: Tree } | { is: 'all' | 'any'; of: Tree[] };

const SENDERS = ['a@x.com', 'b@x.com', '@x.com', 'x.com', 'y.org', '*@m.x.com', 'z-*@y.org'];
const WORDS = ['Invoice', 'Receipt', 'paid', 'Your order', 'Re'];
const MAILS = {
  from: ['a@x.com', 'b@x.com', 'c@x.com', 'd@m.x.com', 'e@y.org', 'z-1@y.org', 'f@other.net'],
  subject: ['Invoice', 'Receipt', 'Invoice paid', 'Your order: Receipt', 'Re: Your order', 'other', ''],
};

function treeOf(leaves: readonly string[]): fc.Arbitrary<Tree> {
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.record({ is: fc.constant('leaf' as const), text: fc.constantFrom(...leaves) }),
      fc.record({ is: fc.constant('not' as const), of: tie('tree') }),
      fc.record({
        is: fc.constantFrom('all' as const, 'any' as const, 'any' as const),
        of: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  })).tree;
}

function holds(tree: Tree, key: StaticKey, value: string): boolean {
  if (tree.is === 'leaf') return fits(key, tree.text, value);
  if (tree.is === 'not') return !holds(tree.of, key, value);
  return tree.is === 'all'
    ? tree.of.every((one) => holds(one, key, value))
    : tree.of.some((one) => holds(one, key, value));
}

/** An address or a word as a regular expression, of a whole address or a part of a subject. */
function asRegex(text: string, key: 'from' | 'subject'): string[] {
  if (key === 'subject') return /\s/.test(text) ? [] : [`/${text}/`];
  const escaped = text.replaceAll('.', '\\.').replaceAll('*', '.*');
  if (!text.includes('@')) return [];
  return [text.startsWith('@') ? `.*${escaped}` : `^${escaped}$`];
}

/** Writes a tree as mail programs do. `pick` chooses among the ways. */
function written(tree: Tree, key: 'from' | 'subject', pick: (ways: string[]) => string): string {
  const inner = (one: Tree) => {
    const text = written(one, key, pick);
    return one.is === 'leaf' ? text : `(${text})`;
  };
  if (tree.is === 'leaf') {
    const phrase =
      key === 'subject' && /\s/.test(tree.text)
        ? [`"${tree.text}"`]
        : [tree.text, `"${tree.text}"`, `${key}:${tree.text}`];
    return pick([...phrase, ...asRegex(tree.text, key)]);
  }
  if (tree.is === 'not') return `${pick(['NOT ', '!', '-', 'not:'])}${inner(tree.of)}`;
  const parts = tree.of.map(inner);
  if (tree.is === 'all') return parts.join(pick([' AND ', ' && ']));
  const ways = [parts.join(' OR '), parts.join('; '), `{${parts.join(' ')}}`, `(${parts.join(' OR ')})`];
  return pick(key === 'from' ? [...ways, parts.join(' / ')] : ways);
}

function has(tree: Tree, is: Tree['is']): boolean {
  return tree.is === is || (tree.is !== 'leaf' && [tree.of].flat().some((one) => has(one, is)));
}

test.each([['from', SENDERS] as const, ['subject', WORDS] as const])(
  'in %s, what is proposed means the same, and has no pitfall',
  async (key, leaves) => {
    let proposed = 0;
    const picks = fc.infiniteStream(fc.nat(1000));
    await forAll([treeOf(leaves), picks], 5000, (tree, numbers) => {
      const text = written(tree, key, (ways) => ways[(numbers.next().value ?? 0) % ways.length] ?? '');
      for (const { args } of pitfalls(key, text)) {
        const instead = 'instead' in args ? args.instead : null;
        if (instead === null) continue;
        if (!('sign' in args) || args.written !== text) continue;
        proposed += 1;
        expect([text, instead, has(tree, 'not') || has(tree, 'all')]).toEqual([text, instead, false]);
        expect([text, instead, pitfalls(key, instead)]).toEqual([text, instead, []]);
        for (const value of MAILS[key]) {
          expect([text, instead, value, fits(key, instead, value)]).toEqual([
            text,
            instead,
            value,
            holds(tree, key, value),
          ]);
        }
      }
    });
    expect(proposed).toBeGreaterThan(500);
  },
);

test.each([['from', SENDERS] as const, ['subject', WORDS] as const])(
  'in %s, an exclusion and an all-of are told, whatever is around them',
  async (key, leaves) => {
    const picks = fc.infiniteStream(fc.nat(1000));
    await forAll([treeOf(leaves), picks], 2000, (tree, numbers) => {
      const text = written(tree, key, (ways) => ways[(numbers.next().value ?? 0) % ways.length] ?? '');
      const codes = pitfalls(key, text).map(({ code }) => code);
      if (has(tree, 'not')) expect([text, codes]).toEqual([text, expect.arrayContaining(['excludes-nothing'])]);
      else if (has(tree, 'all')) expect([text, codes]).toEqual([text, expect.arrayContaining(['all-of'])]);
    });
  },
);
