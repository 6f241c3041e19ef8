/**
 * Texts that YAML cuts, since ` #` begins a comment: wherever a text may be, and nowhere else. Examples are in
 * test/invalid/texts-cut-by-comments.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { plain } from '../../src/diagnostics/message.ts';
import { yamlProblems } from '../../src/diagnostics/yaml.ts';
import { cutTexts } from '../../src/source/load/cut-texts.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { parseSettings, withoutKey } from '../../src/source/load/settings-text.ts';
import { forAll } from '../harness/for-all.ts';

type Warned = ReturnType<typeof cutTexts>;

/** `LINE: the line to write` of each warning. */
function linesOf(warnings: Warned): string[] {
  return warnings.map((one) => {
    if (one.code !== 'yaml-comment') return one.code;
    const [, line] = plain(yamlProblems['yaml-comment'](one.args).remedy).split('\n');
    return `${one.place?.line}: ${line ?? ''}`;
  });
}

/** A rule with a text in every position. `T` is the text. */
const RULE = [
  'name: T',
  'renamedFrom: T',
  'condition:',
  '  aiInstructions: T',
  '  static:',
  '    from: T',
  '    to: T',
  '    subject: T',
  'actions:',
  '  - type: LABEL',
  '    fields:',
  ...['label', 'to', 'cc', 'bcc', 'subject', 'content', 'webhookUrl', 'folderName'].map((key) => `      ${key}: T`),
];

const POSITIONS = RULE.flatMap((line, index) => (line.endsWith(' T') && !line.includes('webhookUrl') ? [index] : []));
const written = (at: number, text: string) =>
  RULE.map((line, index) => line.replace(/T$/, () => (index === at ? text : 'other'))).join('\n');

const word = fc
  .stringMatching(/^[a-zA-Z\u00e4\u00f6\u00fc]{2,8}$/)
  .filter((text) => !/^(true|false|null)$/i.test(text));
const words = fc.array(word, { minLength: 0, maxLength: 3 }).map((all) => all.join(' '));
const tag = fc.stringMatching(/^[a-z0-9!#:.-]{1,6}$/);

test('a plain text that a comment cuts is a warning in every position, with the line that says it all', () =>
  forAll([fc.constantFrom(...POSITIONS), words, tag, words], 100, (at, before, after, end) => {
    const whole = `${before} #${after} ${end}`.trim();
    const text = written(at, whole);
    const warnings = cutTexts('a.yaml', text);
    const { problems } = parseRuleFile('a.yaml', text);
    const key = /[\w]+(?=: T$)/.exec(RULE[at] ?? '')?.[0] ?? '';
    expect(linesOf(warnings)).toEqual([`${at + 1}: ${key}: ${JSON.stringify(whole)}`]);
    expect(problems.map(({ code }) => code)).toEqual(key === 'name' && before === '' ? ['missing-key'] : []);
    // The line to write is YAML for the whole text.
    const [, line = ''] = plain(yamlProblems['yaml-comment'](warnings[0]?.args as never).remedy).split('\n');
    expect(parse(line)).toEqual({ [key]: whole });
    const fixed = text.split('\n').with(
      at,
      (RULE[at] ?? '').replace(/\S+: T$/, () => line),
    );
    expect(cutTexts('a.yaml', fixed.join('\n'))).toEqual([]);
  }));

test('quotes, blocks and comments with a space are fine in every position', () =>
  forAll(
    [fc.constantFrom(...POSITIONS), words, tag, fc.constantFrom('#', '# ', ' # x', '#x')],
    100,
    (at, a, b, end) => {
      const text = `${a} #${b} ${end}`;
      const indent = /^ */.exec(RULE[at] ?? '')?.[0] ?? '';
      const forms = [
        JSON.stringify(text),
        `'${text}'`,
        `${JSON.stringify(text)} #${b}`,
        `|\n${indent}  x ${text}`,
        `>- #${b}\n${indent}  x ${text}`,
        `x${a} # ${text}`,
        `x${a}#${b}`,
      ];
      for (const form of forms) expect(cutTexts('a.yaml', written(at, form)), form).toEqual([]);
    },
  ));

describe('it is found', () => {
  test('in a webhook, without its path', () => {
    const text = written(RULE.indexOf('      webhookUrl: T'), 'https://hooks.example.com/x #b');
    expect(linesOf(cutTexts('a.yaml', text))).toEqual(['18: webhookUrl: "https://hooks.example.com/****"']);
  });

  test('in settings and tests too', () => {
    const settings = 'version: 1 #x\nignore:\n- Foo #1\nundeclared: keep #x\n';
    expect(linesOf(cutTexts('inboxctl.yaml', settings))).toEqual(['3: - "Foo #1"']);
    const tests = 'tests:\n- name: A #1\n  mail: { from: a@x.com, subject: x }\n  expect:\n    A: no #x\n';
    expect(linesOf(cutTexts('a.yaml', tests))).toEqual(['2: name: "A #1"']);
  });
});

describe('where a document breaks', () => {
  test.each(['name: "A\nb: c #d\n', 'name: A #1\ncondition: { a: [ }\n', 'a: b: c #d\n'])(
    'it stays the only error: %j',
    (text) => {
      expect(parseRuleFile('a.yaml', text).problems.map(({ code }) => code)).toEqual(['yaml-syntax']);
    },
  );

  test('a key of the API in it is not shown', () => {
    const text = 'version: 1\naccounts: { a: { rules: [x #y, apiKey: { env: sk-123456 } ] } }\n';
    const found = [parseSettings('project', 'inboxctl.yaml', text), cutTexts('inboxctl.yaml', text).map(withoutKey)];
    expect(JSON.stringify(found)).toContain('yaml-comment');
    expect(JSON.stringify(found)).not.toContain('sk-123456');
  });
});

test('no text that the library writes is cut', () =>
  forAll([fc.string({ unit: fc.constantFrom('a', ' ', '#', '\n', ':', '"') })], 200, (text) => {
    expect(cutTexts('a.yaml', stringify({ name: text }))).toEqual([]);
  }));
