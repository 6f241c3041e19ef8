/** CONTRIBUTING.md names files and functions: they must be there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { guardNotices } from '../src/diagnostics/guards.ts';
import { ACTION_TYPES, FIELD_KEYS } from '../src/model/action-types.ts';
import { STATIC_KEYS } from '../src/model/rule.ts';
import { OPERATIONS } from '../src/service/operation.ts';
import { COMMANDS } from './harness/commands.ts';
import { inboxctl } from './harness/inboxctl.ts';
import { projectOf } from './harness/project.ts';

const text = readFileSync('CONTRIBUTING.md', 'utf8');
const journeys = text.slice(text.indexOf('## How a rule travels'), text.indexOf('## Habits'));
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

it('names files that exist', () => {
  const files = [...journeys.matchAll(/`([\w/-]+\.ts|[\w-]+\/[\w/-]+\/)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(25);
  expect(files.filter((file) => !existsSync(path.join('src', file)) && !existsSync(file))).toEqual([]);
});

it('names functions and types that exist', () => {
  const code = sources.map((file) => readFileSync(path.join('src', file), 'utf8')).join('\n');
  const names = [...journeys.matchAll(/`(?:[A-Z]\w+\.)?([A-Za-z]\w+)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(25);
  const isDefined = (name: string) =>
    new RegExp(`\\b(?:function|class|const|interface|type)\\s+${name}\\b|^\\s+(?:async )?${name}[(:]`, 'm').test(code);
  expect(names.filter((name) => !isDefined(name))).toEqual([]);
});

it('has a first change that is still to be made', async () => {
  const block = (language: string) =>
    new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^ *\`\`\``, 'm').exec(text)?.[2] ?? '';
  const { stdout } = await inboxctl(['validate'], { cwd: projectOf({ 'rules/a.yaml': block('yaml') }) });
  expect(stdout).toBe(block('text'));
  const [, taken = 'nothing'] = /^ *-( .*)$/m.exec(block('diff')) ?? [];
  expect(readFileSync('src/source/load/meant-key.ts', 'utf8')).toContain(`\n${taken}\n`);
});

it('names the packages that wait for another Node as Dependabot does', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const rows = [...text.matchAll(/^\| ([a-z-]+) \| (\d+) \| \d+ \| /gm)];
  for (const [, name = '', major] of rows) expect(devDependencies[name]).toMatch(new RegExp(`^${major}\\.`));
  const [{ ignore }] = parse(readFileSync('.github/dependabot.yml', 'utf8')).updates;
  const ignored = ignore.map((entry: Record<string, string>) => entry['dependency-name']);
  expect([...rows.map(([, name]) => name), '@types/node'].sort()).toEqual(ignored.sort());
});

it('has issue forms that GitHub takes: what each field must have', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  for (const file of readdirSync(folder)) {
    const form = parse(readFileSync(path.join(folder, file), 'utf8'));
    const said = 'contact_links' in form ? form.contact_links : [form];
    for (const { name, url, about, description } of said) {
      expect({ name, text: about ?? description }).toEqual({ name: expect.any(String), text: expect.any(String) });
      if (about !== undefined) expect(url).toMatch(/^https:/);
    }
    const fields = (form.body ?? []).filter((field: { type: string }) => field.type !== 'markdown');
    for (const field of fields) {
      expect(field).toMatchObject({
        type: expect.stringMatching(/^(input|textarea)$/),
        id: expect.stringMatching(/^[\w-]+$/),
      });
      expect(field.attributes.label).toBeTypeOf('string');
    }
  }
});

const table = text.slice(text.indexOf('| what | where |'), text.indexOf('## Habits'));

/** The source files that the row of the table about `what` names. */
function named(what: string): string[] {
  const row = table.split('\n').find((line) => line.startsWith(`| ${what} |`)) ?? '';
  return [...row.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file).filter((file) => sources.includes(file));
}

/** The source files that have at least `least` of these words as keys or texts of code: what has one of them may need a new one too. */
function listing(words: readonly string[], least: number): string[] {
  return sources.filter((file) => {
    const code = readFileSync(path.join('src', file), 'utf8').replace(/(?<=^|\s)\/\*.*?\*\/|\/\/.*$/gms, '');
    const isIn = (word: string) => new RegExp(`'${word}'|(?<=[\\s{(])${word}(?=[:(])|isSet\\(${word}\\)`).test(code);
    return words.filter(isIn).length >= least;
  });
}

it.each([
  { what: 'an action type', words: ACTION_TYPES, least: 3 },
  { what: 'a field of actions', words: FIELD_KEYS.filter((key) => /[A-Z]/.test(key)), least: 2 },
  { what: 'a matcher of conditions', words: STATIC_KEYS, least: STATIC_KEYS.length },
  { what: 'a guard of deletes', words: Object.keys(guardNotices), least: 2 },
  { what: 'a command', words: COMMANDS.map(({ name }) => name), least: 10 },
  { what: 'an operation of the API', words: Object.keys(OPERATIONS), least: 5 },
])('names every file where $what is a row among others', ({ what, words, least }) => {
  const found = listing(words, least);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((file) => !named(what).includes(file))).toEqual([]);
});
