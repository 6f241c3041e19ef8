/** What holds for the canonical form of any rules in any layout: meaning and comments are kept, and once is enough. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document, type Pair, stringify, visit } from 'yaml';
import { isSeen } from '../../src/diagnostics/unseen.ts';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { formatRules } from '../../src/source/layout/format.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { forAll } from '../harness/for-all.ts';
import { runs } from '../harness/runs.ts';
import { hostileText } from './hostile-texts.ts';
import { arbitraryRule } from './rules.ts';

/** A source of choices: the same numbers give the same layout. */
function chooser(numbers: readonly number[]): (count: number) => number {
  let at = 0;
  return (count) => (numbers[at++ % numbers.length] ?? 0) % count;
}

const choices = fc.array(fc.nat(), { minLength: 50, maxLength: 200 });

/** Rules as people could lay them out: any order of keys, brackets here and there, all kinds of quotes, shared parts. */
function laidOut(rules: readonly WrittenRule[], choose: (count: number) => number, as?: 'rules alone'): string {
  const alone = as === 'rules alone';
  const shared = alone ? rules : withSharedParts(rules, choose);
  const asList = !alone && (choose(2) === 0 || rules.length === 0);
  const documents = asList ? [new Document({ rules: shared })] : shared.map((rule) => new Document(rule));
  const options = {
    indent: 1 + choose(4),
    indentSeq: choose(2) === 0,
    lineWidth: choose(2) === 0 ? 0 : 30,
    blockQuote: ([true, false, 'folded', 'literal'] as const)[choose(4)] ?? true,
    singleQuote: choose(2) === 0,
    verifyAliasOrder: false,
    nullStr: ['null', '~', ''][choose(3)] ?? '',
  };
  const text = documents
    .map((document) => {
      visit(document, {
        Map: (_, map) => {
          map.items.sort(() => choose(3) - 1);
          map.flow = choose(4) === 0;
        },
        Seq: (_, list) => {
          list.flow = choose(4) === 0;
        },
        Pair: (_, pair: Pair) => {
          if (!alone && choose(6) === 0 && typeof pair.key === 'object' && pair.key !== null)
            Reflect.set(pair.key, 'spaceBefore', true);
        },
      });
      return document.toString(options);
    })
    .join('---\n');
  return choose(4) === 0 ? text.replaceAll('\n', '\r\n') : text;
}

/** The same objects in several places become anchors and aliases. */
function withSharedParts(rules: readonly WrittenRule[], choose: (count: number) => number): WrittenRule[] {
  const texts = { to: 'shared', subject: 'shared' };
  const [first] = rules;
  if (first === undefined) return [];
  if (choose(3) === 0) return [...rules, first];
  if (choose(3) === 0) return rules.map((rule) => ({ ...rule, actions: first.actions, condition: first.condition }));
  return rules.map((rule) => ({
    ...rule,
    condition: { ...rule.condition, static: texts },
    actions: rule.actions.map((action) => (choose(2) === 0 ? { ...action, fields: texts } : action)),
  }));
}

/** Puts comments wherever the loader still reads the same. */
function withComments(text: string, choose: (count: number) => number): { text: string; comments: string[] } {
  const meant = JSON.stringify(written(text));
  const lines = text.split('\n');
  const comments: string[] = [];
  for (let count = choose(8); count > 0; count--) {
    const comment = `# comment ${count}`;
    const at = choose(lines.length);
    const before = [...lines];
    if (choose(2) === 0) lines[at] = `${(lines[at] ?? '').replace('\r', '')} ${comment}`;
    else lines.splice(at, 0, ' '.repeat(choose(9)) + comment);
    const { problems } = parseRuleFile('', lines.join('\n'));
    if (problems.length === 0 && JSON.stringify(written(lines.join('\n'))) === meant) comments.push(comment);
    else lines.splice(0, lines.length, ...before);
  }
  return { text: lines.join('\n'), comments };
}

function written(text: string): WrittenRule[] {
  return parseRuleFile('', text).rules.map((rule) => rule.written);
}

const hostileRule = fc.record({ name: hostileText, from: hostileText, content: hostileText, label: hostileText }).map(
  ({ name, from, content, label }): WrittenRule => ({
    actions: [
      { fields: { content }, type: 'REPLY' },
      { type: 'LABEL', fields: { label } },
    ],
    condition: { static: { from }, aiInstructions: content },
    name,
  }),
);

test('meaning and comments are kept, and once is enough', async () => {
  let seen = 0;
  const rules = fc.array(fc.oneof(arbitraryRule, hostileRule), { maxLength: 3 });
  await forAll([rules, choices], 25, (some, numbers) => {
    const choose = chooser(numbers);
    const plain = laidOut(some, choose);
    fc.pre(parseRuleFile('', plain).problems.length === 0);
    const { text, comments } = withComments(plain, choose);
    seen += comments.length;
    const formatted = formatRules(text);
    expect(formatted).not.toBeNull();
    if (formatted === null) return;
    expect(written(formatted)).toEqual(written(text));
    expect(formatted.match(/# comment \d+/g)?.sort() ?? []).toEqual(comments.sort());
    expect(formatRules(formatted)).toBe(formatted);
    expect(isSeen(formatted)).toBe(true);
  });
  expect(seen).toBeGreaterThan(runs(35));
});

test('the order of keys and the layout do not matter where there is no comment and no alias', () =>
  forAll([fc.array(arbitraryRule, { minLength: 1, maxLength: 3 }), choices], 16, (rules, numbers) => {
    const text = rules.map((rule) => stringify(rule)).join('---\n');
    const other = laidOut(rules, chooser(numbers), 'rules alone');
    fc.pre(isDeepStrictEqual(written(other), written(text)));
    expect(formatRules(other)).toBe(formatRules(text));
  }));

const YAML_PIECES = [
  ...['- ', ': ', '\n', '  ', '[', ']', '{', '}', '"', '&a ', '*a', '<<: ', '|', '>', ' # c', '---\n', '? ', ','],
];
const RULE_PIECES = [
  ...['name', 'rules:\n', 'actions', 'condition', 'static', 'type: STAR', 'aiInstructions', '\r', '\ufeff', '1'],
];

test('no text makes it throw', async () => {
  const text = fc.array(fc.constantFrom(...YAML_PIECES, ...RULE_PIECES), { maxLength: 30 }).map((all) => all.join(''));
  await forAll([text], 100, (some) => {
    const formatted = formatRules(some);
    if (formatted !== null) expect(formatRules(formatted)).toBe(formatted);
  });
});
