/** No file that the loader would refuse for its size. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FILE_LIMIT } from '../../../src/source/read-file.ts';
import { projectOf } from '../../harness/project.ts';
import { planOn, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const KB100 = 'x'.repeat(100_000);
const big = (name: string, kilobytes: number) => live(name, { ai: 'x'.repeat(kilobytes * 1000) });
const written = (name: string, text = 'x') =>
  `name: ${name}\ncondition: { aiInstructions: ${text} }\nactions: [{ type: ARCHIVE }]\n`;
const named = (count: number) => Array.from({ length: count }, (_, index) => `R${String(index).padStart(2, '0')}`);

function sizesIn(folder: string): [string, boolean][] {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, statSync(path.join(folder, name)).size <= FILE_LIMIT]);
}

it('leaves a rule that fits into no file, and ignores it', async () => {
  const folder = projectOf({});
  const rules = [live('A', { ai: 'x'.repeat(FILE_LIMIT + 5) }), big('B', 600)];
  const { notices } = await pullOnto({ folder, live: { default: rules } });
  expect(notices).toMatchObject([{ rule: 'A', args: { reason: { why: 'too-big' }, ignored: 'added' } }]);
  expect(sizesIn(path.join(folder, 'rules'))).toEqual([['b.yaml', true]]);
  expect(planOn(folder, rules).work).toEqual([]);
});

it('goes on in further files with --single-file', async () => {
  const folder = projectOf({ 'schemas/rules.schema.json': '{}' });
  const pull = async (count: number) => {
    const rules = named(count).map((name) => live(name, { ai: KB100 }));
    const { files, notices } = await pullOnto({ folder, live: { default: rules }, options: { singleFile: true } });
    expect(notices).toEqual([]);
    expect(planOn(folder, rules).work).toEqual([]);
    return files.map(({ shown }) => shown);
  };
  expect(await pull(25)).toEqual(['rules/rules.yaml', 'rules/rules-2.yaml', 'rules/rules-3.yaml']);
  expect(await pull(25)).toEqual([]);
  expect(await pull(35)).toEqual(['rules/rules-3.yaml', 'rules/rules-4.yaml']);
  expect(sizesIn(path.join(folder, 'rules')).every(([, fits]) => fits)).toBe(true);
});

it('leaves what a listed file has no room for', async () => {
  const folder = projectOf({ 'inboxctl.yaml': 'rules: [mine.yaml]\n', 'mine.yaml': `${written('Old')}\r\n` });
  const rules = [live('Old', { ai: 'x' }), ...named(11).map((name) => live(name, { ai: KB100 }))];
  const { notices } = await pullOnto({ folder, live: { default: rules } });
  expect(notices).toMatchObject([{ rule: 'R10', args: { reason: { why: 'too-big' }, ignored: 'added' } }]);
  expect(planOn(folder, rules).work).toEqual([]);
});

it('leaves a change that its file would grow too large with, and says so', async () => {
  const folder = projectOf({ 'rules/a.yaml': `${written('A')}---\n${written('B')}---\n${written('C')}` });
  const rules = [big('A', 400), big('B', 700), big('C', 300)];
  const { notices } = await pullOnto({ folder, live: { default: rules } });
  expect(notices).toMatchObject([{ code: 'pull-left', rule: 'B', args: { why: 'too-big' } }]);
  expect(planOn(folder, rules).work.map(({ change: { name } }) => name)).toEqual(['B']);
});
