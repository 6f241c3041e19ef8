/** Examples of edits: a file, what changes in one of its rules, and the file that it gives. */
import { expect, test } from 'vitest';
import { pairActions } from '../../src/model/pair-actions.ts';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { editRules, type RuleEdit } from '../../src/source/layout/edit.ts';
import { formatRules } from '../../src/source/layout/format.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';

type Change = (rule: WrittenRule) => void;

/** Makes one or more rules, by their place in the file, what they should be; 'remove' takes one out. */
export type Changes = Change | Record<number, Change | 'remove'>;

/** Takes a file and changes of its rules (of the first, if it is one change); gives the file with them. */
export function edited(before: string, changes: Changes): string | null {
  const { rules, problems } = parseRuleFile('a.yaml', before);
  expect(problems).toEqual([]);
  const byRule = typeof changes === 'function' ? { 0: changes } : changes;
  const edits = Object.entries(byRule).map(([index, change]): RuleEdit => {
    const rule = rules[Number(index)];
    if (!rule) throw new Error(`No rule ${index}`);
    if (change === 'remove') return { ...rule.spot, wanted: null };
    const wanted = structuredClone(rule.written);
    change(wanted);
    return { ...rule.spot, wanted, actions: pairsOf(rule.written, wanted) };
  });
  return editRules(before, edits);
}

/** Which of its actions a changed rule has kept, as a pull knows it. */
export function pairsOf({ actions }: WrittenRule, wanted: WrittenRule): (number | null)[] {
  const isEqual = (from: number, at: number) => JSON.stringify(actions[from]) === JSON.stringify(wanted.actions[at]);
  const types = (rule: { type: string }[]) => rule.map(({ type }) => type);
  return pairActions({ declared: types(actions), live: types(wanted.actions), isEqual, canTurn: () => true });
}

/** A test that the changes give `after` in the layout of fmt, with the line ends of the file. */
export function example(title: string, before: string, changes: Changes, after: string): void {
  test(title, () => {
    const found = edited(before, changes);
    expect(found).toBe(formatRules(after)?.replaceAll('\n', before.includes('\r\n') ? '\r\n' : '\n'));
  });
}

/** Such tests by their titles: what is there before, the changes, and what they give. */
export function examples(all: Record<string, [before: string, changes: Changes, after: string]>): void {
  for (const [title, [before, changes, after]] of Object.entries(all)) example(title, before, changes, after);
}

/** A test that the changes give exactly `after`. */
export function exact(title: string, before: string, changes: Changes, after: string): void {
  test(title, () => expect(edited(before, changes)).toBe(after));
}
