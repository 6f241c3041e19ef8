/** Files and answers that are far too much: every command ends with what is wrong, and shows no stack. */
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runAction } from '../../src/action/run.ts';
import { run } from '../../src/cli/run.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { faulty } from '../harness/faulty.ts';
import { inboxctl, worldOf } from '../harness/inboxctl.ts';
import { planningJob } from '../harness/planning-job.ts';
import { projectOf, serve, write } from '../harness/project.ts';
import { runs } from '../harness/runs.ts';

const RULE = 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';
const TESTS = 'tests: [{ name: a, mail: { subject: x }, expect: { A: matches } }]\n';
const DEEP = '['.repeat(200_000) + ']'.repeat(200_000);
const STACK = /^ +at |RangeError/m;

const keys = (count: number): string => Array.from({ length: count }, (_, at) => `k${at}: 1\n`).join('');
const lastLines = (count: number): string => `the last ${count.toLocaleString('en-US')} lines of the file not checked`;

const noticesIn = (stdout: string): { code: string; message: string; source?: { line: number } }[] =>
  JSON.parse(stdout).notices;

describe('a file with very many mistakes', () => {
  it.each([
    ['small documents', 'a: 1\n---\n'.repeat(runs(2_000)), lastLines(runs(4_000) - 2001)],
    // So many that a list of them cannot be the arguments of a call.
    ['documents that are no rules', 'a\n---\n'.repeat(130_000), lastLines(257_999)],
    ['rules', `rules:\n${'  - { enabled: true }\n'.repeat(runs(1_000))}`, lastLines(runs(1_000) - 334)],
    ['keys', RULE + keys(runs(1_500)), lastLines(runs(1_500) - 1001)],
    ['tags on one line', `name: [${'!x a, '.repeat(runs(1_100))}]\n`, 'Those from line 1 on are not shown.'],
  ])('says the first of them, and where the others begin: %s', async (_, text, told) => {
    const cwd = projectOf({ 'rules/a.yaml': text });
    for (const args of [['validate'], ['fmt', '--check']]) {
      const { code, stdout, stderr } = await inboxctl([...args, '--format', 'json'], { cwd });
      expect({ args, code, stderr }).toEqual({ args, code: 3, stderr: '' });
      const notices = noticesIn(stdout);
      expect(notices).toHaveLength(1001);
      const [last] = notices.filter((one) => one.code === 'file-more-problems');
      expect(last?.message).toContain('This file has more than 1,000 problems. ');
      expect(last?.message).toContain(told);
    }
  });

  it('is no rule file but that of tests, or inboxctl.yaml', async () => {
    const files = { 'rules/a.yaml': RULE, 'inboxctl.yaml': 'tests: [tests]\n' };
    const cwd = projectOf({ ...files, 'tests/a.yaml': `tests:\n${'  - { x: 1 }\n'.repeat(runs(1_000))}` });
    const tests = await inboxctl(['validate'], { cwd });
    expect(tests).toMatchObject({ code: 3, stderr: '' });
    write(cwd, 'inboxctl.yaml', keys(runs(1_500)));
    const { code, stdout, stderr } = await inboxctl(['validate', '--format', 'json'], { cwd });
    expect({ code, isStack: STACK.test(stderr) }).toEqual({ code: 3, isStack: false });
    expect(noticesIn(stdout)).toHaveLength(1001);
  });

  it('is told about first in text, above the first mistakes', async () => {
    const cwd = projectOf({ 'rules/a.yaml': 'a\n---\n'.repeat(1500) });
    const { stdout } = await inboxctl(['validate'], { cwd });
    const [first, place] = stdout.replace(/\n {7}/g, ' ').split('\n');
    expect(first).toMatch(/^error: This file has more than 1,000 problems. Those from line 2001 on are not shown, and/);
    expect(place?.trim()).toBe('rules/a.yaml');
  });

  it('says all of 1,000', async () => {
    const cwd = projectOf({ 'rules/a.yaml': `${'a\n---\n'.repeat(999)}a\n` });
    const { stdout } = await inboxctl(['validate', '--format', 'json'], { cwd });
    expect(noticesIn(stdout).map(({ code }) => code)).toEqual(Array(1000).fill('document-not-rule'));
  });

  it('fails the action with its outputs', async () => {
    const { plan } = await planningJob({ base: {}, files: { 'rules/a.yaml': 'a: 1\n---\n'.repeat(runs(2_000)) } });
    const { code, outputs, stdout } = await plan();
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'invalid' });
    expect(stdout).not.toMatch(STACK);
  });
});

describe('a rule that merges very many mappings', () => {
  it('is read: neither they nor their problems are arguments of a call', () => {
    const text = `name: A\n<<: [${'*x,'.repeat(130_000)}]\ncondition: &x { aiInstructions: x }\n`;
    expect(parseRuleFile('a.yaml', text).problems).toHaveLength(1001);
  });
});

describe('JSON that is nested 200,000 levels deep', () => {
  it('is no answer of a service', async () => {
    const { baseUrl, env } = await serve({ seed: { rules: [{ ...live, name: 'A' }] } });
    const deep = await faulty(baseUrl, () => ({
      rewrite: (answer) => answer.replace('"enabled":', `"more":${DEEP},"enabled":`),
    }));
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    const more = { cwd, env: { ...env, INBOXCTL_BASE_URL: deep } };
    for (const line of ['plan', 'list --format json', 'pull --dry-run', 'apply --yes', 'doctor']) {
      const { code, stdout, stderr } = await inboxctl(line.split(' '), more);
      expect({ line, code }).toEqual({ line, code: 1 });
      expect(stdout + stderr).not.toMatch(STACK);
    }
  });

  it.each([
    ['a plan file', ['apply', 'deep.json', '--yes'], 3],
    ['a snapshot', ['rollback', '--yes', '--dry-run'], 3],
    ['a seed', ['sandbox', '--port', '0', '--seed', 'deep.json'], 3],
  ])('is not %s', async (_, args, code) => {
    const { env } = await serve();
    const run = '20261121T092233Z-0123456789ab';
    const cwd = projectOf({ 'rules/a.yaml': RULE, 'tests/a.yaml': TESTS, 'deep.json': `{"rules": ${DEEP}}` });
    write(cwd, `.inboxctl/runs/${run}.jsonl`, `{"format": 2, "x": ${DEEP}}\n`);
    const ended = await inboxctl(args, { cwd, env });
    expect(ended.stdout + ended.stderr).not.toMatch(STACK);
    expect(ended.code).toBe(code);
  });
});

const live = { condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] };

describe('a mistake of ours', () => {
  const broken = (): never => {
    throw new TypeError('nothing here with a-key-of-mine');
  };

  it('shows its stack without keys, and what to do', async () => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const env = { INBOXCTL_API_KEY: 'a-key-of-mine' };
    const world = { env, geteuid: () => 0, stdin, stdout, stderr };
    const argv = ['node', 'inboxctl', 'validate', Object.defineProperty({}, 'length', { get: broken }) as string];
    expect(await run(worldOf({ ...world, argv, cwd: () => '/' }))).toBe(1);
    const said = String(stderr.read());
    expect(said).toMatch(/^TypeError: nothing here with \(secret INBOXCTL_API_KEY\)\n +at /);
    expect(said).toContain('\nerror: This is a bug of inboxctl. Report it');
  });

  it('fails the action with its outputs', async () => {
    const cwd = projectOf({ output: '' });
    const file = `${cwd}/output`;
    const told = new PassThrough();
    const [before, write] = [process.env.GITHUB_OUTPUT, process.stdout.write];
    process.env.GITHUB_OUTPUT = file;
    process.stdout.write = (text) => told.write(text);
    try {
      const env = { INPUT_MODE: 'validate', GITHUB_OUTPUT: file, GITHUB_EVENT_NAME: 'push' };
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
      const world = { argv: ['node', 'action'], env, geteuid: () => 0, stdin, stdout, stderr, cwd: broken };
      expect(await runAction(worldOf(world), Date.now)).toBe(1);
    } finally {
      process.stdout.write = write;
      if (before === undefined) delete process.env.GITHUB_OUTPUT;
      else process.env.GITHUB_OUTPUT = before;
    }
    expect(readFileSync(file, 'utf8')).toContain('bug');
  });
});
