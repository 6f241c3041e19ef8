import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectAtBase } from '../../src/action/comment/project-at-base.ts';
import { GitHubError, type TreeEntry } from '../../src/action/github/port.ts';
import { NEWS, planningJob } from '../harness/planning-job.ts';
import { projectOf } from '../harness/project.ts';

const STRICT = `version: 1
policy: { forbidActions: [DELETE], webhookHosts: [hooks.example.com] }
guard: { maxDeletes: 3 }
`;
const LOOSE = `version: 1
guard: { maxDeletes: "100%" }
ignore: ["@everyone <b>\`x\`</b>\\n# title"]
`;

describe('a pull request that changes what holds apply back', () => {
  it('is told so at the top of its comment, from what to what', async () => {
    const { plan, comments } = await planningJob({
      base: { 'inboxctl.yaml': STRICT },
      files: { 'inboxctl.yaml': LOOSE, 'rules/news.yaml': NEWS },
    });
    const { summary } = await plan();
    const [body = ''] = comments();
    const top = body.slice(body.indexOf('\n') + 2, body.indexOf('## inboxctl'));
    expect(top).toMatch(/^> \[!WARNING\]\n> \*\*This pull request changes settings that hold apply back\.\*\*/);
    expect(top).toContain('> - `guard.maxDeletes`: from `3` to `"100%"`');
    expect(top).toContain('> - `policy.forbidActions`: from `["DELETE"]` to `[]`');
    expect(top).toContain('> - `policy.webhookHosts`: from `["hooks.example.com"]` to `null`');
    expect(top).toContain('> - `ignore`: from `[]` to ``["@everyone <b>`x`</b>\\n# title"]``');
    expect(summary).toContain('This pull request changes settings');
  });

  it('gets a comment for that alone', async () => {
    const { plan, comments, github, pull } = await planningJob({
      base: { 'inboxctl.yaml': STRICT, 'rules/none.yaml': 'rules: []\n' },
      files: { 'inboxctl.yaml': STRICT.replace('3', '30') },
    });
    await plan();
    expect(comments()).toHaveLength(1);
    expect(comments()[0]).toContain('from `3` to `30`');
    expect(comments()[0]).toContain('No changes');
    expect(github.comments(pull.number)).toHaveLength(1);
  });

  it('is told nothing where it changes other things', async () => {
    const { plan, comments } = await planningJob({
      base: { 'inboxctl.yaml': STRICT },
      files: { 'inboxctl.yaml': `# a remark\n${STRICT}`, 'rules/news.yaml': NEWS },
    });
    await plan();
    expect(comments()[0]).not.toContain('[!WARNING]');
    expect(comments()[0]).not.toContain('project file');
  });

  it('is told where the project file is new or not as it was read before', async () => {
    const added = await planningJob({ files: { 'inboxctl.yaml': 'version: 1\n', 'rules/news.yaml': NEWS } });
    await added.plan();
    expect(added.comments()[0]).toContain('The project file `inboxctl.yaml` is new.');
    const broken = await planningJob({
      base: { 'inboxctl.yaml': 'policies: {}\n' },
      files: { 'inboxctl.yaml': 'version: 1\n', 'rules/news.yaml': NEWS },
    });
    await broken.plan();
    expect(broken.comments()[0]).toMatch(/\[!WARNING\]\n> Whether this pull request changes .* is not known/);
    const closed = await planningJob({
      base: { 'inboxctl.yaml': STRICT },
      files: { 'rules/news.yaml': NEWS },
      github: { permissions: { contents: 'none' } },
    });
    await closed.plan();
    expect(closed.comments()[0]).toMatch(/\[!WARNING\]\n> Whether this pull request changes .* is not known/);
  });

  it('is told where another project file takes the place of the one that counted', async () => {
    const base = { 'inboxctl.yaml': STRICT, 'mail/rules/news.yaml': NEWS };
    const { plan, comments } = await planningJob({ base, files: { 'mail/inboxctl.yaml': 'version: 1\n' } });
    await plan({ inputs: { 'working-directory': 'mail' } });
    expect(comments()[0]).toContain('The project file is `mail/inboxctl.yaml`; before it was `inboxctl.yaml`.');
    expect(comments()[0]).toContain('`guard.maxDeletes`: from `3` to `"25%"`');
  });
});

describe('the project file at the base', () => {
  const treeAt = async () => new Map<string, TreeEntry>();
  const asked = async (
    files: Record<string, string>,
    git: string | null,
    workingDirectory: string,
    config: string | null,
  ) => {
    const workspace = projectOf({ 'repo/mail/team/rules/news.yaml': NEWS });
    if (git !== null) execFileSync('git', ['init', '-q', path.join(workspace, git)]);
    const paths: string[] = [];
    const fileAt = async (file: string) => {
      paths.push(file);
      return files[file] ?? null;
    };
    const cwd = path.join(workspace, workingDirectory);
    return { base: await projectAtBase({ fileAt, treeAt }, 'sha', { cwd, workingDirectory, config }), paths };
  };

  it('is looked for from the working directory up to the root of the repository', async () => {
    const { base, paths } = await asked({ 'inboxctl.yaml': STRICT }, 'repo', 'repo/mail/team', null);
    expect(paths).toEqual(['mail/team/inboxctl.yaml', 'mail/inboxctl.yaml', 'inboxctl.yaml']);
    expect(base).toMatchObject({ file: 'inboxctl.yaml', project: { guard: { maxDeletes: 3 } } });
    const without = await asked({}, null, 'repo/mail', null);
    expect(without.paths).toEqual(['repo/mail/inboxctl.yaml', 'repo/inboxctl.yaml', 'inboxctl.yaml']);
    expect(without.base).toEqual({ file: null, project: {} });
  });

  it('is the one that the workflow names', async () => {
    const { base, paths } = await asked({ 'mail/a.yaml': STRICT }, 'repo', 'repo/mail/team', '../a.yaml');
    expect(paths).toEqual(['mail/a.yaml']);
    expect(base).toMatchObject({ file: 'mail/a.yaml' });
  });

  it('is unreadable where GitHub does not give it, and other errors are ours', async () => {
    const place = { cwd: projectOf({}), workingDirectory: '.', config: null };
    const refused = new GitHubError('GitHub answered 502', { status: 502, permission: null });
    expect(await projectAtBase({ fileAt: () => Promise.reject(refused), treeAt }, 'sha', place)).toEqual({
      unreadable: 'GitHub answered 502',
    });
    const bug = { fileAt: () => Promise.reject(new TypeError('no function')), treeAt };
    await expect(projectAtBase(bug, 'sha', place)).rejects.toThrow(TypeError);
  });
});
