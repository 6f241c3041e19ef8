/** The root of the repository that a job works in. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../src/action/repository-root.ts';
import { projectOf } from '../harness/project.ts';

describe('the root of the repository', () => {
  it('is that of the checkout, which need not be that of the workspace', () => {
    const workspace = projectOf({ 'checkout/.git/HEAD': '', 'checkout/mail/inboxctl.yaml': '' });
    const project = { cwd: path.join(workspace, 'checkout/mail'), projectFolder: path.join(workspace, 'checkout') };
    expect(repositoryRoot(project, 'checkout/mail')).toBe(path.join(workspace, 'checkout'));
  });

  it('is told from the working directory where there is no git', () => {
    const root = projectOf({ 'a/mail/inboxctl.yaml': '' });
    const project = { cwd: path.join(root, 'a/mail'), projectFolder: path.join(root, 'a/mail') };
    expect(repositoryRoot(project, './a/mail/')).toBe(root);
  });
});
