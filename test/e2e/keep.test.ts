/** What the inbox has and the files do not cause: the report of a plan says how to keep it, then how to undo it. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import { ran } from '../docs/ran.ts';
import { commandFile } from '../harness/command-file.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';
import { commit, git, repository } from '../source/git-repository.ts';

const rule = (name: string, find = 'x') =>
  `name: ${JSON.stringify(name)}\ncondition: { aiInstructions: ${find} }\nactions: [{ type: ARCHIVE }]\n`;
const live = (name: string, find = 'x') => ({
  name,
  condition: { aiInstructions: find },
  actions: [{ type: 'ARCHIVE' }],
});

type World = { cwd: string; env: Record<string, string> };

/** The words of a page or of Markdown, without markup. */
const wordsOf = (page: string) =>
  page
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/<[^>]*>|`/g, '')
    .replaceAll(/&#39;|&#x27;/g, "'")
    .replaceAll('&quot;', '"');

/** What a plan says in each format, and `show` of its plan file. */
async function saidBy(world: World, ...args: string[]): Promise<string[]> {
  const file = path.join(projectOf({}), 'plan.json');
  const all = [await inboxctl(['plan', ...args, '--output', file], world)];
  for (const format of ['text', 'markdown', 'html']) {
    all.push(await inboxctl(['plan', ...args, '--format', format], world));
    all.push(await inboxctl(['show', file, '--format', format], world));
  }
  return all.map(({ stdout }) => wordsOf(stdout));
}

/** Types commands into a shell. */
async function type({ cwd, env }: World, commands: readonly string[]) {
  const PATH = [path.dirname(await commandFile()), process.env.PATH].join(path.delimiter);
  const ended = await ran('bash', ['--norc', '-ec', commands.join('\n')], { cwd, env: { ...env, PATH, HOME: cwd } });
  expect({ ...ended, stdout: '' }).toMatchObject({ status: 0 });
}

async function changesOf(world: World, ...args: string[]): Promise<string[]> {
  const { stdout } = await inboxctl(['plan', '--format', 'json', ...args], world);
  return planDocument.parse(JSON.parse(stdout)).changes.map(({ account, op, name }) => `${account}: ${op} ${name}`);
}

const linesOf = (text: string, command: string) =>
  text.split('\n').flatMap((line) => (line.trimStart().startsWith(`inboxctl ${command} `) ? [line.trim()] : []));

describe('a plan with a base', () => {
  const files = { 'inboxctl.yaml': 'undeclared: keep\n', 'rules/a.yaml': rule('A'), 'rules/b.yaml': rule('B') };

  it('says how to keep a rule that no file ever declared, and not one that the files drop', async () => {
    const cwd = repository([files]);
    commit(cwd, { 'inboxctl.yaml': 'guard: { maxDeletes: 5 }\n', 'rules/b.yaml': null });
    const { env } = await serve({ seed: { rules: ['A', 'B', "Bob's rule"].map((name) => live(name)) } });
    for (const said of await saidBy({ cwd, env }, '--base', 'HEAD^')) {
      expect(said).toMatch(/eletes 2 live rules[\s\S]*To keep what no file declared, run:\s+inboxctl pull 'Bob'\\''s/);
    }
    await type({ cwd, env }, [`inboxctl pull 'Bob'\\''s rule'`]);
    expect(await changesOf({ cwd, env }, '--base', 'HEAD^')).toEqual(['default: delete B']);
  });

  it('says nothing of keeping where the files drop all that is deleted', async () => {
    const cwd = repository([{ ...files, 'inboxctl.yaml': 'version: 1\n' }]);
    commit(cwd, { 'rules/b.yaml': null });
    const { env } = await serve({ seed: { rules: ['A', 'B'].map((name) => live(name)) } });
    for (const said of await saidBy({ cwd, env }, '--base', 'HEAD^')) {
      expect(said).toContain('eletes 1 live rule');
      expect(said).not.toContain('pull');
    }
  });
});

describe('what is not from this change', () => {
  /** Two inboxes that people changed, in a project in a folder, whose last commit edits a rule of each. */
  async function two() {
    const root = repository([
      {
        'mail/inboxctl.yaml':
          'accounts:\n  alice: { apiKey: { env: INBOXCTL_A }, rules: [alice] }\n  bob: { apiKey: { env: INBOXCTL_B }, rules: [bob] }\n',
        ...Object.fromEntries(
          ['alice', 'bob'].flatMap((name) =>
            ['Edited', 'Tuned', 'Lost', 'Same'].map((one) => [`mail/${name}/${one}.yaml`, rule(one)]),
          ),
        ),
      },
    ]);
    commit(root, { 'mail/alice/Edited.yaml': rule('Edited', 'new'), 'mail/bob/Edited.yaml': rule('Edited', 'new') });
    const inboxes = [
      { name: 'alice', rules: [live('Edited'), live('Tuned', 'tuned'), live('Same'), live('-made by hand')] },
      { name: 'bob', rules: [live('Edited'), live('Tuned'), live('Lost'), live('Same'), live("It's $HOME")] },
    ];
    const keys = inboxes.map(({ name }) => ({ key: `the-key-of-${name}`, inbox: name }));
    const { env, rule: at } = await serve({ seed: { inboxes, keys } });
    const key = { INBOXCTL_A: 'the-key-of-alice', INBOXCTL_B: 'the-key-of-bob', INBOXCTL_API_KEY: '' };
    return { root, world: { cwd: root, env: { ...env, ...key } }, at };
  }
  const EDITS = ['alice: replace Edited', 'bob: replace Edited'];

  it('is kept by the commands that come first, and by these alone', async () => {
    const { world, root } = await two();
    for (const said of await saidBy({ ...world, cwd: path.join(root, 'mail') }, '--base', 'HEAD^')) {
      const [, part = ''] = said.split('Not from this change: the inbox differs from');
      expect(part.indexOf('To keep what is in the inbox, run:')).toBeGreaterThan(0);
      expect(part.indexOf('To keep')).toBeLessThan(part.indexOf('To undo'));
      expect(part).toContain("inboxctl pull --prune --account alice -- '-made by hand' Lost Tuned");
      expect(part).toContain("inboxctl pull --account bob 'It'\\''s $HOME'");
    }
    const { stdout } = await inboxctl(['plan', '-C', 'mail', '--base', 'HEAD^'], world);
    const commands = linesOf(stdout, 'pull');
    expect(commands).toHaveLength(2);
    await type(world, commands);
    expect(await changesOf(world, '-C', 'mail')).toEqual(EDITS);
    expect(git(root, ['status', '--short', '--untracked-files=all']).split('\n').filter(Boolean).sort()).toEqual([
      ' D mail/alice/Lost.yaml',
      ' M mail/alice/Tuned.yaml',
      '?? mail/alice/made-by-hand.yaml',
      '?? mail/bob/its-home.yaml',
    ]);
  });

  it('is undone by the commands that follow, which send nothing else', async () => {
    const { world } = await two();
    const { stdout } = await inboxctl(['plan', '-C', 'mail', '--base', 'HEAD^'], world);
    const commands = linesOf(stdout, 'apply').filter((line) => !line.includes('--base'));
    expect(commands).toHaveLength(2);
    await type(
      world,
      commands.map((command) => `${command} --yes`),
    );
    expect(await changesOf(world, '-C', 'mail')).toEqual(EDITS);
  });

  it('has no advice to keep a second rule of a name, which no file can have', async () => {
    const cwd = repository([{ 'rules/a.yaml': rule('A') }, { 'README.md': 'x' }]);
    const { env } = await serve({ seed: { rules: [live('A'), live('A')] }, profile: 'older' });
    const { stdout } = await inboxctl(['plan', '--base', 'HEAD^'], { cwd, env });
    expect(stdout).toContain('To undo');
    expect(stdout).not.toContain('pull');
  });

  const names = Array.from({ length: 60 }, (_, index) => `Made by hand, number ${index}`);

  it('takes no names where it is all that differs and has too many', async () => {
    const cwd = repository([{ 'rules/a.yaml': rule('A') }, { 'README.md': 'x' }]);
    const { env } = await serve({ seed: { rules: [live('A'), ...names.map((name) => live(name))] } });
    const world = { cwd, env };
    const { stdout } = await inboxctl(['plan', '--base', 'HEAD^'], world);
    expect(stdout).toContain('To keep what is in the inbox, run:\ninboxctl pull\n');
    await type(world, ['inboxctl pull']);
    expect(await changesOf(world)).toEqual([]);
    // Without names, a pull would take this back too.
    git(cwd, ['clean', '-fdq']);
    commit(cwd, { 'rules/a.yaml': rule('A', 'new') });
    const again = await inboxctl(['plan', '--base', 'HEAD^^'], world);
    expect(again.stdout).toContain('To keep what is in the inbox, run `inboxctl pull NAME` for each.\nTo undo');
  });
});
