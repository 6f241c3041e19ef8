/** Folders that are named by a link: what a shell changes to (`cd`), and so the project that is there. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { program } from '../harness/program.ts';
import { projectOf, serve } from '../harness/project.ts';
import { commit, git, repository } from '../source/git-repository.ts';

const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n`;

/** A project, and links to it and into it from the folders of another one, which has other rules. */
function linked(): string {
  const top = projectOf({
    'mail/inboxctl.yaml': 'version: 1\n',
    'mail/rules/mail.yaml': rule('Mail'),
    'mail/deep/er/x': '',
    'other/inboxctl.yaml': 'version: 1\n',
    'other/rules/other.yaml': rule('Other'),
    'other/in/x': '',
  });
  symlinkSync('../../mail', path.join(top, 'other/in/link'));
  symlinkSync('link', path.join(top, 'other/in/again'));
  symlinkSync(path.join(top, 'mail/deep'), path.join(top, 'other/in/deep'));
  symlinkSync('nowhere', path.join(top, 'other/in/broken'));
  symlinkSync('loop', path.join(top, 'other/in/loop'));
  return top;
}

/** Where a shell is after `cd` to a folder. */
function afterCd(cwd: string, folder: string): string {
  return execFileSync('/bin/sh', ['-c', 'cd -- "$1" && pwd -P', 'sh', folder], { cwd }).toString().slice(0, -1);
}

describe('-C with a link is the project that cd opens', () => {
  it.each([
    ['link', 'Mail'],
    ['link/', 'Mail'],
    ['./link/.', 'Mail'],
    ['again', 'Mail'],
    ['deep', 'Mail'],
    ['deep/er', 'Mail'],
    ['link/deep/er', 'Mail'],
    ['link/rules/', 'Mail'],
    ['link/..', 'Other'],
    ['deep/../../in/link/deep/..', 'Mail'],
  ])('%s: the rule %s', async (folder, name) => {
    const cwd = path.join(linked(), 'other/in');
    const expected = await inboxctl(['explain'], { cwd: afterCd(cwd, folder) });
    expect(expected).toMatchObject({ code: 0, stdout: expect.stringContaining(name) });
    expect(await inboxctl(['-C', folder, 'explain'], { cwd })).toEqual(expected);
    expect(await inboxctl(['explain', '-C', `${cwd}/${folder}`], { cwd })).toEqual(expected);
  });

  it.each(['broken', 'loop', 'link/nowhere'])('%s leads nowhere', async (folder) => {
    const cwd = path.join(linked(), 'other/in');
    const { code, stderr } = await inboxctl(['-C', folder, 'validate'], { cwd });
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(`There is no folder ${folder}.`) });
  });

  it('as the built program', async () => {
    const cwd = path.join(linked(), 'other/in');
    const { stdout } = await program(['-C', 'deep', 'explain'], { cwd });
    expect(stdout).toContain('Mail');
  });

  it('for the paths beside it too: --config, FILE, --output', async () => {
    const top = linked();
    const cwd = path.join(top, 'other/in');
    const { env } = await serve();
    const words = ['validate', '../rules/mail.yaml', '--config', '../inboxctl.yaml'];
    const expected = await inboxctl(words, { cwd: afterCd(cwd, 'deep') });
    expect(expected).toMatchObject({ code: 0, stdout: expect.stringContaining('1 rule') });
    expect(await inboxctl(['-C', 'deep', ...words], { cwd })).toEqual(expected);
    expect(await inboxctl(['-C', 'deep', 'plan', '--output', '../plan.json'], { cwd, env })).toMatchObject({ code: 0 });
    expect([existsSync(path.join(top, 'mail/plan.json')), existsSync(path.join(cwd, 'plan.json'))]).toEqual([
      true,
      false,
    ]);
  });

  it('for its runs, and for a base', async () => {
    const { env } = await serve();
    const cwd = repository([{ 'inboxctl.yaml': 'version: 1\n', 'rules/a.yaml': rule('A') }]);
    commit(cwd, { 'rules/b.yaml': rule('B') });
    const link = path.join(projectOf({}), 'link');
    symlinkSync(cwd, link);
    const plan = await inboxctl(['plan', '-C', link, '--base', 'HEAD^', '--format', 'json'], { env });
    expect(
      JSON.parse(plan.stdout).changes.map(({ name, origin }: Record<string, string>) => `${name}: ${origin}`),
    ).toEqual(['A: base', 'B: edit']);
    expect(await inboxctl(['apply', '-C', link, '--yes'], { env })).toMatchObject({ code: 0 });
    expect((await inboxctl(['runs'], { cwd, env })).stdout).toContain('2 created');
    expect(git(cwd, ['status', '--porcelain'])).toBe('');
  });
});

describe('a path of the command line that comes into the project by a link', () => {
  it('--config: the project is where the file is, with its git work tree', async () => {
    const outer = repository([{ 'shared.md': 'Outer.', 'x/x': '' }]);
    const inner = repository([
      {
        'mail/inboxctl.yaml': 'version: 1\n',
        'mail/rules/a.yaml': rule('A').replace('x', '{ file: ../../shared.md }'),
      },
      { 'shared.md': 'Inner.' },
    ]);
    symlinkSync(path.join(inner, 'mail'), path.join(outer, 'x/link'));
    const config = path.join(inner, 'mail/inboxctl.yaml');
    const expected = await inboxctl(['explain', '--config', config], { cwd: outer });
    expect(expected).toMatchObject({ code: 0, stdout: expect.stringContaining('Inner.') });
    expect(await inboxctl(['explain', '--config', 'x/link/inboxctl.yaml'], { cwd: outer })).toEqual(expected);
    const { env } = await serve();
    const plan = await inboxctl(['plan', '--config', 'x/link/inboxctl.yaml', '--base', 'HEAD'], { cwd: outer, env });
    expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining('Not from this change') });
  });

  it.each([
    ['validate', 'link/rules/mail.yaml', 'rules/mail.yaml'],
    ['validate', 'link', '.'],
    ['validate', 'again/rules', 'rules'],
    ['validate', 'link/inboxctl.yaml', 'inboxctl.yaml'],
    ['fmt --check', 'link/rules/mail.yaml', 'rules/mail.yaml'],
  ])('%s: %s is %s', async (command, named, real) => {
    const cwd = path.join(linked(), 'mail');
    const words = [...command.split(' '), '--format', 'json'];
    const expected = await inboxctl([...words, real], { cwd });
    expect(await inboxctl([...words, `../other/in/${named}`], { cwd })).toEqual(expected);
  });

  it('explain --write-test writes there', async () => {
    const cwd = path.join(linked(), 'mail');
    mkdirSync(path.join(cwd, 'tests'));
    const words = ['explain', '--from', 'a@example.com', '--write-test', '../other/in/link/tests/a.yaml'];
    expect(await inboxctl(words, { cwd })).toMatchObject({ code: 0 });
    expect(existsSync(path.join(cwd, 'tests/a.yaml'))).toBe(true);
  });

  it('does not make a link within the project one that is followed', async () => {
    const top = linked();
    const cwd = path.join(top, 'other');
    symlinkSync('../../mail/rules/mail.yaml', path.join(cwd, 'rules/linked.yaml'));
    symlinkSync('../../mail/rules', path.join(cwd, 'rules/folder'));
    symlinkSync(cwd, path.join(top, 'link'));
    for (const named of ['rules/linked.yaml', '../link/rules/linked.yaml', '../link/rules', '.']) {
      const { code, stdout } = await inboxctl(['validate', named], { cwd });
      expect({ named, code, stdout }).toEqual({ named, code: 3, stdout: expect.stringContaining('is a link') });
      expect(stdout).toContain('rules/linked.yaml');
      expect(stdout).not.toContain('Mail');
    }
    const { code, stdout } = await inboxctl(['validate', '../link/rules/folder'], { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining('rules/folder') });
  });

  it('does not make a linked project file one that counts', async () => {
    const top = linked();
    const cwd = path.join(top, 'mail/deep');
    symlinkSync('../inboxctl.yaml', path.join(cwd, 'inboxctl.yaml'));
    for (const words of [[], ['-C', '../../other/in/deep'], ['--config', '../../other/in/deep/inboxctl.yaml']]) {
      const { code, stderr } = await inboxctl(['plan', ...words], { cwd });
      expect({ words, code, stderr }).toEqual({ words, code: 3, stderr: expect.stringContaining('is a link') });
    }
  });
});
