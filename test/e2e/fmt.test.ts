import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';

const UNTIDY = 'actions: [{type: STAR}] # a star\ncondition: {aiInstructions: A}\nname: "A"\n';
const TIDY = 'name: A\ncondition:\n  aiInstructions: A\nactions: # a star\n  - type: STAR\n';
const BROKEN = 'name: [A\n';

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');

describe('inboxctl fmt', () => {
  it('removes what a killed one left beside rule files; --check does not', async () => {
    const left = `rules/.inboxctl-${spawnSync(process.execPath, ['-e', '']).pid}-0123456789ab.tmp`;
    const cwd = projectOf({ 'rules/a.yaml': TIDY, [left]: 'half' });
    await inboxctl(['fmt', '--check'], { cwd });
    expect(read(cwd, left)).toBe('half');
    await inboxctl(['fmt'], { cwd });
    expect(readdirSync(path.join(cwd, 'rules'))).toEqual(['a.yaml']);
  });

  it('fails where the disk is full, and leaves the files as they are', async () => {
    const cwd = projectOf({ 'rules/a.yaml': UNTIDY });
    const { code, stdout } = await inboxctl(['fmt'], { cwd, diskFull: true });
    expect(code).toBe(1);
    expect(stdout).toContain('The rule file rules/a.yaml cannot be written');
    expect(read(cwd, 'rules/a.yaml')).toBe(UNTIDY);
    expect(readdirSync(path.join(cwd, 'rules'))).toEqual(['a.yaml']);
    const broken = projectOf({ 'rules/a.yaml': UNTIDY, 'rules/b.yaml': BROKEN });
    expect(await inboxctl(['fmt'], { cwd: broken, diskFull: true })).toMatchObject({ code: 3 });
  });

  it('follows no link', async () => {
    const cwd = projectOf({ 'rules/a.yaml': TIDY, 'elsewhere/b.yaml': UNTIDY });
    symlinkSync('../elsewhere/b.yaml', path.join(cwd, 'rules/b.yaml'));
    expect(await inboxctl(['fmt'], { cwd })).toMatchObject({ code: 3 });
    expect(read(cwd, 'elsewhere/b.yaml')).toBe(UNTIDY);
    expect(lstatSync(path.join(cwd, 'rules/b.yaml')).isSymbolicLink()).toBe(true);
  });

  it('leaves whole files when it is killed', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `rules/${String(index).padStart(3, '0')}.yaml`);
    const cwd = projectOf(Object.fromEntries(names.map((name) => [name, UNTIDY])));
    await inboxctl(['fmt'], {
      cwd,
      started: (child) => {
        const killOnceBegun = () => {
          if (read(cwd, 'rules/000.yaml') === TIDY) child.kill('SIGKILL');
          else if (child.exitCode === null) setImmediate(killOnceBegun);
        };
        killOnceBegun();
      },
    });
    const texts = names.map((name) => read(cwd, name));
    expect(texts[0]).toBe(TIDY);
    for (const text of texts) expect([UNTIDY, TIDY]).toContain(text);
    expect(await inboxctl(['fmt', '--quiet'], { cwd })).toEqual({ code: 0, stdout: '', stderr: '' });
    for (const name of names) expect(read(cwd, name)).toBe(TIDY);
  });
});
