/** Actions, rules and documents put in, moved and taken out. */
import { describe, expect, test } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { editRules } from '../../src/source/layout/edit.ts';
import { type Changes, edited, exact, example, examples } from './edit-examples.ts';

type Action = WrittenRule['actions'][number];
const actions =
  (change: (list: Action[]) => unknown) =>
  (rule: WrittenRule): void =>
    void change(rule.actions);

/** Examples of lists of actions, which a file has around them. */
function lists(
  around: (list: string) => string,
  all: Record<string, [string, (list: Action[]) => unknown, string]>,
): void {
  for (const [title, [before, change, after]] of Object.entries(all))
    example(title, around(before), actions(change), around(after));
}

const file = (list: string): string => `name: N\ncondition: {}\nactions:\n${list}# tail\n`;
const LABEL = `  # to find it
  - type: LABEL # label
    fields:
      label: L
      # no more
`;
const ARCHIVE = '  # out of the way\n  - type: ARCHIVE # gone\n';
const STAR = '  - type: STAR\n';

describe('actions', () => {
  lists(file, {
    'put in first': [LABEL + ARCHIVE, (list) => list.unshift({ type: 'STAR' }), STAR + LABEL + ARCHIVE],
    'put in between': [LABEL + ARCHIVE, (list) => list.splice(1, 0, { type: 'STAR' }), LABEL + STAR + ARCHIVE],
    'put in last': [LABEL + ARCHIVE, (list) => list.push({ type: 'STAR' }), LABEL + ARCHIVE + STAR],
    'taken out first': [LABEL + ARCHIVE, (list) => list.shift(), ARCHIVE],
    'taken out last': [LABEL + ARCHIVE, (list) => list.pop(), LABEL],
    moved: [LABEL + ARCHIVE + STAR, (list) => list.push(...list.splice(0, 1)), ARCHIVE + STAR + LABEL],
    'all moved': [LABEL + ARCHIVE + STAR, (list) => list.reverse(), STAR + ARCHIVE + LABEL],
    'moved and changed': [
      LABEL + ARCHIVE,
      (list) => {
        list.reverse();
        Object.assign(list[1]?.fields ?? {}, { label: 'M' });
        Object.assign(list[0] ?? {}, { delayInMinutes: 5 });
      },
      `${ARCHIVE}    delayInMinutes: 5\n${LABEL.replace('label: L', 'label: M')}`,
    ],
    'of another type': [
      '  # away\n  - type: ARCHIVE # gone\n',
      (list) => list.splice(0, 1, { type: 'STAR' }),
      '  # away\n  - type: STAR # gone\n',
    ],
    'by blank lines': [`${LABEL}\n${ARCHIVE}`, (list) => list.push({ type: 'STAR' }), `${LABEL}\n${ARCHIVE}\n${STAR}`],
    'by blank lines, one out': [`${LABEL}\n${STAR}\n${ARCHIVE}`, (list) => list.splice(1, 1), `${LABEL}\n${ARCHIVE}`],
    'set apart by blank lines, the last taken out': [`${LABEL}\n${ARCHIVE}`, (list) => list.pop(), LABEL],
    'in brackets behind dashes': [
      '  - { type: LABEL, fields: { label: L } } # l\n',
      (list) => list.push({ type: 'FORWARD', fields: { to: 'a@example.com' } }),
      '  - { type: LABEL, fields: { label: L } } # l\n  - { type: FORWARD, fields: { to: a@example.com } }\n',
    ],
  });
  examples({
    'with dashes below the key': [
      'name: N\nactions:\n- type: ARCHIVE\ncondition: {}\n',
      actions((list) => list.push({ type: 'LABEL', fields: { label: 'L', content: 'a\nb\n' } })),
      'name: N\nactions:\n- type: ARCHIVE\n- type: LABEL\n  fields:\n    label: L\n    content: |\n      a\n      b\ncondition: {}\n',
    ],
    'at the end of a file without a line end': [
      'name: N\ncondition: {}\nactions:\n  - type: ARCHIVE',
      actions((list) => list.push({ type: 'STAR' }, { type: 'DIGEST' })),
      'name: N\ncondition: {}\nactions:\n  - type: ARCHIVE\n  - type: STAR\n  - type: DIGEST',
    ],
  });
  const flow = (list: string): string => `name: N\ncondition: {}\nactions: ${list} # all\n`;
  lists(flow, {
    'in brackets': [
      '[{ type: LABEL }, { type: ARCHIVE }]',
      (list) => list.splice(0, 1, { type: 'STAR' }),
      '[{ type: STAR }, { type: ARCHIVE }]',
    ],
    'moved in brackets': [
      '[ { type: LABEL }, {type: ARCHIVE} ]',
      (list) => list.reverse(),
      '[ {type: ARCHIVE}, { type: LABEL } ]',
    ],
    'in brackets over lines': [
      '[\n    { type: LABEL }, # l\n    # a\n    { type: ARCHIVE },\n  ]',
      (list) => list.splice(1, 0, { type: 'STAR' }),
      '[\n    { type: LABEL }, # l\n    { type: STAR },\n    # a\n    { type: ARCHIVE },\n  ]',
    ],
    'moved in brackets over lines, the comments with them': [
      '[\n    { type: LABEL }, # l\n    # a\n    { type: ARCHIVE } # gone\n  ]',
      (list) => list.reverse(),
      '[\n    # a\n    { type: ARCHIVE }, # gone\n    { type: LABEL } # l\n  ]',
    ],
  });
});

const rule = (name: string, indent = '  '): string =>
  `${indent}- name: ${name}\n${indent}  condition: {}\n${indent}  actions: [{ type: ARCHIVE }]\n`;

describe('rules of a list', () => {
  const list = `# head\n\nrules:\n  # about A\n${rule('A')}\n  # section\n\n  # about B\n${rule('B')}    # in B\n\n  # about C\n${rule('C')}\n# tail\n`;
  const cases: [string, Changes, string][] = [
    ['the first', { 0: 'remove' }, list.replace(`  # about A\n${rule('A')}\n`, '')],
    ['one between', { 1: 'remove' }, list.replace(`  # about B\n${rule('B')}    # in B\n\n`, '')],
    ['the last', { 2: 'remove' }, list.replace(`\n  # about C\n${rule('C')}`, '')],
    [
      'one, and another changes',
      { 0: 'remove', 2: (it) => Object.assign(it, { name: 'D' }) },
      list.replace(`  # about A\n${rule('A')}\n`, '').replace('name: C', 'name: D'),
    ],
    ['all: the head of the file is left', { 0: 'remove', 1: 'remove', 2: 'remove' }, '# head\n'],
  ];
  for (const [title, changes, after] of cases) example(`taken out: ${title}`, list, changes, after);

  exact(
    'all of a list, but there are other documents',
    `rules: # some\n${rule('A')}---\nname: B\ncondition: {}\nactions: [{ type: STAR }]\n`,
    { 0: 'remove' },
    'name: B\ncondition: {}\nactions: [{ type: STAR }]\n',
  );
  example(
    'in brackets',
    `rules: [{ name: A, condition: {}, actions: [{ type: STAR }] }, { name: B, condition: {}, actions: [{ type: STAR }] }]\n`,
    { 0: 'remove' },
    `rules: [{ name: B, condition: {}, actions: [{ type: STAR }] }]\n`,
  );
  test('all, and nothing else is there', () =>
    expect(edited(`rules:\n${rule('A')}# tail\n`, { 0: 'remove' })).toBe(''));
});

describe('documents', () => {
  const body = (name: string): string => `name: ${name}\ncondition: {}\nactions: [{ type: ARCHIVE }]\n`;
  const cases: [string, string, Changes, string][] = [
    ['the only one', body('A'), { 0: 'remove' }, ''],
    ['the only one, below comments', `# head\n# more\n\n${body('A')}# tail\n`, { 0: 'remove' }, '# head\n# more\n'],
    ['the first', `# head\n${body('A')}---\n${body('B')}`, { 0: 'remove' }, `# head\n${body('B')}`],
    ['the first, a comment behind', `${body('A')}--- # b\n${body('B')}`, { 0: 'remove' }, `--- # b\n${body('B')}`],
    ['the first of those that begin alike', `---\n${body('A')}---\n${body('B')}`, { 0: 'remove' }, `---\n${body('B')}`],
    [
      'one between',
      `${body('A')}---\n# b\n${body('B')}---\n# c\n${body('C')}`,
      { 1: 'remove' },
      `${body('A')}---\n# c\n${body('C')}`,
    ],
    ['the last', `${body('A')}---\n${body('B')}`, { 1: 'remove' }, body('A')],
    ['one that is ended', `${body('A')}...\n# b\n---\n${body('B')}...\n`, { 0: 'remove' }, `# b\n${body('B')}...\n`],
    [
      'one with a directive',
      `%YAML 1.2\n---\n${body('A')}...\n%YAML 1.2\n---\n${body('B')}`,
      { 0: 'remove' },
      `%YAML 1.2\n---\n${body('B')}`,
    ],
    [
      'the others stay as they are',
      `${body('A')}---\n\n---\n${body('B')}`,
      { 0: (it) => Object.assign(it, { name: 'C' }) },
      `name: C\ncondition: {}\nactions:\n  - type: ARCHIVE\n---\n\n---\n${body('B')}`,
    ],
    [
      'the others stay as they are, also one without a marker',
      `${body('A')}... # a\n# b\n${body('B')}`,
      { 0: (it) => Object.assign(it, { name: 'C' }) },
      `name: C\ncondition: {}\nactions:\n  - type: ARCHIVE\n# a\n...\n# b\n${body('B')}`,
    ],
  ];
  for (const [title, before, changes, after] of cases) exact(title, before, changes, after);
});

describe('no edit', () => {
  const text = `name: A\ncondition: {}\nactions: [{ type: ARCHIVE }]\n`;
  const wanted = { name: 'B', condition: {}, actions: [{ type: 'ARCHIVE' as const }] };
  test('of a file with problems', () =>
    expect(editRules(`${text}nmae: x\n`, [{ document: 0, path: [], wanted }])).toBeNull());
  test.each([
    { document: 1, path: [] },
    { document: 0, path: ['rules', 0] },
    { document: -1, path: [] },
  ])('where no rule is: %j', (spot) => expect(editRules(text, [{ ...spot, wanted }])).toBeNull());
  test('none at all', () => expect(editRules(text, [])).toBe(text));
});
