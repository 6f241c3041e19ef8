/** What --prune removes, and what it does not. */
import { describe, expect, it } from 'vitest';
import type { LiveRule } from '../../../src/model/rule.ts';
import { projectOf } from '../../harness/project.ts';
import { decide, pullInto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const rule = (name: string, ai = 'x') =>
  `name: ${name}\ncondition: { aiInstructions: ${ai} }\nactions: [{ type: ARCHIVE }]\n`;
const names = (count: number) => Array.from({ length: count }, (_, index) => `R${index}`);
const filesOf = (count: number, folder = 'rules') =>
  Object.fromEntries(names(count).map((name) => [`${folder}/${name}.yaml`, rule(name)]));
const inbox = (count: number) => names(count).map((name) => live(name, { ai: 'x' }));

/** The refusals of a pull that prunes. */
function refusals(files: Record<string, string>, rules: Record<string, LiveRule[]>) {
  return decide({ folder: projectOf(files), live: rules, options: { prune: true } }).refusals;
}

describe('the guard of an account', () => {
  it.each([
    ['a share of the declared rules', 20, 15, []],
    ['one more', 20, 14, [{ removed: 6, declared: 20, limit: 5, setting: '25%', all: false }]],
    ['two of a few', 3, 1, []],
    ['all of a few', 2, 0, [{ removed: 2, declared: 2, limit: 2, setting: '25%', all: true }]],
    ['all of none', 0, 0, []],
  ])('lets pass or refuses %s', (_, declared, left, expected) => {
    const found = refusals({ 'rules/.gitkeep': '', ...filesOf(declared) }, { default: inbox(left) });
    expect(found.map(({ code, args }) => [code, args])).toEqual(expected.map((args) => ['pull-guard', args]));
  });

  it('is that of each account', () => {
    const files = {
      'inboxctl.yaml':
        'guard: { maxDeletes: 1 }\naccounts:\n  a: { rules: [a] }\n  b: { rules: [b], guard: { maxDeletes: 2 } }\n  c: { rules: [c] }\n',
      ...filesOf(4, 'a'),
      ...filesOf(4, 'b'),
      ...filesOf(4, 'c'),
    };
    const found = refusals(files, { a: inbox(2), b: inbox(2), c: inbox(3) });
    expect(found).toMatchObject([{ account: 'a', severity: 'error', args: { removed: 2, limit: 1, setting: 1 } }]);
  });

  it('says nothing where nothing is pruned', () => {
    const folder = projectOf(filesOf(4));
    expect(decide({ folder, live: { default: [] } }).refusals).toEqual([]);
  });
});

describe('texts of rules that are gone', () => {
  it('are removed where pull writes them, and left elsewhere, which is said', async () => {
    const files = {
      'rules/a.yaml': rule('A', '{ file: ../README.md }'),
      'rules/b.yaml': rule('B', '{ file: ../prompts/b.md }'),
      'rules/c.yaml': rule('C', '{ file: prompts/deep/c.txt }'),
      'rules/d.yaml': rule('D'),
      'README.md': 'mine\n',
      'prompts/b.md': 'b\n',
      'rules/prompts/deep/c.txt': 'c\n',
    };
    const { notices, read } = await pullInto(files, [live('D', { ai: 'x' })], { options: { prune: true } });
    const left = Object.keys(files).filter((file) => read(file) !== null);
    expect(left).toEqual(['rules/d.yaml', 'README.md']);
    expect(notices).toMatchObject([{ code: 'pull-texts-left', severity: 'info', args: { files: ['README.md'] } }]);
  });

  it('are removed after the rules that refer to them', () => {
    const files = {
      'rules/b.yaml': rule('B', '{ file: ../prompts/b.md }'),
      'rules/d.yaml': rule('D'),
      'prompts/b.md': 'b\n',
    };
    const rules = { default: [live('D', { ai: 'x' })] };
    const { files: edits } = decide({ folder: projectOf(files), live: rules, options: { prune: true } });
    expect(edits.map(({ shown, after }) => [shown, after])).toEqual([
      ['rules/b.yaml', null],
      ['prompts/b.md', null],
    ]);
  });
});
