/** Files that a pull writes for a while: where they stand in the repository, and that they are put back. */
import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepFiles } from '../../src/action/drift/keeping.ts';
import { repositoryFile } from '../../src/action/drift/paths.ts';
import type { Project } from '../../src/cli/session/settings.ts';
import { projectOf, write } from '../harness/project.ts';
import { contentsOf } from './drift-world.ts';

function projectIn(cwd: string, projectFolder: string): Project {
  return {
    cwd,
    projectFolder,
    home: cwd,
    file: null,
    accounts: [],
    selected: [],
    notices: [],
    locate: null,
    fileOf: (at) => ({ file: '', path: at }),
  };
}

describe('the place of a file in the repository', () => {
  it('is told from the root of the checkout, which need not be that of the workspace', () => {
    const workspace = projectOf({ 'checkout/.git/HEAD': '', 'checkout/mail/inboxctl.yaml': '' });
    const project = projectIn(path.join(workspace, 'checkout/mail'), path.join(workspace, 'checkout'));
    expect(repositoryFile('rules/a.yaml', project, 'checkout/mail').path).toBe('mail/rules/a.yaml');
    expect(repositoryFile('../prompts/a.md', project, 'checkout/mail').path).toBe('prompts/a.md');
  });

  it('is told from the working directory where there is no git', () => {
    const root = projectOf({ 'a/mail/inboxctl.yaml': '' });
    const project = projectIn(path.join(root, 'a/mail'), path.join(root, 'a/mail'));
    expect(repositoryFile('rules/a.yaml', project, './a/mail/').path).toBe('a/mail/rules/a.yaml');
    expect(() => repositoryFile('../../../a.yaml', project, 'a/mail')).toThrow('is not in the repository');
  });

  it('is nowhere outside, in .git, or behind a link', () => {
    const outside = projectOf({});
    const root = projectOf({ '.git/HEAD': '' });
    symlinkSync(outside, path.join(root, 'linked'));
    const project = projectIn(root, root);
    for (const file of [
      '../a.yaml',
      path.join(outside, 'a.yaml'),
      '.git/hooks/a',
      'linked/a.yaml',
      'linked/b/a.yaml',
    ]) {
      expect(() => repositoryFile(file, project, '.')).toThrow('is not in the repository');
    }
  });
});

describe('files that are kept', () => {
  it('are as before, with their rights, and what was made is gone', () => {
    const folder = projectOf({ 'rules/a.yaml': 'a\n', 'rules/b.yaml': 'b\n' });
    const at = (name: string) => path.join(folder, name);
    chmodSync(at('rules/b.yaml'), 0o755);
    const before = contentsOf(folder);
    const kept = keepFiles(['rules/a.yaml', 'rules/b.yaml', 'new/deep/c.md'].map(at));
    expect(kept.before(at('rules/a.yaml'))).toBe('a\n');
    expect(kept.before(at('new/deep/c.md'))).toBeNull();
    write(folder, 'rules/a.yaml', 'other\n');
    rmSync(at('rules/b.yaml'));
    write(folder, 'new/deep/c.md', 'c\n');
    kept.restore();
    expect(contentsOf(folder)).toEqual(before);
    expect(statSync(at('rules/b.yaml')).mode & 0o777).toBe(0o755);
  });

  it('leave a folder that has something of somebody else', () => {
    const folder = projectOf({});
    const kept = keepFiles([path.join(folder, 'new/a.md')]);
    write(folder, 'new/a.md', 'a\n');
    write(folder, 'new/other.md', 'other\n');
    kept.restore();
    expect(contentsOf(folder)).toEqual({ new: '(folder)', 'new/other.md': 'other\n' });
  });

  it('are no links', () => {
    const folder = projectOf({ 'secret.txt': 'hush' });
    mkdirSync(path.join(folder, 'rules'));
    symlinkSync('../secret.txt', path.join(folder, 'rules/a.yaml'));
    expect(() => keepFiles([path.join(folder, 'rules/a.yaml')])).toThrow('is no file');
  });
});
