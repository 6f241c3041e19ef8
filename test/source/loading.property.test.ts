/** What holds for any rule and for any text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ACTION_TYPES, FIELD_KEYS } from '../../src/model/action-types.ts';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { forAll } from '../harness/for-all.ts';
import { arbitraryRule } from './rules.ts';

const FORMS: Record<string, (rules: WrittenRule[]) => string> = {
  'a list': (rules) => stringify({ rules }),
  'a list, anchors where objects are shared': (rules) => stringify({ rules: [...rules, ...rules] }),
  documents: (rules) => rules.map((rule) => `---\n${stringify(rule)}`).join(''),
  'documents with line ends of Windows': (rules) =>
    rules
      .map((rule) => `---\r\n${stringify(rule, { lineWidth: 0, blockQuote: false }).replaceAll('\n', '\r\n')}`)
      .join(''),
  'quoted texts': (rules) => stringify({ rules }, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' }),
  JSON: (rules) => JSON.stringify({ rules }),
};

test.each(Object.entries(FORMS))('a rule reads back as it was written: %s', (form, write) =>
  forAll([fc.array(arbitraryRule, { maxLength: 4 })], 100, (rules) => {
    const { rules: read, problems } = parseRuleFile('rules/a.yaml', write(rules));
    expect(problems).toEqual([]);
    const expected = form.includes('anchors') ? [...rules, ...rules] : rules;
    expect(read.map(({ written }) => written)).toEqual(expected);
  }),
);

const YAML_PIECES = [
  ...['- ', ': ', '\n', '  ', '[', ']', '{', '}', '"', "'", '&a ', '*a', '<<', '|', '>', '#', '!t ', '%', '---\n'],
  ...['? ', ',', '\t', '\\', 'name', 'rules', 'actions', 'condition', '\r', '\u{1f600}', '1', 'true', '\ufeff'],
  '\0',
];
const yamlish = fc
  .array(fc.oneof(fc.constantFrom(...YAML_PIECES), fc.string({ maxLength: 3 })), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

test('no text makes the loader throw, and every problem is inside the file', () =>
  forAll([fc.oneof(yamlish, fc.string({ unit: 'binary' }))], 750, (text) => {
    const lines = text.split('\n');
    for (const { place, excerpt, related } of parseRuleFile('rules/a.yaml', text).problems) {
      for (const at of [place, ...(related ?? [])]) {
        const line = lines[(at?.line ?? 0) - 1];
        expect(line).toBeDefined();
        expect(at?.column).toBeGreaterThanOrEqual(1);
        expect(at?.column).toBeLessThanOrEqual([...(line ?? '')].length + 1);
      }
      expect(excerpt?.length).toBeGreaterThanOrEqual(1);
    }
  }));

test('a key that does not exist is reported on its line, wherever it stands', async () => {
  const levels = [[], ['condition'], ['condition', 'static'], ['actions', 0], ['actions', 0, 'fields']];
  const known = new Set([
    ...['rules', 'name', 'renamedFrom', 'enabled', 'runOnThreads', 'condition', 'actions', 'conditionalOperator'],
    ...['aiInstructions', 'static', 'from', 'to', 'subject', 'type', 'messagingChannelId', 'delayInMinutes'],
    ...FIELD_KEYS,
  ]);
  const key = fc
    .stringMatching(/^[a-z][a-zA-Z]{0,11}$/)
    .filter((word) => !known.has(word) && !/^(true|false|null)$/i.test(word));
  await forAll([key, fc.constantFrom(...levels)], 100, (unknown, level) => {
    const rule = {
      name: 'x',
      condition: { static: { from: 'a.example.com' } },
      actions: [{ type: ACTION_TYPES[0], fields: { label: 'x' } }],
    };
    let target: unknown = rule;
    for (const step of level) target = Reflect.get(target as object, step);
    Reflect.set(target as object, unknown, 1);
    const text = stringify(rule);
    const { rules, problems } = parseRuleFile('rules/a.yaml', text);
    expect(rules).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(['unknown-key']);
    const line = text.split('\n')[(problems[0]?.place?.line ?? 0) - 1] ?? '';
    expect(line.trim().replace(/^- /, '')).toBe(`${unknown}: 1`);
  });
});
