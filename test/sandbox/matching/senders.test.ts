/** How `from` and `to` match mail, as measured on a deployment. */
import { describe, expect, it } from 'vitest';
import { outcome } from './trying.ts';

const fromFits = (pattern: string, from: string) => outcome({ from: pattern }, { from });
const toFits = (pattern: string, to: string) => outcome({ to: pattern }, { to });

describe('the measured table', () => {
  it.each([
    ['@acme.com', 'Jane <jane@acme.com>', 'matches'],
    ['@acme.com', 'jane@mail.acme.com', 'no'],
    ['acme.com', 'jane@mail.acme.com', 'matches'],
    ['acme.com', 'x@notacme.com', 'no'],
    ['or@x.com', 'bob@x.com', 'matches'],
    ['vendor@orange-or-blue.com', 'vendor@orange-or-blue.com', 'no'],
    ['Jane <a@b.com>', 'Jane <a@b.com>', 'no'],
    ['Jane', 'Mary Jane <x@y.com>', 'matches'],
    ['*', 'anybody@example.com', 'matches'],
    ['*', 'Jane <jane@example.com>', 'matches'],
  ])('from %s, mail from %s: %s', (pattern, from, expected) => {
    expect(fromFits(pattern, from)).toBe(expected);
  });

  it('to team@x.com, among several', () => {
    expect(toFits('team@x.com', 'A <a@x.com>, "Team, The" <TEAM@x.com>')).toBe('matches');
  });
});

describe('case', () => {
  it.each([
    ['A@B.COM', 'a@b.com'],
    ['a@b.com', 'A@B.Com'],
    ['@ACME.com', 'jane@acme.COM'],
    ['ACME.com', 'jane@Mail.acme.com'],
    ['jane', 'JANE <x@y.com>'],
    ['ÉLISE', 'élise <x@y.com>'],
  ])('does not count: %s, %s', (pattern, from) => {
    expect(fromFits(pattern, from)).toBe('matches');
  });
});

describe('a list', () => {
  it.each(['a@x.com,b@x.com', 'a@x.com|b@x.com', 'a@x.com or b@x.com', 'a@x.com OR b@x.com', 'a@x.com\nor\nb@x.com'])(
    'is split: %j',
    (pattern) => {
      expect(fromFits(pattern, 'a@x.com')).toBe('matches');
      expect(fromFits(pattern, 'b@x.com')).toBe('matches');
      expect(fromFits(pattern, 'c@x.com')).toBe('no');
    },
  );

  it('is split at or only where that is a word', () => {
    expect(fromFits('Orlando', 'Orlando <x@y.com>')).toBe('matches');
    expect(fromFits('Orlando', 'lando <x@y.com>')).toBe('no');
    expect(fromFits('victor@x.com', 'x@x.com')).toBe('no');
    expect(fromFits('x_or_y@z.com', 'x_or_y@z.com')).toBe('matches');
    // To \b a letter with an accent is none.
    expect(fromFits('éor', 'É <x@y.com>')).toBe('matches');
  });

  it('is split even inside an address', () => {
    expect(fromFits('a@b-or-c.com', 'a@b-or-c.com')).toBe('no');
    // By its first part, a., which is in the address.
    expect(fromFits('a.or.b@x.com', 'a.or.b@x.com')).toBe('matches');
    expect(fromFits('a.or.b@x.com', 'a.b@y.com')).toBe('matches');
    expect(fromFits('this-or-that', 'this- <x@y.com>')).toBe('matches');
    expect(fromFits('"Doe, Jane"', 'Doe <x@y.com>')).toBe('no');
    expect(fromFits('"Doe, Jane', 'Jane <x@y.com>')).toBe('matches');
  });

  it('has its parts trimmed and its empty parts dropped', () => {
    expect(fromFits(' , a@x.com\t|', 'a@x.com')).toBe('matches');
    expect(fromFits(',, a@x.com ,', 'b@x.com')).toBe('no');
    expect(fromFits(' \u00A0Jane ,', 'Mary Jane <x@y.com>')).toBe('matches');
  });

  it.each([',', '|', 'or', ' or , |'])('without any part fits nothing: %j', (pattern) => {
    expect(fromFits(pattern, 'Jane <jane@x.com>')).toBe('no');
    expect(fromFits(pattern, '')).toBe('no');
  });
});

describe('an address pattern', () => {
  it.each([
    ['a@b.com', 'a@b.com', true],
    ['a@b.com', 'xa@b.com', false],
    ['a@b.com', 'a@b.com.example', false],
    ['a@b.com', 'a@mail.b.com', false],
    // Not the name, although it is there too.
    ['a@b.com', 'a@b.com <x@y.com>', false],
    ['@acme.com', 'a@acme.com', true],
    ['@acme.com', 'a@notacme.com', false],
    ['acme.com', 'a@acme.com', true],
    ['acme.com', 'a@a.b.acme.com', true],
    ['acme.com', 'acme.com <x@y.com>', false],
    ['acme.com', 'acme.com@y.com', false],
    ['mail.acme.com', 'a@acme.com', false],
    // Two of these, at the beginning: no domain has an @.
    ['@@acme.com', 'a@acme.com', false],
    ['@', 'a@acme.com', false],
  ])('%s and %s: %s', (pattern, from, fits) => {
    expect(fromFits(pattern, from)).toBe(fits ? 'matches' : 'no');
  });

  it.each([
    ['*@acme.com', 'jane@acme.com', true],
    ['*@acme.com', 'jane@mail.acme.com', false],
    ['alerts-*@x.com', 'alerts-7@x.com', true],
    ['alerts-*@x.com', 'alerts-@x.com', true],
    ['alerts-*@x.com', 'no-alerts-7@x.com', false],
    ['a@*', 'a@acme.com', true],
    ['j*.com@*', 'jane.com@acme.com', true],
    ['@*.acme.com', 'a@mail.acme.com', true],
    ['@*.acme.com', 'a@acme.com', false],
    ['@*', 'a@acme.com', true],
    ['*.com', 'a@mail.acme.com', true],
    ['acme.*', 'a@acme.co.uk', true],
    ['acme.*', 'a@mail.acme.com', true],
    ['acme.*', 'a@mail.other.com', false],
    ['*.acme.com', 'a@acme.com', false],
    // Any run, of dots and @ too.
    ['j*e@*m', 'jane@mail.acme.com', true],
    ['j*@acme.com*', 'jane@acme.com', true],
    ['*a*@*c*', 'jane@acme.com', true],
    ['a.b+c@x.com', 'aXb+c@x.com', false],
    ['(a|b)@x.com', 'a@x.com', false],
  ])('with *: %s and %s: %s', (pattern, from, fits) => {
    expect(fromFits(pattern, from)).toBe(fits ? 'matches' : 'no');
  });

  it('fits nothing where there is no address', () => {
    for (const pattern of ['*@*', '@*', '*.*', 'a@b']) expect(fromFits(pattern, 'a@b')).toBe('no');
  });

  it.each([
    ['word.word', 'Jane', false],
    ['a.b', 'a.b <x@y.com>', false],
    // Each of these is none, and so a part of a name.
    ['a.', 'a. <x@y.com>', true],
    ['.b', '.b <x@y.com>', true],
    ['a..b', 'a..b <x@y.com>', true],
    ['Acme Inc.', 'Acme Inc. <x@y.com>', true],
    ['Acme v.2', 'Acme v.2 <x@y.com>', true],
  ])('is also what has dots between words without spaces: %s', (pattern, from, fits) => {
    expect(fromFits(pattern, from)).toBe(fits ? 'matches' : 'no');
  });
});

describe('any other part', () => {
  it.each([
    ['ane', 'Jane <x@y.com>', true],
    ['news', 'x@newsletter.com', true],
    ['Jane Doe', 'Mary Jane Doe Smith <x@y.com>', true],
    // Of the one or the other, not across both.
    ['Jane*x', 'Jane <x@y.com>', false],
    ['J*e', 'Jane <x@y.com>', true],
    ['J*e', 'Jan\u2028e <x@y.com>', true],
    ['J.*e', 'Jane <x@y.com>', false],
    ['J?ne', 'Jane <x@y.com>', false],
    ['[J]', 'Jane <x@y.com>', false],
    ['(work)', 'Jane (Work) <x@y.com>', true],
    ['x*y', 'x@y.com', true],
    ['a*com', 'jane@acme.com', true],
    ['<', 'Jane <x@y.com>', false],
    // With its quotes and backslashes.
    ['"jane"', '"Jane" <x@y.com>', true],
    ['the "j"', '"The \\"J\\" Jane" <x@y.com>', false],
    ['Jane', '', false],
    ['*', '', true],
    ['Jane', 'Jane', true],
  ])('%s and %s: %s', (pattern, from, fits) => {
    expect(fromFits(pattern, from)).toBe(fits ? 'matches' : 'no');
  });
});

describe('to', () => {
  it('reads each address of the header', () => {
    const to = 'A <a@x.com>, b@y.com, "C, D" <c@z.com> , <d@w.com>';
    for (const pattern of ['a@x.com', '@y.com', 'z.com', 'd@*', 'C, X']) expect(toFits(pattern, to)).toBe('matches');
    expect(toFits('e@x.com', to)).toBe('no');
  });

  it('reads the name of each', () => {
    const to = '"Team, The" <team@x.com>, Jane (Sales, EMEA) <jane@y.com>';
    for (const pattern of ['Team', 'sales', 'emea', 'The']) expect(toFits(pattern, to)).toBe('matches');
  });

  it('is each address where from is one', () => {
    const list = 'A <a@x.com>, B <b@x.com>';
    expect([fromFits('a@x.com', list), fromFits('b@x.com', list)]).toEqual(['no', 'matches']);
    expect([toFits('a@x.com', list), toFits('b@x.com', list)]).toEqual(['matches', 'matches']);
  });
});
