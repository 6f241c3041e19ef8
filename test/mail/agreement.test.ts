/**
 * The matcher that inboxctl decides with and the one of the tests were written apart, from the same measurements. They
 * agree on what is thrown at them, or one of them is wrong.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { senderIndex } from '../../src/mail/mail-counts.ts';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { readHeaders } from '../../src/source/load/read-mail.ts';
import { outcomeOf as outcomeOfSecond } from '../harness/matching/outcome.ts';
import { runs } from '../harness/runs.ts';

const PAIRS = runs(10_000);

const NAMES = [
  ...['Jane', 'jane', 'Mary Jane', 'St. Jane', 'DR.WHO', 'Ünal', 'İ', 'or', 'Sales or Support', ' ', '', '*', '_'],
  ...['"Team, x@y.com"', '"a \\"b\\""', '"a \\", x@y.com"', '"', '"open, x@y.com', '\\', '"J <x@y.com>"', 'x@y.com'],
  ...['(hi, x@y.com)', 'o:', 'a@b.com;', "O'Neil", '<', '>', 'x@y', 'a=b@acme.com'],
  ...['24" TV', '.edu', 'a..b', '.acme.com', 'acme.com.', 'boss@acme.com', '"boss@acme.com"', "'x@y.com';"],
];
const LOCALS = [
  ...['jane', 'JANE', 'alerts-1', 'a.or.b', 'or', "o'neil", '_', 'a+b', 'a.b', '-', '7', 'acme.com'],
  ...['a=b', 'a/b', 'a&b', 'a~b', 'ü', 'İ', 'o:a', '.a', 'a.', 'a..b', "a'", '', 'a b', '"a"', 'a@b', "'a", '#1'],
];
const DOMAINS = [
  ...['acme.com', 'Mail.Acme.com', 'notacme.com', 'x.com', 'this-or-that.com', 'xn--bcher-kva.example', 'a-.com'],
  '7.co',
  ...['x.xn--p1ai', 'x.рф', 'müller.de', '-b.com', 'a..com', 'x.c', 'x.c0m', '10.0.0.1', 'b', '', 'x.com.', 'x.com;m'],
  ...['acme.co.uk', 'x.com-', 'x.comé', 'school.edu'],
];
const WORDS = ['Invoice', 'invoice', 'a', 'b', ' or ', 'or', ',', '|', '*', ' ', '\n', '.', '^', '\u2028'];
const LOOSE = [...'ab x@.-*,|<>()"\\;:éß7\n\t=/&~+_\'', 'or', 'OR', 'a@b.com', '@', '.co', ', ', ' <'];

const loose = fc.string({ unit: fc.constantFrom(...LOOSE), maxLength: 12 });
const joined = (words: readonly string[], most: number) =>
  fc.array(fc.constantFrom(...words), { maxLength: most }).map((some) => some.join(''));

/** About every other one is valid. */
const address = fc
  .tuple(fc.constantFrom(...LOCALS.slice(0, 12), ...LOCALS), fc.constantFrom(...DOMAINS.slice(0, 8), ...DOMAINS))
  .map((parts) => parts.join('@'));
const FORMS = [
  ...['N <A>', 'N <A>', 'A', 'N', '<A>', '<N>', 'N A', 'A N', 'A (N)', 'N<A>', 'N < A >', ' N <A> ', '<<A>>'],
  ...['N <A', 'N A>', 'A <N>', 'N <a@b.com> <A>', '<a@b.com> A', 'N <A> N', 'o:A', 'A;m', 'A;', 'A.', '(A)', '"A"'],
  'A,B',
  ...['"N, B" <A>', '"N \\", B" <A>', 'N <A, B>', 'A (N, B)', 'N, A', 'N\tA', 'N\n<A>', 'A B', 'mailto:A'],
  '"N" \\ <A>',
  ...["'A'", "'A';", '[A]', 'A:', 'A!', '-A-', '.A.', '{A}', '"A"', '(A),', 'éA', 'Aé', '_A_', 'A/', ':A', 'A?x'],
  ...['+A', '-A>', '<-A', '<+A>', "'A>", '-A N'],
  ...["N <'A'>", 'N <.A>', 'N <A.>', 'N <A;>', 'N <A/>', 'N <(A)>', 'N <\tA\u00a0>', '< A >', 'N <A>;', 'N <A>,'],
  ...['A <A>', '"A" <A>', 'A <B>', '"A" <B>', 'A <o:B>', 'N A <B>', "'A' <'B'>", 'Team: A, B;', 'N: N <A>, N <B>;'],
  ...['"N <A>, B', 'N" <A>, B', 'N <A>, "B', '"N, A", "B', 'N <A>, "N, B" <B>, "N', '<N <A>', '< <A>', '< > A', '><A>'],
];
const person = fc
  .tuple(fc.constantFrom(...FORMS), fc.constantFrom(...NAMES), address, address)
  .map(([form, ...texts]) => form.replace(/[NAB]/g, (letter) => texts['NAB'.indexOf(letter)] ?? ''));
const header = fc.oneof(
  { weight: 3, arbitrary: person },
  { weight: 1, arbitrary: loose },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(', ', ', ', ',', ' , ', ';', ' '),
        fc.array(fc.oneof(person, person, loose), { maxLength: 4 }),
      )
      .map(([separator, all]) => all.join(separator)),
  },
);
/** As in an inbox: people in lists and groups as programs write them, folded and encoded, and then read as a mail is. */
const FULL_NAMES = [
  ...['Jane', 'Jane Doe', 'Acme Inc.', 'St. Jane Hospital', "Jane O'Neil", 'Sales or Support', 'boss@acme.com', '.edu'],
  ...['=?utf-8?Q?Doe=2C_J=C3=B6rg?=', '=?utf-8?B?SsO2cmc=?=', '=?iso-8859-1?Q?J=F6rg_=22J=22?=', 'Jörg', '"Doe, Jane"'],
  ...['"Jane \\"JD\\" Doe"', '"Acme, Inc. (Sales, EMEA)"', '"boss@acme.com"', '24" TV', "'Jane'", '"J | A"'],
  ...['=?utf-8?Q?Doe=2C?=\r\n =?utf-8?Q?_Jane?=', '=?utf-8?Q?x=40acme=2Ecom?='],
];
const MAILBOXES = ['jane', 'jane.doe', 'no-reply', 'alerts-1', 'or', 'vendor+a', "o'neil", 'bounce=7', '-', '1'];
const HOSTS = ['acme.com', 'Mail.Acme.com', 'school.edu', 'acme.co.uk', 'x.test', 'xn--p1ai.xn--p1ai'];
const PERSONS = ['N <A>', 'N <A>', 'N <A>', 'A', '<A>', 'A (N)', "'A'", "'A' <A>", '"A" <A>', 'N <A>;', 'N  \r\n <A>'];
const fullPerson = fc
  .tuple(
    fc.constantFrom(...PERSONS),
    fc.constantFrom(...FULL_NAMES),
    fc.constantFrom(...MAILBOXES),
    fc.constantFrom(...HOSTS),
  )
  .map(([form, name, mailbox, host]) =>
    form.replace(/[NA]/g, (letter) => (letter === 'N' ? name : `${mailbox}@${host}`)),
  );
const LISTS = ['P', 'P', 'P', 'P', 'Team: P;', 'Team:P;, "J, D" <jane@acme.com>', 'undisclosed-recipients:;', '"P'];
const inboxHeader = fc
  .tuple(
    fc.array(fullPerson, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(', ', ', ', ',\r\n ', ',\r\n\t', ',', '; ', ';'),
    fc.constantFrom(...LISTS),
  )
  .map(([people, separator, form]) => form.replace('P', () => people.join(separator)));
const inboxMail = fc
  .record({ from: fc.oneof(fullPerson, inboxHeader), to: inboxHeader, other: fullPerson, isRepeated: fc.boolean() })
  .map(({ from, to, other, isRepeated }) => {
    // Of a repeated header the last counts.
    const earlier = isRepeated ? `From: ${other}\r\nTo: ${other}\r\n` : '';
    const read = readHeaders(Buffer.from(`${earlier}From: ${from}\r\nTo: ${to}\r\nSubject: a`));
    if (typeof read === 'string') throw new Error(read);
    return read;
  });

const subject = fc.oneof(joined(WORDS, 6), joined(['a', 'b', '\n', '\u2028', '\u2029'], 5), loose);
const hostileMail = fc.record({ from: header, to: header, subject, reply: fc.boolean() });
const mail = fc.oneof({ weight: 2, arbitrary: hostileMail }, { weight: 1, arbitrary: inboxMail });

/** A pattern for a text of a mail. Most are made from it, so that they often meet, or just miss each other. */
type Pattern = (text: string) => string;

const AS_WRITTEN: fc.Arbitrary<Pattern> = fc
  .oneof(
    fc.constantFrom(
      ...['@acme.com', 'acme.com', '*@acme.com', 'acme.*', '*.com', '*@*', '@*', '*.рф', '*', '**', 'Jane', '"*"'],
    ),
    fc.constantFrom(
      ...['.acme.com', '.co.uk', 'acme.com.', 'a..b', '.edu', '..', '...', '.*', '*.', 'boss@acme.com', 'shop'],
    ),
    fc.constantFrom('', ',', '|', 'or', ' , or |', 'a@acme.com,', '| Jane', '* or', '\\', '<', '"', '*<*', '*@*, *'),
    loose,
  )
  .map((pattern) => () => pattern);

type Change = (text: string, from: number, length: number) => string;

const CHANGES: readonly Change[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text, from, length) => text.slice(from, from + length + 1),
  (text, from, length) => `${text.slice(0, from)}*${text.slice(from + length)}`,
  (text, from, length) => `${text.slice(0, from + length)}*${text.slice(from)}`,
  (text) => text.replace(/[\n\u2028\u2029]+/, '*'),
  (text) => `.${text}`,
  (text) => `${text}.`,
  (text) => text.replace('.', '..'),
];
/** A domain of an address, or the one above it: with `@` and without. */
const OF_ADDRESSES: readonly Change[] = [
  (text, from) => `${text.slice(0, from)}@${text.slice(from)}`,
  (text) => text.replace(/^[^@]*@/, '@'),
  (text) => text.replace(/^[^@]*@/, ''),
  (text) => text.replace(/^[^@]*@[^.]*\./, '@'),
  (text) => text.replace(/^[^@]*@[^.]*\./, ''),
  (text, from) => text.replace(/^[^@]*@/, '').slice(from),
];

const made = (changes: readonly Change[], betweenPieces: readonly RegExp[]): fc.Arbitrary<Pattern> =>
  fc
    .tuple(fc.constantFrom(...betweenPieces), fc.nat(11), fc.constantFrom(...changes), fc.nat(6), fc.nat(6))
    .map(([between, index, change, from, length]) => (text) => {
      const pieces = text.split(between).filter((piece) => piece !== '');
      return change(pieces[index % pieces.length] ?? '', from, length);
    });
const sender = made(
  [...CHANGES, ...OF_ADDRESSES],
  [/[\s<>(),"]+/, /[\s<>(),"';:[\]{}]+/, /\s*[<>,"]+\s*/, /[<>,]/, /$/],
);
/** From one piece of the header to a later one: only names or addresses that are joined fit. */
const joinedBy = (separators: readonly string[], last: fc.Arbitrary<Pattern>): fc.Arbitrary<Pattern> =>
  fc.tuple(sender, fc.constantFrom(...separators), last).map((drawn) => (text) => {
    const [one, separator, other] = drawn;
    return one(text) + separator + other(text);
  });
const span = joinedBy(['*'], sender);
const senders = joinedBy([',', '|', ' or ', ' OR ', ', ', '-or-', ',,'], fc.oneof(sender, AS_WRITTEN));
const pattern = fc.oneof(AS_WRITTEN, sender, sender, sender, span, senders);
const ofSubject = fc.oneof(
  made(CHANGES, [/$/]),
  made(CHANGES, [/$/]),
  subject.map((text) => () => text),
);

/** Of three matchers that are all set hardly any pair fits. */
const KEYS = [['from'], ['to'], ['to'], ['subject'], ['from', 'subject'], ['from', 'to', 'subject'], []] as const;

const pair = fc
  .record({
    mail,
    keys: fc.constantFrom(...KEYS),
    patterns: fc.record({ from: pattern, to: pattern, subject: ofSubject }),
    conditionalOperator: fc.constantFrom('AND' as const, 'OR' as const, null),
    aiInstructions: fc.constantFrom(null, 'asks for a refund', ' '),
    runOnThreads: fc.boolean(),
  })
  .map(({ mail: sent, keys, patterns, conditionalOperator, aiInstructions, runOnThreads }) => {
    const texts = { from: null, to: null, subject: null } as Record<(typeof KEYS)[number][number], string | null>;
    for (const key of keys) texts[key] = patterns[key](sent[key]);
    return { sent, runOnThreads, condition: { conditionalOperator, aiInstructions, static: texts } };
  });

it('decides on a pattern of a million words with dots and a blank, without hanging', () => {
  const from = `${'a.'.repeat(1_000_000)}b c`;
  const condition = { conditionalOperator: null, aiInstructions: null, static: { from, to: null, subject: null } };
  const rule = canonicalRule({ name: 'A', runOnThreads: true, condition, actions: [{ type: 'STAR' }] });
  const sent = { from: `${from} <a@b.com>`, to: '', subject: '', reply: false };
  expect(outcomeOf(mailRule(rule), readMail(sent))).toBe('matches');
});

it(
  `agrees with the second matcher on ${PAIRS} pairs of rules and mails`,
  () => {
    const met = { matches: 0, ai: 0, no: 0 };
    fc.assert(
      fc.property(pair, ({ sent, runOnThreads, condition }) => {
        const rule = canonicalRule({ name: 'A', runOnThreads, condition, actions: [{ type: 'STAR' }] });
        const [made, read] = [mailRule(rule), readMail(sent)];
        const ours = outcomeOf(made, read);
        met[ours]++;
        // The index leaves out only rules that do nothing.
        if (ours !== 'no') expect(senderIndex([made])(read)).toEqual([0]);
        expect(ours).toBe(outcomeOfSecond({ runOnThreads, condition }, sent));
      }),
      { numRuns: PAIRS },
    );
    // The pairs are no use if hardly any of them meet.
    for (const number of Object.values(met)) expect(number).toBeGreaterThan(PAIRS / 10);
  },
  runs(120_000),
);
