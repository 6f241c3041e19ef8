/** Lists of a matcher of which a pull changes the entries that changed; ./examples.test.ts has examples. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRules } from '../../../src/source/layout/format.ts';
import { forAll } from '../../harness/for-all.ts';
import { planOn, pullInto, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

/** A rule file whose matchers are these lines below `static:`. */
const file = (matchers: string) =>
  `name: A\ncondition:\n  static:\n${matchers.replace(/^(?=.)/gm, '    ')}actions:\n  - type: ARCHIVE\n`;

/** Pulls a live rule into files; gives rules/a.yaml as it is then. The plan is empty, a second pull too. */
async function pulled(files: Record<string, string>, rule: Parameters<typeof live>[1]) {
  const rules = [live('A', rule)];
  const { folder, read, notices } = await pullInto(files, rules);
  expect(notices).toEqual([]);
  expect(planOn(folder, rules).work).toEqual([]);
  expect((await pullOnto({ folder, live: { default: rules } })).files).toEqual([]);
  return read('rules/a.yaml');
}

it('keeps the list where the service has other separators, and the plan shows them', async () => {
  const rules = [live('A', { from: 'a@example.com|new@example.com,b@example.com' })];
  const list = 'from:\n  - a@example.com # Ann\n  - b@example.com # Bob\n';
  const lines = '# Ann\na@example.com\nb@example.com\n';
  const inFile = { 'rules/a.yaml': file('from: { file: shops.txt }\n'), 'rules/shops.txt': lines };
  for (const files of [{ 'rules/a.yaml': file(list) }, inFile]) {
    const { folder, read } = await pullInto(files, rules);
    if (files === inFile) expect(read('rules/shops.txt')).toBe(lines.replace('b@', 'new@example.com\nb@'));
    else expect(read('rules/a.yaml')).toBe(file(list.replace('  - b', '  - new@example.com\n  - b')));
    const [change] = planOn(folder, rules).work.map((work) => work.change);
    expect(change?.after?.condition?.static?.from).toBe('a@example.com, new@example.com, b@example.com');
    expect((await pullOnto({ folder, live: { default: rules } })).files).toEqual([]);
  }
});

const name = fc.constantFrom(...[...'abcdefghijklmnop'].map((letter) => `${letter}@example.com`));
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 12 });

it('changes no other line, whatever changed', () =>
  forAll([names, names], 15, async (before, after) => {
    const listOf = (all: readonly string[]) =>
      `from:\n${all.map((one) => `  - ${one}${before.includes(one) ? ` # of ${one}` : ''}\n`).join('')}`;
    const text = file(listOf(before));
    expect(formatRules(text)).toBe(text);
    expect(await pulled({ 'rules/a.yaml': text }, { from: after.join(', ') })).toBe(file(listOf(after)));
  }));
