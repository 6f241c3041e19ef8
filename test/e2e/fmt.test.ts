import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formattedDocument } from '../../src/model/formatted.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';

const UNTIDY = 'actions: [{type: STAR}] # a star\ncondition: {aiInstructions: A}\nname: "A"\n';
const TIDY = 'name: A\ncondition:\n  aiInstructions: A\nactions: # a star\n  - type: STAR\n';
const BROKEN = 'name: [A\n';

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');

describe('inboxctl fmt', () => {
  it('rewrites what is not in canonical form, once, and keeps permissions', async () => {
    const cwd = projectOf({ 'rules/a.yaml': UNTIDY, 'rules/sub/b.yml': TIDY, 'rules/c.yaml': `\ufeff${TIDY}` });
    chmodSync(path.join(cwd, 'rules/a.yaml'), 0o640);
    const untouched = statSync(path.join(cwd, 'rules/sub/b.yml')).ino;
    const { code, stdout, stderr } = await inboxctl(['fmt'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('Rewritten: rules/a.yaml\nRewritten: rules/c.yaml\n\n2 of 3 files rewritten.\n');
    for (const file of ['rules/a.yaml', 'rules/sub/b.yml', 'rules/c.yaml']) expect(read(cwd, file)).toBe(TIDY);
    expect(statSync(path.join(cwd, 'rules/a.yaml')).mode & 0o777).toBe(0o640);
    expect(statSync(path.join(cwd, 'rules/sub/b.yml')).ino).toBe(untouched);
    expect(readdirSync(path.join(cwd, 'rules')).sort()).toEqual(['a.yaml', 'c.yaml', 'sub']);

    const again = await inboxctl(['fmt'], { cwd });
    expect(again).toEqual({ code: 0, stdout: 'Nothing to rewrite: 3 files in canonical form.\n', stderr: '' });
  });

  it('removes what a killed one left beside rule files; --check does not', async () => {
    const left = `rules/.inboxctl-${spawnSync(process.execPath, ['-e', '']).pid}-0123456789ab.tmp`;
    const cwd = projectOf({ 'rules/a.yaml': TIDY, [left]: 'half' });
    await inboxctl(['fmt', '--check'], { cwd });
    expect(read(cwd, left)).toBe('half');
    await inboxctl(['fmt'], { cwd });
    expect(readdirSync(path.join(cwd, 'rules'))).toEqual(['a.yaml']);
  });

  it('--check writes nothing, names the files and exits 3', async () => {
    const cwd = projectOf({ 'rules/a.yaml': UNTIDY, 'rules/b.yaml': TIDY });
    const { code, stdout } = await inboxctl(['fmt', '--check', '--quiet'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toContain('Not in canonical form: rules/a.yaml\n');
    expect(stdout).toContain('1 of 2 files not in canonical form.');
    expect(stdout).toContain('\n  inboxctl fmt\n');
    expect(stdout).not.toContain('b.yaml');
    expect(read(cwd, 'rules/a.yaml')).toBe(UNTIDY);
    await inboxctl(['fmt'], { cwd });
    expect(await inboxctl(['fmt', '--check'], { cwd })).toMatchObject({ code: 0 });
  });

  it('reports files with problems as validate does, and formats the others', async () => {
    const cwd = projectOf({ 'rules/a.yaml': UNTIDY, 'rules/b.yaml': BROKEN });
    const { code, stdout } = await inboxctl(['fmt'], { cwd });
    const validated = await inboxctl(['validate'], { cwd });
    expect(code).toBe(3);
    expect(stdout.split('\n\n')[0]).toBe(validated.stdout.split('\n\n')[0]);
    expect(stdout).toContain('1 of 2 files rewritten, 1 of 2 files with problems.');
    expect(read(cwd, 'rules/a.yaml')).toBe(TIDY);
    expect(read(cwd, 'rules/b.yaml')).toBe(BROKEN);
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

  it('takes a file that accounts share once, and only the folders of the accounts that are named', async () => {
    const project = 'accounts:\n  a: { rules: [rules/common, rules/a] }\n  b: { rules: [rules/common, rules/b] }\n';
    const files = { 'rules/common/c.yaml': UNTIDY, 'rules/a/a.yaml': UNTIDY, 'rules/b/b.yaml': UNTIDY };
    const cwd = projectOf({ 'inboxctl.yaml': project, ...files });
    const { stdout } = await inboxctl(['fmt', '--account', 'a', '--format', 'json'], { cwd });
    expect(formattedDocument.strict().parse(JSON.parse(stdout))).toEqual({
      formatVersion: 1,
      notices: [],
      files: [
        { file: 'rules/a/a.yaml', status: 'rewritten' },
        { file: 'rules/common/c.yaml', status: 'rewritten' },
      ],
    });
    const all = await inboxctl(['fmt', '--check', '--format', 'json'], { cwd });
    expect(all.code).toBe(3);
    expect(JSON.parse(all.stdout).files.map(({ status }: { status: string }) => status)).toEqual([
      'unchanged',
      'differs',
      'unchanged',
    ]);
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
