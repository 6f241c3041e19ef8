/** One value becomes another: its comments stay. */
import { describe } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { exact, example, examples } from './edit-examples.ts';

const file = (name: string, rest = ''): string => `name: ${name}
condition:
  aiInstructions: x
${rest}actions:
  - type: ARCHIVE
`;
const instructions = (written: string, end = ''): string => `name: N
condition:
  aiInstructions: ${written}
${end}actions:
  - type: ARCHIVE
`;

describe('a text', () => {
  const cases: [what: string, written: string, text: WrittenRule['condition']['aiInstructions'], now: string][] = [
    ['in quotes', '"old" # why', 'a: b', '"a: b" # why'],
    ['on one line', 'x # why', 'a\nb', '|- # why\n    a\n    b'],
    ['of several lines', '| # why\n    a\n    b', 'c', 'c # why'],
    ['that no block can hold', '| # why\n    a', 'a\u0007', '"a\\u0007" # why'],
    ['folded', '> # why\n    a b\n    c d', 'a\n  b\n', '| # why\n    a\n      b'],
    ['plain over several lines', 'one two\n    three # why', 'one two', 'one two # why'],
    ['in the place of nothing', '~ # none', 'a', 'a # none'],
    ['that becomes a reference', '|\n    a\n    b', { file: '../prompts/n.md' }, '{ file: ../prompts/n.md }'],
    ['of a reference that becomes another', '{ file: a.md } # text', { env: 'A' }, '{ env: A } # text'],
    ['of a reference to another file', '{file: "a.md"}', { file: 'b.md' }, '{file: "b.md"}'],
  ];
  for (const [what, written, text, now] of cases) {
    const change = (rule: { condition: object }): unknown => Object.assign(rule.condition, { aiInstructions: text });
    example(what, instructions(written), change, instructions(now));
    const windows = (value: string): string => value.replaceAll('\n', '\r\n');
    example(`${what}, in a file with line ends of Windows`, windows(instructions(written)), change, instructions(now));
  }
});

describe('other values', () => {
  const delays = (written: string): string =>
    `name: N\ncondition: {}\nactions:\n  - type: ARCHIVE\n    delayInMinutes: ${written}\n`;
  example(
    'a number',
    delays('60 # an hour'),
    ({ actions }) => Object.assign(actions[0] ?? {}, { delayInMinutes: 90 }),
    delays('90 # an hour'),
  );
  exact(
    'the same number, written otherwise',
    delays('0x10'),
    ({ actions }) => Object.assign(actions[0] ?? {}, { delayInMinutes: 16 }),
    delays('0x10'),
  );
  examples({
    'true or false': [
      file('N', 'runOnThreads: True # yes\n'),
      (rule) => Object.assign(rule, { runOnThreads: false }),
      file('N', 'runOnThreads: false # yes\n'),
    ],
    'an empty value becomes a text': [
      'name: N\ncondition:\n  aiInstructions: # none\nactions: [{ type: ARCHIVE }]\n',
      ({ condition }) => Object.assign(condition, { aiInstructions: 'a' }),
      'name: N\ncondition:\n  aiInstructions: a # none\nactions: [{ type: ARCHIVE }]\n',
    ],
    'a reference over several lines becomes a text': [
      instructions('# which\n    file: a.md # this'),
      ({ condition }) => Object.assign(condition, { aiInstructions: 'a' }),
      'name: N\ncondition:\n  # this\n  aiInstructions: a # which\nactions:\n  - type: ARCHIVE\n',
    ],
  });
});
