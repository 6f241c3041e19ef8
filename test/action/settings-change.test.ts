import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedSettings, settingsChange } from '../../src/action/comment/settings-change.ts';
import { plain } from '../../src/diagnostics/message.ts';
import { accountFile, projectFile } from '../../src/model/written-project.ts';
import { treeAt } from '../../src/source/git/commit-tree.ts';
import { projectOf } from '../harness/project.ts';
import { change, cloneOf, ENV, repository } from '../source/git-repository.ts';

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

/** The project file of a checkout, compared with files at the base, which are from the root of the repository. */
async function compared(
  base: Record<string, string>,
  checkout: Record<string, string>,
  { workingDirectory = '.', top = '.' } = {},
) {
  const workspace = projectOf({});
  const root = repository([base], path.join(workspace, top));
  for (const name of Object.keys(base)) change(root, { [name]: null });
  change(workspace, { [path.join(workingDirectory, 'README.md')]: 'x', ...checkout });
  const cwd = path.join(workspace, workingDirectory);
  const found = Object.keys(checkout).find((file) => file.endsWith('inboxctl.yaml'));
  const file = found === undefined ? null : path.join(workspace, found);
  const settings = await settingsChange((ref) => treeAt(ENV, cwd, ref), 'HEAD', { cwd, file, root });
  return { ...settings, files: Object.fromEntries(settings.files) };
}

describe('the project file at the base', () => {
  it('is looked for from the working directory up to the root of the repository', async () => {
    const place = { workingDirectory: 'repo/mail/team', top: 'repo' };
    expect(await compared({ 'inboxctl.yaml': STRICT }, {}, place)).toMatchObject({
      before: 'inboxctl.yaml',
      now: null,
      files: { 'inboxctl.yaml': ['guard'] },
    });
    const nearer = await compared({ 'inboxctl.yaml': STRICT, 'mail/inboxctl.yaml': STRICT }, {}, place);
    expect(nearer.before).toBe('mail/inboxctl.yaml');
    const without = await compared({ 'README.md': 'x' }, {}, { workingDirectory: 'mail' });
    expect(without).toMatchObject({ before: null, now: null, files: {}, unknown: null });
  });

  it('is not known where git does not have it or it is not valid', async () => {
    const cwd = projectOf({});
    const place = { cwd, root: cwd, file: null };
    const { unknown } = await settingsChange((ref) => treeAt(ENV, cwd, ref), 'HEAD', place);
    expect(plain(unknown ?? [])).toMatch(/^The base HEAD cannot be read: this folder is in no git repository\./);
    const partial = cloneOf(repository([{ 'inboxctl.yaml': STRICT }]), '--filter=blob:none');
    const there = await settingsChange((ref) => treeAt(ENV, partial, ref), 'origin/main', { ...place, cwd: partial });
    expect(plain(there.unknown ?? [])).toMatch(/^The base origin\/main cannot be read: .* It takes a whole clone/);
    for (const text of ['guard: [\n', 'guards: {}\n']) {
      const found = await compared({ 'inboxctl.yaml': text }, { 'inboxctl.yaml': STRICT });
      expect(plain(found.unknown ?? [])).toBe('inboxctl.yaml is not valid at its base.');
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

  it('are compared with those in the checkout', async () => {
    const same = { 'same.yaml': 'baseUrl: https://mail.example.com/api/v1\n' };
    const base = { ...same, 'alice.yaml': 'rules: [../a]\n', 'bob.yaml': '# old\nignore: [x]\n', 'gone.yml': '' };
    const now = { ...same, 'alice.yaml': 'rules: [../b]\nguard: {}\n', 'bob.yaml': 'ignore: [x]\n', 'carol.yaml': '' };
    const { files, unknown } = await changed(base, now);
    expect(files).toEqual({
      'accounts/alice.yaml': ['rules', 'guard'],
      'accounts/carol.yaml': 'new',
      'accounts/gone.yml': 'removed',
    });
    expect(unknown).toBeNull();
  });

  it('are named as changed where their settings cannot be told', async () => {
    const { files } = await changed({ 'a.yaml': 'x: 1\n' }, { 'a.yaml': '' });
    expect(files).toEqual({ 'accounts/a.yaml': 'changed' });
  });

  it('are named with the project file where that names another folder', async () => {
    const base = { 'inboxctl.yaml': 'accounts: others\n', 'others/a.yaml': '' };
    const moved = await compared(base, { ...project, 'accounts/a.yaml': '' });
    expect(moved.files).toEqual({ 'inboxctl.yaml': ['accounts'] });
  });
});
