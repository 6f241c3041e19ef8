/** How `subject` matches mail, as measured on a deployment. */
import { describe, expect, it } from 'vitest';
import { outcome } from './trying.ts';

const fits = (pattern: string, subject: string) => outcome({ subject: pattern }, { subject });

describe('the measured table', () => {
  it.each([
    ['Invoice', 'invoice 7', 'no'],
    ['a|b', 'xbx', 'matches'],
    ['a,b', 'b', 'no'],
  ])('subject %s, mail %s: %s', (pattern, subject, expected) => {
    expect(fits(pattern, subject)).toBe(expected);
  });
});

it.each([
  ['with case', 'invoice', 'Invoice 7', 'no'],
  ['a substring', 'voice', 'Invoice 7', 'matches'],
  ['* is any run', 'In*7', 'An Invoice 7!', 'matches'],
  ['* is also no character', 'In*voice', 'Invoice', 'matches'],
  ['several *', 'a*b*c', 'xaxbxcx', 'matches'],
  ['several *, in their order', 'a*b*c', 'cba', 'no'],
  ['* and no overlap', 'ab*ba', 'aba', 'no'],
  ['* alone', '*', '', 'matches'],
  ['* not across \\n', 'a*b', 'a\nb', 'no'],
  ['* not across \\r', 'a*b', 'a\rb', 'no'],
  ['* not across U+2028', 'a*b', 'a\u2028b', 'no'],
  ['* not across U+2029', 'a*b', 'a\u2029b', 'no'],
  ['* across other control characters', 'a*b', 'a\t\v\f\u0085b', 'matches'],
  ['* within a later line', 'a*b', 'a\nab', 'matches'],
  ['* behind which another begins', 'a*b*c', 'ab\nabc', 'matches'],
  ['* up to a line end that the pattern has', 'a*\n*b', 'ax\nxb', 'matches'],
  ['a line end in a literal', 'a\nb', 'a\nb', 'matches'],
  ['* around a line end', '*', 'a\nb', 'matches'],
  ['| separates', 'a|b', 'a', 'matches'],
  ['| separates and *', 'x*y|a*b', 'axb', 'matches'],
  ['none of the alternatives', 'a|b', 'c', 'no'],
  ['an empty alternative', 'Invoice|', 'anything', 'matches'],
  ['an empty alternative and no subject', 'Invoice||b', '', 'matches'],
  ['comma is text', 'a,b', 'xa,bx', 'matches'],
  ['or is text', 'a or b', 'x b', 'no'],
  ['or is text and found', 'a or b', 'this is a or b', 'matches'],
  ['no regular expressions: .', 'a.b', 'axb', 'no'],
  ['no regular expressions: []', '[ab]', 'a', 'no'],
  ['no regular expressions: ^$', '^a$', 'a', 'no'],
  ['no regular expressions: \\', '\\d', '7', 'no'],
  ['no regular expressions: found as text', '[ACME] (a+b)?', 'Re: [ACME] (a+b)?', 'matches'],
  ['nothing is trimmed', ' a', 'a', 'no'],
  ['nothing is trimmed around |', 'a | b', 'b', 'no'],
  ['nothing is trimmed and found', ' a', 'b a', 'matches'],
  ['no subject', 'a', '', 'no'],
])('%s: %j, %j: %s', (_what, pattern, subject, expected) => {
  expect(fits(pattern, subject)).toBe(expected);
});

it('takes no longer for very many *', () => {
  expect(fits(`${'a*'.repeat(300)}b`, 'a'.repeat(2_000))).toBe('no');
});
