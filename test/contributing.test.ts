/** CONTRIBUTING.md names files and functions: they must be there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

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
