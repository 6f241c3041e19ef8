import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { pitfallsIn } from '../../src/mail/pitfalls/pitfalls.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import type { Mail, Outcome } from '../../src/model/mail.ts';
import { isAddressPattern } from '../../src/model/patterns.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { forAll } from '../harness/for-all.ts';
import { runs } from '../harness/runs.ts';

type Static = NonNullable<ResolvedRule['condition']['static']>;
type Actions = ResolvedRule['actions'];

const root = path.join(import.meta.dirname, '..', '..');

function rule(matchers: Static, actions: Actions = [{ type: 'ARCHIVE' }]): ResolvedRule {
  return { name: 'A', condition: { static: matchers }, actions };
}

function codes(matchers: Static): string[] {
  return pitfallsIn(rule(matchers)).map(({ code }) => code);
}

function told(matchers: Static, actions?: Actions): string[] {
  return pitfallsIn(rule(matchers, actions)).map((found) => {
    const { message, remedy } = inEnglish(found);
    return `${message} ${remedy}`;
  });
}

function outcome(matchers: Static, mail: Partial<Mail>): Outcome {
  const whole = { from: '', to: '', subject: '', reply: false, ...mail };
  return outcomeOf(mailRule(canonicalRule(rule(matchers))), readMail(whole));
}

describe('ordinary matchers have no pitfall', () => {
  test.each([
    ...['jane@example.com', '@example.com', 'example.com'],
    ...['example.com, @mail.example.com|a@example.org or b@example.org', 'JANE@EXAMPLE.COM,', '*@example.com'],
    ...['@*.example.com', '*.example.com', 'alerts-*@example.com', 'jane@*', 'jane@acme*', '*@*.example.*', '*'],
    ...['jane+news@example.com', "o'neil@example.com", 'xn--bcher-kva.example', 'a-.example.com'],
    ...['my_team@lists.example.com', 'orders@example.com, for@example.com', 'Dr.Who'],
  ])('from and to: %s', (text) => {
    expect(codes({ from: text, to: text })).toEqual([]);
  });

  test.each([
    ...['Invoice', 'invoice|Invoice', 'Invitation:*|Accepted:*|Declined:*', '*', ' Invoice ', '[JIRA-123]'],
    ...['[X-ray] results', 'Release 1.*', 'costs US$', 'C:\\data', 'Are you there?'],
    ...['Your order (no. 7) is 1,000 EUR', 'January 5, 2026', 'Hello Jane, your order has shipped'],
    ...['Please confirm or cancel your booking today', 'NOW OR IN THE FUTURE OF OUR WORLD', 'Orders for you'],
    ...['100% (new)', '(a)|(b)', '^_^', 'a/b', 'Re: *', '**'],
  ])('subject: %s', (subject) => {
    expect(codes({ subject })).toEqual([]);
  });

  const files = ['examples', 'test/scenarios'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      // One of its subjects has a comma on purpose.
      .filter((file) => /\brules\b.*\/\w[^/]*\.ya?ml$/.test(file) && !file.startsWith('lists/'))
      .map((file) => path.join(folder, file)),
  );
  test('there are such files', () => expect(files.length).toBeGreaterThan(20));
  test.each(files)('%s', (file) => {
    const documents = parseAllDocuments(readFileSync(path.join(root, file), 'utf8')).map((one) => one.toJS());
    for (const one of documents.flatMap((document) => document?.rules ?? [document ?? []]).flat()) {
      const texts = Object.entries(one.condition?.static ?? {}).map(([key, text]) => {
        return [key, [text].flat().join(key === 'subject' ? '|' : ', ')];
      });
      const condition = { ...one.condition, static: Object.fromEntries(texts) };
      expect(pitfallsIn({ ...one, condition })).toEqual([]);
    }
  });
});

test.each<[Static, string]>([
  [{ from: 'Jane <jane@example.com>' }, 'Write the address alone: "jane@example.com".'],
  [{ from: 'or@example.com' }, 'looks for "@example.com". Write "o*r@example.com"'],
  [{ from: 'news@this-or-that.com' }, 'looks for "news@this-" and "-that.com". Write "news@this-o*r-that.com"'],
  [{ from: 'a@example.com, a@or.example.com' }, '"a@or.example.com" never matches'],
  [{ from: 'news@this-or-that' }, 'looks for "-that". Write the whole address'],
  [{ from: 'acme' }, '"acme" in `from` fits any address or display name that contains it, and anybody can choose'],
  [{ to: 'a@example.com, Team' }, '"Team" in `to` fits any address or display name'],
  [{ from: '.acme.com' }, '".acme.com" never matches: ".acme.com" is not a valid domain'],
  [{ from: 'Acme Inc.' }, '"Acme Inc." in `from` fits any'],
  [{ from: ', or |' }, '`from` never matches: it has separators and nothing between them.'],
  [{ to: 'OR' }, '`to` never matches: it has separators'],
  [
    { from: 'a@example.com; b@example.com' },
    '`;` separates nothing in `from`: "a@example.com; b@example.com" never matches. For one or the other write "a@example.com, b@example.com", or a list',
  ],
  [
    { from: 'a@example.com\nb@example.com' },
    'A space separates nothing in `from`: "a@example.com\\u{a}b@example.com" never matches. For one or the other write "a@example.com, b@example.com", or a list',
  ],
  [{ from: 'Jane jane@example.com' }, 'holds no white space. Write only addresses or domains that it should match'],
  [
    { from: 'everyone except boss@example.com' },
    'Write only addresses or domains that it should match, in a list, and describe the rest in `aiInstructions`.',
  ],
  [
    { from: 'mailto:a@example.com' },
    '`mailto:` is text in `from`: "mailto:a@example.com" never matches. Write "a@example.com".',
  ],
  [
    { from: '"a@example.com"' },
    'Quotes are text in `from`: "\\"a@example.com\\"" never matches. Write "a@example.com".',
  ],
  [{ from: 'https://example.com' }, 'an address holds no ":". Write the whole address'],
  [{ from: 'a@b@example.com' }, 'no address has two "@". Write the whole address'],
  [{ from: 'jane@' }, '"jane@" never matches: it has no domain. Write "jane@*".'],
  [{ from: '@' }, 'it has no domain. Write the whole address'],
  [{ from: 'jane@acme' }, '"acme" is not a valid domain. Write the whole address'],
  [{ from: '@acme' }, '"acme" is not a valid domain.'],
  [{ from: '@.example.com' }, '".example.com" is not a valid domain. Write "@*.example.com".'],
  [{ from: 'a@example..com' }, '"example..com" is not a valid domain.'],
  [{ from: 'a@-example.com' }, '"-example.com" is not a valid domain.'],
  [{ from: 'No.5' }, 'words joined by dots are compared with domains, and no domain ends in "5".'],
  [{ from: 'Acme.com!' }, 'no domain ends in "com!".'],
  [{ from: 'J.R' }, 'no domain ends in "R".'],
  [
    { from: '*@x.рф' },
    '"*@x.\\u{440}\\u{444}" never matches: the service does not accept an address with "\\u{440}\\u{444}". No address pattern',
  ],
  [{ to: 'bücher.example' }, 'the service does not accept an address with "\\u{fc}".'],
  [{ from: 'jane@xn--e1afmkfd.xn--p1ai' }, 'an address with ".xn--p1ai". No address pattern fits such a sender.'],
  [{ from: '*.xn--p1ai' }, 'an address with ".xn--p1ai".'],
  [{ from: 'root@10.0.0.1' }, 'an address with ".1".'],
  [{ from: 'bounce=*@example.com' }, 'an address with "=".'],
  [{ from: 'a/b@example.com' }, 'an address with "/".'],
  [{ from: 'jane.@example.com' }, 'an address with "jane.@".'],
  [{ from: '*..*@example.com' }, 'an address with "*..*@".'],
  [{ from: '@my_team.example.com' }, 'an address with "_".'],
  [
    { subject: 'Invoice,Receipt' },
    'A comma separates nothing in `subject`: the service looks for "Invoice,Receipt" as it',
  ],
  [{ subject: 'Invoice, Your receipt, Bill' }, 'For one or the other write "Invoice|Your receipt|Bill", or a list'],
  [
    { subject: 'x|invoice or receipt' },
    'The word "or" separates nothing in `subject`: the service looks for "invoice or receipt"',
  ],
  [{ subject: 'Your monthly invoice OR your receipt' }, 'write "Your monthly invoice|your receipt"'],
  [
    { subject: '^Invoice' },
    '`subject` is not a regular expression, and `^` is text in it: the service looks for "^Invoice" as it is.',
  ],
  [{ subject: 'Invoice.*paid$' }, 'and `$` is text in it'],
  [{ subject: 'Invoice \\d+' }, 'and `\\d` is text in it'],
  [{ subject: '\\d+$' }, 'and `$` is text in it'],
  [{ subject: '[a-zA-Z]' }, 'and `[a-zA-Z]` is text in it'],
  [{ subject: '[Ii]nvoice' }, 'and `[Ii]` is text in it'],
  [{ subject: '(?i)invoice' }, 'and `(?i` is text in it'],
  [
    { subject: 'new (bill|invoice)' },
    'and `(bill|invoice)` is text in it: the service looks for "new (bill" or "invoice)".',
  ],
  [{ subject: 'a||b' }, '"a||b" has an empty alternative, which fits every subject. Write "a|b".'],
  [{ subject: 'a|' }, 'which fits every subject. Write "a".'],
  [{ subject: '|' }, 'which fits every subject. Remove `subject`, or write words.'],
  [
    { subject: 'a| |b' },
    'an alternative of white space alone, which fits every subject that contains it. Write "a|b".',
  ],
  [{ subject: 'Invoice | Receipt' }, 'the service looks for "Invoice ", " Receipt". Write "Invoice|Receipt".'],
  [
    { subject: 'Invoice\n' },
    'White space counts in `subject`: the service looks for "Invoice\\u{a}". Write "Invoice".',
  ],
  [
    { subject: 'Re: {{topic}}' },
    '"{{topic}}" is plain text in `subject`: the service fills in `{{…}}` in actions only.',
  ],
  [{ from: '{{sender}}' }, '"{{sender}}" is plain text in `from`'],
  [{ from: '{{sender' }, '"{{sender" in `from` fits any'],
])('one pitfall: %j', (matchers, says) => {
  const all = told(matchers);
  expect(all).toHaveLength(1);
  expect(all[0]).toContain(says);
});

test('each row of the documentation has a pitfall, and what it says to write has none', () => {
  const page = readFileSync(path.join(root, 'docs', 'rule-files.md'), 'utf8');
  const section = /^## Pitfalls\n(.*?)^## /ms.exec(page)?.[1] ?? '';
  const rows = section.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, first = '', second = '', instead = ''] = cells;
    const written = [first, second].find((cell) => /^`(from|subject):/.test(cell));
    return written === undefined ? [] : [{ written, instead }];
  });
  expect(rows.length).toBeGreaterThan(15);
  for (const { written, instead } of rows) {
    let key = '';
    const texts = (column: string) =>
      [...column.matchAll(/`([^`]+)`/g)].map(([, code = '']) => {
        const [, own, value = ''] = /^(?:(from|subject): )?(.*)$/.exec(code.replaceAll('\\|', '|')) ?? [];
        key = own ?? key;
        return { key, text: value.startsWith('"') ? JSON.parse(value) : value };
      });
    for (const one of texts(written))
      expect([one, codes({ [one.key]: one.text })]).toEqual([one, [expect.any(String)]]);
    for (const one of texts(instead)) expect([one, codes({ [one.key]: one.text })]).toEqual([one, []]);
  }
});

test('each entry of a list has its own', () => {
  expect(codes({ from: 'a@example.com, Jane <b@example.com>, news@this-or-that.example or acme|c@' })).toEqual([
    'display-name',
    'split-by-or',
    'fits-display-names',
    'never-matches',
  ]);
});

test('an entry that is there often is told once, in a time that grows with the text alone', () => {
  expect(codes({ from: 'acme,'.repeat(100_000) })).toEqual(['fits-display-names']);
  const flood = 50_000;
  for (const piece of ['<', '(', '[a', ' ', '{{', '\\', '.'])
    codes({ from: piece.repeat(flood), subject: piece.repeat(flood) });
  expect(codes({ from: `<${'a@'.repeat(flood)}` })).toEqual(['never-matches']);
  expect(codes({ subject: `(${'|'.repeat(flood)}` })).toEqual(['empty-alternative']);
});

test('what matches too much names the actions that cannot be taken back', () => {
  const actions: Actions = [{ type: 'FORWARD', fields: { to: 'a@example.com' } }, { type: 'STAR' }, { type: 'DELETE' }];
  for (const from of ['or@example.com', 'acme'])
    expect(told({ from }, actions)[0]).toContain('The rule runs FORWARD and DELETE on any such mail.');
  expect(told({ subject: 'a||b' }, actions)[0]).toContain('The rule runs FORWARD and DELETE on any such mail.');
  expect(told({ from: 'acme' }, actions)[0]).toContain('Some services refuse FORWARD for such a sender.');
  expect(told({ to: 'acme' }, actions)[0]).not.toContain('refuse');
  expect(told({ from: 'vendor@orange-or-blue.com' }, actions)[0]).not.toContain('meets');
});

/** Entries of a list, whole and broken. */
const entry = fc
  .array(
    fc.constantFrom('a', 'or', 'Jane', 'acme', 'com', '5', '@', '.', '-', '*', ' ', '<', '>', '"', ';', ':', 'é', '\n'),
    { minLength: 1, maxLength: 9 },
  )
  .map((pieces) => pieces.join('').trim())
  .filter((text) => text !== '' && !/(?<![^\s;])or(?![^\s;])/i.test(text));

/** From headers made of what a matcher has in it, so that one fits where any does. */
function headersFor(text: string): string[] {
  const words = text.split(/[\s,|<>";:]+/).map((word) => word.replaceAll('*', 'acme.com'));
  const addresses = words.flatMap((word) =>
    [word, ...word.split(/or/i)].flatMap((one) => {
      return [one, `x${one}`, `x@${one}`, `x@acme.${one}`, `${one}acme.com`, `${one}x@acme.com`];
    }),
  );
  return [text, ...addresses, ...addresses.map((address) => `${text.replaceAll('*', 'x')} <${address}>`)];
}

test('no mail fits what is said never to match', async () => {
  let found = 0;
  await forAll(
    [fc.array(entry, { minLength: 1, maxLength: 3 }), fc.constantFrom(',', ' | ', ' or ')],
    300,
    (all, by) => {
      const never = all.filter((one) => told({ from: one }).some((says) => /(?<!, and .*) never matches/.test(says)));
      if (never.length === 0) return;
      found += 1;
      const list = never.join(by);
      for (const from of never.flatMap(headersFor)) {
        expect([list, from, outcome({ from: list }, { from })]).toEqual([list, from, 'no']);
      }
    },
  );
  expect(found).toBeGreaterThan(runs(75));
});

test('some mail fits each address pattern that is not said never to match', async () => {
  const pieces = (...odd: string[]) =>
    fc.array(fc.constantFrom('a', '7', 'b', 'X', '*', '.', '-', ...odd), { maxLength: 5 }).map((all) => all.join(''));
  const pattern = fc
    .tuple(
      pieces('_', "'", '+', 'ü', '='),
      fc.constantFrom('@', '@', ''),
      pieces('xn--', 'ü', '_'),
      pieces('.com', '.c', '.рф'),
    )
    .map((parts) => parts.join(''));
  let fitting = 0;
  // These begin an exclusion, an all-of and a regular expression.
  const isPlain = (text: string) => isAddressPattern(text) && !/^(?:[-+]|\.[*+])/.test(text);
  await forAll([pattern.filter(isPlain)], 2500, (from) => {
    const domain = from.slice(from.indexOf('@') + 1).replaceAll('*', 'a.aa');
    const local = from.includes('@') ? from.slice(0, from.indexOf('@')).replaceAll('*', 'a') : '';
    const fits = outcome({ from }, { from: `${local || 'a'}@${domain}` }) === 'matches';
    expect([from, codes({ from })]).toEqual([from, fits ? [] : ['never-matches']]);
    if (fits) fitting += 1;
  });
  // One in 20 of them: far fewer would mean that the patterns are too odd to test anything.
  expect(fitting).toBeGreaterThan(runs(60));
});

test('a mail fits what is said to match too much', async () => {
  const letters = fc.stringMatching(/^[a-z]{1,5}( [a-z]{1,5})?$/).filter((text) => !/\bor\b/.test(text));
  await forAll([letters, fc.string()], 100, (text, subject) => {
    expect(codes({ from: text })).toEqual(['fits-display-names']);
    expect(outcome({ from: text }, { from: `The ${text}! <x@example.org>` })).toBe('matches');
    for (const matcher of [`${text}|`, `|${text}`, `${text}||b`]) {
      expect(codes({ subject: matcher })).toEqual(['empty-alternative']);
      expect(outcome({ subject: matcher }, { subject })).toBe('matches');
    }
  });
});

test('what is proposed in place of an "or" fits the address and has no pitfall', async () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  const joint = fc.constantFrom('', '-', '.');
  await forAll([word, joint, word, joint, word], 100, (local, before, left, after, right) => {
    const address = `${local}@${left}${before || '-'}or${after || '-'}${right}.com`;
    const instead = pitfallsIn(rule({ from: address })).map((found) =>
      found.code === 'split-by-or' ? found.args.instead : '',
    )[0];
    expect(codes({ from: instead })).toEqual([]);
    expect(outcome({ from: instead }, { from: address })).toBe('matches');
  });
});
