/** Node's cache of the program's own compiled code: kept where only this user can write, and nowhere else. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { node24 } from '../harness/node24.ts';
import { projectOf } from '../harness/project.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../build/inboxctl.cjs');

function help(env: Record<string, string>) {
  return spawnSync(node24(), [PROGRAM, '--help'], { env: { PATH: process.env.PATH ?? '', ...env }, encoding: 'utf8' });
}

it('is kept below the folder for caches, and used the next time', () => {
  const caches = projectOf({});
  const first = help({ XDG_CACHE_HOME: caches });
  const [version = ''] = readdirSync(path.join(caches, 'inboxctl'));
  expect(readdirSync(path.join(caches, 'inboxctl', version)).length).toBeGreaterThan(0);
  const second = help({ XDG_CACHE_HOME: caches, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  expect(second.stdout + second.stderr).toContain('was accepted');
  expect(first).toMatchObject({ status: 0, stderr: '' });
});

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

it('is not kept when Node is told so', () => {
  const caches = projectOf({});
  mkdirSync(path.join(caches, 'inboxctl'));
  help({ XDG_CACHE_HOME: caches, NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(readdirSync(path.join(caches, 'inboxctl'))).toEqual([]);
});
