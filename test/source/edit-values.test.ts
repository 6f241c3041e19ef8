/** One value becomes another: its style stays where the new value can be written in it. */
import { describe, expect, test } from 'vitest';
import { edited, example } from './edit-examples.ts';

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

describe('a text on one line', () => {
  const cases: [written: string, text: string, now: string][] = [
    ['News', 'Shops', 'Shops'],
    ['News # all of it', 'Shops', 'Shops # all of it'],
    ['"News"', 'Shops', '"Shops"'],
    ["'News'", 'Shops', "'Shops'"],
    ["'News'", "Don't", "'Don''t'"],
    ['"News"', 'say "no"', '"say \\"no\\""'],
    ["'News'", 'bell\u0007', '"bell\\u0007"'],
    ['News', 'yes', '"yes"'],
    ['News', '12', '"12"'],
    ['News', 'null', '"null"'],
    ['News', '~', '"~"'],
    ['News', 'a: b', '"a: b"'],
    ['News', 'a:b', 'a:b'],
    ['News', 'a #b', '"a #b"'],
    ['News', 'a#b', 'a#b'],
    ['News', '@shop', '"@shop"'],
    ['News', '*', '"*"'],
    ['News', ' a', '" a"'],
    ['News', '', '""'],
    ['News', 'say "no"', 'say "no"'],
    ['News', '"no" is said', '\'"no" is said\''],
    ['News', 'a\tb', '"a\\tb"'],
    ['News', 'a\rb', '"a\\rb"'],
    ['News', '- a', '"- a"'],
    ['News', 'é邮🙂', 'é邮🙂'],
  ];
  test.each(cases)('%s becomes %j', (written, text, now) => {
    expect(edited(file(written), (rule) => Object.assign(rule, { name: text }))).toBe(file(now));
  });

  test.each(cases)('%s becomes %j in a file with line ends of Windows and a byte order mark', (written, text, now) => {
    const windows = (value: string): string => `\ufeff${value.replaceAll('\n', '\r\n')}`;
    expect(edited(windows(file(written)), (rule) => Object.assign(rule, { name: text }))).toBe(windows(file(now)));
  });

  test.each([
    ['{ from: a, to: b }', 'c, d', '{ from: "c, d", to: b }'],
    ['{ from: a, to: b }', 'c]', '{ from: "c]", to: b }'],
    ['{from: a, to: b}', 'c', '{from: c, to: b}'],
    ['{ from: a, to: b }', 'c\nd', '{ from: "c\\nd", to: b }'],
    ['{"from":"a","to":"b"}', 'c', '{"from":"c","to":"b"}'],
    ["{'from':'a', to: b}", 'c', "{'from':'c', to: b}"],
    ['{"from":a, to: b}', '*', '{"from":"*", to: b}'],
    ['{ from: a, # who\n    to: b }', 'c', '{ from: c, # who\n    to: b }'],
  ])('in brackets: %s, from becomes %j', (written, text, now) => {
    const before = file('N', `  static: ${written}\n`);
    expect(edited(before, ({ condition }) => Object.assign(condition.static ?? {}, { from: text }))).toBe(
      file('N', `  static: ${now}\n`),
    );
  });
});

describe('a text of several lines', () => {
  const cases: [what: string, written: string, text: string, now: string][] = [
    ['plain to literal', 'x', 'a\nb\n', '|\n    a\n    b'],
    ['without a line end at its end', 'x', 'a\nb', '|-\n    a\n    b'],
    ['the comment stays behind the key', 'x # why', 'a\nb', '|- # why\n    a\n    b'],
    ['two line ends at its end', 'x', 'a\n\n', '|+\n    a\n'],
    ['white space at its beginning', 'x', '  a\nb\n', '|2\n      a\n    b'],
    ['blank lines within', 'x', 'a\n\n\nb\n', '|\n    a\n\n\n    b'],
    ['control characters', 'x', 'a\u0007\nb', '"a\\u0007\\nb"'],
    ['carriage returns', 'x', 'a\r\nb', '"a\\r\\nb"'],
    ['white space as last line', 'x', 'a\n ', '"a\\n "'],
    ['line ends alone', 'x', '\n\n', '"\\n\\n"'],
    ['quotes that held lines keep them', '"a\\nb"', 'a\nc', '"a\\nc"'],
    ['quotes that did not do not', '"a"', 'a\nc', '|-\n    a\n    c'],
    ['literal stays literal', '|\n    a\n    b', 'a\nc\n', '|\n    a\n    c'],
    ['its chomping changes only as needed', '|\n    a\n    b', 'a\nc', '|-\n    a\n    c'],
    ['its indentation stays', '|\n        a\n        b', 'a\nc\n', '|\n        a\n        c'],
    ['its indicator stays', '|4-\n      a\n      b', 'a\nc', '|4-\n      a\n      c'],
    ['so does the order of its signs', '|-4\n      a', 'c\nd', '|-4\n      c\n      d'],
    ['its comment stays', '| # why\n    a', 'b\n', '| # why\n    b'],
    ['literal to one line', '|\n    a\n    b', 'a', '|-\n    a'],
    ['literal to nothing', '|\n    a\n    b', '', '""'],
    ['literal to what no block can hold', '| # why\n    a', 'a\u0007', '"a\\u0007" # why'],
    ['keeping what was kept', '|+\n    a\n', 'b\n\n', '|+\n    b\n'],
    ['keeping less', '|+\n    a\n', 'b\n', '|+\n    b'],
    ['folded stays folded', '>\n    a b\n    c d', 'a b c e\n', '>\n    a b\n    c e'],
    [
      'folded lines break where they did',
      '>-\n    one two\n    three four\n    five six\n    seven',
      'one two three FOUR five six seven',
      '>-\n    one two\n    three FOUR\n    five six\n    seven',
    ],
    [
      'folded paragraphs stay',
      '>-\n    a\n    b\n\n    c\n    d',
      'a b\nc d\ne',
      '>-\n    a\n    b\n\n    c\n    d\n\n    e',
    ],
    ['folded to what folding would change', '>\n    a b', 'a\n  b\n', '|\n    a\n      b'],
    [
      'plain over several lines stays so',
      'one two\n    three four\n    five',
      'one 2 three four five',
      'one 2\n    three four\n    five',
    ],
    ['quoted over several lines', '"one\n    two"', 'one two three', '"one two three"'],
  ];
  test.each(cases)('%s', (_, written, text, now) => {
    const change = (rule: { condition: object }): unknown => Object.assign(rule.condition, { aiInstructions: text });
    expect(edited(instructions(written), change)).toBe(instructions(now));
    const windows = (value: string): string => value.replaceAll('\n', '\r\n');
    expect(edited(windows(instructions(written)), change)).toBe(windows(instructions(now)));
  });

  example(
    'blank lines behind a text that now keeps them are not its own',
    instructions('x', '\n'),
    ({ condition }) => Object.assign(condition, { aiInstructions: 'a\n\n' }),
    instructions('|+\n    a\n'),
  );
  example(
    'at the end of a file without a line end',
    'actions: [{ type: ARCHIVE }]\ncondition: { aiInstructions: x }\nname: |-\n  N',
    (rule) => Object.assign(rule, { name: 'M\nO' }),
    'actions: [{ type: ARCHIVE }]\ncondition: { aiInstructions: x }\nname: |-\n  M\n  O',
  );
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
  example(
    'the same number, written otherwise',
    delays('0x10'),
    ({ actions }) => Object.assign(actions[0] ?? {}, { delayInMinutes: 16 }),
    delays('0x10'),
  );
  example(
    'true or false',
    file('N', 'runOnThreads: True # yes\n'),
    (rule) => Object.assign(rule, { runOnThreads: false }),
    file('N', 'runOnThreads: false # yes\n'),
  );
  example(
    'nothing becomes a text',
    instructions('~ # none'),
    ({ condition }) => Object.assign(condition, { aiInstructions: 'a' }),
    instructions('a # none'),
  );
  example(
    'an empty value becomes a text',
    'name: N\ncondition:\n  aiInstructions: # none\nactions: [{ type: ARCHIVE }]\n',
    ({ condition }) => Object.assign(condition, { aiInstructions: 'a' }),
    'name: N\ncondition:\n  aiInstructions: a # none\nactions: [{ type: ARCHIVE }]\n',
  );
  example(
    'a text becomes a reference',
    instructions('|\n    a\n    b'),
    ({ condition }) => Object.assign(condition, { aiInstructions: { file: '../prompts/n.md' } }),
    instructions('{ file: ../prompts/n.md }'),
  );
  example(
    'one reference becomes another',
    instructions('{ file: a.md } # text'),
    ({ condition }) => Object.assign(condition, { aiInstructions: { env: 'A' } }),
    instructions('{ env: A } # text'),
  );
  example(
    'a reference to another file',
    instructions('{file: "a.md"}'),
    ({ condition }) => Object.assign(condition, { aiInstructions: { file: 'b.md' } }),
    instructions('{file: "b.md"}'),
  );
  example(
    'a reference over several lines becomes a text',
    instructions('# which\n    file: a.md # this'),
    ({ condition }) => Object.assign(condition, { aiInstructions: 'a' }),
    instructions('a # which'),
  );
});
