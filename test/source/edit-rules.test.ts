/** Changes of rules in a file, by the examples of ./edited: a file, its rules as they are wanted, and the file that they give. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { editRules } from '../../src/source/layout/edit.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { expectInProportion } from '../harness/processor-time.ts';
import { edited, type Wanted } from './edit-examples.ts';

const EXAMPLES = path.join(import.meta.dirname, 'edited');
const names = readdirSync(EXAMPLES).flatMap((topic) =>
  readdirSync(path.join(EXAMPLES, topic)).map((name) => path.join(topic, name)),
);

test.each(names)('%s', (name) => {
  const read = (file: string) => readFileSync(path.join(EXAMPLES, name, file), 'utf8');
  const [before, after] = [read('before.yaml'), read('after.yaml')];
  const wanted: Wanted = JSON.parse(read('wanted.json'));
  expect(edited(before, wanted)).toBe(after);
  const windows = (text: string) => text.replaceAll('\n', '\r\n');
  if (!before.includes('\r')) expect(edited(windows(before), wanted)).toBe(windows(after));
});

const RULE: WrittenRule = { name: 'M', condition: {}, actions: [{ type: 'ARCHIVE' }] };

test('each of many rules, and one of them', () => {
  const rules = Array.from(
    { length: 1000 },
    (_, index) =>
      `  # about ${index}\n  - name: N ${index}\n    condition: {} # none\n    actions:\n      - type: ARCHIVE\n`,
  );
  const text = `rules:\n${rules.join('\n')}`;
  expect(edited(text, { 500: RULE })).toBe(text.replace('N 500', 'M'));
  const edits = parseRuleFile('a', text).rules.map(({ spot, written }) => ({
    ...spot,
    wanted: { ...written, name: written.name.replace('N', 'M') },
  }));
  expect(editRules(text, edits)).toBe(text.replaceAll('name: N', 'name: M'));
});

test('eight times as many anchors do not take 64 times as long', () =>
  expectInProportion(200, (count) => {
    const rule = (index: number) =>
      `  - name: N ${index}\n    condition: &c${index} { aiInstructions: x }\n    actions: [{ type: ARCHIVE }]\n`;
    const text = `rules:\n${Array.from({ length: count }, (_, index) => rule(index)).join('')}`;
    return () =>
      expect(edited(text, { 0: { ...RULE, condition: { aiInstructions: 'x' } } })).toContain(`&c${count - 1}`);
  }));

describe('no edit', () => {
  const text = `name: A\ncondition: {}\nactions: [{ type: ARCHIVE }]\n`;
  test('of a file with problems', () =>
    expect(editRules(`${text}nmae: x\n`, [{ document: 0, path: [], wanted: RULE }])).toBeNull());
  test.each([
    { document: 1, path: [] },
    { document: 0, path: ['rules', 0] },
    { document: -1, path: [] },
  ])('where no rule is: %j', (spot) => expect(editRules(text, [{ ...spot, wanted: RULE }])).toBeNull());
  test('none at all', () => expect(editRules(text, [])).toBe(text));
});
