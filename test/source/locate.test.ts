import { expect, test } from 'vitest';
import type { Path } from '../../src/model/rule.ts';
import { createLocate } from '../../src/source/load/locate.ts';
import type { At } from '../../src/source/load/node-places.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';

const TEXT = `# Two rules
rules:
  - &news
    name: Newsletters
    condition: { static: { from: "@news.example.com" } }
    actions: &actions
      - type: LABEL
        fields: { label: 重要 👍, to: x }
  - <<: *news
    name: Receipts
    condition:
      aiInstructions: |
        Is it a receipt?
  - name: Orders
    condition: { static: { <<: { subject: Order }, from: shop.example.com } }
    actions: *actions
---
name: Other
condition: { aiInstructions: x }
actions:
  - type: ARCHIVE
runOnThreads:
`;

const { rules } = parseRuleFile('rules/a.yaml', TEXT);
const locate = createLocate(new Map([['rules/a.yaml', TEXT]]));

function at(rule: number, path?: Path, meant?: At): string {
  const spot = rules[rule]?.spot;
  if (!spot) throw new Error(`no rule ${rule}`);
  const { place, excerpt } = locate(spot, path, meant);
  const marked = [...excerpt.text].slice(excerpt.column - 1, excerpt.column - 1 + excerpt.length).join('');
  return `${place.line}:${place.column} ${marked}`;
}

test('a rule begins at its first key', () => {
  expect(at(0)).toBe('4:5 n');
  expect(at(1)).toBe('9:5 <');
  expect(at(3)).toBe('18:1 n');
});

test('keys and values, columns counted in characters', () => {
  expect(at(0, ['name'])).toBe('4:11 Newsletters');
  expect(at(0, ['name'], 'key')).toBe('4:5 name');
  expect(at(0, ['actions', 0, 'fields', 'label'])).toBe('8:26 重要 👍');
  expect(at(0, ['actions', 0, 'fields', 'to'])).toBe('8:36 x');
  expect(at(3, ['actions', 0, 'type'])).toBe('21:11 ARCHIVE');
});

test('what stands behind an alias or a merge key is placed where it is written', () => {
  expect(at(1, ['actions', 0, 'fields', 'label'])).toBe('8:26 重要 👍');
  expect(at(1, ['name'])).toBe('10:11 Receipts');
  expect(at(2, ['actions', 0, 'type'])).toBe('7:15 LABEL');
  expect(at(2, ['actions'])).toBe('16:14 *actions');
  expect(at(2, ['condition', 'static', 'subject'])).toBe('15:43 Order');
});

test('a block text is placed at its header', () => {
  expect(at(1, ['condition', 'aiInstructions'])).toBe('12:23 |');
});

test('an empty value is placed at its key', () => {
  expect(at(3, ['runOnThreads'])).toBe('22:1 runOnThreads');
});

test('what is missing is placed on the key above, or on the first key of an item', () => {
  expect(at(0, ['condition', 'aiInstructions'], 'key')).toBe('5:5 condition');
  expect(at(0, ['condition', 'static', 'to'], 'key')).toBe('5:18 static');
  expect(at(3, ['actions', 0, 'fields', 'label'], 'key')).toBe('21:5 type');
  expect(at(0, ['enabled'], 'key')).toBe('4:5 name');
});

test('in a list, the entry that is what a problem is about, or that has it', () => {
  const text = `name: A
condition:
  static:
    from: [news@x.example, X.example, "@y.example"]
    subject:
      - Your subject
      - Order {{x}} # x
actions: [{ type: ARCHIVE }]
`;
  const [rule] = parseRuleFile('b.yaml', text).rules;
  if (rule === undefined) throw new Error('no rule');
  const locateIn = createLocate(new Map([['b.yaml', text]]));
  const placeOf = (key: string, ...about: unknown[]) => {
    const { line, column } = locateIn(rule.spot, ['condition', 'static', key], 'value', about).place;
    return `${line}:${column}`;
  };
  expect(placeOf('from', 'x.example')).toBe('4:28');
  expect(placeOf('from', 'from', ['x'], 'y.example')).toBe('4:39');
  expect(placeOf('from', 'other', null, '')).toBe('4:11');
  expect(placeOf('from')).toBe('4:11');
  expect(placeOf('subject', 'subject', '{{x}}')).toBe('7:9');
});

test('the last anchor of a name before an alias counts', () => {
  const text =
    'rules:\n  - name: &n A\n    condition: { aiInstructions: *n }\n    actions: [{ type: LABEL, fields: { label: &n B, to: *n } }]\n';
  const [rule] = parseRuleFile('b.yaml', text).rules;
  expect(rule?.written.condition.aiInstructions).toBe('A');
  expect(rule?.written.actions[0]?.fields).toEqual({ label: 'B', to: 'B' });
});
