import { describe, expect, it } from 'vitest';
import { isSeen } from '../../src/diagnostics/unseen.ts';
import { addToLists } from '../../src/source/layout/add-to-lists.ts';
import { readDocuments } from '../../src/source/load/read-documents.ts';

const readBack = (text: string | null) => (text === null ? null : [...readDocuments(text, () => {})][0]?.value);
const ignoring = (text: string, items: readonly string[]) => addToLists(text, [{ path: ['ignore'], items }]);

/** A name that turns the order of the text behind it, one with a character that is not seen, and some that need quotes. */
const NAMES = ['Paid\u202etnew', 'All\u200b', '- a: #b', 'true', 'a, [b]'];

it.each([
  ['without a list', 'version: 1\n', []],
  ['below a list', 'version: 1\nignore:\n  - X # x\nundeclared: keep\n', ['X']],
  ['in brackets', 'version: 1\nignore: [X] # x\nundeclared: keep\n', ['X']],
  ['in a document that ends', 'version: 1\nignore: []\n...\n', []],
])('writes names that a reader would not see as escapes: %s', (_, text, before) => {
  const added = ignoring(text, NAMES) ?? '';
  expect(readBack(added)).toMatchObject({ version: 1, ignore: [...before, ...NAMES] });
  expect(isSeen(added)).toBe(true);
  expect(added.includes('# x')).toBe(text.includes('# x'));
});

it.each([
  ['---\n', { ignore: ['X'] }],
  ['# nothing\n', { ignore: ['X'] }],
  ['ignore: # none\n', { ignore: ['X'] }],
  ['~\n', null],
  ['null # nothing\n', null],
])('can be asked of a project file that says nothing: %j', (text, expected) => {
  expect(readBack(ignoring(text, ['X']))).toEqual(expected);
});

describe('the rules of accounts', () => {
  const rules = (...names: string[]) =>
    names.map((name) => ({ path: ['accounts', name, 'rules'], items: [name], otherwise: ['rules', name] }));

  it('are written in the form that each has, and all else stays as it is', () => {
    const text = `\ufeff# all\r
accounts: # of us\r
  a: { apiKey:  { env: A } } # in brackets\r
  b:   {}\r
  c: # nothing\r
  d:\r
      apiKey: { "env":  D } # of d\r
  # before e\r
  e:\r
    rules:\r
    - rules # shared\r
    undeclared: 'keep'\r
  f: { rules: [ rules ], }\r
  "41":\r
    ignore:\r
      - |\r
        x\r
tests: [ ]`;
    expect(addToLists(text, rules('a', 'b', 'c', 'd', 'e', 'f', '41'))).toBe(`\ufeff# all\r
accounts: # of us\r
  a: { apiKey:  { env: A }, rules: [rules, a] } # in brackets\r
  b:   { rules: [rules, b] }\r
  c: { rules: [rules, c] } # nothing\r
  d:\r
      apiKey: { "env":  D } # of d\r
      rules:\r
        - rules\r
        - d\r
  # before e\r
  e:\r
    rules:\r
    - rules # shared\r
    - e\r
    undeclared: 'keep'\r
  f: { rules: [ rules, f ], }\r
  "41":\r
    ignore:\r
      - |\r
        x\r
    rules:\r
      - rules\r
      - "41"\r
tests: [ ]`);
  });

  it.each([
    'accounts:\n  a: &a { apiKey: { env: A } }\n  b: *a\n',
    'rules: &r [rules]\naccounts:\n  a: { rules: *r }\n',
    'accounts:\n  a: { rules: &r [rules] }\n  b: { rules: *r }\n',
  ])('are left alone where others would change too, or that another place has: %j', (text) => {
    expect(addToLists(text, rules('a'))).toBeNull();
  });
});
