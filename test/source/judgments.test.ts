import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import { writtenJudgments } from '../../src/mail/judgments.ts';
import type { Judgment } from '../../src/model/judgments.ts';
import { readJudgments } from '../../src/source/load/judgments.ts';
import { projectOf } from '../harness/project.ts';

const FILE = 'tests/judgments.json';

function read(folder: string) {
  return readJudgments({ path: path.join(folder, FILE), shown: FILE });
}

/** Each problem as `line:column message`. */
function problemsIn(text: string): string[] {
  const { judgments, problems } = read(projectOf({ [FILE]: text }));
  expect(judgments).toEqual([]);
  return problems.map((problem) => {
    expect(problem.place?.file).toBe(FILE);
    return `${problem.place?.line}:${problem.place?.column} ${inEnglish(problem).message}`;
  });
}

function judgment(number: number, parts: Partial<Judgment> = {}): Judgment {
  const hex = String(number).padStart(64, '0');
  return { rule: 'A', subject: 's', answer: 'yes', mail: hex.slice(-16), key: `sha256:${hex}`, ...parts };
}

const TWO = writtenJudgments([judgment(1), judgment(2)]);

it('has the judgments of a file, and none where there is no file', () => {
  expect(read(projectOf({ [FILE]: TWO }))).toEqual({ judgments: [judgment(1), judgment(2)], problems: [] });
  expect(read(projectOf({}))).toEqual({ judgments: [], problems: [] });
});

it('reads a file that a formatter made longer, or an editor gave a byte order mark', () => {
  const { judgments } = read(projectOf({ [FILE]: `\ufeff${JSON.stringify(JSON.parse(TWO), null, 4)}` }));
  expect(judgments).toHaveLength(2);
});

it('takes no text for a key', () => {
  const some = [judgment(1, { rule: '"key":', subject: ' "judgments" : \\' })];
  expect(read(projectOf({ [FILE]: writtenJudgments(some) })).judgments).toEqual(some);
});

it('reads a file of more than a mebibyte', () => {
  const many = Array.from({ length: 7000 }, (_, index) => judgment(index));
  const text = writtenJudgments(many);
  expect(text.length).toBeGreaterThan(1024 * 1024);
  expect(read(projectOf({ [FILE]: text })).judgments).toHaveLength(many.length);
});

it.each<[string, string, RegExp]>([
  ['is empty', '', /^1:1 The file of recorded judgments is not valid JSON/],
  ['is a list', '[]', /^1:1 The file of recorded judgments must be a mapping/],
  ['is cut', TWO.slice(0, 150), /^4:\d+ This quote is never closed/],
  ['is cut at a line', TWO.split('\n').slice(0, 4).join('\n'), /^3:16 This `\[` is never closed/],
  ['lacks a comma between lines', TWO.replace('},\n', '}\n'), /^5:5 .*not valid JSON up to here/],
  ['has a comma after the last line', TWO.replace('}\n  ]', '},\n  ]'), /^1:1 .*not valid JSON/],
  [
    'has the markers of a merge',
    TWO.replace('  ]', '<<<<<<< HEAD\n=======\n>>>>>>> theirs\n  ]'),
    /^6:1 This file has merge conflict markers/,
  ],
  ['is of a newer inboxctl', '{"formatVersion": 2, "judgments": []}', /^1:19 .*newer inboxctl/],
  ['has no version', '{"judgments": []}', /`formatVersion` is missing/],
  ['has an unknown key', TWO.replace('"subject"', '"subjekt"'), /^4:\d+ .*no key `judgments\.0\.subjekt`/],
  [
    'has an answer that is none',
    TWO.replace('"yes"', '"maybe"'),
    /^4:\d+ .*`judgments\.0\.answer` has an invalid value/,
  ],
  ['has an answer that is true', TWO.replace('"yes"', 'true'), /^4:\d+ .*`judgments\.0\.answer` has an invalid value/],
  ['has half a key', TWO.replace('sha256:0000', 'sha256:'), /^4:\d+ .*`judgments\.0\.key` has an invalid value/],
  ['lacks a key', TWO.replace(/,"key":"[^"]*"/, ''), /^4:\d+ .*`judgments\.0\.key` is missing/],
  ['has a key twice', TWO.replace('"answer":"yes"', '"answer":"yes","answer":"no"'), /^4:\d+ Duplicate key "answer"/],
  ['has two lists', TWO.replace('"judgments"', '"judgments": [], "judgments"'), /^3:\d+ Duplicate key "judgments"/],
])('has a problem with its place where the file %s', (_, text, expected) => {
  const [first] = problemsIn(text);
  expect(first).toMatch(expected);
});

it('finds a judgment that is there twice, and says whether the two agree', () => {
  expect(problemsIn(writtenJudgments([judgment(1), judgment(1)]))).toEqual([
    expect.stringMatching(/^5:\d+ There are two judgments of "A" for the same mail and instructions\.$/),
  ]);
  expect(problemsIn(writtenJudgments([judgment(1), judgment(2), judgment(1, { answer: 'no' })]))).toEqual([
    expect.stringMatching(/^6:\d+ .*instructions, and they differ\.$/),
  ]);
});

it('follows no link, and reads no folder', () => {
  const folder = projectOf({ 'elsewhere.json': TWO, 'tests/x': '' });
  symlinkSync('../elsewhere.json', path.join(folder, FILE));
  expect(read(folder).problems.map(({ code }) => code)).toEqual(['path-linked']);
  rmSync(path.join(folder, 'elsewhere.json'));
  expect(read(folder).problems.map(({ code }) => code)).toEqual(['path-linked']);
  const other = projectOf({ 'tests/x': '' });
  mkdirSync(path.join(other, FILE));
  expect(read(other).problems.map(({ code }) => code)).toEqual(['file-not-regular']);
});
