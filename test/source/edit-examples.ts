/** Rules of a file that are to be others, as a pull asks for them. */
import { expect } from 'vitest';
import { pairActions } from '../../src/model/pair-actions.ts';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { editRules, type RuleEdit } from '../../src/source/layout/edit.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';

/** The rules that are to be others, by their place in the file; null: one is to go. */
export type Wanted = Record<number, WrittenRule | null>;

/** Takes a file without problems; gives it with these rules. */
export function edited(before: string, wanted: Wanted): string | null {
  const { rules, problems } = parseRuleFile('a.yaml', before);
  expect(problems).toEqual([]);
  const edits = Object.entries(wanted).map(([index, its]): RuleEdit => {
    const rule = rules[Number(index)];
    if (!rule) throw new Error(`No rule ${index}`);
    if (its === null) return { ...rule.spot, wanted: null };
    return { ...rule.spot, wanted: its, actions: pairsOf(rule.written, its) };
  });
  return editRules(before, edits);
}

/** Which of its actions a changed rule has kept, as a pull knows it. */
export function pairsOf({ actions }: WrittenRule, wanted: WrittenRule): (number | null)[] {
  const isEqual = (from: number, at: number) => JSON.stringify(actions[from]) === JSON.stringify(wanted.actions[at]);
  const types = (rule: { type: string }[]) => rule.map(({ type }) => type);
  return pairActions({ declared: types(actions), live: types(wanted.actions), isEqual, canTurn: () => true });
}
