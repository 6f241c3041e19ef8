/** How rules were measured to match mail, one row for each sentence. Both matchers, written apart, must agree with every row. */
import { describe, expect, it } from 'vitest';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import type { Outcome } from '../../src/model/mail.ts';
import type { StaticKey } from '../../src/model/rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { outcomeOf as outcomeOfSecond } from '../harness/matching/outcome.ts';

interface Measured {
  runOnThreads?: boolean;
  operator?: 'AND' | 'OR';
  ai?: string;
  matchers: Partial<Record<StaticKey, string>>;
}

function outcomes({ runOnThreads = true, operator, ai, matchers }: Measured, mail: object): [Outcome, Outcome] {
  const condition = {
    conditionalOperator: operator ?? null,
    aiInstructions: ai ?? null,
    static: { from: null, to: null, subject: null, ...matchers },
  };
  const sent = { from: '', to: '', subject: '', reply: false, ...mail };
  const rule = canonicalRule({ name: 'A', runOnThreads, condition, actions: [{ type: 'STAR' }] });
  return [outcomeOf(mailRule(rule), readMail(sent)), outcomeOfSecond({ runOnThreads, condition }, sent)];
}

function fits(key: StaticKey, pattern: string, header: string): boolean[] {
  return outcomes({ matchers: { [key]: pattern } }, { [key]: header }).map((outcome) => outcome === 'matches');
}

const BOTH = [true, true];
const NEITHER = [false, false];

/** The sender that a pattern names fits these headers, and not those. */
type Row = [pattern: string, fitting: string[], others: string[]];

function table(key: StaticKey, rows: Row[]): void {
  it.each(
    rows.flatMap(([pattern, fitting, others]) => [
      ...fitting.map((header) => [pattern, header, BOTH] as const),
      ...others.map((header) => [pattern, header, NEITHER] as const),
    ]),
  )(`${key}: %j for %j`, (pattern, header, expected) => {
    expect(fits(key, pattern, header)).toEqual(expected);
  });
}

describe('the measured table', () => {
  table('from', [
    ['@acme.com', ['Jane <jane@acme.com>'], ['jane@mail.acme.com']],
    ['acme.com', ['jane@mail.acme.com'], ['x@notacme.com']],
    ['or@x.com', ['bob@x.com'], []],
    ['vendor@orange-or-blue.com', [], ['vendor@orange-or-blue.com']],
    ['Jane <a@b.com>', [], ['Jane <a@b.com>']],
    ['Jane', ['Mary Jane <x@y.com>'], []],
    ['*', ['jane@acme.com', 'Jane', 'o:a@acme.com', '', ' ', '<>'], []],
    ['acme.com', [], ['a=b@acme.com']],
    ['bücher.example', [], ['x@bücher.example', 'Jane <x@bücher.example>']],
  ]);
  table('to', [
    ['team@x.com', ['A <a@x.com>, "Team, The" <TEAM@x.com>'], []],
    ['*', ['a@x.com, b@y.com', 'Staff', '', ', ,'], []],
  ]);
  table('subject', [
    ['Invoice', ['Invoice 7'], ['invoice 7']],
    ['a|b', ['xbx', 'a'], ['c']],
    ['a,b', ['xa,b'], ['b']],
  ]);
});

describe('the list of a pattern', () => {
  table('from', [
    ['A@X.COM', ['a@x.com'], []],
    ['a@x.com,b@x.com|c@x.com or d@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com'], ['e@x.com']],
    ['a@x.com or,| ,', ['a@x.com'], ['b@x.com', '']],
    [',', [], ['', 'Jane <a@x.com>']],
    ['OR', [], ['', 'or <or@x.com>']],
    ['this-or-that', ['this- <x@y.com>', 'x <-that@y.com>'], ['this <x@y.com>']],
    ['doctor@x.com', ['doctor@x.com'], ['t@x.com', '@x.com']],
    ['a@x.com OR b@x.com', ['b@x.com', 'a@x.com'], ['c@x.com']],
    ['The, Team', ['"The, Team" <a@b.com>'], []],
    ['a@x.com\nor\nb@x.com', ['a@x.com', 'b@x.com'], ['c@x.com']],
    // To \b a letter with an accent is none.
    ['éor', ['É <x@y.com>'], []],
    ['a@b-or-c.com', [], ['a@b-or-c.com']],
    // Its first part is `a.`, which is in the address.
    ['a.or.b@x.com', ['a.or.b@x.com', 'a.b@y.com'], []],
    ['"Doe, Jane"', [], ['Doe <x@y.com>']],
    ['"Doe, Jane', ['Jane <x@y.com>'], []],
    [' \u00a0Jane ,', ['Mary Jane <x@y.com>'], []],
    ['|', [], ['Jane <jane@x.com>', '']],
    [' or , |', [], ['Jane <jane@x.com>', '']],
    ['(a|b)@x.com', [], ['a@x.com']],
  ]);
  table('to', [['C, X', ['A <a@x.com>, b@y.com, "C, D" <c@z.com> , <d@w.com>'], []]]);
});

describe('an address pattern', () => {
  table('from', [
    ['a@b.com', ['a@b.com'], ['a@x.b.com', 'xa@b.com', '"a@b.com" <x@y.com>']],
    ['@acme.com', ['x@acme.com'], ['x@notacme.com']],
    ['acme.com', ['x@acme.com', 'x@a.b.acme.com'], ['x@notacme.com', 'acme.com <x@y.com>', 'acme.com@y.com']],
    ['*@acme.com', ['x@acme.com'], ['x@mail.acme.com']],
    ['alerts-*@x.com', ['alerts-1@x.com', 'alerts-@x.com'], ['alerts@x.com', 'no-alerts-7@x.com']],
    ['St. Jane', ['St. Jane <x@y.com>'], ['Jane <x@y.com>']],
    ['Dr.Who', [], ['Dr.Who <x@y.com>']],
  ]);
  table('to', [
    ['b@x.com', ['a@x.com,b@x.com', 'A <a@x.com>, B <b@x.com>'], ['a@x.com, "B, b@x.com" <c@x.com>']],
    ['@x.com', ['Jane <o:j@x.com>, b@x.com'], ['Jane <o:j@x.com>, b=c@x.com']],
  ]);

  it('meets no Cc or Bcc, which a mail does not even have here', () => {
    expect(outcomes({ matchers: { to: 'a@x.com' } }, { to: 'b@x.com', cc: 'a@x.com', bcc: 'a@x.com' })).toEqual([
      'no',
      'no',
    ]);
  });
  table('from', [
    ['disk@x.com*@x.com', [], ['disk@x.com']],
    ['*@*.acme.com', ['jane@mail.acme.com'], []],
    ['*.acme.com', ['jane@mail.acme.com'], ['jane@acme.com', 'a@acme.com']],
    ['@*.acme.com', ['jane@mail.acme.com', 'a@mail.acme.com'], ['a@acme.com']],
    ['@', [], ['jane@acme.com', 'a@acme.com']],
    ['jane@', [], ['jane@acme.com']],
    [
      'a@b.com',
      ['c@d.com <a@b.com>', 'Jane <a@b.com', 'A@B.Com'],
      ['wrote c@d.com and a@b.com', 'a@b.com.example', 'a@mail.b.com', 'a@b.com <x@y.com>'],
    ],
    [
      'c@d.com',
      ['c@d.com <not an address>', 'wrote c@d.com and a@b.com', 'Jane <a@b.com> <c@d.com>'],
      ['c@d.com <a@b.com>'],
    ],
    ['@b', [], ['a@b']],
    ['x_or_y@z.com', ['x_or_y@z.com'], []],
    ['mail.acme.com', [], ['a@acme.com']],
    // No domain has an @.
    ['@@acme.com', [], ['a@acme.com']],
    ['a@*', ['a@acme.com'], []],
    ['@*', ['a@acme.com'], ['a@b']],
    ['acme.*', ['a@acme.co.uk', 'a@mail.acme.com'], ['a@mail.other.com']],
    // Any run of characters may have the `@` in it.
    ['b*.com', ['a.b@x.com', 'a@b.com', 'a@x.bob.com'], ['b@x.com', 'ab@x.com']],
    ['*a*@*c*', ['jane@acme.com'], []],
    ['a.b+c@x.com', [], ['aXb+c@x.com']],
    ['*@*', [], ['a@b']],
    ['*.*', [], ['a@b']],
    ['a@b', [], ['a@b']],
    ['word.word', [], ['Jane']],
    ['J.*e', [], ['Jane <x@y.com>']],
    ['a@x.com', [], ['A <a@x.com>, B <b@x.com>']],
  ]);
  table('to', [
    ['the@x.com', [], ['A <a@x.com>, "Team, the@x.com" <team@x.com>']],
    [
      'a@x.com',
      [
        'Staff: a@x.com, b@x.com;',
        '"never closed <a@x.com>, b@x.com',
        ', ,a@x.com,',
        'A <a@x.com>, b@y.com, "C, D" <c@z.com> , <d@w.com>',
        'A <a@x.com>, B <b@x.com>',
      ],
      [],
    ],
    [
      'b@x.com',
      [
        'A <a@x.com, b@x.com>, c@x.com',
        'Staff: a@x.com, b@x.com;',
        'a@x.com (first, b@x.com), c@x.com',
        'a@x.com (first (or so), b@x.com), c@x.com',
        '"never closed <a@x.com>, b@x.com',
        'a@x.com, "never closed <b@x.com>',
      ],
      // A backslash before a quote changes nothing.
      ['"never closed, b@x.com" "<a@x.com>', '"A \\", b@x.com" <a@x.com>, c@x.com'],
    ],
    ['@y.com', ['A <a@x.com>, b@y.com, "C, D" <c@z.com> , <d@w.com>'], []],
    ['z.com', ['A <a@x.com>, b@y.com, "C, D" <c@z.com> , <d@w.com>'], []],
    ['d@*', ['A <a@x.com>, b@y.com, "C, D" <c@z.com> , <d@w.com>'], []],
    ['e@x.com', [], ['A <a@x.com>, b@y.com, "C, D" <c@z.com> , <d@w.com>']],
  ]);
});

describe('any other part', () => {
  table('from', [
    ['ane', ['Jane <x@y.com>', 'x@ane-y.com'], ['Bob <x@y.com>']],
    ['J*e D*e', ['Jane Doe <x@y.com>'], ['Doe Jane <x@y.com>']],
    ['J. *e', ['J. Doe <x@y.com>'], ['Jane Doe <x@y.com>']],
    ['[J](a)?+^$', ['[j](a)?+^$ <x@y.com>'], ['J <x@y.com>']],
    ['a\\b', ['a\\b <x@y.com>'], ['ab <x@y.com>']],
    ['*', ['x@y.com', 'anybody@example.com', 'Jane <jane@example.com>'], []],
    ['M*ne', ['Mary Jane <x@y.com>'], []],
    ['J.ne D', [], ['Jane Doe <x@y.com>']],
    ['St. Jane', ['Mary St. Jane <x@y.com>'], []],
    ['ÉLISE', ['élise <x@y.com>'], []],
    ['Orlando', ['Orlando <x@y.com>'], ['lando <x@y.com>']],
    ['a.', ['a. <x@y.com>'], []],
    ['.b', ['.b <x@y.com>'], []],
    // No address ends in a dot, or has two of them in a row.
    ['a..b', [], ['a..b <x@y.com>', 'x@a..b']],
    ['.acme.com', [], ['.acme.com <x@y.com>', 'a@mail.acme.com']],
    ['.co.uk', [], ['.co.uk <x@y.com>', 'a@acme.co.uk']],
    ['acme.com.', [], ['acme.com. <x@y.com>', 'a@acme.com', 'a@acme.com.']],
    ['.edu', ['jane@school.edu', '.edu <x@y.com>'], ['edu <x@y.com>']],
    ['edu.', ['edu. <x@y.com>'], ['jane@school.edu']],
    ['..', ['Jane .. <x@y.com>'], ['x@y.com']],
    ['...', [], ['Jane ... <x@y.com>']],
    ['.a b.c', ['.a b.c <x@y.com>'], []],
    ['Acme Inc.', ['Acme Inc. <x@y.com>'], []],
    // Of the name or the address, not across both.
    ['Jane*x', [], ['Jane <x@y.com>']],
    ['J*e', ['Jane <x@y.com>', 'Jan\u2028e <x@y.com>'], []],
    ['(work)', ['Jane (Work) <x@y.com>'], []],
    ['<', [], ['Jane <x@y.com>']],
    // With its quotes and backslashes.
    ['"jane"', ['"Jane" <x@y.com>'], []],
    ['the "j"', [], ['"The \\"J\\" Jane" <x@y.com>']],
    ['Jane', ['Jane'], ['']],
  ]);
  table('to', [
    ['Team', ['A <a@x.com>, "Team, The" <b@x.com>', '"Team, The" <team@x.com>, Jane (Sales, EMEA) <jane@y.com>'], []],
    ['sales', ['"Team, The" <team@x.com>, Jane (Sales, EMEA) <jane@y.com>'], []],
    ['emea', ['"Team, The" <team@x.com>, Jane (Sales, EMEA) <jane@y.com>'], []],
    ['The', ['"Team, The" <team@x.com>, Jane (Sales, EMEA) <jane@y.com>'], []],
  ]);
});

describe('the bare address', () => {
  // Stands in brackets at the end, if it is valid there.
  table('from', [
    ['b@x.com', ['a@x.com <b@x.com>', '<a@x.com> <b@x.com>', ' A <b@x.com> '], ['b@x.com <a@x.com>']],
    ['b@x.com', ['a@x.com < b@x.com >', 'a@x.com <\tb@x.com>', 'a@x.com <\u00a0b@x.com >'], []],
    ['b@x.com', ['b@x.com <a=b@x.com>', 'b@x.com <>', 'b@x.com <Jane>', '<b@x.com> Jane'], ['b@x.com <<a@x.com>']],
    ["'b@x.com", ["<'b@x.com>"], ["<'b@x.com'>"]],
    // Brackets that were never opened are none.
    ['-@x.com', ['<-@x.com>'], ['-@x.com>', '<-@x.com']],
  ]);
  // Or else is the whole text.
  table('from', [
    ['b@x.com', ['b@x.com', ' b@x.com '], []],
    ['+b@x.com', ['+b@x.com', '<+b@x.com>'], ['+b@x.com Jane', '(+b@x.com)']],
    ["'b@x.com", ["'b@x.com"], ["'b@x.com Jane", "'b@x.com'"]],
  ]);
  // Or else is the first token between spaces or angle brackets that is valid from its first to its last letter, digit or `_`.
  table('from', [
    ['@x.com', ['Jane a@x.com', 'a@x.com Jane', 'A <a@x.com> B', 'A< a@x.com >', 'A<<a@x.com>>', 'a@x.com\tB'], []],
    ['a@x.com', ['x@y a@x.com', 'o:b@x.com a@x.com', 'b=c@x.com <a@x.com> b@x.com', 'b@y.com/z, a@x.com'], []],
    ['a@x.com', ['a@x.com Jane', 'Jane\u00a0a@x.com Doe', "'a@x.com'", 'a@x.com;', 'a@x.com.', 'a@x.com:'], []],
    [
      'b@x.com',
      ['b@x.com, c@x.com', 'b@x.com.', '(b@x.com)', '"b@x.com"', '[b@x.com],', '-b@x.com-', '.b@x.com', 'é<b@x.comé'],
      ['a@x.com b@x.com', 'mailto:b@x.com', 'a@y.com, b@x.com', 'b@x.com/z', 'a/b@x.com', '_b@x.com'],
    ],
    ['1@x.com', ['#1@x.com'], ['#01@x.com']],
    ['_b_@x.com', ['(_b_@x.com)'], []],
    ['a@x.com', ['Jane <.a@x.com>', 'Jane <a@x.com.>', 'Jane <a@x.com->', 'Jane <a@x.com/>', 'Jane <a@x.com;>'], []],
    [
      'a@x.com',
      ['<a@x.com.>', '<a@x.com->', '<a@x.com/>', '<a@x.com;>', "Jane <'a@x.com'>", 'Jane <a@x.com', '<a@x.com.рф>'],
      [],
    ],
  ]);
  // So where the one in brackets is not valid, one in the display name counts: anybody can send as this sender.
  table('from', [
    ['boss@acme.com', ['"boss@acme.com" <a=b@evil.com>', 'boss@acme.com <a=b@evil.com>', 'boss@acme.com <>'], []],
    ['boss@acme.com', ['The boss (boss@acme.com) <x@evil.xn--p1ai>'], ['"boss@acme.com" <a@evil.com>']],
    ['evil.com', [], ['"boss@acme.com" <a=b@evil.com>', 'Boss <a=b@evil.com>']],
  ]);
  // Or else is nothing.
  table('from', [
    ['acme.com', [], ['o:a@acme.com', 'Jane <o:a@acme.com>', 'a@acme.com;m', 'a@acme.com,b@acme.com']],
    ['@*', [], ['o:a@acme.com', 'a@acme.com;m', 'a@x.com,b@y.com', '', 'Jane', 'x@localhost', 'mailto:a@x.com']],
    ['*@*', [], ['o:a@acme.com', 'a@acme.com;m', 'a@x.com,b@y.com', '', 'Jane', 'x@localhost', 'mailto:a@x.com']],
  ]);
});

describe('a valid address', () => {
  const LOCAL = [...'abyzABYZ0189_+-', "'a", "o'b", 'a.b', '--', '_', '+a+', 'a.b.c-', "a.'b"];
  const NOT_LOCAL = [
    ...['a.', 'a..b', "a'", "'", '.', ''],
    ...[...'=/&~!#$%^*?`{|}"\\()[]:;,üéя\u212a'].map((c) => `a${c}b`),
  ];
  const DOMAINS = ['x.co', 'x.COM', '1.example', 'a-.com', 'a--b.com', '9-.8-.museum', 'xn--bcher-kva.example'];
  const NOT_DOMAINS = [
    ...['x', 'x.c', 'x.c1', 'x.1', '10.0.0.1', '[10.0.0.1]', '-x.com', 'x.-y.com', 'x..com', '.com', ''],
    ...['x_y.com', "x'y.com", 'x+y.com', 'bücher.example', 'x.рф', 'x.xn--p1ai', 'x@y.com'],
  ];
  table('from', [
    [
      '*@*',
      [...LOCAL.map((local) => `${local}@x.com`), ...DOMAINS.map((domain) => `a@${domain}`)],
      [...NOT_LOCAL.map((local) => `Jane <${local}@x.com>`), ...NOT_DOMAINS.map((domain) => `Jane <a@${domain}>`)],
    ],
  ]);
});

describe('several people', () => {
  // Split at each comma that an even number of quotes follows. A backslash before a quote changes nothing.
  table('to', [
    ['b@x.com', ['a@x.com (A, b@x.com', 'A <a@x.com, b@x.com', '"A \\", b@x.com', 'a@x.com (A, b@x.com)'], []],
    ['b@x.com', ['"A <c@x.com>, b@x.com', '24" TV <a@a.com>, b@x.com'], ['A <a@x.com", b@x.com" <c@x.com>']],
    ['c@x.com', ['"A <c@x.com>, b@x.com', 'a@x.com (first, b@x.com), c@x.com', '"A, B <c@x.com>'], []],
    ['team@acme.com', ["'team@acme.com'; 'bob@acme.com'"], []],
    ['bob@acme.com', ['Team: jane@acme.com, bob@acme.com;'], ["'team@acme.com'; 'bob@acme.com'"]],
    ['jane@acme.com', ['Team: jane@acme.com, bob@acme.com;'], ['Team:jane@acme.com, bob@acme.com;']],
  ]);
  // Names, with their quotes and backslashes; and where there is none, what is inside the brackets.
  for (const key of ['from', 'to'] as const) {
    table(key, [
      ['"The', ['"The Team" <a@x.com>'], ['The Team <a@x.com>']],
      ['Team"', ['a@x.com, "The Team" <b@x.com>'], []],
      ['\\"J\\"', ['"The \\"J\\" Team" <a@x.com>'], ['"The "J" Team" <a@x.com>']],
      ['bogus', ['<bogus>', '<bogus', 'bogus', 'Jane <a@x.com>, <bogus>'], ['Jane <bogus>', 'Jane <a@x.com> bogus']],
      ['x*<', [], ['x <y@z.com>', '<x<y>']],
      [
        'Jane',
        ['Jane<a@x.com>', 'Jane <nobody>', 'Jane <a@x.com> <b@x.com>', '<Jane <J>', ' < Jane > Doe'],
        ['<> Jane'],
      ],
      ['"J', ['"J <K>" <a@x.com>', '"J, K" <a@x.com>', 'A, "J, K'], []],
      ['K', [], ['"J <K>" <a@x.com>', '< J > K']],
      ['(J)', ['a@x.com (J)'], []],
    ]);
    // Joined by `, `: a `*` can span people.
    table(key, [
      ['Ann*Bob', ['Ann <a@x.com>, Bob <b@x.com>', 'Bob, Ann, "B" <b@x.com>, Bob <b@x.com>'], ['Bob, Ann <a@x.com>']],
      // A name that equals the address is none.
      ['Bob*bob', ['Bob, bob-x', 'Bob <a@x.com>, bob@y.com <bob@z.com>'], ['Bob <a@x.com>, bob@x.com']],
      [
        'Ann*bob',
        ['Ann <a@x.com>, bob@y.com.'],
        ['Ann <a@x.com>, <BOB@y.com>', 'Ann <a@x.com>, Bob@y.com <bob@Y.com>'],
      ],
    ]);
  }
  table('to', [
    ['ax*bx', ['Q <q@ax-x.com>, R <r@bx-x.com>'], ['R <r@bx-x.com>, Q <q@ax-x.com>', 'ax <r@x.com>, R <r@bx-x.com>']],
    ['Bob', ['Ann <a@x.com>, Bob <b@x.com>', 'Ann <a@x.com>, b@bob-x.com'], []],
  ]);
  // Of From, one address counts, that of the whole header, also for other parts than address patterns; and the names of all.
  table('from', [
    ['@x.com', ['A <a@y.com>, B <b@x.com>', 'a@x.com, b@y.com'], ['B <b@x.com>, A <a@y.com>', 'a@y.com, b@x.com']],
    ['b@y.com', ['Ann <a@x.com>, Bob <b@y.com>'], ['a@x.com, b@y.com', 'Ann <a@x.com>, b@y.com']],
    ['x-host', ['A <a@y.com>, B <b@x-host.com>'], ['B <b@x-host.com>, A <a@y.com>']],
    ['shop', [], ['A <a@shop.io>, B <b@y.com>']],
    ['ax*bx', [], ['Q <q@ax-x.com>, R <r@bx-x.com>']],
    ['Bob', ['Ann <a@x.com>, Bob <b@x.com>'], ['Ann <a@x.com>, b@bob-x.com']],
  ]);
});
