/** The built program on a Node that is too old for it: one line, and nothing else is read. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeOf } from '../../scripts/installed-node.mjs';

const PROGRAM = path.resolve(import.meta.dirname, '../../build/inboxctl.cjs');

it.each(['plan', 'validate --format json', '--version', 'completion bash'])('refuses %s', (line) => {
  const { status, stdout, stderr } = spawnSync(nodeOf(18), [PROGRAM, ...line.split(' ')], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).toMatch(/^error: inboxctl needs Node 20\.19 or newer, and this is v18\.[\d.]+\.\n$/);
});

it.each([
  ['20.18.3', 3],
  ['20.19.0', 0],
  ['22.0.0', 0],
])('on Node %s ends with %i', (node, code) => {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(versions)}`];
  const { status, stderr } = spawnSync(process.execPath, [...preload, PROGRAM, '--version'], { encoding: 'utf8' });
  expect(status).toBe(code);
  expect(stderr).toMatch(code === 0 ? /^$/ : /^error: inboxctl needs Node 20\.19 or newer, and this is v[\d.]+\.\n$/);
});
