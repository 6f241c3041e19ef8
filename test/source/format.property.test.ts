/** What holds for the canonical form of any rules in any layout: meaning and comments are kept, and once is enough. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { isSeen } from '../../src/diagnostics/unseen.ts';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { formatRules } from '../../src/source/layout/format.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { forAll } from '../harness/for-all.ts';
import { runs } from '../harness/runs.ts';
import { likelyRule } from './edit-changes.ts';
import { layoutsOf } from './edit-layouts.ts';
import { hostileText } from './hostile-texts.ts';
import { arbitraryRule } from './rules.ts';

function written(text: string): WrittenRule[] {
  return parseRuleFile('', text).rules.map((rule) => rule.written);
}

const hostileRule = fc.record({ name: hostileText, from: hostileText, content: hostileText, label: hostileText }).map(
  ({ name, from, content, label }): WrittenRule => ({
    actions: [
      { fields: { content }, type: 'REPLY' },
      { type: 'LABEL', fields: { label } },
    ],
    condition: { static: { from }, aiInstructions: content },
    name,
  }),
);

test('meaning and comments are kept, and once is enough', async () => {
  let seen = 0;
  await forAll([layoutsOf(fc.oneof(likelyRule, hostileRule))], 60, ({ text, comments }) => {
    seen += comments.length;
    const formatted = formatRules(text);
    expect(formatted).not.toBeNull();
    if (formatted === null) return;
    expect(written(formatted)).toEqual(written(text));
    expect(formatted.match(/# remark \d+\./g)?.sort() ?? []).toEqual(comments.map((one) => one.text).sort());
    expect(formatRules(formatted)).toBe(formatted);
    expect(isSeen(formatted)).toBe(true);
  });
  expect(seen).toBeGreaterThan(runs(100));
});

test('the order of keys and the layout do not matter where there is no comment and no alias', () =>
  forAll([layoutsOf(arbitraryRule, true)], 16, ({ text: other, rules }) => {
    const text = rules.map((rule) => stringify(rule)).join('---\n');
    fc.pre(isDeepStrictEqual(written(other), written(text)));
    expect(formatRules(other)).toBe(formatRules(text));
  }));

const YAML_PIECES = [
  ...['- ', ': ', '\n', '  ', '[', ']', '{', '}', '"', '&a ', '*a', '<<: ', '|', '>', ' # c', '---\n', '? ', ','],
];
const RULE_PIECES = [
  ...['name', 'rules:\n', 'actions', 'condition', 'static', 'type: STAR', 'aiInstructions', '\r', '\ufeff', '1'],
];

test('no text makes it throw', async () => {
  const text = fc.array(fc.constantFrom(...YAML_PIECES, ...RULE_PIECES), { maxLength: 30 }).map((all) => all.join(''));
  await forAll([text], 100, (some) => {
    const formatted = formatRules(some);
    if (formatted !== null) expect(formatRules(formatted)).toBe(formatted);
  });
});
