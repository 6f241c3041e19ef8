/** What holds for any file and any change of its rules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { parseRuleFile } from '../../src/source/parse.ts';
import { editRules } from '../../src/source/writing/edit-rules.ts';
import { decisions, layOut } from './edit-layouts.ts';
import { arbitraryRule } from './rules.ts';

const numRuns = Number(process.env['RUNS'] ?? 300);
const file = fc.tuple(fc.array(arbitraryRule, { minLength: 1, maxLength: 4 }), decisions);

/** Without what says nothing. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, said(inner)] as const);
  const kept = entries.filter(
    ([key, inner]) =>
      key === 'condition' ||
      (inner !== null && !(typeof inner === 'object' && Object.keys(inner as object).length === 0)),
  );
  return Object.fromEntries(kept);
}

test('a file is laid out as its rules are', () => {
  fc.assert(
    fc.property(file, ([rules, choices]) => {
      const { text } = layOut(rules, choices);
      const read = parseRuleFile('a', text);
      expect(read.problems).toEqual([]);
      expect(read.rules.map(({ written }) => said(written))).toEqual(rules.map(said));
    }),
    { numRuns },
  );
});

test('a rule that is to be as it is changes no byte', () => {
  fc.assert(
    fc.property(file, ([rules, choices]) => {
      const { text } = layOut(rules, choices);
      const edits = parseRuleFile('a', text).rules.map(({ spot, written }) => ({
        ...spot,
        wanted: said(written) as WrittenRule,
      }));
      expect(editRules(text, edits)).toBe(text);
    }),
    { numRuns },
  );
});

test('rules become as wanted, the others stay, with their comments', () => {
  fc.assert(
    fc.property(
      file,
      fc.array(fc.oneof(fc.constant('keep' as const), fc.constant(null), arbitraryRule), {
        minLength: 4,
        maxLength: 4,
      }),
      ([rules, choices], wishes) => {
        const { text, comments } = layOut(rules, choices);
        const read = parseRuleFile('a', text).rules;
        const edits = read.flatMap(({ spot }, index) => {
          const wish = wishes[index];
          return wish === 'keep' || wish === undefined ? [] : [{ ...spot, wanted: wish }];
        });
        const edited = editRules(text, edits);
        const expected = rules
          .map((rule, index) => (wishes[index] === 'keep' ? rule : (wishes[index] ?? null)))
          .filter((rule) => rule !== null);
        if (edited === null) throw new Error(`null\n${text}\n=>\n${JSON.stringify(edits.map((e) => e.wanted))}`);
        const after = parseRuleFile('a', edited ?? '');
        expect(after.problems).toEqual([]);
        expect(after.rules.map(({ written }) => said(written))).toEqual(expected.map(said));
        if (expected.length === 0) return;
        for (const { text: comment, rule } of comments) {
          if (rule >= 0 && wishes[rule] === 'keep') expect(edited).toContain(comment);
        }
      },
    ),
    { numRuns },
  );
});
