/** Where files that a pull would write stand in the repository. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathInRepository } from '../../src/action/repository-paths.ts';
import type { Project } from '../../src/cli/session/settings.ts';
import { projectOf } from '../harness/project.ts';

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
    expect(pathInRepository('rules/a.yaml', project, 'checkout/mail')).toBe('mail/rules/a.yaml');
    expect(pathInRepository('../prompts/a.md', project, 'checkout/mail')).toBe('prompts/a.md');
  });

  it('is told from the working directory where there is no git', () => {
    const root = projectOf({ 'a/mail/inboxctl.yaml': '' });
    const project = projectIn(path.join(root, 'a/mail'), path.join(root, 'a/mail'));
    expect(pathInRepository('rules/a.yaml', project, './a/mail/')).toBe('a/mail/rules/a.yaml');
    expect(() => pathInRepository('../../../a.yaml', project, 'a/mail')).toThrow('is not in the repository');
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
      expect(() => pathInRepository(file, project, '.')).toThrow('is not in the repository');
    }
  });
});
