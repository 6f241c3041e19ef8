/** Where we write something wrong: no file of a user has it, and it is said. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { projectOf } from '../../harness/project.ts';
import { planOn, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

// An editor that cannot edit, takes the wrong line, or spoils the rule beside it; and a renderer that forgets.
vi.mock('../../../src/source/layout/edit.ts', async (original) => {
  const { editRules } = await original<typeof import('../../../src/source/layout/edit.ts')>();
  return {
    editRules: (text: string, edits: Parameters<typeof editRules>[1]) => {
      const names = edits.map(({ wanted }) => wanted?.name);
      if (names.includes('Stubborn')) return null;
      const edited = editRules(text, edits);
      if (names.includes('Beside')) return edited?.replace('name: Neighbour', 'name: Other') ?? null;
      // Where a rule is removed, the one beside it is spoiled.
      if (names.includes(undefined)) return edited?.replace('name: Staying', 'name: Going') ?? null;
      return names.includes('Wrong') ? text : edited;
    },
  };
});
vi.mock('../../../src/source/layout/format.ts', async (original) => {
  const { renderRules } = await original<typeof import('../../../src/source/layout/format.ts')>();
  return {
    renderRules: (...args: Parameters<typeof renderRules>) =>
      renderRules(...args).replace('name: Forgotten\n', 'name: Forgotten\nrunOnThreads: false\n'),
  };
});

const RULE = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n`;
const changed = (name: string) => live(name, { ai: 'z' });

it('leaves what it cannot write as it is live, and writes the rest', async () => {
  const files = {
    'rules/a.yaml': `${RULE('Stubborn')}---\n${RULE('Fine')}`,
    'rules/b.yaml': RULE('Wrong'),
    'rules/c.yaml': `${RULE('Beside')}---\n${RULE('Neighbour')}`,
  };
  const folder = projectOf(files);
  const rules = [
    ...['Stubborn', 'Fine', 'Wrong', 'Beside'].map(changed),
    live('Neighbour', { ai: 'x' }),
    live('Forgotten', { ai: 'x' }),
    live('New', { ai: 'x' }),
  ];
  const { files: written, notices } = await pullOnto({ folder, live: { default: rules } });
  expect(written.map(({ shown }) => shown)).toEqual(['inboxctl.yaml', 'rules/a.yaml', 'rules/new.yaml']);
  expect(readFileSync(path.join(folder, 'rules/a.yaml'), 'utf8')).toBe(
    `${RULE('Stubborn')}---\nname: Fine\ncondition:\n  aiInstructions: z\nactions:\n  - type: ARCHIVE\n`,
  );
  expect(notices.map(({ code, rule, args }) => [code, rule, 'why' in args ? args.why : ''])).toEqual([
    ['pull-left', 'Stubborn', 'edit'],
    ['pull-left', 'Wrong', 'check'],
    ['pull-left', 'Beside', 'check'],
    ['pull-undeclarable', 'Forgotten', ''],
  ]);
  const left = planOn(folder, rules).work.map(({ change: { op, name } }) => `${op} ${name}`);
  expect(left).toEqual(['replace Beside', 'replace Stubborn', 'replace Wrong']);
});

it('removes no rule where another would go', async () => {
  const files = { 'rules/a.yaml': `${RULE('Going')}---\n${RULE('Staying')}`, 'rules/b.yaml': RULE('Fine') };
  const folder = projectOf(files);
  const rules = [live('Staying', { ai: 'x' }), changed('Fine')];
  const { files: written, notices } = await pullOnto({ folder, options: { prune: true }, live: { default: rules } });
  expect(written.map(({ shown }) => shown)).toEqual(['rules/b.yaml']);
  expect(readFileSync(path.join(folder, 'rules/a.yaml'), 'utf8')).toBe(files['rules/a.yaml']);
  expect(notices.map(({ code, rule, args }) => [code, rule, 'why' in args ? args.why : ''])).toEqual([
    ['pull-left', 'Going', 'check'],
  ]);
});
