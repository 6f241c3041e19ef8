import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXAMPLE_RULE, EXAMPLE_TEST, PROJECT_FILE } from '../../src/engine/init/templates.ts';
import { workflowFile } from '../../src/engine/init/workflow.ts';
import { DEFAULT_RULES } from '../../src/model/default-rules.ts';
import { projectFile } from '../../src/model/written-project.ts';
import { writtenRule } from '../../src/model/written-rule.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { program } from '../harness/program.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const WORKFLOW = '.github/workflows/inboxctl.yml';

/** Every file below a folder but git's own, with its text. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => !name.startsWith('.git/') && statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

function commandsIn(stdout: string): string[] {
  return stdout.split('\n').flatMap((line) => /^ {7}(\S.*)$/.exec(line)?.[1] ?? []);
}

/** Carries out the commands of git among those that `init` printed, up to the first other one. */
function follow(stdout: string, cwd: string): void {
  const commands = commandsIn(stdout);
  const other = commands.findIndex((command) => !command.startsWith('git '));
  const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com' };
  const env = { ...process.env, ...author, GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' };
  for (const command of commands.slice(0, other)) execFileSync('/bin/sh', ['-c', command], { cwd, env });
}

function inGit(files: Record<string, string> = {}): string {
  const folder = projectOf(files);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

describe('in an empty folder, init', () => {
  it("has the line that ignores the service's own rules", () => {
    const [, line] = /^# (ignore: .*)$/m.exec(PROJECT_FILE) ?? [];
    expect(parse(line ?? '')).toEqual({ ignore: [...DEFAULT_RULES] });
  });

  it('writes ASCII where LANG says so', async () => {
    const { stdout } = await inboxctl(['init'], { cwd: projectOf({}), env: { LANG: 'C' } });
    expect(stdout).toMatch(/^[\n -~]*$/);
  });
});

describe('where something is already, init', () => {
  it.each([
    ['node_modules/\n', 'node_modules/\n.inboxctl/\n.inboxctl-*.tmp\n'],
    ['node_modules/', 'node_modules/\n.inboxctl/\n.inboxctl-*.tmp\n'],
    ['', '.inboxctl/\n.inboxctl-*.tmp\n'],
    ['a\r\nb\r\n', 'a\r\nb\r\n.inboxctl/\r\n.inboxctl-*.tmp\r\n'],
    ['\u00e9\u0000\ufffd', '\u00e9\u0000\ufffd\n.inboxctl/\n.inboxctl-*.tmp\n'],
    ['.inboxctl\n', '.inboxctl\n.inboxctl-*.tmp\n'],
    ['**/.inboxctl-*.tmp\n/.inboxctl/', '**/.inboxctl-*.tmp\n/.inboxctl/'],
    ['!.inboxctl/\n', '!.inboxctl/\n.inboxctl/\n.inboxctl-*.tmp\n'],
  ])('makes %j of a .gitignore %j', async (before, after) => {
    const cwd = inGit({ '.gitignore': before });
    const { stdout } = await inboxctl(['init'], { cwd });
    expect(readFileSync(path.join(cwd, '.gitignore'), 'utf8')).toBe(after);
    expect(stdout.includes('~ .gitignore  (lines were added)')).toBe(before !== after);
  });

  it('says what it cannot write, and writes the rest', async () => {
    const elsewhere = projectOf({});
    const cwd = inGit({ rules: 'a file' });
    symlinkSync(elsewhere, path.join(cwd, '.github'));
    symlinkSync(path.join(elsewhere, 'ignore'), path.join(cwd, '.gitignore'));
    const { code, stdout, stderr } = await inboxctl(['init', '--workflows'], { cwd });
    expect(code).toBe(1);
    for (const file of [WORKFLOW, '.gitignore', 'rules/example.yaml']) {
      expect(stderr).toContain(`${file} cannot be written`);
    }
    expect(stdout).toContain('+ inboxctl.yaml');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('has nothing to go on with where nothing can be written', async () => {
    const { env } = await serve({ seed: SEED });
    const cwd = inGit();
    expect(await program(['init'], { cwd, env, diskFull: true })).toMatchObject({
      code: 1,
      stdout: '0 files created.\n',
      stderr: expect.stringContaining('inboxctl.yaml cannot be written'),
    });
    await inboxctl(['init'], { cwd });
    const { code, stdout } = await program(['init'], { cwd, env, diskFull: true });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.not.stringContaining('Next') });
  });

  it('stops at a project file that is a link', async () => {
    const cwd = projectOf({});
    symlinkSync('nowhere', path.join(cwd, 'inboxctl.yaml'));
    const { code, stdout, stderr } = await inboxctl(['init'], { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('inboxctl.yaml is a link');
    expect(readdirSync(cwd)).toEqual(['inboxctl.yaml']);
  });
});

const SEED = {
  rules: [
    {
      name: 'Newsletters',
      condition: { aiInstructions: 'One\ntwo\nthree\nfour\nfive lines.\n' },
      actions: [{ type: 'LABEL', fields: { label: 'Newsletter' } }],
    },
    {
      name: 'On call',
      condition: { static: { from: 'alerts@example.com' } },
      actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.com/hush-hush' } }],
    },
    { name: 'Made in the web page', condition: { aiInstructions: 'x' }, actions: [{ type: 'INTEGRATION' }] },
  ],
};

describe('with an inbox, init', () => {
  it('names the variables that the rules need, and shows no value', async () => {
    const { env } = await serve({ seed: SEED });
    const cwd = inGit();
    const { stdout, stderr } = await inboxctl(['init'], { cwd, env });
    const [, variable = ''] = /\{ env: (\w+) \}/.exec(filesIn(cwd)['rules/on-call.yaml'] ?? '') ?? [];
    expect(stdout).toContain(`\n       ${variable}  https://hooks.example.com/…  "On call"\n`);
    const everything = [stdout, stderr, ...Object.values(filesIn(cwd))].join('\n');
    expect(everything).not.toContain('hush-hush');
    expect(everything).not.toContain(KEY);
    const live = { ...env, [variable]: 'https://hooks.example.com/hush-hush' };
    expect(await inboxctl(['plan', '--detailed-exitcode'], { cwd, env: live })).toMatchObject({ code: 0 });
    follow(stdout, cwd);
  });
});

describe('with a folder of account files, init', () => {
  const ACCOUNTS = {
    'inboxctl.yaml': 'accounts: accounts\n',
    'accounts/alice.yaml': 'apiKey: { env: INBOXCTL_A_KEY }\nignore: []\nrules: [../rules/alice]\n',
    'accounts/bob.yaml': 'apiKey: { env: INBOXCTL_B_KEY }\nrules: [../rules/bob]\n',
  };
  const KEYS = { INBOXCTL_A_KEY: 'key-of-the-inbox-alice', INBOXCTL_B_KEY: 'key-of-the-inbox-bob' };

  async function two(ofBob: object[] = SEED.rules.slice(0, 1)) {
    const inboxes = [
      { name: 'alice', ...SEED },
      { name: 'bob', rules: ofBob },
    ];
    const keys = Object.values(KEYS).map((key, index) => ({ key, inbox: inboxes[index]?.name }));
    const { baseUrl } = await serve({ seed: { inboxes, keys } });
    const cwd = inGit(ACCOUNTS);
    return { cwd, env: { INBOXCTL_BASE_URL: baseUrl, ...KEYS } };
  }

  it('has them committed with the rest, before a pull writes into them', async () => {
    const { cwd, env } = await two();
    const { code, stdout, stderr } = await inboxctl(['init'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const commands = commandsIn(stdout);
    expect(commands.slice(0, 1)).toEqual(['git add inboxctl.yaml .gitignore accounts']);
    expect(commands).toEqual(expect.arrayContaining(['export INBOXCTL_A_KEY=…', 'export INBOXCTL_B_KEY=…']));
    follow(stdout, cwd);
    expect(execFileSync('git', ['status', '--porcelain'], { cwd, encoding: 'utf8' })).toBe('');
    expect(await inboxctl(['pull'], { cwd, env })).toMatchObject({ code: 0 });
    expect(filesIn(cwd)['accounts/alice.yaml']).toContain('Made in the web page');
  });

  it('writes the rules of each inbox where its file says', async () => {
    const { cwd, env } = await two();
    follow((await inboxctl(['init'], { cwd })).stdout, cwd);
    const { code, stdout } = await inboxctl(['init'], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toContain('  ~ accounts/alice.yaml  (lines were added)\n');
    expect(stdout).toContain('  + rules/alice/newsletters.yaml\n');
    expect(commandsIn(stdout)[0]).toBe('git add inboxctl.yaml .gitignore rules accounts');
  });

  it('keeps the rules folder of an inbox without rules, so that a plan finds it', async () => {
    const { cwd, env } = await two([]);
    follow((await inboxctl(['init'], { cwd })).stdout, cwd);
    const { code, stdout } = await inboxctl(['init'], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toContain('  + rules/bob/.gitkeep\n');
    expect(stdout).toContain('\n\nNo changes: ');
  });

  it('leaves those of a project above alone', async () => {
    const cwd = inGit({ ...ACCOUNTS, 'mail/x': '' });
    const { code, stdout } = await inboxctl(['init', '-C', 'mail'], { cwd });
    expect(code).toBe(0);
    expect(stdout).not.toContain('accounts');
  });
});

describe('the workflow', () => {
  const start = (cwd: string, ...more: string[]) => inboxctl(['init', '--workflows', ...more], { cwd });
  const workflowIn = (cwd: string, file = WORKFLOW) => readFileSync(path.join(cwd, file), 'utf8');

  it('is the one in examples/workflows, whatever the project file calls the one account', async () => {
    const cwd = inGit({ 'inboxctl.yaml': 'accounts: { a: { apiKey: { env: INBOXCTL_A_KEY } } }\n' });
    expect(await start(cwd)).toMatchObject({ code: 0, stderr: '' });
    expect(workflowIn(cwd)).toBe(readFileSync(path.join(ROOT, 'examples/workflows/inboxctl.yml'), 'utf8'));
  });

  it('is for all accounts beside several, those of a folder too', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `team-${index}`);
    const files = Object.fromEntries(
      names.map((name) => [`accounts/${name}.yaml`, `apiKey: { env: INBOXCTL_A_KEY }\n`]),
    );
    const cwd = inGit({ 'inboxctl.yaml': 'accounts: accounts\n', ...files });
    await start(cwd);
    expect({ [WORKFLOW]: workflowIn(cwd) }).toEqual(workflowFile('', 101));
  });

  it('is kept as somebody wrote it, and init says how it differs, if it does', async () => {
    const cwd = inGit({ 'inboxctl.yaml': 'accounts: { a: {}, b: {} }\n' });
    await start(cwd);
    const pinned = workflowIn(cwd).replace(/example-org\/inboxctl@0+ #.*/g, `team/inboxctl@${'1'.repeat(40)}`);
    write(cwd, WORKFLOW, pinned.replaceAll('\n', '\r\n'));
    expect((await start(cwd)).stdout).toContain(`    ${WORKFLOW}  (kept)\n`);
    const edited = pinned.replace('timeout-minutes: 30', 'timeout-minutes: 5');
    write(cwd, WORKFLOW, edited);
    const { stdout } = await start(cwd);
    expect(stdout).toContain(`    ${WORKFLOW}  (kept, but not what this version writes)\n`);
    expect(stdout).toMatch(/^- {4}timeout-minutes: 5 .*\n\+ {4}timeout-minutes: 30 /m);
    expect(stdout).not.toContain('example-org');
    expect(workflowIn(cwd)).toBe(edited);
    expect((await start(cwd, '--quiet')).stdout).toBe('');
  });

  it('of each project in a repository is a file of its own at the root, and runs in the folder', async () => {
    const cwd = inGit({ 'mail/my rules/x': '', 'teams/sales/x': '' });
    const { code, stdout } = await start(cwd, '-C', 'mail/my rules');
    expect(code).toBe(0);
    await start(cwd, '-C', 'teams/sales');
    const [first = '', second = ''] = readdirSync(path.join(cwd, '.github/workflows'));
    expect(stdout).toContain(`+ ../../.github/workflows/${first}`);
    expect(stdout).toContain('Next, in mail/my rules:');
    expect(stdout).toContain('git add inboxctl.yaml .gitignore rules tests ../../.github');
    for (const [file, folder] of [
      [first, 'mail/my rules'],
      [second, 'teams/sales'],
    ]) {
      const text = workflowIn(cwd, `.github/workflows/${file}`);
      const { jobs } = parse(text);
      for (const job of ['plan', 'apply', 'undo', 'drift']) {
        expect(jobs[job].steps.flatMap((one: { with?: object }) => one.with ?? [])).toContainEqual(
          expect.objectContaining({ 'working-directory': folder }),
        );
      }
    }
    expect(second).toBe('inboxctl-teams--sales.yml');
  });

  it('says what to do as long as the action is not published', async () => {
    const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
    const isPublished = !readme.includes('There is no published package yet.');
    const cwd = inGit();
    await start(cwd);
    expect(workflowIn(cwd).includes('# inboxctl is not published yet.')).toBe(!isPublished);
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

  it('of the example of tests says nothing, and passes once the marks of both are gone', async () => {
    expect(parse(EXAMPLE_TEST)).toBe(null);
    const unmarked = (text: string) => text.slice(text.search(/^#\n/m)).replace(/^# /gm, '');
    const cwd = projectOf({ 'rules/a.yaml': unmarked(EXAMPLE_RULE), 'tests/a.yaml': unmarked(EXAMPLE_TEST) });
    expect(await inboxctl(['test'], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 tests: 2 passed.'),
    });
  });
});
