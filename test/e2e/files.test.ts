/** `validate` and `fmt` with FILEs, as pre-commit and editors call them, and the hooks for pre-commit. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../harness/commands.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';

const UNTIDY = 'actions: [{type: STAR}] # a star\ncondition: {aiInstructions: A}\nname: "A"\n';
const TIDY = 'name: A\ncondition:\n  aiInstructions: A\nactions: # a star\n  - type: STAR\n';
const rule = (name: string, type = 'STAR') =>
  `name: ${name}\ncondition:\n  aiInstructions: ${name}\nactions:\n  - type: ${type}\n`;

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');

/** Runs a command with something on standard input. */
const piped = (args: readonly string[], input: string | Buffer, cwd: string, env: Record<string, string> = {}) =>
  inboxctl(args, { cwd, env, stdin: Readable.from([input]) });

describe('fmt FILE', () => {
  it('shows no webhook of a file in a diff', async () => {
    const hook = `actions: [{ fields: { webhookUrl: "https://hooks.example.com/hush" }, type: CALL_WEBHOOK }]\nname: A\ncondition: { aiInstructions: x }\n`;
    const { stdout } = await inboxctl(['fmt', '--diff'], { cwd: projectOf({ 'rules/a.yaml': hook }) });
    expect(stdout).toContain('https://hooks.example.com/…');
    expect(stdout).not.toContain('hush');
  });
});

describe('fmt -', () => {
  it('hides the value of a variable that stands in a broken text', async () => {
    const text = 'name: A\nconditon: the-secret-value\ncondition: { aiInstructions: { env: HUSH } }\n';
    const { stderr } = await piped(['fmt', '-'], text, projectOf({}), { HUSH: 'the-secret-value' });
    expect(stderr).toContain('error');
    expect(stderr).not.toContain('the-secret-value');
  });
});

describe('the hooks for pre-commit', () => {
  const hooks: { id: string; entry: string; language: string; files: string; minimum_pre_commit_version: string }[] =
    parse(readFileSync(path.resolve(import.meta.dirname, '../../.pre-commit-hooks.yaml'), 'utf8'));

  it('name the version of pre-commit that installs them', () => {
    const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/ci-elsewhere.md'), 'utf8');
    for (const { minimum_pre_commit_version: least } of hooks) {
      expect(least).toMatch(/^\d+\.\d+\.\d+$/);
      expect(docs).toContain(`pre-commit ${least} or later`);
    }
  });

  it('run commands that take files', () => {
    expect(hooks.map(({ id }) => id)).toEqual(['inboxctl-validate', 'inboxctl-fmt']);
    for (const { entry, language, files } of hooks) {
      const [program, command, ...flags] = entry.split(' ');
      expect([program, language]).toEqual(['inboxctl', 'node']);
      const definition = COMMANDS.find(({ name }) => name === command);
      expect(definition).toMatchObject({ arguments: [{ name: '[file...]' }] });
      for (const flag of flags) expect(definition?.options.map((option) => option.flags)).toContain(flag);
      expect('rules/news.yaml').toMatch(new RegExp(files));
      expect('mail/rules/alice/a.yml').toMatch(new RegExp(files));
      expect('.github/workflows/plan.yml').not.toMatch(new RegExp(files));
    }
  });

  it('do what they say with the files that changed', async () => {
    const cwd = projectOf({ 'rules/a.yaml': UNTIDY, 'rules/b.yaml': rule('B', 'STARR') });
    const call = (id: string, ...files: string[]) => {
      const [, ...words] = hooks.find((hook) => hook.id === id)?.entry.split(' ') ?? [];
      return inboxctl([...words, ...files], { cwd });
    };
    expect(await call('inboxctl-validate', 'rules/a.yaml')).toMatchObject({ code: 0, stdout: '' });
    expect(await call('inboxctl-validate', 'rules/b.yaml')).toMatchObject({ code: 3 });
    expect(await call('inboxctl-fmt', 'rules/a.yaml')).toMatchObject({ code: 0 });
    expect(read(cwd, 'rules/a.yaml')).toBe(TIDY);
  });
});
