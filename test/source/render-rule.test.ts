/** New rules as text: any text survives, and the form is that of formatRules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { formatRules, renderRules } from '../../src/source/layout/format.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { forAll } from '../harness/for-all.ts';
import { hostileText } from './hostile-texts.ts';
import { arbitraryRule } from './rules.ts';

/** As renderRule leaves out what says nothing. */
function withoutNothing(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNothing(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).map(([name, inner]) => [name, withoutNothing(inner, name)] as const);
  const result = Object.fromEntries(kept.filter(([, inner]) => inner !== null && inner !== undefined));
  return Object.keys(result).length === 0 && (key === 'static' || key === 'fields') ? undefined : result;
}

function read(text: string): WrittenRule[] {
  const { rules, problems } = parseRuleFile('a.yaml', text);
  expect(problems).toEqual([]);
  return rules.map(({ written }) => written);
}

const hostileRule = fc.record({ texts: fc.array(hostileText, { minLength: 6, maxLength: 6 }) }).map(({ texts }) => {
  const [name = '', aiInstructions, from, label, content, subject] = texts;
  const rule: WrittenRule = {
    name,
    condition: { aiInstructions, static: { from, subject } },
    actions: [{ type: 'LABEL', fields: { label } }, { type: 'REPLY', fields: { content, subject } }, { type: 'STAR' }],
  };
  return rule;
});

test('any text survives, and the form is the canonical one', () =>
  forAll([fc.oneof(arbitraryRule, hostileRule)], 250, (rule) => {
    const text = renderRules([rule]);
    expect(read(text)).toEqual([withoutNothing(rule)]);
    expect(formatRules(text)).toBe(text);
  }));

test('several rules in a file are documents', () =>
  forAll([fc.array(hostileRule, { maxLength: 4 })], 100, (rules) => {
    const text = renderRules(rules, '../schemas/rules.schema.json');
    expect(read(text)).toEqual(rules.map((rule) => withoutNothing(rule)));
    expect(formatRules(text)).toBe(text);
  }));

test('a long word stays whole', () => {
  const rule: WrittenRule = {
    name: 'x'.repeat(100_000),
    condition: { aiInstructions: `${'y'.repeat(100_000)} ${'z'.repeat(100_000)}` },
    actions: [{ type: 'LABEL', fields: { label: '\u{1f600}'.repeat(50_000) } }],
  };
  const text = renderRules([rule]);
  expect(read(text)).toEqual([rule]);
  expect(formatRules(text)).toBe(text);
});

test('a rule with a hint for editors', () => {
  const rule: WrittenRule = {
    actions: [
      { type: 'CALL_WEBHOOK', fields: { webhookUrl: { env: 'HOOK' } }, delayInMinutes: 60 },
      { type: 'LABEL', fields: { label: 'News, all of it', to: null } },
      { type: 'ARCHIVE', fields: { to: null } },
    ],
    condition: { aiInstructions: { file: '../prompts/a.md' }, static: { from: null } },
    name: 'Newsletters',
    enabled: null,
  };
  expect(renderRules([rule], '../x.json')).toBe(`\
# yaml-language-server: $schema=../x.json
name: Newsletters
condition:
  aiInstructions: { file: ../prompts/a.md }
actions:
  - type: CALL_WEBHOOK
    fields: { webhookUrl: { env: HOOK } }
    delayInMinutes: 60
  - type: LABEL
    fields: { label: "News, all of it" }
  - type: ARCHIVE
`);
});
