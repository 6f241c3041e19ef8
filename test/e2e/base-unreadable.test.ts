/** A base that was asked for and cannot be read ends a run before anything is sent, with the true cause and its cure. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Finished, program } from '../harness/program.ts';
import { projectOf, serve, write } from '../harness/project.ts';
import { change, cloneOf, commit, git, givenAway, repository } from '../source/git-repository.ts';

const rule = (find: string) => `name: A\ncondition: { aiInstructions: ${find} }\nactions: [{ type: ARCHIVE }]\n`;
const LIVE = [{ name: 'A', condition: { aiInstructions: 'old' }, actions: [{ type: 'ARCHIVE' }] }];

/** Two commits, the last of which changes the rule. */
const edited = () => repository([{ 'rules/a.yaml': rule('old') }, { 'rules/a.yaml': rule('new') }]);

interface Case {
  cwd: string;
  ref?: string;
  env?: Record<string, string>;
  /** What is said, on one line. */
  says: RegExp;
  /** Commands that stand on a line of their own. */
  commands?: string[];
  /** Cures of other causes. */
  not?: RegExp;
}

const CASES: Record<string, () => Case> = {
  'a work tree of another owner': () => {
    const { folder: cwd, env } = givenAway(edited());
    return {
      cwd,
      env,
      says: /The base HEAD\^ cannot be read: the work tree belongs to another user, so git refuses to read it\./,
      commands: [`git config --global --add safe.directory ${cwd}`],
      not: /fetch-depth|unshallow/,
    };
  },
  'a clone of the last commit alone': () => ({
    cwd: checkedOut(cloneOf(edited(), '--depth=1')),
    says: /The base HEAD\^ cannot be read: this clone is shallow, and lacks that commit\. .*`fetch-depth: 0`/,
    commands: ['git fetch --unshallow'],
    not: /safe\.directory/,
  }),
  'no git': () => {
    const cwd = edited();
    return { cwd, env: { PATH: cwd }, says: /cannot be read: git is not installed\. Install git/, not: /fetch-depth/ };
  },
  'no repository': () => ({
    cwd: projectOf({ 'rules/a.yaml': rule('new') }),
    says: /cannot be read: this folder is in no git repository\./,
    not: /fetch-depth|safe\.directory/,
  }),
  'a commit that a forced push took out': () => ({
    cwd: edited(),
    ref: 'a'.repeat(40),
    says: /The base a{40} cannot be read: this clone has no such commit, as after a forced push\./,
    not: /fetch-depth|unshallow/,
  }),
  'a commit whose files are broken': () => {
    const cwd = repository([{ 'rules/a.yaml': 'name: [' }, { 'rules/a.yaml': rule('new') }]);
    return {
      cwd,
      says: /The files of the base HEAD\^ are wrong\. rules\/a\.yaml:1: A text that begins with "\[" must be in quotes\./,
      not: /fetch-depth/,
    };
  },
  'a commit whose files a partial clone lacks': () => {
    const cwd = cloneOf(edited(), '--filter=blob:none');
    change(cwd, { 'rules/a.yaml': rule('new') });
    git(cwd, ['update-ref', 'HEAD', 'origin/main']);
    return {
      cwd,
      says: /The base HEAD\^ cannot be read: .*[\da-f]{40}.*\. It takes a whole clone/,
      commands: ['git fetch --refetch --no-filter'],
      not: /The files of the base/,
    };
  },
};

/** Puts the files of the branch into a clone. */
function checkedOut(clone: string): string {
  git(clone, ['checkout', '--quiet', 'main']);
  return clone;
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

function expectCause({ code, stdout, stderr }: Finished, { says, commands = [], not }: Case): void {
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(onOneLine(stderr)).toMatch(says);
  for (const command of commands) expect(stderr.split('\n').map((line) => line.trim())).toContain(command);
  if (not !== undefined) expect(stderr).not.toMatch(not);
}

describe.each(Object.entries(CASES))('%s', (_, make) => {
  it.each([['plan'], ['apply', '--yes']])('ends %s, and nothing is sent', async (...command) => {
    const found = make();
    const { cwd, ref = 'HEAD^', env } = found;
    const service = await serve({ seed: { rules: LIVE } });
    const ended = await program([...command, '--base', ref], { cwd, env: { ...service.env, ...env } });
    expectCause(ended, found);
    expect(service.requests).toEqual([]);
  });
});

it('is the one notice of the JSON, which has no changes', async () => {
  const { env } = await serve();
  const { code, stdout } = await program(['plan', '--base', 'a'.repeat(40), '--format', 'json'], {
    cwd: edited(),
    env,
  });
  const { notices, changes } = JSON.parse(stdout);
  expect([code, changes]).toEqual([3, undefined]);
  expect(notices).toMatchObject([{ code: 'base-unreadable', severity: 'error' }]);
});

it('git has no more to say of the owner once its command was run', async () => {
  const { folder: cwd, env } = givenAway(edited());
  const service = await serve({ seed: { rules: LIVE } });
  const run = () => program(['plan', '--base', 'HEAD^'], { cwd, env: { ...service.env, ...env } });
  const command = (await run()).stderr.split('\n').find((line) => line.includes('git config')) ?? '';
  execFileSync('/bin/sh', ['-c', command], { env: { PATH: process.env.PATH, ...env } });
  const ended = await run();
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('1 to replace');
});

it('is said beside what is wrong with the files', async () => {
  const cwd = edited();
  change(cwd, { 'rules/b.yaml': 'name: [' });
  const { env } = await serve();
  const { code, stderr } = await program(['plan', '--base', 'a'.repeat(40)], { cwd, env });
  expect(code).toBe(3);
  expect(stderr).toContain('rules/b.yaml:1');
  expect(stderr).toContain('forced push');
});

describe('the base of a plan file', () => {
  it('is needed to carry it out', async () => {
    const origin = edited();
    const service = await serve({ seed: { rules: LIVE } });
    const run = (cwd: string, ...args: string[]) => program(args, { cwd, env: service.env });
    expect((await run(origin, 'plan', '--base', 'HEAD^', '--output', 'plan.json')).code).toBe(0);
    const shallow = checkedOut(cloneOf(origin, '--depth=1'));
    write(shallow, 'plan.json', readFileSync(path.join(origin, 'plan.json')));
    const refused = await run(shallow, 'apply', 'plan.json', '--yes');
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(onOneLine(refused.stderr)).toMatch(/The base [\da-f]{40} cannot be read: this clone is shallow/);
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    git(shallow, ['fetch', '--quiet', '--unshallow']);
    expect(await run(shallow, 'apply', 'plan.json', '--yes')).toMatchObject({ code: 0 });
  });
});

it('a base without a project makes no changes: all are edits', async () => {
  const cwd = repository([{ 'README.md': 'x' }]);
  commit(cwd, { 'rules/a.yaml': rule('new') });
  const { env } = await serve({ seed: { rules: LIVE } });
  const { code, stdout } = await program(['plan', '--base', 'HEAD^', '--format', 'json'], { cwd, env });
  const { base, changes } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(base).toEqual({ commit: git(cwd, ['rev-parse', 'HEAD^']).trim() });
  expect(changes).toMatchObject([{ op: 'replace', name: 'A', origin: 'edit' }]);
});
