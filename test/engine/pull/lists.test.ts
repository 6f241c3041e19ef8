/** Lists of a matcher: a pull changes the entries that changed, in the rule or in the file that has them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRules } from '../../../src/source/layout/format.ts';
import { forAll } from '../../harness/for-all.ts';
import { planOn, pullInto, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

/** A rule file whose matchers are these lines below `static:`. */
const file = (matchers: string) =>
  `name: A\ncondition:\n  static:\n${matchers.replace(/^(?=.)/gm, '    ')}actions:\n  - type: ARCHIVE\n`;

/** Pulls a live rule into files; gives the file of this name as it is then. The plan is empty, a second pull too. */
async function pulled(files: Record<string, string>, rule: Parameters<typeof live>[1], name = 'rules/a.yaml') {
  const rules = [live('A', rule)];
  const { folder, read, notices } = await pullInto(files, rules);
  expect(notices).toEqual([]);
  expect(planOn(folder, rules).work).toEqual([]);
  expect((await pullOnto({ folder, live: { default: rules } })).files).toEqual([]);
  return read(name);
}

const LIST = `from: # who
  # Shops
  - "@shop.example.com"
  - a@example.com # Ann
  # Travel
  - b@example.com # Bob

  - c@example.com
`;

it.each([
  [
    'one added',
    '@shop.example.com, a@example.com, new@example.com, b@example.com, c@example.com',
    LIST.replace('# Ann\n', '# Ann\n  - new@example.com\n'),
  ],
  [
    'one added first, one last',
    'x@example.com, @shop.example.com, a@example.com, b@example.com, c@example.com, y@example.com',
    `${LIST.replace('  # Shops\n', '  - x@example.com\n  # Shops\n')}  - y@example.com\n`,
  ],
  [
    'one removed, what is above it stays',
    '@shop.example.com, a@example.com, c@example.com',
    LIST.replace('  - b@example.com # Bob\n', ''),
  ],
  [
    'one replaced, whose comment was about it',
    '@shop.example.com, new@example.com, b@example.com, c@example.com',
    LIST.replace('a@example.com # Ann', 'new@example.com'),
  ],
  ['only one left', 'c@example.com', 'from: # who\n  # Shops\n  # Travel\n\n  - c@example.com\n'],
])('%s: the other entries stay as they are', async (_, from, list) => {
  expect(await pulled({ 'rules/a.yaml': file(LIST) }, { from })).toBe(file(list));
});

it('moves entries with their comments', async () => {
  const moved = 'from:\n  - b@example.com # Bob\n  - a@example.com # Ann\n';
  const list = 'from:\n  - a@example.com # Ann\n  - b@example.com # Bob\n';
  expect(await pulled({ 'rules/a.yaml': file(list) }, { from: 'b@example.com, a@example.com' })).toBe(file(moved));
});

it('edits the list of a subject, whose white space counts', async () => {
  const list = 'subject:\n  - Invoice # paid\n  - Receipt\n';
  const edited = 'subject:\n  - Invoice # paid\n  - Order, paid\n  - Receipt\n';
  const files = { 'rules/a.yaml': file(list) };
  expect(await pulled(files, { subject: 'Invoice|Order, paid|Receipt' })).toBe(file(edited));
  expect(await pulled(files, { subject: 'Invoice |Receipt' })).toContain('subject: Invoice |Receipt\n');
});

const SIX = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
const SIX_LINES = SIX.map((one) => `      - ${one}\n`).join('');

it('writes a text of more than five entries as a list', async () => {
  const text = { 'rules/a.yaml': file('from: a@example.com\n') };
  const five = SIX.slice(1).join(', ');
  expect(await pulled(text, { from: five })).toContain(`from: ${five}\n`);
  expect(await pulled(text, { from: SIX.join(', ') })).toContain(`    from:\n${SIX_LINES}actions:`);
  // A new rule, which `init` writes in the same way.
  expect(await pulled({}, { from: SIX.join(', ') })).toContain(`    from:\n${SIX_LINES}actions:`);
  expect(await pulled({}, { from: five })).toContain(`from: ${five}\n`);
  const subjects = await pulled({}, { subject: 'a|b|c|d|e|f' });
  expect(subjects).toContain('    subject:\n      - a\n');
  // Not where the list would become another text.
  expect(await pulled({}, { from: SIX.join(',') })).toContain(`from: ${SIX.join(',')}\n`);
  expect(await pulled({}, { from: SIX.join(',\n') })).toContain('from: |-\n      a@example.com,\n');
});

it('changes the lines of a file that has the entries', async () => {
  const rule = file('from: { file: shops.txt }\n');
  const lines = '# Shops\r\n@shop.example.com\r\n\r\n# Travel\r\na@example.com\r\nb@example.com\r\n\r\n# end\r\n';
  const files = { 'rules/a.yaml': rule, 'rules/shops.txt': lines };
  const from = '@shop.example.com, new@example.com, b@example.com';
  expect(await pulled(files, { from }, 'rules/shops.txt')).toBe(
    '# Shops\r\n@shop.example.com\r\nnew@example.com\r\n\r\n# Travel\r\nb@example.com\r\n\r\n# end\r\n',
  );
});

it('writes into the rule what no file with an entry on each line can say', async () => {
  const files = { 'rules/a.yaml': file('from: { file: shops.txt }\n'), 'rules/shops.txt': '# Shops\na@example.com\n' };
  expect(await pulled(files, { from: '# all, b@example.com' })).toContain('from: "# all, b@example.com" }\n');
});

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
