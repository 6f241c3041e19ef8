/** A rule of an account's own folder that takes the place of the shared one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainDocument } from '../../src/model/listing.ts';
import { planDocument } from '../../src/model/plan.ts';
import { program } from '../harness/program.ts';
import { serve } from '../harness/project.ts';
import { change, commit, type Files, repository } from '../source/git-repository.ts';

const from = (sender: string) => `condition: { static: { from: "@${sender}.example.com" } }\n`;
const NEWS = `name: News\n${from('news')}actions: [{ type: ARCHIVE }]\n`;
const HERS = `name: News\noverrides: true\n${from('news')}actions: [{ type: STAR }]\n`;
const PROJECT = `rules: [rules/common]
accounts:
  alice: { apiKey: { env: INBOXCTL_ALICE_KEY }, rules: [rules/common, rules/alice] }
  bob: { apiKey: { env: INBOXCTL_BOB_KEY } }
  carol: { apiKey: { env: INBOXCTL_CAROL_KEY } }
`;
const FILES: Files = {
  'inboxctl.yaml': PROJECT,
  'rules/common/news.yaml': NEWS,
  'rules/common/shop.yaml': NEWS.replace('News', 'Shop').replace('@news', '@shop'),
  'rules/alice/news.yaml': HERS,
};
const IN_PLACE = { file: 'rules/alice/news.yaml', line: 1, column: 1, overrides: 'rules/common/news.yaml' };

const live = (name: string, type: string, sender = name.toLowerCase()) => ({
  name,
  condition: { conditionalOperator: 'AND', static: { from: `@${sender}.example.com` } },
  actions: [{ type }],
});

/** Three inboxes, whose rule News has these actions (null: it is gone), and the files of these commits. */
async function fleet(news: Record<'alice' | 'bob' | 'carol', string | null>, ...commits: Files[]) {
  const cwd = repository(commits.length === 0 ? [FILES] : commits);
  const inboxes = Object.entries(news).map(([name, type]) => {
    return { name, rules: [live('Shop', 'ARCHIVE'), ...(type === null ? [] : [live('News', type)])] };
  });
  const keys = inboxes.map(({ name }) => {
    return { key: `key-of-the-inbox-${name}`, inbox: name, scopes: ['RULES_READ', 'RULES_WRITE'] };
  });
  const { baseUrl } = await serve({ seed: { inboxes, keys } });
  const named = keys.map(({ inbox, key }) => [`INBOXCTL_${inbox.toUpperCase()}_KEY`, key]);
  const env = { INBOXCTL_BASE_URL: baseUrl, ...Object.fromEntries(named) };
  const run = (...args: string[]) => program(args, { cwd, env });
  const plan = async (...args: string[]) => {
    const { code, stdout } = await run('plan', '--format', 'json', ...args);
    return { code, ...planDocument.parse(JSON.parse(stdout)) };
  };
  const read = (file: string) => readFileSync(path.join(cwd, file), 'utf8');
  return { cwd, run, plan, read };
}

describe('the file that counts', () => {
  it('is in the explanation and in the plan, which is then empty', async () => {
    const { run, plan } = await fleet({ alice: 'ARCHIVE', bob: 'ARCHIVE', carol: 'ARCHIVE' });
    const said = 'News  rules/alice/news.yaml:1, in place of rules/common/news.yaml  (alice)';
    expect((await run('explain')).stdout).toContain(said);
    const { rules } = explainDocument.parse(JSON.parse((await run('explain', 'News', '--format', 'json')).stdout));
    expect(rules.map(({ source }) => source)).toMatchObject([IN_PLACE, { file: 'rules/common/news.yaml' }, {}]);
    const { changes, accounts } = await plan('--only', 'News');
    expect(changes).toMatchObject([{ account: 'alice', op: 'replace', source: IN_PLACE }]);
    expect(accounts.map(({ declared }) => declared)).toEqual([2, 2, 2]);
    expect((await run('plan')).stdout).toContain(IN_PLACE.overrides);
    expect(await run('apply', '--yes')).toMatchObject({ code: 0 });
    expect((await plan()).changes).toEqual([]);
  });

  it('is what the settings are about, confine too', async () => {
    const { cwd, run, plan } = await fleet({ alice: 'ARCHIVE', bob: 'ARCHIVE', carol: 'ARCHIVE' });
    const policy = 'policy: { confine: [{ actions: [STAR], files: ["rules/common/*"] }] }\n';
    change(cwd, { 'inboxctl.yaml': policy + PROJECT });
    const checked = await run('validate');
    expect(checked).toMatchObject({ code: 4 });
    expect(checked.stdout).toContain('rules/alice/news.yaml:4');
    // The shared rule may do it, which is not hers.
    change(cwd, {
      'rules/common/news.yaml': NEWS.replace('ARCHIVE', 'STAR'),
      'rules/alice/news.yaml': HERS.replace('STAR', 'ARCHIVE'),
    });
    expect((await run('validate', 'rules/alice/news.yaml')).code).toBe(0);
    expect((await plan()).changes.map(({ account, refused }) => [account, refused])).toEqual([
      ['bob', undefined],
      ['carol', undefined],
    ]);
  });

  it('is found in the base too, and its name in the history', async () => {
    const shared = { ...FILES, 'rules/alice/news.yaml': '' };
    const { cwd, plan } = await fleet({ alice: 'ARCHIVE', bob: 'ARCHIVE', carol: 'MARK_READ' }, shared, FILES);
    const changed = async (...args: string[]) =>
      (await plan(...args)).changes.map(({ account, op, origin }) => `${account} ${op} ${origin}`);
    expect(await changed('--base', 'HEAD^')).toEqual(['alice replace edit', 'carol replace base']);
    expect(await changed('--base', 'HEAD')).toEqual(['alice replace base', 'carol replace base']);
    commit(cwd, {
      'inboxctl.yaml': `undeclared: declared-before\n${PROJECT}`,
      'rules/common/news.yaml': null,
      'rules/alice/news.yaml': '',
    });
    expect(await changed('--max-deletes', '1')).toEqual([
      'alice delete undefined',
      'bob delete undefined',
      'carol delete undefined',
    ]);
  });

  it('keeps its key when it is formatted', async () => {
    const { cwd, run, read } = await fleet({ alice: null, bob: null, carol: null });
    change(cwd, { 'rules/alice/news.yaml': `${HERS.replace('overrides: true\n', '')}overrides: true # hers\n` });
    expect((await run('fmt')).code).toBe(0);
    expect(read('rules/alice/news.yaml')).toMatch(/^name: News\noverrides: true # hers\ncondition:/);
  });
});

describe('a pull', () => {
  it('writes what differs into the override, and what the others agree on into the shared file', async () => {
    const { run, plan, read } = await fleet({ alice: 'DIGEST', bob: 'MARK_READ', carol: 'MARK_READ' });
    expect(await run('pull', '--account', 'alice')).toMatchObject({ code: 0 });
    expect(read('rules/alice/news.yaml')).toMatch(/overrides: true[\s\S]*DIGEST/);
    expect(read('rules/common/news.yaml')).toBe(NEWS);
    expect(await run('pull', '--force')).toMatchObject({ code: 0 });
    expect(read('rules/common/news.yaml')).toContain('MARK_READ');
    expect((await plan()).changes).toEqual([]);
  });

  it.each([
    ['the override', { alice: null, bob: 'ARCHIVE', carol: 'ARCHIVE' }],
    ['the shared rule', { alice: 'STAR', bob: null, carol: null }],
  ])('does not remove %s, on which the other depends', async (_, news) => {
    const { run, read } = await fleet(news);
    const { code, stderr } = await run('pull', '--prune', '--force');
    expect(code).toBe(0);
    expect(stderr).toMatch(/Pull removes neither an override nor what it\s+overrides/);
    expect([read('rules/alice/news.yaml'), read('rules/common/news.yaml')]).toEqual([HERS, NEWS]);
  });
});
