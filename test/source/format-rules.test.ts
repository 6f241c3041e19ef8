/** What the canonical form of a rule file is, by examples: those of ./formatted. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatRules } from '../../src/source/layout/format.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { expectInProportion } from '../harness/processor-time.ts';

const REST = 'condition:\n  aiInstructions: x\nactions:\n  - type: STAR\n';

const EXAMPLES = path.join(import.meta.dirname, 'formatted');

test.each(readdirSync(EXAMPLES))('%s', (name) => {
  const [before = '', after = ''] = ['before.yaml', 'after.yaml'].map((file) =>
    readFileSync(path.join(EXAMPLES, name, file), 'utf8'),
  );
  expect(formatRules(before)).toBe(after);
  expect(formatRules(after)).toBe(after);
  const written = (text: string) => parseRuleFile('', text.replace('\ufeff', '')).rules.map((rule) => rule.written);
  expect(written(after)).toEqual(written(before));
});

test.each([
  ['syntax', 'name: "A\n'],
  ['a tag', `name: !!str A\n${REST}`],
  ['a shape', `name: A\nactions: []\n${REST}`],
])('a file with problems of %s is left alone', (_, text) => {
  expect(formatRules(text)).toBeNull();
});

test('eight times as many rules do not take 64 times as long', () =>
  expectInProportion(200, (count) => {
    const rule = (index: number) =>
      `- actions: &a${index} [{ type: STAR }] # c\n  # d\n  condition: { aiInstructions: x }\n  name: R${index}\n`;
    const text = `rules:\n${Array.from({ length: count }, (_, index) => rule(index)).join('')}`;
    return () => expect(formatRules(text)).toContain(`name: R${count - 1}`);
  }));
