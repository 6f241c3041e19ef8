/** `plan --base`: what the files cause, and what the inbox differed by before. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Notice, planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';
import { change, commit, type Files, git, repository, trap } from '../source/git-repository.ts';

const rule = (name: string, find = name) =>
  `name: ${name}\ncondition: { aiInstructions: ${find} }\nactions: [{ type: ARCHIVE }]\n`;
const live = (name: string, find = name) => ({
  name,
  condition: { aiInstructions: find },
  actions: [{ type: 'ARCHIVE' }],
});

/** Plans a folder with a base; gives each change with its origin, and what is said of the base. Nothing is planned at exit 3. */
async function planIn(cwd: string, base: string, rules: unknown[], args: string[] = []) {
  const { env } = await serve({ seed: { rules } });
  const end = await inboxctl(['plan', '--format', 'json', '--base', base, '--max-deletes', '9', ...args], { cwd, env });
  const said = JSON.parse(end.stdout);
  if (end.code === 3) return { ...end, base: undefined, changes: [], notices: said.notices as Notice[] };
  const { base: found, changes, notices } = planDocument.parse(said);
  return { ...end, base: found, changes: changes.map(({ op, name, origin }) => `${op} ${name}: ${origin}`), notices };
}

const BASE: Files = {
  'inboxctl.yaml': 'version: 1\n',
  'rules/a.yaml': rule('A', '{ file: ../prompts/a.md }'),
  'rules/b.yaml': rule('B'),
  'prompts/a.md': 'old\n',
};

describe('with the base of a branch', () => {
  it('tells edits, also of a referenced file, from what is in the inbox already', async () => {
    const cwd = repository([BASE]);
    commit(cwd, { 'prompts/a.md': 'new\n', 'rules/c.yaml': rule('C') });
    const rules = [live('A', 'old'), live('B', 'by hand'), live('Stray')];
    const { base, changes, code } = await planIn(cwd, 'HEAD^', rules);
    expect(code).toBe(0);
    expect(base).toEqual({ commit: git(cwd, ['rev-parse', 'HEAD^']).trim() });
    expect(changes).toEqual(['replace A: edit', 'replace B: base', 'create C: edit', 'delete Stray: base']);
  });

  it('compares with the uncommitted work tree', async () => {
    const cwd = repository([BASE]);
    change(cwd, { 'rules/b.yaml': rule('B', 'new') });
    expect((await planIn(cwd, 'HEAD', [live('A', 'old'), live('B')])).changes).toEqual(['replace B: edit']);
  });

  it('says what to do about each part, and what an edit overwrites', async () => {
    const cwd = repository([BASE]);
    commit(cwd, { 'rules/b.yaml': rule('B', 'new') });
    const { env } = await serve({ seed: { rules: [live('A', 'tuned'), live('B', 'by hand')] } });
    const { stdout, stderr } = await inboxctl(['plan', '--base', 'main^'], { cwd, env });
    expect(stdout).toMatch(
      /"B"[\s\S]*Not from this change: the inbox differs from main\^ already[\s\S]*inboxctl pull[\s\S]*"A"/,
    );
    expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain(
      'is not as at the base: it was changed in the inbox, or is merged and not made. This change overwrites what is there.',
    );
  });

  const account = (name: string, key = 'INBOXCTL_API_KEY', more = '') =>
    `accounts: { ${name}: { apiKey: { env: ${key} }, rules: [rules/${name}]${more} } }\n`;

  it('reads settings and ignored names as they are there', async () => {
    const cwd = repository([
      { 'inboxctl.yaml': `ignore: ["Stray*"]\n${account('one')}`, 'rules/one/a.yaml': rule('A') },
    ]);
    commit(cwd, { 'inboxctl.yaml': account('one') });
    expect((await planIn(cwd, 'HEAD^', [live('A'), live('Stray')])).changes).toEqual(['delete Stray: edit']);
  });

  it('takes an account of another name, and the same address and key, for the same account', async () => {
    const cwd = repository([{ 'inboxctl.yaml': account('one'), 'rules/one/a.yaml': rule('A') }]);
    commit(cwd, { 'inboxctl.yaml': account('two'), 'rules/one/a.yaml': null, 'rules/two/a.yaml': rule('A') });
    const rules = [live('A', 'by hand'), live('Stray')];
    expect((await planIn(cwd, 'HEAD^', rules)).changes).toEqual(['replace A: base', 'delete Stray: base']);
    commit(cwd, { 'rules/two/a.yaml': rule('A', 'new') });
    expect((await planIn(cwd, 'HEAD^^', rules)).changes).toEqual(['replace A: edit', 'delete Stray: base']);
  });

  it('takes all of an account for edits where the base has none of this name, or address and key', async () => {
    const files = { 'rules/one/a.yaml': rule('A'), 'rules/two/a.yaml': rule('A') };
    const cwd = repository([{ 'inboxctl.yaml': account('one', 'INBOXCTL_ONE_KEY'), ...files }]);
    commit(cwd, { 'inboxctl.yaml': account('two') });
    const rules = [live('A', 'by hand'), live('Stray')];
    const edits = ['replace A: edit', 'delete Stray: edit'];
    expect((await planIn(cwd, 'HEAD^', rules)).changes).toEqual(edits);
    commit(cwd, {
      'inboxctl.yaml': account('one', 'INBOXCTL_API_KEY', ', baseUrl: "https://mail.example.com/api/v1"'),
    });
    commit(cwd, { 'inboxctl.yaml': account('two') });
    expect((await planIn(cwd, 'HEAD^', rules)).changes).toEqual(edits);
    // The other name is still there, and so is its account.
    const both = `${account('one', 'INBOXCTL_ONE_KEY').slice(0, -3)}, ${account('two').slice('accounts: { '.length)}`;
    commit(cwd, { 'inboxctl.yaml': account('one') });
    commit(cwd, { 'inboxctl.yaml': both });
    expect((await planIn(cwd, 'HEAD^', rules, ['--account', 'two'])).changes).toEqual(edits);
  });

  it('takes everything for an edit where the base has no project, no rule, or another project file', async () => {
    const cwd = repository([{ 'README.md': 'x' }, { 'inboxctl.yaml': 'version: 1\n' }]);
    commit(cwd, { 'rules/a.yaml': rule('A') });
    for (const base of ['HEAD^', 'HEAD^^']) {
      const { changes } = await planIn(cwd, base, [live('Stray'), live('A', 'old')]);
      expect(changes).toEqual(['replace A: edit', 'delete Stray: edit']);
    }
    // The base has no project file of this name, and so no project.
    change(cwd, { 'mine.yaml': 'version: 1\n', 'rules/a.yaml': rule('A') });
    const renamed = await planIn(cwd, 'HEAD^', [live('A', 'old')], ['--config', 'mine.yaml']);
    expect(renamed.changes).toEqual(['replace A: edit']);
    change(cwd, { 'mine.yaml': null });
    commit(cwd, {
      'inboxctl.yaml': null,
      rules: null,
      'mail/inboxctl.yaml': 'version: 1\n',
      'mail/rules/a.yaml': rule('A'),
    });
    const moved = await planIn(path.join(cwd, 'mail'), 'HEAD^', [live('A', 'old')]);
    // From the same folder, the base has the project that is above it.
    expect(moved.changes).toEqual(['replace A: base']);
  });
});

describe('a base that no commit can be', () => {
  it.each(['--upload-pack=x', '-h', 'no-such-branch', 'HEAD:rules', '', 'a b'])('named %j is exit 3', async (ref) => {
    const cwd = repository([{ 'rules/a.yaml': rule('A') }]);
    const { env } = await serve();
    const { code, stdout, stderr } = await inboxctl(['plan', `--base=${ref}`], { cwd, env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/--base(: ``|.* tags: main\.)/s);
  });

  it('is named to who gives a branch alone', async () => {
    const cwd = repository([{ 'rules/a.yaml': rule('A') }]);
    expect((await inboxctl(['plan', 'main'], { cwd })).stderr).toContain('Write --base main.');
  });
});

describe('a hostile repository', () => {
  it('runs nothing that its configuration or attributes name', async () => {
    const cwd = repository([{ ...BASE, '.gitattributes': '* filter=yaml diff=yaml text eol=crlf ident\n' }]);
    commit(cwd, { 'rules/b.yaml': rule('B', 'new') });
    const { config, isSprung } = trap();
    change(cwd, { '.git/config': config });
    const { changes } = await planIn(cwd, 'HEAD^', [live('A', 'old'), live('B')]);
    expect(changes).toEqual(['replace B: edit']);
    expect(isSprung()).toBe(false);
  });

  it('follows neither links nor submodules of the base', async () => {
    const secret = projectOf({ 'a.yaml': rule('Outside') });
    const cwd = repository([{ 'inboxctl.yaml': 'version: 1\n' }]);
    symlinkSync(secret, path.join(cwd, 'rules'));
    commit(cwd, {});
    git(cwd, ['rm', '--quiet', '--cached', 'rules']);
    change(cwd, { rules: null, 'rules/a.yaml': rule('A') });
    commit(cwd, {});
    const linked = await planIn(cwd, 'HEAD^', [live('A', 'old')]);
    expect([linked.code, linked.notices]).toMatchObject([3, [{ code: 'base-broken' }]]);
    const sub = repository([{ 'a.yaml': rule('A') }]);
    const top = repository([{ 'inboxctl.yaml': 'version: 1\n' }]);
    git(top, ['update-index', '--add', '--cacheinfo', `160000,${git(sub, ['rev-parse', 'HEAD']).trim()},rules`]);
    git(top, ['commit', '--quiet', '--message', 'A submodule']);
    git(top, ['rm', '--quiet', '--cached', 'rules']);
    commit(top, { 'rules/a.yaml': rule('A') });
    const module = await planIn(top, 'HEAD^', [live('A', 'old')]);
    expect([module.code, module.notices]).toMatchObject([3, [{ code: 'base-broken' }]]);
  });

  it('cannot tell what a submodule below the rules declared there', async () => {
    const sub = repository([{ 'a.yaml': rule('A') }]);
    const cwd = repository([{ 'inboxctl.yaml': 'version: 1\n', 'rules/b.yaml': rule('B') }]);
    const id = git(sub, ['rev-parse', 'HEAD']).trim();
    git(cwd, ['update-index', '--add', '--cacheinfo', `160000,${id},rules/shared`]);
    git(cwd, ['commit', '--quiet', '--message', 'A submodule']);
    // As a checkout with submodules has it.
    change(cwd, { 'rules/shared/a.yaml': rule('A'), 'rules/shared/.git': 'gitdir: ../../.git/modules/shared\n' });
    const { code, notices } = await planIn(cwd, 'HEAD', [live('A', 'by hand'), live('B')]);
    expect([code, notices]).toMatchObject([
      3,
      [{ code: 'base-broken', message: expect.stringContaining('submodule') }],
    ]);
  });
});
