/** A rule of an account's own folder that takes the place of the shared one. */
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { serve } from '../harness/project.ts';
import { commit, type Files, repository } from '../source/git-repository.ts';

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
  const plan = async (...args: string[]) => {
    const { code, stdout } = await inboxctl(['plan', '--format', 'json', ...args], { cwd, env });
    return { code, ...planDocument.parse(JSON.parse(stdout)) };
  };
  return { cwd, plan };
}

describe('the file that counts', () => {
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
});
