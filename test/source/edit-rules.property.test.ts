/** What holds for any file and any change of its rules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { editRules } from '../../src/source/layout/edit.ts';
import { formatRules } from '../../src/source/layout/format.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { forAll } from '../harness/for-all.ts';
import { anyChange, type Change, likelyRule, said, valueChange } from './edit-changes.ts';
import { pairsOf } from './edit-examples.ts';
import { layouts } from './edit-layouts.ts';

type Wish = Change[] | WrittenRule | null;

/** The rules of a file as they should be; null is one that should go. */
function wantedOf(rules: readonly WrittenRule[], wishes: readonly Wish[]): (WrittenRule | null)[] {
  return rules.map((rule, index) => {
    const wish = wishes[index] ?? null;
    if (!Array.isArray(wish)) return wish;
    const changed = structuredClone(rule);
    for (const change of wish) change(changed);
    return changed;
  });
}

function edited(text: string, wanted: readonly (WrittenRule | null)[]): string {
  const read = parseRuleFile('a', text).rules;
  const result = editRules(
    text,
    read.map(({ spot, written }, index) => {
      const its = wanted[index] ?? null;
      return { ...spot, wanted: its, ...(its === null ? {} : { actions: pairsOf(written, its) }) };
    }),
  );
  if (result === null) throw new Error('There is a way to write any rule.');
  return result;
}

function rulesIn(text: string): unknown {
  const { rules, problems } = parseRuleFile('a', text);
  expect(problems).toEqual([]);
  return said(rules.map(({ written }) => written));
}

test('a rule that is to be as it is changes no byte', () =>
  forAll([layouts], 20, ({ text, rules }) => {
    expect(
      edited(
        text,
        rules.map((rule) => said(rule) as WrittenRule),
      ),
    ).toBe(text);
  }));

const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 3, arbitrary: fc.array(anyChange, { maxLength: 3 }) },
  { weight: 1, arbitrary: likelyRule },
  { weight: 1, arbitrary: fc.constant(null) },
);
const wishes = fc.array(wish, { minLength: 4, maxLength: 4 });

test('rules become as wanted in the layout of fmt; the others stay, and so do their comments', () =>
  forAll([layouts, wishes], 20, ({ text, rules, comments }, all) => {
    const wanted = wantedOf(rules, all);
    const result = edited(text, wanted);
    const left = wanted.filter((rule) => rule !== null);
    expect(rulesIn(result)).toEqual(said(left));
    if (left.length === 0) return;
    const isOneDocument = !/^(---|\.\.\.)/m.test(text);
    if (isOneDocument && result !== text) expect(formatRules(result)).toBe(result.replaceAll('\r\n', '\n'));
    for (const { text: comment, rule } of comments) {
      const its = wanted[rule];
      if (its && JSON.stringify(said(its)) === JSON.stringify(said(rules[rule]))) expect(result).toContain(comment);
    }
  }));

test('where only values change, every comment stays', () =>
  forAll([layouts, fc.array(fc.array(valueChange), { minLength: 4, maxLength: 4 })], 20, (layout, all) => {
    const wanted = wantedOf(layout.rules, all);
    const result = edited(layout.text, wanted);
    expect(rulesIn(result)).toEqual(said(wanted));
    for (const { text: comment, rule } of layout.comments) {
      // Of two actions of one type that both change, which is which cannot be told.
      const types = (layout.rules[rule]?.actions ?? []).map(({ type }) => type);
      if (new Set(types).size === types.length) expect(result).toContain(comment);
    }
  }));

test('a change and the change back give the same rules', () =>
  forAll([layouts, wishes], 20, ({ text, rules }, all) => {
    const wanted = wantedOf(rules, all).map((rule, index) => rule ?? rules[index] ?? null);
    expect(rulesIn(edited(edited(text, wanted), rules))).toEqual(said(rules));
  }));
