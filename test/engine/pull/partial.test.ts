/** A pull that names rules: what it takes into the files, and that all else stays byte for byte. */
import { describe, expect, it } from 'vitest';
import type { LiveRule } from '../../../src/model/rule.ts';
import { onlyOf } from '../../../src/planning/only.ts';
import { pullInto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const rule = (name: string, ai = 'x', more = '') =>
  `name:  ${name} # mine\n${more}condition: { aiInstructions: ${ai} }\nactions: [{type: ARCHIVE}]\n`;

/** Pulls some rules; gives the files that are then others than before (`null`: gone), and the codes of what is said. */
async function pulled(
  files: Record<string, string>,
  inbox: readonly LiveRule[] | Record<string, readonly LiveRule[]>,
  names: readonly string[],
  prune = false,
) {
  const { read, shown, ...plan } = await pullInto(files, inbox, { options: { only: onlyOf(names), prune } });
  const paths = [...new Set([...Object.keys(files), ...shown])];
  const changed = paths.map((file) => [file, read(file)] as const).filter(([file, text]) => text !== files[file]);
  return {
    files: Object.fromEntries(changed),
    refusals: plan.refusals.map(({ code }) => code),
    notices: plan.notices.map(({ code, rule: of }) => [code, of]),
  };
}

const THREE = { 'rules/a.yaml': rule('A'), 'rules/b.yaml': rule('B'), 'rules/c.yaml': rule('C') };

describe('a pull of some rules', () => {
  it('takes the changed ones that are named, and says that it is partial', async () => {
    const inbox = [live('A', { ai: 'new' }), live('B', { ai: 'new' }), live('C', { ai: 'x' }), live('D', { ai: 'x' })];
    expect(await pulled(THREE, inbox, ['A'])).toEqual({
      files: { 'rules/a.yaml': expect.stringMatching(/^name: +A # mine\n[\s\S]*new/) },
      refusals: [],
      notices: [['pull-partial', undefined]],
    });
  });

  it('takes new ones, by globs', async () => {
    const inbox = [...['A', 'B', 'C'].map((name) => live(name, { ai: 'new' })), live('Bill 1'), live('Bill 2')];
    const withCondition = inbox.map((one) => ({ ...one, condition: { ...one.condition, aiInstructions: 'new' } }));
    const { files } = await pulled(THREE, [...withCondition, live('Other', { ai: 'x' })], [' Bill *']);
    expect(Object.keys(files)).toEqual(['rules/bill-1.yaml', 'rules/bill-2.yaml']);
  });

  it('leaves every byte of other documents of the file', async () => {
    const both = `${rule('A')}---\n${rule('B')}`;
    const inbox = [live('A', { ai: 'new' }), live('B', { ai: 'new' })];
    const { files } = await pulled({ 'rules/all.yaml': both }, inbox, ['B']);
    expect(files['rules/all.yaml']?.startsWith(`${rule('A')}---\n`)).toBe(true);
    expect(files['rules/all.yaml']).toContain('aiInstructions: new');
  });

  it('removes with --prune only what is named, and else tells how', async () => {
    const inbox = [live('C', { ai: 'x' })];
    expect((await pulled(THREE, inbox, ['A', 'C'], true)).files).toEqual({ 'rules/a.yaml': null });
    expect(await pulled(THREE, inbox, ['A'])).toMatchObject({
      files: {},
      notices: [
        ['pull-partial', undefined],
        ['pull-gone', 'A'],
      ],
    });
  });

  it('is guarded as any other where it removes all', async () => {
    expect((await pulled(THREE, [], ['*'], true)).refusals).toEqual(['pull-guard']);
  });

  it.each(['Old', 'New'])('takes a rule that is renamed by its name %s', async (name) => {
    const files = { 'rules/a.yaml': rule('New', 'x', 'renamedFrom: Old\n'), 'rules/b.yaml': rule('B') };
    const found = await pulled(files, [live('Old', { ai: 'other' }), live('B', { ai: 'other' })], [name]);
    expect(Object.keys(found.files)).toEqual(['rules/a.yaml']);
    expect(found.files['rules/a.yaml']).toContain('other');
    expect(found.notices).toContainEqual(['pull-rename-left', 'New']);
  });

  it('agrees on a shared file, though the rule is renamed in one of the inboxes only', async () => {
    const files = {
      'inboxctl.yaml': 'accounts: { a: {}, b: {} }\n',
      'rules/a.yaml': rule('New', 'x', 'renamedFrom: Old\n'),
    };
    const found = await pulled(files, { a: [live('Old', { ai: 'z' })], b: [live('New', { ai: 'z' })] }, ['Old']);
    expect(found.files['rules/a.yaml']).toContain('aiInstructions: z');
  });

  it('ignores only what is named and cannot be declared', async () => {
    const integration = [{ type: 'INTEGRATION' }];
    const files = { 'inboxctl.yaml': 'rules: rules\n', 'rules/a.yaml': rule('A') };
    const inbox = [live('A', { ai: 'x' }), ...['Two', 'Three'].map((name) => live(name, { actions: integration }))];
    const found = await pulled(files, inbox, ['Two']);
    expect(Object.keys(found.files)).toEqual(['inboxctl.yaml']);
    expect(found.files['inboxctl.yaml']).toContain('Two');
    expect(found.files['inboxctl.yaml']).not.toContain('Three');
    expect(found.notices).toContainEqual(['pull-undeclarable', 'Two']);
  });

  it('gives a changed text a file of its own where a rule that is left out has the old one', async () => {
    const files = {
      'rules/a.yaml': rule('A', '{ file: ../prompts/x.md }'),
      'rules/b.yaml': rule('B', '{ file: ../prompts/x.md }'),
      'prompts/x.md': 'x\n',
    };
    const { files: changed } = await pulled(files, [live('A', { ai: 'y' }), live('B', { ai: 'y' })], ['A']);
    expect(changed).toEqual({ 'rules/a.yaml': expect.stringContaining('prompts/a.md'), 'prompts/a.md': 'y\n' });
  });

  it('fills no rules folder that it does not write to', async () => {
    const files = { 'inboxctl.yaml': 'rules: [rules, more]\n', ...THREE };
    const inbox = ['A', 'B', 'C'].map((name) => live(name, { ai: 'x' }));
    expect((await pulled(files, inbox, ['A'])).files).toEqual({});
    const two = { ...files, 'more/d.yaml': rule('D') };
    expect((await pulled(two, inbox, ['D'], true)).files).toEqual({ 'more/d.yaml': null, 'more/.gitkeep': '' });
  });
});
