import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedSettings, settingsChange } from '../../src/action/comment/settings-change.ts';
import { GitHubError } from '../../src/action/github/port.ts';
import { repositoryRoot } from '../../src/action/repository-paths.ts';
import { plain } from '../../src/diagnostics/message.ts';
import { accountFile, projectFile } from '../../src/model/written-project.ts';
import { projectFolder } from '../../src/source/load/project-file.ts';
import { projectOf } from '../harness/project.ts';

const STRICT = 'guard: { maxDeletes: 3 }\n';

describe('the settings that a pull request changes', () => {
  it.each([
    [{ guard: { maxDeletes: 5 } }, { guard: { maxDeletes: '100%' } }, ['guard.maxDeletes']],
    [{}, { guard: { maxDeletes: 9 } }, ['guard']],
    [{ policy: { forwardTo: ['*@a'], webhookHosts: [] } }, { policy: { webhookHosts: [] } }, ['policy.forwardTo']],
    [{ ignore: ['a'] }, { ignore: ['b', 'a'] }, ['ignore']],
    [{ undeclared: 'keep' }, {}, ['undeclared']],
    [{ actionOrder: 'any' }, { actionOrder: 'exact', rules: ['other'] }, ['actionOrder', 'rules']],
    [
      { ignoreDifferences: [{ rule: 'A', fields: ['actions'] }] },
      { ignoreDifferences: [{ rule: '*', fields: ['actions'] }] },
      ['ignoreDifferences'],
    ],
    [
      { accounts: { a: { baseUrl: 'https://a.example.com' }, b: { ignore: ['x'] } } },
      { accounts: { a: { baseUrl: 'https://b.example.com' }, b: { apiKey: { env: 'OTHER' } } } },
      ['accounts.a.baseUrl', 'accounts.b.ignore', 'accounts.b.apiKey'],
    ],
    [{ accounts: { a: {} } }, { accounts: { a: {}, b: null } }, ['accounts.b']],
    [{ accounts: { a: {} } }, { accounts: { b: {} } }, ['accounts.a', 'accounts.b']],
    [{}, { accounts: { a: {} } }, ['accounts']],
    [{ accounts: { a: {} } }, { accounts: 'folder' }, ['accounts']],
  ])('are named: %j, %j', (was, is, names) => {
    expect(changedSettings(was, is)).toEqual(names);
  });

  it('are all that there are: a new one needs no line here', () => {
    for (const key of Object.keys(projectFile.shape)) expect(changedSettings({}, { [key]: ['x'] })).toEqual([key]);
    for (const key of Object.keys(accountFile.shape)) {
      const [was, is] = [{ accounts: { a: {} } }, { accounts: { a: { [key]: 'x' } } }];
      expect(changedSettings(was, is)).toEqual([`accounts.a.${key}`]);
    }
  });

  it('are none where the same is written in another order', () => {
    expect(changedSettings({ undeclared: 'keep', rules: ['a'] }, { rules: ['a'], undeclared: 'keep' })).toEqual([]);
  });
});

/** The project file of a checkout, compared with files at the base; with the paths that were asked for. */
async function compared(
  base: Record<string, string>,
  checkout: Record<string, string>,
  { workingDirectory = '.', config = null as string | null, git = null as string | null } = {},
) {
  const workspace = projectOf({ 'repo/mail/team/rules/none.yaml': 'rules: []\n', ...checkout });
  if (git !== null) execFileSync('git', ['init', '-q', path.join(workspace, git)]);
  const paths: string[] = [];
  const fileAt = async (file: string) => {
    paths.push(file);
    return base[file] ?? null;
  };
  const shaOf = (text: string) =>
    createHash('sha1')
      .update(`blob ${Buffer.byteLength(text)}\0${text}`)
      .digest('hex');
  const treeAt = async () => new Map(Object.entries(base).map(([file, text]) => [file, shaOf(text)]));
  const cwd = path.join(workspace, workingDirectory);
  const found = Object.keys(checkout).find((file) => file.endsWith('inboxctl.yaml'));
  const file = found === undefined ? null : path.join(workspace, found);
  const root = repositoryRoot({ cwd, projectFolder: projectFolder(cwd) }, workingDirectory);
  const change = await settingsChange({ github: { fileAt, treeAt }, sha: 'sha' }, { cwd, file, config, root });
  return { ...change, files: Object.fromEntries(change.files), paths };
}

describe('the project file at the base', () => {
  it('is looked for from the working directory up to the root of the repository', async () => {
    const inGit = { workingDirectory: 'repo/mail/team', git: 'repo' };
    const { before, now, files, paths } = await compared({ 'inboxctl.yaml': STRICT }, {}, inGit);
    expect(paths).toEqual(['mail/team/inboxctl.yaml', 'mail/inboxctl.yaml', 'inboxctl.yaml']);
    expect({ before, now, files }).toEqual({
      before: 'inboxctl.yaml',
      now: null,
      files: { 'inboxctl.yaml': ['guard'] },
    });
    const without = await compared({}, {}, { workingDirectory: 'repo/mail' });
    expect(without.paths).toEqual(['repo/mail/inboxctl.yaml', 'repo/inboxctl.yaml', 'inboxctl.yaml']);
    expect(without).toMatchObject({ before: null, now: null, files: {}, unknown: null });
  });

  it('is the one that the workflow names', async () => {
    const place = { workingDirectory: 'repo/mail/team', git: 'repo', config: '../a.yaml' };
    const { before, paths } = await compared({ 'mail/a.yaml': STRICT }, {}, place);
    expect({ before, paths }).toEqual({ before: 'mail/a.yaml', paths: ['mail/a.yaml'] });
  });

  it('is not known where GitHub does not give it or it is not valid, and other errors are ours', async () => {
    const cwd = projectOf({});
    const place = { cwd, root: cwd, file: null, config: null };
    const asking = (error: Error) => {
      const fileAt = () => Promise.reject(error);
      return settingsChange({ github: { fileAt, treeAt: async () => null }, sha: 'sha' }, place);
    };
    const refused = new GitHubError('GitHub answered 502', { status: 502, permission: null });
    expect(plain((await asking(refused)).unknown ?? [])).toBe('GitHub answered 502.');
    await expect(asking(new TypeError('no function'))).rejects.toThrow(TypeError);
    for (const text of ['guard: [\n', 'guards: {}\n']) {
      const { unknown } = await compared({ 'inboxctl.yaml': text }, { 'inboxctl.yaml': STRICT });
      expect(plain(unknown ?? [])).toBe('inboxctl.yaml is not a valid project file there.');
    }
  });
});

describe('account files at the base', () => {
  const project = { 'inboxctl.yaml': 'accounts: ./accounts/\n' };
  const changed = async (base: Record<string, string>, now: Record<string, string>) => {
    const named = (files: Record<string, string>) => {
      return Object.fromEntries(Object.entries(files).map(([name, text]) => [`accounts/${name}`, text]));
    };
    return compared({ ...project, ...named(base) }, { ...project, ...named(now) });
  };

  it('are compared with those in the checkout, and only those that differ are asked for', async () => {
    const same = { 'same.yaml': 'baseUrl: https://mail.example.com/api/v1\n' };
    const base = { ...same, 'alice.yaml': 'rules: [../a]\n', 'bob.yaml': '# old\nignore: [x]\n', 'gone.yml': '' };
    const now = { ...same, 'alice.yaml': 'rules: [../b]\nguard: {}\n', 'bob.yaml': 'ignore: [x]\n', 'carol.yaml': '' };
    const { files, paths, unknown } = await changed(base, now);
    expect(files).toEqual({
      'accounts/alice.yaml': ['rules', 'guard'],
      'accounts/carol.yaml': 'new',
      'accounts/gone.yml': 'removed',
    });
    expect({ paths, unknown }).toEqual({
      paths: ['inboxctl.yaml', 'accounts/alice.yaml', 'accounts/bob.yaml'],
      unknown: null,
    });
  });

  it('are named as changed where their settings cannot be told', async () => {
    const { files } = await changed({ 'a.yaml': 'x: 1\n' }, { 'a.yaml': '' });
    expect(files).toEqual({ 'accounts/a.yaml': 'changed' });
    const all = (text: string) => Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`a${at}.yaml`, text]));
    const many = await changed(all('undeclared: keep\n'), all(''));
    expect(many.paths).toHaveLength(101);
    expect(Object.values(many.files).filter((what) => what === 'changed')).toHaveLength(1);
    expect(many.files['accounts/a0.yaml']).toEqual(['undeclared']);
  });

  it('are not known where GitHub does not list the files; another folder is named with the project file', async () => {
    const cwd = projectOf({ ...project, 'accounts/a.yaml': '' });
    const place = { cwd, root: cwd, file: path.join(cwd, 'inboxctl.yaml'), config: null };
    const at = (text: string) => ({ github: { fileAt: async () => text, treeAt: async () => null }, sha: 'sha' });
    const { unknown } = await settingsChange(at('accounts: accounts\n'), place);
    expect(plain(unknown ?? [])).toBe('The repository has too many files to be listed.');
    const moved = await settingsChange(at('accounts: others\n'), place);
    expect([...moved.files]).toEqual([['inboxctl.yaml', ['accounts']]]);
  });
});
