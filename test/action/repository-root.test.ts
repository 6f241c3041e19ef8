/** The root of the repository that a job works in, and the folder of its files. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../src/action/repository-root.ts';
import { NEWS, planningJob } from '../harness/planning-job.ts';
import { projectOf } from '../harness/project.ts';

describe('the root of the repository', () => {
  it('is that of the checkout, which need not be that of the workspace', () => {
    const workspace = projectOf({ 'checkout/.git/HEAD': '', 'checkout/mail/inboxctl.yaml': '' });
    const project = { projectFolder: path.join(workspace, 'checkout') };
    expect(repositoryRoot(project, workspace)).toBe(path.join(workspace, 'checkout'));
  });

  it('is the workspace where there is no git, unless the project is elsewhere', () => {
    const workspace = projectOf({ 'a/mail/inboxctl.yaml': '' });
    const link = path.join(projectOf({}), 'link');
    symlinkSync(workspace, link);
    const project = { projectFolder: path.join(workspace, 'a/mail') };
    expect(repositoryRoot(project, workspace)).toBe(workspace);
    expect(repositoryRoot(project, link)).toBe(workspace);
    expect(repositoryRoot(project, path.join(workspace, 'b'))).toBe(project.projectFolder);
  });
});

it('a working-directory that is a link is the folder that it leads to, also for GitHub', async () => {
  const { plan, folder } = await planningJob({
    files: { 'mail/rules/news.yaml': NEWS, 'mail/deep/x': '', 'mail/inboxctl.yaml': 'undeclared: kep\n' },
  });
  symlinkSync('mail/deep', path.join(folder, 'link'));
  const workspace = path.join(projectOf({}), 'workspace');
  symlinkSync(folder, workspace);
  for (const cwd of [folder, workspace]) {
    const { annotations, code } = await plan({ cwd, inputs: { 'working-directory': 'link' } });
    expect(code).toBe(1);
    expect(annotations[0]).toMatchObject({ properties: { file: 'mail/inboxctl.yaml', line: '1' } });
  }
});
