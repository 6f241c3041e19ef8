/** Node's cache of the program's own compiled code: kept where only this user can write, and nowhere else. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeOf } from '../../scripts/installed-node.mjs';
import { projectOf } from '../harness/project.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../build/inboxctl.cjs');

const run = (node: 20 | 24) => (env: Record<string, string>) => {
  const { PATH = '' } = process.env;
  return spawnSync(nodeOf(node), [PROGRAM, '--help'], { env: { PATH, ...env }, encoding: 'utf8' });
};

const VERSION_20 = spawnSync(nodeOf(20), ['--version'], { encoding: 'utf8' }).stdout.trim();

it('is kept by Node 24 itself, and used the next time', () => {
  const caches = projectOf({});
  const first = run(24)({ XDG_CACHE_HOME: caches });
  expect(keptIn(caches)).not.toEqual([]);
  const second = run(24)({ XDG_CACHE_HOME: caches, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  expect(second.stdout + second.stderr).toContain('was accepted');
  expect(first).toMatchObject({ status: 0, stderr: '' });
});

describe('on Node 20', () => {
  it('is kept a chunk each, and taken as it is the next time', () => {
    const caches = projectOf({});
    const first = run(20)({ XDG_CACHE_HOME: caches });
    const kept = keptIn(caches).map((file) => readFileSync(file));
    expect(kept.length).toBeGreaterThan(0);
    expect(run(20)({ XDG_CACHE_HOME: caches })).toEqual({ ...first, pid: expect.any(Number) });
    // What is not taken is written anew.
    expect(keptIn(caches).map((file) => readFileSync(file))).toEqual(kept);
  });

  it('what is no compiled code, or of another V8, is not run but written anew', () => {
    const caches = projectOf({});
    const first = run(20)({ XDG_CACHE_HOME: caches });
    const [file = ''] = keptIn(caches);
    for (const wrong of ['', 'no code at all', Buffer.from(readFileSync(file)).fill(0, 0, 16)]) {
      writeFileSync(file, wrong);
      expect(run(20)({ XDG_CACHE_HOME: caches })).toEqual({ ...first, pid: expect.any(Number) });
      expect(readFileSync(file).length).toBeGreaterThan(1_000);
    }
  });

  it('what is damaged anywhere is not run but written anew', () => {
    const caches = projectOf({});
    const first = run(20)({ XDG_CACHE_HOME: caches });
    const [file = ''] = keptIn(caches).filter((one) => path.basename(one).startsWith('program'));
    const whole = readFileSync(file);
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const damaged = Buffer.from(whole);
      const at = Math.floor(damaged.length * share);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      writeFileSync(file, damaged);
      expect(run(20)({ XDG_CACHE_HOME: caches })).toEqual({ ...first, pid: expect.any(Number) });
      expect(readFileSync(file)).not.toEqual(damaged);
    }
  });

  it('what no run has written for 30 days goes when something new is kept', () => {
    const caches = projectOf({
      'inboxctl/node-v20.0.0/program-Abcd_123.cjs': 'of another Node',
      'inboxctl/node-v20.1.0/program-Abcd_123.cjs': 'of another Node',
      'inboxctl/node-v20.1.0/plan-Abcd-123.cjs': 'not so old',
      [`inboxctl/node-${VERSION_20}/program-Abcd_123.cjs`]: 'of an earlier version of the program',
      [`inboxctl/node-${VERSION_20}/program-Abcd_123.cjs.4711`]: 'of a run that was stopped while it wrote',
      [`inboxctl/node-${VERSION_20}/plan-Abcd_123.cjs`]: 'not so old',
      [`inboxctl/node-${VERSION_20}/plan-Abcd_123.cjs.4711`]: 'not so old',
    });
    const old = everyFileIn(caches);
    const fresh = old.filter((file) => readFileSync(file, 'utf8') === 'not so old');
    for (const file of old) age(file, fresh.includes(file) ? 29 : 31);
    expect(run(20)({ XDG_CACHE_HOME: caches })).toMatchObject({ status: 0, stderr: '' });
    expect(everyFileIn(caches).filter((file) => old.includes(file))).toEqual(fresh);
    expect(readdirSync(path.join(caches, 'inboxctl'))).not.toContain('node-v20.0.0');
    expect(everyFileIn(caches).length).toBeGreaterThan(fresh.length);
  });

  it('nothing goes of what may be somebody else’s, or is somewhere else', () => {
    const caches = projectOf({
      'program-Abcd_123.cjs': '',
      'inboxctl/program-Abcd_123.cjs': '',
      'inboxctl/v24.1.0-x64-0123abcd-0/program-Abcd_123.cjs': '',
      'inboxctl/node-modules/program-Abcd_123.cjs': '',
      [`inboxctl/node-${VERSION_20}/notes.txt`]: '',
      [`inboxctl/node-${VERSION_20}/program.cjs`]: '',
      [`inboxctl/node-${VERSION_20}/program-Abcd_123.cjs.old`]: '',
      [`inboxctl/node-${VERSION_20}/program-Abcd_124.cjs/file`]: '',
      'elsewhere/program-Abcd_123.cjs': '',
    });
    const files = everyFileIn(caches);
    for (const file of files) age(file, 400);
    symlinkSync(path.join(caches, 'elsewhere'), path.join(caches, 'inboxctl/node-v20.0.0'));
    const link = path.join(caches, `inboxctl/node-${VERSION_20}/program-Abcd_125.cjs`);
    symlinkSync(path.join(caches, 'program-Abcd_123.cjs'), link);
    lutimesSync(link, daysAgo(400), daysAgo(400));
    expect(run(20)({ XDG_CACHE_HOME: caches })).toMatchObject({ status: 0, stderr: '' });
    for (const file of [...files, link]) expect(existsSync(file), file).toBe(true);
  });

  it('nothing goes in a run that keeps nothing new', () => {
    const caches = projectOf({});
    run(20)({ XDG_CACHE_HOME: caches });
    const kept = keptIn(caches);
    for (const file of kept) age(file, 400);
    run(20)({ XDG_CACHE_HOME: caches });
    expect(keptIn(caches)).toEqual(kept);
  });

  it('two runs at once keep whole files', async () => {
    const caches = projectOf({});
    const runs = Array.from({ length: 4 }, () => {
      const child = spawn(nodeOf(20), [PROGRAM, '--help'], { env: { XDG_CACHE_HOME: caches }, stdio: 'ignore' });
      return new Promise((resolve) => child.on('exit', resolve));
    });
    expect(await Promise.all(runs)).toEqual([0, 0, 0, 0]);
    expect(keptIn(caches).filter((file) => !file.endsWith('.cjs'))).toEqual([]);
    expect(run(20)({ XDG_CACHE_HOME: caches })).toMatchObject({ status: 0, stderr: '' });
  });
});

describe.each([20, 24] as const)('on Node %i', (node) => {
  const help = run(node);

  it('is kept below ~/.cache, where that is there', () => {
    const home = projectOf({ '.cache/other': '' });
    help({ HOME: home });
    expect(existsSync(path.join(home, '.cache/inboxctl'))).toBe(true);
  });

  it('is not kept where somebody else could put code of theirs', () => {
    const caches = projectOf({});
    chmodSync(caches, 0o777);
    expect(help({ XDG_CACHE_HOME: caches })).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(caches)).toEqual([]);
  });

  it.each([
    ['there is no such folder', { XDG_CACHE_HOME: '/nowhere/at/all' }],
    ['the folder is relative', { XDG_CACHE_HOME: 'caches' }],
    ['there is no home', {}],
  ])('the program runs without it where %s', (_, env) => {
    expect(help(env)).toMatchObject({ status: 0, stderr: '' });
  });

  it('the program runs without it where the folder cannot be looked at', () => {
    const caches = path.join(projectOf({}), 'loop');
    symlinkSync(caches, caches);
    expect(help({ XDG_CACHE_HOME: caches })).toMatchObject({ status: 0, stderr: '' });
  });

  it('nobody else can write there, whatever the umask', () => {
    const caches = projectOf({});
    const words = ['-c', 'umask 0 && exec "$@"', 'sh', nodeOf(node), PROGRAM, '--help'];
    spawnSync('/bin/sh', words, { env: { XDG_CACHE_HOME: caches } });
    expect(statSync(path.join(caches, 'inboxctl')).mode & 0o077).toBe(0);
    expect(keptIn(caches)).not.toEqual([]);
  });

  it('is not kept in a folder of that name that others may write to', () => {
    const caches = projectOf({});
    mkdirSync(path.join(caches, 'inboxctl'));
    chmodSync(path.join(caches, 'inboxctl'), 0o777);
    expect(help({ XDG_CACHE_HOME: caches })).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(path.join(caches, 'inboxctl'))).toEqual([]);
  });

  it('is not kept when Node is told so', () => {
    const caches = projectOf({});
    mkdirSync(path.join(caches, 'inboxctl'));
    help({ XDG_CACHE_HOME: caches, NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(readdirSync(path.join(caches, 'inboxctl'))).toEqual([]);
  });
});

/** What stands in the cache: every file of every Node. */
function keptIn(caches: string): string[] {
  const folder = path.join(caches, 'inboxctl');
  return readdirSync(folder).flatMap((node) =>
    readdirSync(path.join(folder, node)).map((file) => path.join(folder, node, file)),
  );
}

/** Every file below a folder; links are none. */
function everyFileIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => path.join(entry.parentPath, entry.name)).sort();
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 24 * 60 * 60_000);
}

function age(file: string, days: number): void {
  utimesSync(file, daysAgo(days), daysAgo(days));
}
