/** Names and bare addresses in From and To headers. */
import { describe, expect, it } from 'vitest';
import { partiesOf, partyOf } from '../../../src/sandbox/matching/header.ts';

describe('the bare address', () => {
  it.each([
    ['in brackets at the end', 'Jane <jane@acme.com>', 'jane@acme.com'],
    ['in brackets although there is one before', 'a@b.com <jane@acme.com>', 'jane@acme.com'],
    ['in the last brackets', 'Jane <a@b.com> <jane@acme.com>', 'jane@acme.com'],
    ['with white space around it all', '\t Jane <jane@acme.com> ', 'jane@acme.com'],
    ['the whole text', 'jane@acme.com', 'jane@acme.com'],
    ['the whole text, brackets alone', '<jane@acme.com>', 'jane@acme.com'],
    ['the first where the brackets have none', 'jane@acme.com <nobody>', 'jane@acme.com'],
    ['the first where the brackets are not at the end', 'Jane <jane@acme.com> (work)', 'jane@acme.com'],
    ['the first of several', 'write to a@b.com or c@d.com', 'a@b.com'],
    ['of a mailto', 'mailto:jane@acme.com', 'jane@acme.com'],
    ['the first that is valid', 'a@b, c@d.com', 'c@d.com'],
    ['not with a dot at its end', 'I am jane@acme.com.', 'jane@acme.com'],
    ['not with a bracket at its end', '(jane@acme.com)', 'jane@acme.com'],
    ['not with a hyphen at its end', 'jane@acme.com-', 'jane@acme.com'],
    ['as long as it can be', 'x jane.doe+tag@mail.acme.co.uk!', 'jane.doe+tag@mail.acme.co.uk'],
    ['of two joined ones, the first that is valid', 'a@b@c.com', 'b@c.com'],
    ['of two joined ones, the first', 'a@b.com@c.com', 'a@b.com'],
    ['with spaces in brackets', 'Jane < jane@acme.com >', 'jane@acme.com'],
    ['in quotes alone', '"jane@acme.com"', 'jane@acme.com'],
    ['of any script', 'élise@münchen.例え', 'élise@münchen.例え'],
    ['with digits', '7@7.7', '7@7.7'],
    ['with a hyphen in a label', 'a@b--c.d-e.com', 'a@b--c.d-e.com'],
    ['with odd characters before the @', "o'neil!#$%&*+/=?^_`{|}~.@x.com", "o'neil!#$%&*+/=?^_`{|}~.@x.com"],
    ['none: one label', 'jane@localhost', null],
    ['none: nothing before the @', 'Jane <@acme.com>', null],
    ['none: a label that begins with a hyphen', 'a@-b.com', null],
    ['none: a label that ends with one', 'a@b-.com', null],
    ['none: an empty label', 'a@b..com', null],
    ['none: an underscore', 'a@b_c.com', null],
    ['none: no @', 'Jane', null],
    ['none: nothing', '', null],
    ['none: empty brackets', 'Jane <>', null],
    ['none: an address literal', 'a@[10.0.0.1]', null],
  ])('%s', (_what, header, address) => {
    expect(partyOf(header).address).toBe(address);
  });

  it.each([...' \t\u00A0\u2028\u0001\u0085()<>[]:;\\,"'])('has no %j before the @', (character) => {
    expect(partyOf(`a${character}b@x.com`).address).toBe('b@x.com');
    expect(partyOf(`a${character}@x.com`).address).toBe(null);
  });
});

describe('the display name', () => {
  it.each([
    ['before brackets', 'Jane Doe <jane@acme.com>', 'Jane Doe'],
    ['without a space between', 'Jane<jane@acme.com>', 'Jane'],
    ['before brackets without an address', 'Jane <nobody>', 'Jane'],
    ['of the last brackets', 'Jane <a@b.com> <jane@acme.com>', 'Jane <a@b.com>'],
    ['without its quotes', '"Doe, Jane" <jane@acme.com>', 'Doe, Jane'],
    ['without one pair of them', '""Jane"" <jane@acme.com>', '"Jane"'],
    ['without its backslashes', '"The \\"J\\" \\\\ Jane" <jane@acme.com>', 'The "J" \\ Jane'],
    ['with a backslash outside of quotes', 'The \\J <jane@acme.com>', 'The \\J'],
    ['with a quote at one end', '"Jane <jane@acme.com>', '"Jane'],
    ['the whole text', 'Jane', 'Jane'],
    ['the whole text around an address', 'jane@acme.com (Jane)', 'jane@acme.com (Jane)'],
    ['the whole text in its quotes', '"Jane"', '"Jane"'],
    ['the whole text where brackets are not at its end', 'Jane <jane@acme.com> (x)', 'Jane <jane@acme.com> (x)'],
    ['none: the address alone', ' jane@acme.com ', null],
    ['none: brackets alone', '<jane@acme.com>', null],
    ['none: empty quotes', '"" <jane@acme.com>', null],
    ['none: nothing', '', null],
  ])('%s', (_what, header, name) => {
    expect(partyOf(header).name).toBe(name);
  });
});

describe('a To header', () => {
  const split = (header: string) => partiesOf(header).map(({ name, address }) => name ?? address);

  it.each([
    ['at commas', 'A,B , C', ['A', 'B', 'C']],
    ['not in quotes', '"A, B" <a@x.com>, C', ['A, B', 'C']],
    ['not behind an escaped quote', '"A \\", B" <a@x.com>, C', ['A ", B', 'C']],
    ['behind an escaped backslash', '"A \\\\", B', ['"A \\\\"', 'B']],
    ['not in angle brackets', 'A <a,b>, C', ['A', 'C']],
    ['not in parentheses', 'A (x, y), C', ['A (x, y)', 'C']],
    ['not in parentheses in parentheses', 'A (x (y, z), w), C', ['A (x (y, z), w)', 'C']],
    ['behind a parenthesis that was never opened', 'A), B', ['A)', 'B']],
    ['not behind a quote that is never closed', 'A, "B, C', ['A', '"B, C']],
    ['into empty entries too', 'A,, B,', ['A', null, 'B', null]],
  ])('is split %s', (_what, header, expected) => {
    expect(split(header)).toEqual(expected);
  });
});
