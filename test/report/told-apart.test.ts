/** The two sides of a difference never look alike, whatever they differ in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShownRule } from '../../src/model/plan.ts';
import { fileDiff } from '../../src/report/file-diff.ts';
import { ruleDiff } from '../../src/report/markdown/rule-diff.ts';
import { ruleDifference } from '../../src/report/print/differences.ts';
import { styleOf } from '../../src/report/style.ts';
import { forAll } from '../harness/for-all.ts';
import { htmlPlan } from '../harness/printed.ts';
import { shownChange, shownPlan } from '../harness/shown-rule.ts';
import { decoded } from './markdown/rendered.ts';

/** Each is one text in several spellings that a reader takes for each other. */
const SPELLINGS = [
  ['a', '\u0430', '\u03b1', '\u{1d41a}', '\uff41'],
  ['e', '\u0435'],
  ['o', '\u043e', '\u03bf'],
  ['é', 'e\u0301', '\u0435\u0301'],
  ['й', 'и\u0306'],
  ["'", '\u2019'],
  ['-', '\u2010', '\u2013'],
  ['각', '\u1100\u1161\u11a8'],
  ['x', 'x\u200b', 'x\ufe0f', 'x\u{e0041}', 'x\u3164', 'x\\u{200b}'],
  [' ', '\u00a0', '\u2009'],
  ['\t', '  '],
  ['\n', '\r\n', '\u2028'],
];
const PLAIN = ['pay ', 'refund', '\n', '. ', 'кот', '退款', ' '];

const twoSpellings = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PLAIN).map((text) => [text, text]),
      fc.constantFrom(...SPELLINGS).chain((all) => fc.tuple(fc.constantFrom(...all), fc.constantFrom(...all))),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((pairs) => [pairs.map(([one]) => one).join(''), pairs.map(([, other]) => other).join('')] as const)
  .filter(([one, other]) => one !== other);

/** As it looks: every spelling is the first one. */
function look(text: string): string {
  const first = new Map(SPELLINGS.flatMap(([plain = '', ...others]) => others.map((other) => [other, plain])));
  return [...text.normalize('NFC')]
    .map((character) => first.get(character) ?? character)
    .join('')
    .normalize('NFC');
}

function ruleWith(text: string): ShownRule {
  return {
    name: 'A',
    runOnThreads: true,
    condition: { conditionalOperator: null, aiInstructions: text, static: { from: null, to: null, subject: text } },
    actions: [],
  };
}

const STYLE = styleOf({ color: false, unicode: true, width: 80, verbose: true });

function sides(lines: readonly string[]): [string, string] {
  const side = (sign: string) =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => look(line.slice(1)))
      .join('\n');
  return [side('-'), side('+')];
}

/** What shows both sides in lines of their own, and the texts of which lines move, so that both sides have them. */
const LINED: [string, RegExp, (one: string, other: string) => string[]][] = [
  ['Markdown', /\n/, (one, other) => ruleDiff(ruleWith(one), ruleWith(other))],
  [
    'a page',
    /\n/,
    (one, other) => {
      const page = htmlPlan(shownPlan([shownChange({ before: ruleWith(one), after: ruleWith(other) })]));
      const diff = /<code class="language-diff">(.*?)<\/code>/s.exec(page)?.[1]?.replace(/<[^>]*>/g, '') ?? '';
      return decoded(diff).split('\n');
    },
  ],
  [
    'the diff of a file',
    /[\r\n\t]| {2}/,
    (one, other) => {
      const file = { shown: 'a.yaml', before: `${one}\n`, after: `${other}\n` };
      const { text } = fileDiff(file, (line) => line, { color: false });
      return text.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line));
    },
  ],
];

describe('two sides that would look alike', () => {
  it.each(LINED)('differ in %s', (_, moving, linesOf) =>
    forAll([twoSpellings], 250, ([one, other]) => {
      fc.pre(!moving.test(one + other));
      const [before, after] = sides(linesOf(one, other));
      expect(before).not.toBe(after);
    }),
  );

  it('differ in a terminal, with and without colors', () =>
    forAll([twoSpellings], 250, ([one, other]) => {
      const text = ruleDifference(ruleWith(one), ruleWith(other), '', STYLE).join('\n');
      for (const [, removed = '', added = ''] of text.matchAll(/\[-(.*?)-\]\{\+(.*?)\+\}/gs)) {
        expect(look(removed)).not.toBe(look(added));
      }
      for (const [, before = '', after = ''] of text.matchAll(/"(.*)" → "(.*)"/g)) {
        expect(look(before)).not.toBe(look(after));
      }
    }));
});

it('leaves differences alone that anybody sees', () => {
  const texts = ['Müller zahlt', 'Muller zahlt', 'è', 'é', '我们付款', '你们付款', 'кот', 'код'];
  for (let at = 0; at < texts.length; at += 2) {
    const lines = ruleDiff(ruleWith(texts[at] ?? ''), ruleWith(texts[at + 1] ?? ''));
    expect(lines.join('\n')).not.toContain('\\u{');
  }
});

it('shows both sides as numbers where they look alike', () => {
  expect(ruleDiff(ruleWith('Pay \u0430 café'), ruleWith('Pay a cafe\u0301'))).toEqual([
    '- aiInstructions: "Pay \\u{430} caf\\u{e9}"',
    '+ aiInstructions: "Pay a cafe\\u{301}"',
    '- static.subject: "Pay \\u{430} caf\\u{e9}"',
    '+ static.subject: "Pay a cafe\\u{301}"',
  ]);
});
