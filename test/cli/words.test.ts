/** What people type: options before the command, other spellings, and colors. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandFirst } from '../../src/cli/words.ts';
import { COMMANDS } from '../harness/commands.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const RULE = 'name: A\ncondition: { aiInstructions: find A }\nactions: [{ type: ARCHIVE }]\n';

describe('options before the command', () => {
  it.each([
    ['plan -C there', 'plan -C there'],
    ['-C there plan', 'plan -C there'],
    ['-Cthere plan', 'plan -Cthere'],
    ['--directory=there --quiet plan --verbose', 'plan --directory=there --quiet --verbose'],
    ['--format json --color never plan', 'plan --format json --color never'],
    ['--only plan plan', 'plan --only plan'],
    ['--mail plan explain', 'explain --mail plan'],
    ['-y apply plan.json', 'apply -y plan.json'],
    ['--help plan', 'plan --help'],
    // The command then says which option it lacks.
    ['--nothing plan', 'plan --nothing'],
    ['--yes plan', 'plan --yes'],
    ['--quiet --base main apply', 'apply --quiet --base main'],
    ['--only apply x', 'x --only apply'],
    ['--host there plan', 'plan --host there'],
    ['--version', '--version'],
    ['-C', '-C'],
    ['', ''],
    ['plan --no-color', 'plan --color=never'],
  ])('%s', async (typed, read) => {
    const optionsOf = async (word: string) => COMMANDS.find(({ name }) => name === word)?.options ?? null;
    expect((await commandFirst(typed.split(' '), optionsOf)).join(' ')).toBe(read);
  });

  it('do what they do behind it', async () => {
    const cwd = projectOf({ 'there/rules/a.yaml': RULE, 'there/other.yaml': 'rules: [rules]\n' });
    const before = await inboxctl(['-C', 'there', '--config', 'other.yaml', '--quiet', 'validate'], { cwd });
    expect(before).toEqual({ code: 0, stdout: '', stderr: '' });
    const json = await inboxctl(['--format', 'json', '-C', 'there', 'validate'], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({ formatVersion: 1, notices: [{ code: 'project-elsewhere' }] });
  });
});

describe('the version', () => {
  it.each(['--version', '-v', '-V', 'version'])('%s', async (word) => {
    const { code, stdout } = await inboxctl([word]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('help', () => {
  it.each([[['help', 'plan']], [['--help', 'plan']], [['plan', '-h']]])('%j', async (words) => {
    const { code, stdout } = await inboxctl(words);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: inboxctl plan [options]');
  });

  it.each([
    ['github', '# On GitHub: the first plan'],
    ['gitlab', '# GitLab'],
    ['ci', '# CI elsewhere'],
  ])('%s prints the guide, which leads to no other page', async (name, title) => {
    const { code, stdout, stderr } = await inboxctl(['help', name]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.startsWith(title)).toBe(true);
    expect(stdout).not.toMatch(/\]\(|\bdocs\//);
  });

  it('is what the program names, and no page of the docs', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const code = sources.map((file) =>
      readFileSync(`src/${file}`, 'utf8').replaceAll(/\/\*.*?\*\/|import\(.*?\)/gs, ''),
    );
    expect(code.flatMap((text) => text.match(/\bdocs\/.*/g) ?? [])).toEqual([]);
    expect(code.join().match(/inboxctl help \w+/g)).toEqual(expect.arrayContaining(['inboxctl help github']));
  });
});

describe('-y', () => {
  it('is --yes', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    expect(await inboxctl(['apply', '-y'], { cwd, env: service.env })).toMatchObject({ code: 0 });
    expect(service.rules()).toHaveLength(1);
  });
});

describe('colors', () => {
  const shown = async (words: string[], env: Record<string, string>) =>
    (await inboxctl(['validate', ...words], { cwd: projectOf({ 'rules/a.yaml': RULE }), env })).stdout;
  const COLORED = '\u001b[';

  it.each([
    [['--color', 'always'], {}, true],
    [[], { FORCE_COLOR: '1' }, true],
    [[], { FORCE_COLOR: '0' }, false],
    [[], { FORCE_COLOR: '' }, false],
    [[], { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [['--no-color'], { FORCE_COLOR: '1' }, false],
    [['--color', 'never'], { FORCE_COLOR: '1' }, false],
  ])('%j with %j: %s', async (words, env, isColored) => {
    expect((await shown(words, env as Record<string, string>)).includes(COLORED)).toBe(isColored);
  });
});
