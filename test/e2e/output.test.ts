import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { outputOf } from '../harness/bundled.ts';
import { program } from '../harness/program.ts';
import { projectOf, serve } from '../harness/project.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../build/inboxctl.cjs');

describe('output that cannot be written', () => {
  // Only Linux has a device that is always full.
  const full = existsSync('/dev/full') ? '/dev/full' : null;

  it.each([['--version'], ['--help'], ['schema', 'rules']])('of %s is an error in words', (...args) => {
    if (full === null) return;
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      stdio: ['ignore', openSync(full, 'w'), 'pipe'],
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'error: The output cannot be written (ENOSPC).\n' });
  });

  it('to --output keeps the plan of yesterday', async () => {
    const { env } = await serve();
    const rules = 'name: A\ncondition: { aiInstructions: A }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ 'rules/a.yaml': rules, 'plan.json': 'of yesterday' });
    const args = ['plan', '--output', 'plan.json'];
    const { code, stderr } = await program(args, { cwd, env, diskFull: true });
    expect(code).toBe(1);
    expect(stderr).toContain('plan.json');
    expect(readFileSync(path.join(cwd, 'plan.json'), 'utf8')).toBe('of yesterday');
    expect(readdirSync(cwd).sort()).toEqual(['plan.json', 'rules']);
    expect(await program(args, { cwd, env })).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(path.join(cwd, 'plan.json'), 'utf8')).summary.create).toBe(1);
  });

  it.each(['/dev/stdout', '/dev/fd/3'])('to --output %s goes down the pipe', async (file) => {
    const { env } = await serve();
    const cwd = projectOf({ 'rules/a.yaml': '' });
    const words = ['-c', '("$@" 3>&1 | cat) 2>&1', 'sh', process.execPath, PROGRAM];
    const child = spawn('/bin/sh', [...words, 'plan', '--quiet', '--output', file], {
      cwd,
      env: { ...env, PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(await outputOf(child)).toContain('"formatVersion": 1');
  });

  it('to --output leaves no second document on stdout', async () => {
    const { env } = await serve();
    const cwd = projectOf({ 'rules/a.yaml': 'name: A\ncondition: { aiInstructions: A }\nactions: [{ type: STAR }]\n' });
    const { code, stdout } = await program(['plan', '--format', 'json', '--output', 'no/where.json'], { cwd, env });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).notices).toMatchObject([{ code: 'file-unwritable' }]);
  });
});

describe('the API key', () => {
  it.each([
    ['a key of mine', 'https://mail.example.com/a key of mine/api/v1', 'holds the API key'],
    ['key-with-\u00e9', 'https://mail.example.com/api/v1', 'characters that no key has'],
  ])('%j at %s is refused before anything is sent, and not shown', async (key, url, why) => {
    const env = { INBOXCTL_BASE_URL: url, INBOXCTL_API_KEY: key };
    const { code, stdout, stderr } = await program(['plan'], { cwd: projectOf({ 'rules/a.yaml': '' }), env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(why);
    if (key.length > 5) expect(stderr).not.toContain(key);
  });
});

describe('a key that was pasted into a rule file', () => {
  it('is shown by no command', async () => {
    const { env } = await serve();
    const key = env.INBOXCTL_API_KEY ?? '';
    const text = `name: "key ${key}"\ncondition: { static: { from: "  ${key}" } }\nactions: [{ type: STAR }]\n`;
    const cwd = projectOf({ 'rules/a.yaml': text });
    for (const line of ['validate', 'plan', 'plan --format json', 'apply --yes', 'validate --format json']) {
      const args = line.split(' ');
      const { stdout, stderr } = await program(args, { cwd, env });
      expect({ args, text: stdout + stderr }).not.toMatchObject({ text: expect.stringContaining(key) });
    }
    const broken = projectOf({ 'rules/a.yaml': text.replace('STAR', 'STARR') });
    const { code, stderr } = await program(['plan'], { cwd: broken, env });
    expect(code).toBe(3);
    expect(stderr).not.toContain(key);
  });
});

describe('the project file', () => {
  it.each(['', '# nothing yet\n', 'rules: [rules]\n'])('%j is fine', async (text) => {
    const rule = 'name: A\ncondition: { aiInstructions: A }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ 'inboxctl.yaml': text, 'rules/a.yaml': rule });
    expect(await program(['validate'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['a key twice', 'version: 1\nversion: 1\n', '2:1', '1:1'],
    ['no fields', 'ignoreDifferences: [{ rule: A }]\n', '1:', 'a list of globs'],
    ['an unclosed bracket', 'rules: [rules\n', '1:8', 'Write `[rules]`'],
  ])('with %s is shown where it is', async (_, text, place, word) => {
    const cwd = projectOf({ 'inboxctl.yaml': text });
    const { code, stderr } = await program(['validate'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain(`inboxctl.yaml:${place}`);
    expect(stderr).toContain(word);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
  });

  it('that does not exist is named', async () => {
    const { code, stderr } = await program(['validate', '--config', 'nope.yaml'], { cwd: projectOf({}) });
    expect(code).toBe(3);
    expect(stderr).toContain('nope.yaml');
  });
});
