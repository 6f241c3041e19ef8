import { expect, it } from 'vitest';
import { isSeen } from '../../src/diagnostics/unseen.ts';
import { addToIgnore } from '../../src/source/layout/add-to-ignore.ts';
import { readDocuments } from '../../src/source/load/read-documents.ts';

const readBack = (text: string | null) => (text === null ? null : [...readDocuments(text, () => {})][0]?.value);

/** A name that turns the order of the text behind it, one with a character that is not seen, and some that need quotes. */
const NAMES = ['Paid\u202etnew', 'All\u200b', '- a: #b', 'true', 'a, [b]'];

it.each([
  ['without a list', 'version: 1\n', []],
  ['below a list', 'version: 1\nignore:\n  - X # x\nundeclared: keep\n', ['X']],
  ['in brackets', 'version: 1\nignore: [X] # x\nundeclared: keep\n', ['X']],
  ['in a document that ends', 'version: 1\nignore: []\n...\n', []],
])('writes names that a reader would not see as escapes: %s', (_, text, before) => {
  const added = addToIgnore(text, ['ignore'], NAMES) ?? '';
  expect(readBack(added)).toMatchObject({ version: 1, ignore: [...before, ...NAMES] });
  expect(isSeen(added)).toBe(true);
  expect(added.includes('# x')).toBe(text.includes('# x'));
});

it.each([
  ['---\n', { ignore: ['X'] }],
  ['# nothing\n', { ignore: ['X'] }],
  ['~\n', null],
  ['null # nothing\n', null],
])('can be asked of a project file that says nothing: %j', (text, expected) => {
  expect(readBack(addToIgnore(text, ['ignore'], ['X']))).toEqual(expected);
});
