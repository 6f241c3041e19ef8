/** `validate` and `fmt` with FILEs, as pre-commit and editors call them, and the hooks for pre-commit. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formattedDocument } from '../../src/model/formatted.ts';
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

describe('validate FILE', () => {
  const files = {
    'rules/good.yaml': rule('Good'),
    'rules/bad.yaml': rule('Bad', 'STARR'),
    'rules/one.yaml': rule('Twice'),
    'rules/two.yaml': rule('Twice'),
    'rules/sub/bad.yaml': rule('Worse', 'LABEL'),
    'other.yaml': 'a: 1\n',
  };
  const codes = async (cwd: string, ...words: string[]) => {
    const { code, stdout } = await inboxctl(['validate', '--format', 'json', ...words], { cwd });
    const notices: { code: string; source: { file: string } }[] = JSON.parse(stdout).notices;
    return { code, found: notices.map((one) => `${one.source.file} ${one.code}`) };
  };

  it('reports on that file alone, and counts it alone', async () => {
    const cwd = projectOf(files);
    expect(await inboxctl(['validate', 'rules/good.yaml'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'Valid: 1 rule in 1 file.\n',
    });
    expect(await codes(cwd, 'rules/bad.yaml')).toEqual({ code: 3, found: ['rules/bad.yaml action-type-unknown'] });
    expect((await codes(cwd, './rules/../rules/bad.yaml', 'rules/good.yaml')).found).toHaveLength(1);
    expect((await codes(cwd)).found).toHaveLength(3);
  });

  it('takes folders, and paths from the folder of -C', async () => {
    const cwd = projectOf(files);
    expect(await codes(cwd, 'rules/sub')).toMatchObject({ code: 3, found: ['rules/sub/bad.yaml field-missing'] });
    const { code, stdout } = await inboxctl(['-C', 'rules', '--config', '../p.yaml', 'validate', 'sub'], {
      cwd: projectOf({ ...files, 'p.yaml': 'rules: [rules]\n' }),
    });
    expect(code).toBe(3);
    expect(stdout).toContain('sub/bad.yaml:');
  });

  it('says of both files what they have to do with each other', async () => {
    const cwd = projectOf(files);
    for (const file of ['rules/one.yaml', 'rules/two.yaml']) {
      expect(await codes(cwd, file)).toEqual({ code: 3, found: ['rules/two.yaml name-twice'] });
    }
  });

  it('takes the project file for one of the project', async () => {
    const cwd = projectOf({ ...files, 'inboxctl.yaml': 'version: 1\n' });
    expect(await codes(cwd, 'inboxctl.yaml')).toEqual({ code: 0, found: [] });
  });
});

describe('fmt FILE', () => {
  it('rewrites that file alone', async () => {
    const cwd = projectOf({
      'rules/a.yaml': UNTIDY,
      'rules/b.yaml': UNTIDY.replace('"A"', 'B'),
      'rules/c.yaml': 'name: [\n',
    });
    const { code, stdout } = await inboxctl(['fmt', 'rules/a.yaml'], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Rewritten: rules/a.yaml\n\n1 of 1 file rewritten.\n' });
    expect(read(cwd, 'rules/a.yaml')).toBe(TIDY);
    expect(read(cwd, 'rules/b.yaml')).not.toBe(TIDY);
    expect(await inboxctl(['fmt', 'rules/c.yaml'], { cwd })).toMatchObject({ code: 3 });
  });

  it('leaves a file alone that is none of the project', async () => {
    const cwd = projectOf({ 'rules/a.yaml': TIDY, 'compose.yaml': UNTIDY });
    const { code, stdout } = await inboxctl(['fmt', 'compose.yaml'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('warning: This is not a rule file of this project');
    expect(read(cwd, 'compose.yaml')).toBe(UNTIDY);
  });

  it('prints what would change with --diff, and writes nothing', async () => {
    const cwd = projectOf({ 'rules/a.yaml': UNTIDY, 'rules/b.yaml': rule('B') });
    const { code, stdout, stderr } = await inboxctl(['fmt', '--check', '--diff'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^diff --git a\/rules\/a.yaml b\/rules\/a.yaml\n--- a\/rules\/a.yaml\n/);
    expect(stdout).toContain('+name: A\n');
    expect(stdout).not.toContain('b.yaml');
    expect(stderr).toContain('1 of 2 files not in canonical form.');
    expect(read(cwd, 'rules/a.yaml')).toBe(UNTIDY);
    expect(await inboxctl(['fmt', '--diff', '--quiet'], { cwd })).toEqual({ code: 0, stdout, stderr: '' });
    const json = await inboxctl(['fmt', '--diff', '--format', 'json'], { cwd });
    const document = formattedDocument.parse(JSON.parse(json.stdout));
    expect(document.files).toEqual([
      { file: 'rules/a.yaml', status: 'differs', diff: stdout },
      { file: 'rules/b.yaml', status: 'unchanged' },
    ]);
  });

  it('shows no webhook of a file in a diff', async () => {
    const hook = `actions: [{ fields: { webhookUrl: "https://hooks.example.com/hush" }, type: CALL_WEBHOOK }]\nname: A\ncondition: { aiInstructions: x }\n`;
    const { stdout } = await inboxctl(['fmt', '--diff'], { cwd: projectOf({ 'rules/a.yaml': hook }) });
    expect(stdout).toContain('https://hooks.example.com/…');
    expect(stdout).not.toContain('hush');
  });
});

describe('fmt -', () => {
  it('prints standard input in canonical form, in no project', async () => {
    const cwd = projectOf({});
    expect(await piped(['fmt', '-'], UNTIDY, cwd)).toEqual({ code: 0, stdout: TIDY, stderr: '' });
    expect(await piped(['fmt', '-'], TIDY, cwd)).toEqual({ code: 0, stdout: TIDY, stderr: '' });
    expect(await piped(['fmt', '-'], `\ufeff${TIDY}`, cwd)).toMatchObject({ stdout: TIDY });
  });

  it('prints nothing where there are problems, so that no editor loses a text', async () => {
    const { code, stdout, stderr } = await piped(['fmt', '-'], 'name: [A\n', projectOf({}));
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^error: .*\n {2}\(standard input\):\d+:\d+\n/);
  });

  it('only tells with --check and --diff', async () => {
    const cwd = projectOf({});
    const checked = await piped(['fmt', '--check', '-'], UNTIDY, cwd);
    expect(checked).toMatchObject({ code: 3 });
    expect(checked.stdout).toContain('Not in canonical form: (standard input)');
    expect(await piped(['fmt', '--check', '-'], TIDY, cwd)).toMatchObject({ code: 0 });
    expect((await piped(['fmt', '--diff', '-'], UNTIDY, cwd)).stdout).toContain('+name: A\n');
    const json = await piped(['fmt', '-', '--format', 'json'], UNTIDY, cwd);
    expect(formattedDocument.parse(JSON.parse(json.stdout)).files).toEqual([
      { file: '(standard input)', status: 'differs' },
    ]);
  });

  it('hides the value of a variable that stands in a broken text', async () => {
    const text = 'name: A\nconditon: the-secret-value\ncondition: { aiInstructions: { env: HUSH } }\n';
    const { stderr } = await piped(['fmt', '-'], text, projectOf({}), { HUSH: 'the-secret-value' });
    expect(stderr).toContain('error');
    expect(stderr).not.toContain('the-secret-value');
  });

  it('takes text alone', async () => {
    const cwd = projectOf({ 'rules/a.yaml': TIDY });
    expect((await piped(['fmt', '-'], Buffer.from([0xff, 0xfe, 0]), cwd)).stderr).toContain('is not UTF-8 text');
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
