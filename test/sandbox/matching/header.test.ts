/** Names and bare addresses in From and To headers. */
import { describe, expect, it } from 'vitest';
import { addressOf, partiesOf } from '../../../src/sandbox/matching/outcome.ts';

describe('the bare address', () => {
  it.each([
    ['in brackets at the end', 'Jane <jane@acme.com>', 'jane@acme.com'],
    ['in brackets although there is one before', 'a@b.com <jane@acme.com>', 'jane@acme.com'],
    ['in the last brackets', 'Jane <a@b.com> <jane@acme.com>', 'jane@acme.com'],
    ['with white space around it all', '\t Jane <jane@acme.com> ', 'jane@acme.com'],
    ['the whole text', 'jane@acme.com', 'jane@acme.com'],
    ['the whole text, brackets alone', '<jane@acme.com>', 'jane@acme.com'],
    ['the first token where the brackets have none', 'jane@acme.com <nobody>', 'jane@acme.com'],
    ['the first token where the brackets are not at the end', 'Jane <jane@acme.com> (work)', 'jane@acme.com'],
    ['the first of several', 'write to a@b.com or c@d.com', 'a@b.com'],
    ['the first that is valid', 'a@b, mailto:jane@acme.com (x@acme.com) c@d.com', 'c@d.com'],
    ['with spaces in brackets', 'Jane < jane@acme.com >', 'jane@acme.com'],
    ['in two pairs of brackets', 'Jane <<jane@acme.com>>', 'jane@acme.com'],
    ['with odd characters before the @', "'O'Neil_+-.7@x.com", "'O'Neil_+-.7@x.com"],
    ['with odd labels', '7@9-.b--c.xn--bcher-kva.Example', '7@9-.b--c.xn--bcher-kva.Example'],
    ['none: one label', 'jane@localhost', null],
    ['none: nothing before the @', 'Jane <@acme.com>', null],
    ['none: two joined ones', 'a@b.com@c.com', null],
    ['none: a dot at its end', 'I am jane@acme.com.', null],
    ['none: an ending with a digit', '7@7.7', null],
    ['none: an ending of one letter', 'a@b.c', null],
    ['none: no @', 'Jane', null],
    ['none: nothing', '', null],
    ['none: empty brackets', 'Jane <>', null],
  ])('%s', (_what, header, address) => {
    expect(addressOf(header)).toBe(address);
  });
});

describe('the display name', () => {
  it.each([
    ['before brackets', 'Jane Doe <jane@acme.com>', 'Jane Doe'],
    ['without a space between', 'Jane<jane@acme.com>', 'Jane'],
    ['before brackets without an address', 'Jane <nobody>', 'Jane'],
    ['before the first brackets', 'Jane <a@b.com> <jane@acme.com>', 'Jane'],
    ['before brackets in quotes', '"Jane <J>" <jane@acme.com>', '"Jane'],
    ['with its quotes', '"Doe, Jane" <jane@acme.com>', '"Doe, Jane"'],
    ['with its backslashes', '"The \\"J\\" \\\\ Jane" <jane@acme.com>', '"The \\"J\\" \\\\ Jane"'],
    ['the whole text', ' Jane ', 'Jane'],
    ['the whole text, an address', 'jane@acme.com (Jane)', 'jane@acme.com (Jane)'],
    ['inside of brackets alone', ' < Jane > Doe', 'Jane'],
    ['inside of the first brackets', '<Jane <J>', 'Jane'],
    ['inside of brackets that are not closed', '<Jane', 'Jane'],
    ['none: nothing in brackets', '<> Jane', null],
    ['none: nothing', '', null],
  ])('%s', (_what, header, name) => {
    expect(partiesOf(header).map((party) => party.name)).toEqual([name]);
  });
});

describe('a header', () => {
  const split = (header: string) => partiesOf(header).map(({ name }) => name);

  it.each([
    ['at commas', 'A,B , C', ['A', 'B', 'C']],
    ['not in quotes', '"A, B" <a@x.com>, C', ['"A, B"', 'C']],
    ['behind a quote with a backslash', '"A \\", B', ['"A \\"', 'B']],
    ['in angle brackets', 'A <a,b>, C', ['A', 'b>', 'C']],
    ['in parentheses', 'A (x, y), C', ['A (x', 'y)', 'C']],
    ['not behind a quote that is never closed', 'A, "B, C', ['A', '"B, C']],
    ['into empty entries too', 'A,, B,', ['A', null, 'B', null]],
  ])('is split %s', (_what, header, expected) => {
    expect(split(header)).toEqual(expected);
  });
});
