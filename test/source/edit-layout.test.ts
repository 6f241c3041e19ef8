/** Layouts that few people use, and files that are large. */
import { describe, expect, test } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { editRules } from '../../src/source/layout/edit.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { expectInProportion } from '../harness/processor-time.ts';
import { edited, example } from './edit-examples.ts';

const named =
  (name: string) =>
  (rule: WrittenRule): void =>
    void Object.assign(rule, { name });
const REST = 'condition: {}\nactions: [{type: ARCHIVE}]\n';

describe('a change of the name', () => {
  const cases: [what: string, before: string, name: string, after: string][] = [
    ['below its key', `name:\n  N # n\n${REST}`, 'M', `name:\n  M # n\n${REST}`],
    ['below its key, over lines', `name:\n  N # n\n${REST}`, 'a\nb', `name:\n  |- # n\n  a\n  b\n${REST}`],
    ['set apart with tabs', `name:\tN\t# n\n${REST}`, 'a\nb', `name:\t|-\t# n\n  a\n  b\n${REST}`],
    ['above a deep comment', `name: N\n      # deep\n${REST}`, 'a\nb', `name: "a\\nb"\n      # deep\n${REST}`],
    ['behind a question mark', `? name\n: N # n\n${REST}`, 'M', `? name\n: M # n\n${REST}`],
    ['with an anchor on its key', `&k name: N\n${REST}`, 'M', `&k name: M\n${REST}`],
    [
      'in a document that is in brackets',
      '--- {name: N, condition: {}, actions: [{type: ARCHIVE}]} # x\n',
      'a, b',
      '--- {name: "a, b", condition: {}, actions: [{type: ARCHIVE}]} # x\n',
    ],
    [
      'of a rule below its dash',
      'rules:\n-\n  # in\n  name: N\n  condition: {}\n  actions: [{type: ARCHIVE}]\n',
      'M',
      'rules:\n-\n  # in\n  name: M\n  condition: {}\n  actions: [{type: ARCHIVE}]\n',
    ],
    ['where line ends are mixed', `name: N # n\r\n${REST}`, 'M', `name: M # n\r\n${REST}`],
    ['in quotes over lines', `name: "a\\\n  b"\n${REST}`, 'c', `name: "c"\n${REST}`],
    ['with a directive', `%YAML 1.2\n---\nname: N\n${REST}...\n`, 'M', `%YAML 1.2\n---\nname: M\n${REST}...\n`],
  ];
  for (const [what, before, name, after] of cases) example(what, before, named(name), after);
});

test('each of many rules, and one of them', () => {
  const rules = Array.from(
    { length: 1000 },
    (_, index) =>
      `  # about ${index}\n  - name: N ${index}\n    condition: {} # none\n    actions:\n      - type: ARCHIVE\n`,
  );
  const text = `rules:\n${rules.join('\n')}`;
  expect(edited(text, { 500: named('M') })).toBe(text.replace('N 500', 'M'));
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
    return () => expect(edited(text, { 0: named('M') })).toContain(`&c${count - 1}`);
  }));
