/** What holds for many rules. Examples of each check, with what is said of them, are in test/invalid/checks-of-rules and those beside it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { checkRule, checkRuleSet } from '../../src/planning/checks/rule.ts';
import { sendersOf } from '../../src/planning/checks/senders.ts';
import { forAll } from '../harness/for-all.ts';

function rule(parts: Partial<ResolvedRule> = {}): ResolvedRule {
  return { name: 'A rule', condition: { aiInstructions: 'x' }, actions: [{ type: 'ARCHIVE' }], ...parts };
}

function codes(parts: Partial<ResolvedRule>): string[] {
  return checkRule(rule(parts)).map(({ code }) => code);
}

function fromOnly(from: string, index: number): ResolvedRule {
  return rule({ name: `R${index}`, condition: { static: { from } } });
}

/** What is wrong with rules as written side by side. */
function together(rules: readonly ResolvedRule[]) {
  return checkRuleSet(rules.map((one) => ({ body: canonicalRule(one), renamedFrom: one.renamedFrom ?? null })));
}

const act = (type: string, fields?: object, more: object = {}) =>
  ({ type, ...(fields && { fields }), ...more }) as never;

describe('labels and folders that differ by a slip', () => {
  const similar = (field: 'label' | 'folderName', ...names: string[]) =>
    checkRuleSet(
      names.map((name, index) => ({
        body: canonicalRule(
          rule({ name: `${index}`, actions: [act(field === 'label' ? 'LABEL' : 'MOVE_FOLDER', { [field]: name })] }),
        ),
        renamedFrom: null,
      })),
    ).flatMap((one) =>
      one.code === 'label-similar'
        ? [`${one.rule} ${one.args.name} ~ ${one.related.rule} ${one.args.other}: ${one.args.differs}`]
        : [],
    );

  test.each([
    [['Receipts', 'receipts'], ['1 receipts ~ 0 Receipts: case']],
    [['receipts', 'Receipts', 'Receipts'], ['0 receipts ~ 1 Receipts: case']],
    [['Receipts', 'Recepits'], ['1 Recepits ~ 0 Receipts: a letter']],
    [['Work/Travel 2024', 'Work/Travle 2024'], ['1 Work/Travle 2024 ~ 0 Work/Travel 2024: a letter']],
    [['Invoice', 'Invoices', 'Invoices'], ['0 Invoice ~ 1 Invoices: a letter']],
    [['Caf\u00e9', 'Cafe\u0301'], ['1 Cafe\u0301 ~ 0 Caf\u00e9: Unicode form']],
    [['AI', 'ai'], ['1 ai ~ 0 AI: case']],
  ])('%j', (names, expected) => {
    expect(similar('label', ...names)).toEqual(expected);
    expect(similar('folderName', ...names)).toEqual(expected);
  });

  test.each([
    [['Q1', 'Q2']],
    [['2024', '2025']],
    [['Receipts 2024', 'Receipts 2025']],
    [['News', 'Newt']],
    [['Client A', 'Client B', 'Client C']],
    [['Work', 'Word']],
    [['Receipts', 'Receipts']],
    [['{{name}}', '{{Name}}']],
    [['Receipts', 'Reports']],
    [['Travel/In', 'Travel/Out']],
  ])('not %j', (names) => expect(similar('label', ...names)).toEqual([]));

  test('a label and a folder are not compared, and a swapped or lost letter of any word is found', () =>
    forAll([fc.stringMatching(/^[a-z]{6,12}$/), fc.nat()], 50, (word, at) => {
      const cut = word.slice(0, at % word.length) + word.slice((at % word.length) + 1);
      expect(similar('label', word, word, cut)).toEqual([`2 ${cut} ~ 0 ${word}: a letter`]);
      expect(similar('label', word, `${word} 1`, `${word} 2`)).toEqual([]);
    }));
});

test('the length of a name counts in bytes, after the trim', () => {
  expect(codes({ name: 'é'.repeat(1300) })).toEqual([]);
  expect(codes({ name: 'é'.repeat(1301) })).toEqual(['name-too-long']);
  expect(codes({ name: `${'a'.repeat(2600)}   ` })).toEqual(['text-untrimmed']);
  // It depends on how well it can be compressed.
  expect(checkRule(rule({ name: 'n'.repeat(3000) }))).toMatchObject([{ code: 'name-too-long', severity: 'warning' }]);
});

test('senders are lists split at commas, bars and the word or', () => {
  const senders = sendersOf('A@x.example.com,@B.example.com | c.example.com OR n*@d.example.com or Shop, @,');
  expect(senders.map(({ written, isAddress, domain }) => [written, isAddress, domain])).toEqual([
    ['a@x.example.com', true, 'x.example.com'],
    ['@b.example.com', false, 'b.example.com'],
    ['c.example.com', false, 'c.example.com'],
    ['n*@d.example.com', true, 'd.example.com'],
    ['shop', false, 'shop'],
  ]);
});

test('ten thousand rules that all overlap are told once each', () => {
  const rules = Array.from({ length: 10_000 }, (_, index) =>
    fromOnly(`a${index % 7}@s${index}.x.example.com, x.example.com`, index),
  );
  expect(together(rules)).toHaveLength(9_999);
});
