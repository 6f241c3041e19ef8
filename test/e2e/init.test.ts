import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXAMPLE_RULE, PROJECT_FILE } from '../../src/engine/init/templates.ts';
import { projectFile } from '../../src/model/project.ts';
import { writtenRule } from '../../src/model/written-rule.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RULE = 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';

const FILES = [
  '.github/workflows/inboxctl-apply.yml',
  '.github/workflows/inboxctl-plan.yml',
  '.gitignore',
  'inboxctl.yaml',
  'rules/example.yaml',
  'schemas/project.schema.json',
  'schemas/rules.schema.json',
];

/** Every file below a folder but git's own, with its text. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => !name.startsWith('.git/') && statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

function inGit(files: Record<string, string> = {}): string {
  const folder = projectOf(files);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

describe('in an empty folder, init', () => {
  it('writes a project that is valid and declares nothing', async () => {
    const cwd = projectOf({});
    const { code, stdout, stderr } = await inboxctl(['init'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(Object.keys(filesIn(cwd))).toEqual(FILES);
    for (const file of FILES) expect(stdout).toContain(`+ ${file}`);
    const { stdout: valid, code: validated } = await inboxctl(['validate'], { cwd });
    expect({ validated, valid }).toEqual({ validated: 0, valid: 'Valid: 0 rules in 1 file.\n' });
  });

  it('says what to do next, each command on a line of its own', async () => {
    const { stdout } = await inboxctl(['init'], { cwd: projectOf({}) });
    const commands = stdout.split('\n').flatMap((line) => /^ {7}(.*)$/.exec(line)?.[1] ?? []);
    expect(commands).toEqual([
      'export INBOXCTL_BASE_URL=https://mail.example.com/api/v1',
      'export INBOXCTL_API_KEY=…',
      'inboxctl doctor',
      'inboxctl pull',
      'inboxctl plan',
      'git init',
      'git add inboxctl.yaml schemas .gitignore rules .github',
      'git commit -m "Inbox rules as code"',
      'gh variable set INBOXCTL_BASE_URL',
      'gh secret set INBOXCTL_API_KEY',
    ]);
  });

  it('writes the schemas that the program prints', async () => {
    const cwd = projectOf({});
    await inboxctl(['init'], { cwd });
    for (const name of ['rules', 'project']) {
      const { stdout } = await inboxctl(['schema', name]);
      expect(readFileSync(path.join(cwd, `schemas/${name}.schema.json`), 'utf8')).toBe(stdout);
    }
  });

  it('writes no workflows where they are not wanted', async () => {
    const cwd = projectOf({});
    const { stdout } = await inboxctl(['init', '--no-workflows'], { cwd });
    expect(Object.keys(filesIn(cwd))).toEqual(FILES.filter((file) => !file.includes('.github')));
    expect(stdout).not.toContain('gh ');
  });
});

describe('where something is already, init', () => {
  it('writes nothing a second time', async () => {
    const cwd = inGit();
    await inboxctl(['init'], { cwd });
    const before = filesIn(cwd);
    const { code, stdout, stderr } = await inboxctl(['init'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(filesIn(cwd)).toEqual(before);
    expect(stdout).toMatch(/^0 files created, 6 kept as they were\.\n$/m);
    expect(stdout).not.toContain('Next');
  });

  it('keeps every file, and says which is not what it would write', async () => {
    const own = {
      'inboxctl.yaml': 'rules: [mine]\n',
      'mine/a.yaml': RULE,
      'schemas/rules.schema.json': '{}\n',
      '.gitignore': 'node_modules/\n/.inboxctl\n',
    };
    const cwd = inGit(own);
    const { code, stdout } = await inboxctl(['init'], { cwd });
    expect(code).toBe(0);
    expect(filesIn(cwd)).toMatchObject(own);
    expect(Object.keys(filesIn(cwd))).not.toContain('rules/example.yaml');
    expect(stdout).toContain('schemas/rules.schema.json  (kept, but not what this version writes)');
    expect(stdout).toContain('3 files created, 3 kept');
  });

  it.each([
    ['node_modules/\n', 'node_modules/\n.inboxctl/\n'],
    ['node_modules/', 'node_modules/\n.inboxctl/\n'],
    ['', '.inboxctl/\n'],
    ['a\r\nb\r\n', 'a\r\nb\r\n.inboxctl/\r\n'],
    ['\u00e9\u0000\ufffd', '\u00e9\u0000\ufffd\n.inboxctl/\n'],
    ['.inboxctl\n', '.inboxctl\n'],
    ['!.inboxctl/\n', '!.inboxctl/\n.inboxctl/\n'],
  ])('makes %j of a .gitignore %j', async (before, after) => {
    const cwd = inGit({ '.gitignore': before });
    const { stdout } = await inboxctl(['init', '--no-workflows'], { cwd });
    expect(readFileSync(path.join(cwd, '.gitignore'), 'utf8')).toBe(after);
    expect(stdout.includes('~ .gitignore  (a line was added at its end)')).toBe(before !== after);
  });

  it('takes rules without a project file for a project', async () => {
    const cwd = inGit({ 'rules/a.yaml': RULE });
    await inboxctl(['init'], { cwd });
    expect(Object.keys(filesIn(cwd))).not.toContain('rules/example.yaml');
    expect(await inboxctl(['validate'], { cwd })).toMatchObject({ code: 0 });
  });

  it('stops at a project file with mistakes, and writes nothing', async () => {
    const cwd = inGit({ 'inboxctl.yaml': 'rule: [rules]\n' });
    const { code, stderr } = await inboxctl(['init'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain('inboxctl.yaml:1:1');
    expect(Object.keys(filesIn(cwd))).toEqual(['inboxctl.yaml']);
  });

  it('says that there is a project above', async () => {
    const cwd = inGit({ 'inboxctl.yaml': '', 'mail/x': '' });
    const { code, stderr } = await inboxctl(['init', '-C', 'mail'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('../inboxctl.yaml');
  });

  it('says what it cannot write, and writes the rest', async () => {
    const elsewhere = projectOf({});
    const cwd = inGit({ rules: 'a file' });
    symlinkSync(elsewhere, path.join(cwd, 'schemas'));
    symlinkSync(path.join(elsewhere, 'ignore'), path.join(cwd, '.gitignore'));
    const { code, stdout, stderr } = await inboxctl(['init'], { cwd });
    expect(code).toBe(3);
    for (const file of [
      'schemas/rules.schema.json',
      'schemas/project.schema.json',
      '.gitignore',
      'rules/example.yaml',
    ]) {
      expect(stderr).toContain(`${file} cannot be written`);
    }
    expect(stdout).toContain('+ inboxctl.yaml');
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('in a folder of a repository, init', () => {
  it('writes the workflows at the root, and they run in the folder', async () => {
    const cwd = inGit({ 'mail/my rules/x': '' });
    const { code, stdout } = await inboxctl(['init', '-C', 'mail/my rules'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('+ ../../.github/workflows/inboxctl-plan.yml');
    expect(stdout).toContain('Next, in mail/my rules:');
    expect(stdout).toContain('git add inboxctl.yaml schemas .gitignore rules ../../.github');
    for (const name of ['plan', 'apply']) {
      const workflow = parse(readFileSync(path.join(cwd, `.github/workflows/inboxctl-${name}.yml`), 'utf8'));
      expect(workflow.defaults).toEqual({ run: { 'working-directory': 'mail/my rules' } });
    }
  });
});

describe('the workflows', () => {
  const workflow = (name: string) => readFileSync(path.join(ROOT, `examples/workflows/inboxctl-${name}.yml`), 'utf8');

  it.each(['plan', 'apply'])('%s is the one in examples/workflows', async (name) => {
    const cwd = inGit();
    await inboxctl(['init'], { cwd });
    const written = readFileSync(path.join(cwd, `.github/workflows/inboxctl-${name}.yml`), 'utf8');
    if (process.env.UPDATE === '1') writeFileSync(path.join(ROOT, `examples/workflows/inboxctl-${name}.yml`), written);
    expect(written).toBe(workflow(name));
  });

  it('name every variable that the accounts and the rules need, in the step that needs them alone', async () => {
    const hook = RULE.replace('type: STAR', 'type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } }');
    const cwd = inGit({
      'inboxctl.yaml': 'accounts: { a: { apiKey: { env: A_KEY } }, b: { baseUrl: "https://b.example.com/api/v1" } }\n',
      'rules/a.yaml': hook,
    });
    const { stdout } = await inboxctl(['init'], { cwd });
    const { jobs } = parse(readFileSync(path.join(cwd, '.github/workflows/inboxctl-apply.yml'), 'utf8'));
    const vars = (variable: string) => `\${{ vars.${variable} }}`;
    const secrets = (secret: string) => `\${{ secrets.${secret} }}`;
    const steps: { run?: string; env?: object }[] = jobs.apply.steps;
    expect(steps.filter(({ env }) => env !== undefined)).toEqual([
      {
        run: expect.stringMatching(/^npx --yes inboxctl@\d+\.\d+\.\d+ apply --yes$/),
        env: {
          INBOXCTL_BASE_URL: vars('INBOXCTL_BASE_URL'),
          A_KEY: secrets('A_KEY'),
          INBOXCTL_API_KEY: secrets('INBOXCTL_API_KEY'),
          HOOK: secrets('HOOK'),
        },
      },
    ]);
    expect(stdout).toContain('gh secret set HOOK');
  });

  it('hold no more rights than reading, and nothing that a pull request writes', () => {
    for (const name of ['plan', 'apply']) {
      const { on, permissions, jobs } = parse(workflow(name));
      expect(permissions).toEqual({ contents: 'read' });
      expect(JSON.stringify(on)).not.toContain('pull_request_target');
      for (const { steps } of Object.values(jobs) as { steps: { run?: string; uses?: string }[] }[]) {
        for (const { run = '', uses = 'actions/x@v1' } of steps) {
          expect(run).not.toContain('${{');
          expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
        }
      }
    }
  });

  it('plan without secrets only validates', () => {
    const { on, jobs } = parse(workflow('plan'));
    expect(on).toBe('pull_request');
    expect(JSON.stringify(jobs.validate)).not.toContain('secrets');
    expect(jobs.plan.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
  });
});

describe('the texts', () => {
  it('of the project file shows every key, each as it may stand', () => {
    const keys = Object.keys(projectFile.shape);
    const shown = PROJECT_FILE.replace(new RegExp(`^# (?=(${keys.join('|')}):|  )`, 'gm'), '');
    const written = projectFile.parse(parse(shown));
    expect(Object.keys(written).sort()).toEqual(keys.sort());
    expect(projectFile.parse(parse(PROJECT_FILE))).toEqual({ version: 1, rules: ['rules'] });
  });

  it('of the example is a rule once its marks are gone, and nothing before', () => {
    expect(parse(EXAMPLE_RULE)).toBe(null);
    const [, marked = ''] = EXAMPLE_RULE.split(/^#\n/m);
    expect(writtenRule.parse(parse(marked.replace(/^# /gm, '')))).toMatchObject({ name: 'Newsletters' });
  });
});
