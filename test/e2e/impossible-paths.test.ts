/** Paths in settings at which nothing can be: each is a mistake in words, and no bug of inboxctl. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';

const RULE = 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n';
const LONG = 'x'.repeat(5000);

it.each([
  ['through a file', 'rules/a.yaml/x'],
  ['that is too long', LONG],
  ['with a NUL', 'a\\0b'],
])('a path %s', async (_, named) => {
  for (const settings of [`rules: ["${named}"]\n`, `tests: ["${named}"]\n`, `accounts: "${named}"\n`]) {
    const cwd = projectOf({ 'inboxctl.yaml': settings, 'rules/a.yaml': RULE });
    const { code, stdout, stderr } = await inboxctl(['validate'], { cwd });
    expect(code, stderr).toBe(3);
    expect(`${stdout}${stderr}`).not.toContain('bug of inboxctl');
  }
});

it.each([
  ['through a file', 'rules/a.yaml/x'],
  ['that is too long', LONG],
  // The system fails to look at it, as it does below a folder that only others may enter.
  ['through a link to itself', 'loop/x'],
])('a --config %s', async (_, config) => {
  const cwd = projectOf({ 'rules/a.yaml': RULE });
  symlinkSync('loop', path.join(cwd, 'loop'));
  const { code, stderr } = await inboxctl(['validate', '--config', config], { cwd });
  expect(code, stderr).toBe(3);
  expect(stderr).toMatch(/^error: (This file|The project file .+?)\s+(cannot\s+be\s+read:|is a link)/s);
});
