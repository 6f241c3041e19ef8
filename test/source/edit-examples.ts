/** Examples of edits: a file, what changes in one of its rules, and the file that it gives. */
import { expect, test } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { editRules } from '../../src/source/editing/edit-rules.ts';
import { parseRuleFile } from '../../src/source/parse.ts';

type Change = (rule: WrittenRule) => void;

/** Makes one or more rules, by their place in the file, what they shall be; 'remove' takes one out. */
export type Changes = Change | Record<number, Change | 'remove'>;

/** Takes a file and changes of its rules (of the first, if it is one change); gives the file with them. */
export function edited(before: string, changes: Changes): string | null {
  const { rules, problems } = parseRuleFile('a.yaml', before);
  expect(problems).toEqual([]);
  const byRule = typeof changes === 'function' ? { 0: changes } : changes;
  const edits = Object.entries(byRule).map(([index, change]) => {
    const rule = rules[Number(index)];
    if (!rule) throw new Error(`No rule ${index}`);
    if (change === 'remove') return { ...rule.spot, wanted: null };
    const wanted = structuredClone(rule.written);
    change(wanted);
    return { ...rule.spot, wanted };
  });
  return editRules(before, edits);
}

/** A test that the changes give `after`. */
export function example(title: string, before: string, changes: Changes, after: string): void {
  test(title, () => expect(edited(before, changes)).toBe(after));
}
