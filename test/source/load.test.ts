import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findRuleFiles } from '../../src/source/load/find-files.ts';
import { createLoader } from '../../src/source/load/loader.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { FILE_LIMIT, readRuleFile } from '../../src/source/load/read-file.ts';
import type { Where } from '../../src/source/paths.ts';
import { expectInProportion } from '../harness/processor-time.ts';
import { projectOf } from '../harness/project.ts';

const RULE = 'name: Newsletters\ncondition: { aiInstructions: Is it one? }\nactions: [{ type: ARCHIVE }]\n';

const NOTHING = { variable: () => undefined, unset: 'error', keys: [] } as const;
const loadRules = (roots: string[], where: Where) => createLoader(where, NOTHING, (rule) => rule).load(roots);

test('rule files are those that end in .yaml or .yml and are not hidden, by the code units of their paths', () => {
  const names = ['B.yml', 'a.yaml', 'a/z.yaml', 'b.yaml', 'x.yaml/inner.yaml', 'é.yaml'];
  const others = ['.hidden.yaml', '.git/config.yaml', 'readme.md'];
  const cwd = projectOf(Object.fromEntries([...names, ...others].map((name) => [`rules/${name}`, ''])));
  const { files, problems } = findRuleFiles(['rules', 'rules/b.yaml'], { cwd, projectFolder: cwd });
  expect(problems).toEqual([]);
  expect(files.map(({ shown }) => shown)).toEqual(names.map((name) => `rules/${name}`));
});

test('paths are shown relative to the working directory, and the project may lie behind a link', () => {
  const folder = projectOf({ 'rules/a.yaml': 'nmae: x', 'sub/file.txt': '' });
  const projectFolder = path.join(projectOf({}), 'link');
  symlinkSync(folder, projectFolder);
  const { problems } = loadRules([path.join(projectFolder, 'rules')], {
    cwd: path.join(projectFolder, 'sub'),
    projectFolder,
  });
  expect(new Set(problems.map(({ place }) => place?.file))).toEqual(new Set(['../rules/a.yaml']));
});

test('a byte order mark is no part of the text, and a mebibyte is not too much', () => {
  const fill = `# ${'x'.repeat(FILE_LIMIT - RULE.length - 3)}\n`;
  const cwd = projectOf({ 'rules/bom.yaml': `\ufeff${RULE}`, 'rules/full.yaml': fill + RULE });
  const { rules, problems, files } = loadRules(['rules'], { cwd, projectFolder: cwd });
  expect(problems).toEqual([]);
  expect([rules.length, files.length]).toEqual([2, 2]);
  expect(rules[0]?.spot).toMatchObject({ file: 'rules/bom.yaml', document: 0, path: [], offset: 0 });
});

test('a file that is gone since the folder was listed is a problem, and nothing is thrown', () => {
  const missing = readRuleFile({ path: path.join(projectOf({}), 'gone.yaml'), shown: 'rules/gone.yaml' });
  expect(missing).toEqual({
    code: 'path-unreadable',
    args: { kind: 'file', reason: 'ENOENT', path: 'rules/gone.yaml' },
    severity: 'error',
    place: { file: 'rules/gone.yaml', line: 1, column: 1 },
  });
});

test('a file that was swapped for a link is not followed', () => {
  const folder = projectOf({ 'secret.txt': RULE });
  symlinkSync('secret.txt', path.join(folder, 'a.yaml'));
  expect(readRuleFile({ path: path.join(folder, 'a.yaml'), shown: 'a.yaml' })).toMatchObject({ code: 'path-linked' });
});

test('empty files, comments and empty documents are no rules', () => {
  for (const text of ['', '\n\n', '# nothing yet\n', '---\n', '---\n---\n# x\n', 'rules:\n', 'rules: []\n']) {
    expect(parseRuleFile('a.yaml', text)).toEqual({ rules: [], broken: [], problems: [] });
  }
});

test('a thousand aliases of a small anchor are fine', () => {
  const aliases = Array.from({ length: 1000 }, (_, index) => `  - { <<: *base, name: "Rule ${index}" }`);
  const text = `rules:\n  - &base\n${RULE.replace(/^/gm, '    ').trimEnd()}\n${aliases.join('\n')}\n`;
  const { rules, problems } = parseRuleFile('a.yaml', text);
  expect(problems).toEqual([]);
  expect(rules.map(({ written }) => written.name)).toHaveLength(1001);
});

test('written keys win over merged ones, and earlier merges over later ones', () => {
  const text = `rules:
  - &a { name: A, enabled: true, condition: { aiInstructions: a }, actions: [{ type: STAR }] }
  - &b { name: B, enabled: false, runOnThreads: false, condition: { aiInstructions: b }, actions: [{ type: STAR }] }
  - name: C
    <<: [*a, *b]
    condition: { aiInstructions: c }
`;
  expect(parseRuleFile('a.yaml', text).rules[2]?.written).toEqual({
    name: 'C',
    enabled: true,
    runOnThreads: false,
    condition: { aiInstructions: 'c' },
    actions: [{ type: 'STAR' }],
  });
});

test('a key twice is placed with its first, however that one is written, once a mapping', () => {
  const text = 'name: &k x\n? *k\n: 1\n"x": 2\nx: 3\n';
  const twice = parseRuleFile('a.yaml', text).problems.filter(({ code }) => code === 'yaml-duplicate-key');
  expect(twice.map(({ place, related }) => [place?.line, related?.[0]?.line])).toEqual([[4, 2]]);
});

test('keys of JavaScript objects change nothing', () => {
  const { rules } = parseRuleFile('a.yaml', `${RULE}__proto__: { polluted: true }\n`);
  expect(rules).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('keys of JavaScript objects change nothing in what an alias repeats either', () => {
  const condition = '{ __proto__: { aiInstructions: theirs }, static: { from: a@example.com } }';
  const rule = (name: string, text: string) => `- name: ${name}\n  condition: ${text}\n  actions: [{ type: STAR }]\n`;
  const text = `rules:\n${rule('A', `&one ${condition}`)}${rule('B', '*one')}`;
  const { rules, problems } = parseRuleFile('a.yaml', text);
  expect(rules).toEqual([]);
  expect(problems.map(({ code, place }) => [code, place?.line])).toEqual([['unknown-key', 3]]);
});

test.each<[string, (n: number) => string]>([
  ['brackets', (n) => '['.repeat(n * 50)],
  ['mappings in mappings', (n) => '{a: '.repeat(n * 12)],
  ['lists in lists', (n) => '- '.repeat(n * 25)],
  ['one key again and again', (n) => 'k: 1\n'.repeat(n * 10)],
  ['many keys', (n) => Array.from({ length: n * 5 }, (_, index) => `k${index}: 1`).join('\n')],
  ['rules that are none', (n) => `rules: [${'1,'.repeat(n * 10)}]`],
  ['aliases', (n) => `rules:\n${'- &a {nme: 1}\n- *a\n'.repeat(n * 2)}`],
  [
    'merges',
    (n) =>
      `a: &a {${Array.from({ length: 500 }, (_, index) => `k${index}: 1`).join(', ')}}\nb:\n${'  - <<: *a\n'.repeat(n * 2)}`,
  ],
  ['a merge of many', (n) => `<<: [${'{},'.repeat(n * 50)}]`],
  ['each key twice', (n) => Array.from({ length: n * 14 }, (_, index) => `k${index % (n * 7)}: 1`).join('\n')],
  ['tags', (n) => `rules: [${'!a 1,'.repeat(n * 15)}]`],
])('a hostile file takes no longer than it is long: %s', (_, textOf) => {
  expectInProportion(250, (size) => {
    const text = textOf(size);
    return () => expect(parseRuleFile('a.yaml', text).problems).not.toEqual([]);
  });
});

test('references of one path in two folders are two files', () => {
  const rule = (name: string, file: string) =>
    `name: ${name}\ncondition: { aiInstructions: { file: ${file} } }\nactions: [{ type: STAR }]\n`;
  const cwd = projectOf({
    'prompts/x.md': 'right',
    'rules/x.md': 'other',
    'rules/z.yaml': rule('A', '../prompts/x.md'),
    'rules/prompts/b.yaml': rule('B', '../x.md'),
    'rules/c/c.yaml': rule('C', 'same.md'),
    'rules/c/same.md': 'of C',
    'rules/d/d.yaml': rule('D', 'same.md'),
    'rules/d/same.md': 'of D',
  });
  const { rules } = loadRules(['rules'], { cwd, projectFolder: cwd });
  const texts = rules.map(({ resolved }) => [resolved.name, resolved.condition.aiInstructions]);
  expect(texts.sort()).toEqual([
    ['A', 'right'],
    ['B', 'other'],
    ['C', 'of C'],
    ['D', 'of D'],
  ]);
});
