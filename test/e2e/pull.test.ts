import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pullDocument } from '../../src/model/pull.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { type Finished, program } from '../harness/program.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';
import { SECRET_PART, UNDECLARABLE, variedInbox } from '../harness/varied-inbox.ts';
import { git, ofSomebodyElse, repository } from '../source/git-repository.ts';

const RULE = 'name: Receipts # mine\ncondition: { aiInstructions: find receipts }\nactions: [{ type: ARCHIVE }]\n';
const live = (name: string, more: object = {}) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: 'find receipts' },
  actions: [{ type: 'ARCHIVE' }],
  ...more,
});

function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('.git'),
  );
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));
}

/** A project without rules. */
function emptyProject(): string {
  const cwd = projectOf({});
  mkdirSync(path.join(cwd, 'rules'));
  return cwd;
}

/** The variables that a pull lists, with the values that the live rules have. */
function valuesOf({ stdout }: Finished, first: Record<string, string>): Record<string, string> {
  const { variables } = pullDocument.parse(JSON.parse(stdout));
  const urls = new Map(
    variedInbox.rules.map(({ name, actions }) => [name, actions.flatMap(({ fields }) => fields?.webhookUrl ?? [])]),
  );
  const values = variables.map(({ name, rules }) => [name, urls.get(rules[0] ?? '')?.shift() ?? '']);
  return { ...first, ...Object.fromEntries(values) };
}

describe.each(['newer', 'older', 'spec'] as const)('an inbox of 60 rules (%s)', (profile) => {
  it('is pulled, planned without a change, edited on both sides, and pulled again', async () => {
    const service = await serve({ seed: variedInbox, profile });
    const cwd = emptyProject();
    const said: string[] = [];
    const run = async (args: string[], env: Record<string, string> = service.env) => {
      const result = await inboxctl(args, { cwd, env });
      said.push(result.stdout, result.stderr);
      return result;
    };
    const first = await run(['pull', '--format', 'json']);
    expect(first.code).toBe(0);
    const env = valuesOf(first, service.env);
    const plan = await run(['plan', '--detailed-exitcode', '--quiet'], env);
    expect(plan).toMatchObject({ code: 0, stderr: '' });
    expect(plan.stdout).toContain(`${variedInbox.rules.length - UNDECLARABLE.length} rules are live as declared`);
    expect((await run(['validate', '--quiet'])).code).toBe(0);

    const pulled = filesIn(cwd);
    expect((await run(['pull'])).stdout).toBe('Nothing to pull: what was compared is the same in the files.\n');
    expect((await run(['pull'], env)).stdout).toBe('Nothing to pull: the files match the live rules.\n');
    expect(filesIn(cwd)).toEqual(pulled);

    write(cwd, 'rules/sender-a.yaml', `# by hand\n${pulled['rules/sender-a.yaml']}    # the end\n`);
    const [sender, long] = [service.rule('Sender a'), service.rule('Long')];
    const archive = sender.actions.at(-1) as (typeof sender)['actions'][number];
    service.put({ ...sender, actions: [...sender.actions, { ...archive, id: 'star', type: 'STAR' }] });
    service.put({ ...long, condition: { ...long.condition, aiInstructions: 'short now' } });
    const again = await run(['pull', '--force', '--format', 'json'], env);
    expect(pullDocument.parse(JSON.parse(again.stdout)).files).toEqual([
      { file: 'prompts/long.md', change: 'changed', rules: ['Long'] },
      { file: 'rules/sender-a.yaml', change: 'changed', rules: ['Sender a'] },
    ]);
    const after = filesIn(cwd);
    expect(after['prompts/long.md']).toBe('short now\n');
    expect(after['rules/sender-a.yaml']).toMatch(/^# by hand\nname: Sender a\n[\s\S]*# the end[\s\S]*- type: STAR\n$/);
    expect((await run(['plan', '--detailed-exitcode', '--quiet'], env)).code).toBe(0);

    const everything = [...said, ...Object.values(after), ...Object.values(pulled)].join('\n');
    for (const secret of [SECRET_PART, KEY]) expect(everything).not.toContain(secret);
  });
});

describe('--dry-run', () => {
  const EVIL = 'evil\u001b[2J\u202e';

  it('shows a diff without secrets and control characters, and writes nothing', async () => {
    const seed = {
      rules: [
        live('Receipts', { condition: { aiInstructions: EVIL } }),
        live('Hook', { actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.com/hush' } }] }),
        live('Prompt', { condition: { aiInstructions: 'a\nwith the secret\nc\nd' } }),
        live('Gone?', { condition: {} }),
      ],
    };
    const { env } = await serve({ seed });
    const cwd = projectOf({
      'rules/a.yaml': `# see https://docs.example.com/hooks, https://hooks.example.com/hush and the secret\n${RULE}`,
      'rules/b.yaml': RULE.replace('Receipts', 'Pruned').replace('find receipts', '{ env: TOKEN }'),
    });
    const before = filesIn(cwd);
    const args = ['pull', '--dry-run', '--prune', '--force'];
    const { code, stdout, stderr } = await inboxctl(args, { cwd, env: { ...env, TOKEN: 'the secret' } });
    expect(code).toBe(0);
    expect(filesIn(cwd)).toEqual(before);
    for (const part of [
      '--- a/rules/a.yaml\n+++ b/rules/a.yaml\n@@ -1,4 +1,6 @@\n # see https://docs.example.com/hooks, (secret HOOK_WEBHOOK) and (secret TOKEN)\n',
      '-condition: { aiInstructions: find receipts }\n-actions: [{ type: ARCHIVE }]\n+condition:\n+  aiInstructions: ',
      '--- /dev/null\n+++ b/rules/hook.yaml\n@@ -0,0 +1,6 @@\n+name: Hook\n',
      '+    fields: { webhookUrl: { env: HOOK_WEBHOOK } }\n',
      '+  aiInstructions: { env: PROMPT_INSTRUCTIONS }\n',
      '--- a/rules/b.yaml\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-name: Pruned # mine\n',
      '--- /dev/null\n+++ b/inboxctl.yaml\n@@ -0,0 +1,3 @@\n+version: 1\n+ignore:\n+  - Gone?\n',
    ]) {
      expect(stdout).toContain(part);
    }
    expect(stderr).toContain('The diff shows less than the files will hold');
    for (const hidden of ['hush', 'the secret', '\u001b', '\u202e']) expect(stdout + stderr).not.toContain(hidden);
    const coloured = await inboxctl([...args, '--color', 'always'], { cwd, env: { ...env, TOKEN: 'the secret' } });
    expect(coloured.stdout).toContain('\u001b[32m+name: Hook\u001b[39m');
    expect(coloured.stdout).not.toContain('\u001b[2J');
  });

  it('hides the URLs of webhooks however they are written', async () => {
    const { env } = await serve({ seed: { rules: [] } });
    const hook = (written: string) =>
      `condition: { aiInstructions: x }\nactions: [{ type: CALL_WEBHOOK, fields: ${written} }]\n`;
    const cwd = projectOf({
      'rules/a.yaml': `name: A\n${hook('{ webhookUrl: "https:\\/\\/hooks.example.com\\/old-hu\\\n    sh-1" }')}`,
      'rules/b.yaml': `name: B\n${hook('{ webhookUrl: { file: ../prompts/hook.txt } }')}`,
      'prompts/hook.txt': 'https://hooks.example.com/old-hush-2\n',
    });
    for (const format of ['text', 'json']) {
      const args = ['pull', '--dry-run', '--prune', '--force', '--format', format];
      const { code, stdout, stderr } = await inboxctl(args, { cwd, env });
      expect([code, stderr.includes('The diff shows less')]).toEqual([0, true]);
      expect(stdout).toContain('-https://hooks.example.com/…');
      expect(stdout + stderr).not.toMatch(/hush|sh-1/);
    }
  });

  it('is a patch', async () => {
    const condition = { aiInstructions: 'a\n\tb https://docs.example.com/c?d\ne' };
    const rules = ['Dos', 'Tab', 'Open', 'New one', 'Über'].map((name) =>
      live(name, { condition, runOnThreads: false }),
    );
    const { env } = await serve({ seed: { rules } });
    const rest = RULE.slice(RULE.indexOf('\n'));
    const old = (name: string) => `# see https://docs.example.com/c?d\nname: ${name}${rest}`;
    const files = {
      'inboxctl.yaml': 'rules: [rules, more, list.yaml]\n',
      'rules/a dos.yaml': old('Dos').replaceAll('\n', '\r\n'),
      'rules/tab.yaml': old('Tab').replace('{ ai', '{\tai'),
      'rules/open.yaml': old('Open').slice(0, -1),
      'rules/gone.yaml': old('Gone'),
      'rules/gone-open.yaml': old('Gone open').slice(0, -1),
    };
    const [patched, pulled] = [projectOf(files), projectOf(files)];
    const args = ['pull', '--dry-run', '--prune', '--force'];
    const { code, stdout, stderr } = await inboxctl(args, { cwd: patched, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(filesIn(patched)).toEqual(files);
    git(patched, ['init', '-q']);
    write(patched, '.git/pull.patch', stdout);
    git(patched, ['apply', '.git/pull.patch']);
    expect((await inboxctl(['pull', '--prune', '--force'], { cwd: pulled, env })).code).toBe(0);
    expect(filesIn(patched)).toEqual(filesIn(pulled));
    expect(Object.keys(filesIn(pulled))).toEqual(
      expect.arrayContaining(['list.yaml', 'more/.gitkeep', 'rules/ueber.yaml']),
    );
    const coloured = await inboxctl([...args, '--color', 'always'], { cwd: projectOf(files), env });
    expect(coloured.stdout).toContain('\u001b[32m+runOnThreads: false^M\u001b[39m\n');
  });
});

describe('--dry-run of much that changed, by the built program', () => {
  it('shows 16,000 rewritten lines of a prompt as one hunk', async () => {
    // The lines that stay would make many hunks of it.
    const lines = (word: string) =>
      Array.from({ length: 16_000 }, (_, at) => `${at % 100 > 40 && at % 100 < 60 ? 'same' : word} ${at}`).join('\n');
    const { env } = await serve({ seed: { rules: [live('Long', { condition: { aiInstructions: lines('new') } })] } });
    const cwd = projectOf({
      'rules/long.yaml':
        'name: Long\ncondition: { aiInstructions: { file: ../prompts/long.md } }\nactions: [{ type: ARCHIVE }]\n',
      'prompts/long.md': `${lines('old')}\n`,
    });
    const { code, stdout, stderr } = await program(['pull', '--dry-run', '--force'], { cwd, env });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const [, prompt = ''] = stdout.split('+++ b/prompts/long.md\n');
    expect(prompt.match(/^@@.*@@$/gm)).toEqual(['@@ -1,16000 +1,16000 @@']);
  });

  it('shows 1,000 rules in the style of JSON as one hunk', async () => {
    const names = Array.from({ length: 1000 }, (_, at) => `Rule ${at}`);
    const body = (name: string, type: string) => ({
      name,
      runOnThreads: false,
      condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
      actions: [{ type }],
    });
    const { env } = await serve({ seed: { rules: names.map((name) => body(name, 'STAR')) } });
    const written = names.map((name) => `${JSON.stringify(body(name, 'ARCHIVE'), null, 2)}\n`);
    const cwd = projectOf({ 'rules/all.yaml': written.join('---\n') });
    const { code, stdout } = await program(['pull', '--dry-run', '--force'], { cwd, env });
    expect(code).toBe(0);
    expect(stdout.match(/^@@.*@@$/gm)).toHaveLength(1);
    expect(stdout.match(/^\+.*STAR/gm)).toHaveLength(1000);
    // The lines between them stay, and are not looked for.
    expect(stdout.match(/^.---$/gm)).toEqual([...Array(999).fill('----'), ...Array(999).fill('+---')]);
  });
});

describe('what git does not have', () => {
  const rules = [live('Receipts', { runOnThreads: false }), live('New')];

  /** A pull that is refused, changes nothing, and says this. */
  async function expectRefused(cwd: string, env: Record<string, string>, ...says: string[]) {
    const before = filesIn(cwd);
    const refused = await inboxctl(['pull'], { cwd, env });
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    for (const part of ['rules/a.yaml', '--force', ...says]) expect(refused.stderr).toContain(part);
    expect(filesIn(cwd)).toEqual(before);
    return refused.stderr;
  }

  it('is not written over, unless with --force', async () => {
    const { env } = await serve({ seed: { rules: [...rules, live('Gone?', { condition: {} })] } });
    const cwd = repository([{ 'rules/a.yaml': RULE }]);
    write(cwd, 'rules/a.yaml', `# new\n${RULE}`);
    expect(await expectRefused(cwd, env)).not.toContain('ignore');
    const json = await inboxctl(['pull', '--format', 'json'], { cwd, env });
    expect(pullDocument.parse(JSON.parse(json.stdout))).toMatchObject({
      files: [],
      notices: [{ code: 'pull-uncommitted' }],
    });
    const forced = await inboxctl(['pull', '--force'], { cwd, env });
    expect(forced).toMatchObject({ code: 0, stderr: expect.stringContaining('inboxctl.yaml') });
    expect(filesIn(cwd)['rules/a.yaml']).toBe(
      '# new\nname: Receipts # mine\nrunOnThreads: false\ncondition:\n  aiInstructions: find receipts\nactions:\n  - type: ARCHIVE\n',
    );
  });

  it('is what git ignores: says so, and how to find the line', async () => {
    const { env } = await serve({ seed: { rules } });
    const cwd = repository([{ '.gitignore': '.inboxctl/\nrules/\n' }]);
    write(cwd, 'rules/a.yaml', RULE);
    await expectRefused(cwd, env, 'git ignores it', 'git check-ignore -v');
  });

  it('is not known without the git program: nothing is written over in a repository', async () => {
    const { env } = await serve({ seed: { rules } });
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    const withoutGit = { ...env, PATH: cwd };
    git(cwd, ['init', '-q']);
    await expectRefused(cwd, withoutGit, 'git was not found');
    expect((await inboxctl(['pull', '--force'], { cwd, env: withoutGit })).code).toBe(0);
    const plain = projectOf({ 'rules/a.yaml': RULE });
    expect((await inboxctl(['pull'], { cwd: plain, env: withoutGit })).code).toBe(4);
  });

  it('is everything outside a repository: there, too, only --force writes over a file', async () => {
    const { env } = await serve({ seed: { rules } });
    const empty = emptyProject();
    expect(await inboxctl(['pull'], { cwd: empty, env })).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(filesIn(empty))).toEqual(['rules/new.yaml', 'rules/receipts.yaml']);
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    await expectRefused(cwd, env, 'no git repository');
    expect((await inboxctl(['pull', '--force'], { cwd, env })).code).toBe(0);
    expect(filesIn(cwd)['rules/a.yaml']).toContain('runOnThreads: false');
  });

  it('is not known where git does not trust the repository, which is told with what allows it', async () => {
    const { env } = await serve({ seed: { rules } });
    const cwd = repository([{ 'rules/a.yaml': RULE }]);
    const theirs = ofSomebodyElse(env);
    const told = (text: string) => {
      expect(text.replaceAll(/\s+/g, ' ')).toContain('belongs to another user');
      expect(text.replaceAll(/\s+/g, ' ')).toContain(`git config --global --add safe.directory ${cwd} `);
    };
    const refused = await inboxctl(['pull'], { cwd, env: theirs });
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).not.toMatch(/--force|ommit/);
    told(refused.stderr);
    expect(filesIn(cwd)).toEqual({ 'rules/a.yaml': RULE });
    write(cwd, 'inboxctl.yaml', 'undeclared: declared-before\n');
    told((await inboxctl(['plan'], { cwd, env: theirs })).stderr);
  });

  it('does not matter for files that are not touched', async () => {
    const { env } = await serve({ seed: { rules: [live('Receipts'), live('New')] } });
    const cwd = emptyProject();
    git(cwd, ['init', '-q']);
    write(cwd, 'rules/a.yaml', RULE);
    expect(await inboxctl(['pull'], { cwd, env })).toMatchObject({ code: 0 });
  });
});

describe('what cannot go on', () => {
  it('1 with a file that cannot be written', async () => {
    const { env } = await serve({ seed: { rules: [live('Receipts')] } });
    const cwd = projectOf({ rules: 'a file' });
    const { code, stderr } = await inboxctl(['pull'], { cwd, env });
    expect(code).toBe(3);
    expect(stderr).toContain('rules');
    const other = projectOf({ 'rules/x.txt': '' });
    chmodSync(path.join(other, 'rules'), 0o555);
    if (process.getuid?.() !== 0) expect((await inboxctl(['pull'], { cwd: other, env })).code).toBe(1);
    chmodSync(path.join(other, 'rules'), 0o755);
  });

  it('130 when it is interrupted: what is written is whole, and the next pull does the rest', async () => {
    const rules = Array.from({ length: 800 }, (_, index) => live(`Rule ${index}`));
    const { env } = await serve({ seed: { rules } });
    const cwd = emptyProject();
    const { code, stderr } = await program(['pull'], {
      cwd,
      env,
      started: (child) => {
        const watch = setInterval(() => {
          if (!existsSync(path.join(cwd, 'rules/rule-0.yaml'))) return;
          clearInterval(watch);
          child.kill('SIGINT');
        }, 1);
        child.on('close', () => clearInterval(watch));
      },
    });
    expect(code).toBe(130);
    expect(stderr).toContain('Stopping after the file');
    const count = Object.keys(filesIn(cwd)).length;
    expect(stderr).toMatch(new RegExp(`Stopped: ${count.toLocaleString('en')} files? written`));
    expect(count).toBeLessThan(800);
    expect((await inboxctl(['pull', '--quiet'], { cwd, env })).code).toBe(0);
    expect(await inboxctl(['plan', '--detailed-exitcode', '--quiet'], { cwd, env })).toMatchObject({ code: 0 });
  });
});
