import { describe, expect, it } from 'vitest';
import { accountsDocument } from '../../src/model/accounts.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf } from '../harness/project.ts';

const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n`;

const PROJECT = `undeclared: keep
accounts:
  alice:
    baseUrl: https://mail.example.com/api/v1/
    apiKey: { env: INBOXCTL_ALICE_KEY }
    rules: [rules/common, rules/alice]
  bob:
    apiKey: { env: INBOXCTL_BOB_KEY }
    rules: [rules/common]
    undeclared: delete
    ignore: ["Cold Email*", "Personal: *"]
    acceptPitfalls: [{ rule: News, codes: [any-of, regular-expression] }]
    aiSelection: several
    guard: { maxDeletes: 5 }
    policy:
      forbidActions: [DELETE]
      forwardTo: []
      confine:
        - { actions: [FORWARD, REPLY], files: ["rules/outbound/*", rules/replies.yaml] }
        - { actions: [LABEL], files: ["*.yml"] }
      forbidPitfalls: true
`;

const project = () =>
  projectOf({
    'inboxctl.yaml': PROJECT,
    'rules/common/a.yaml': rule('A'),
    'rules/alice/b.yaml': `${rule('B')}---\n${rule('C')}`,
    'rules/alice/broken.yaml': 'name: [\n',
  });

const env = { INBOXCTL_ALICE_KEY: KEY, INBOXCTL_BASE_URL: 'https://other.example.com/api/v1' };

async function listed(cwd: string, variables: Record<string, string>, ...args: string[]) {
  const result = await inboxctl(['accounts', '--format', 'json', ...args], { cwd, env: variables });
  return { ...result, document: accountsDocument.parse(JSON.parse(result.stdout)) };
}

describe('inboxctl accounts', () => {
  it('lists each with its settings, as text', async () => {
    const { code, stdout, stderr } = await inboxctl(['accounts'], { cwd: project(), env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`alice
  base URL    https://mail.example.com/api/v1 (inboxctl.yaml)
  API key     INBOXCTL_ALICE_KEY is set
  rules       3 rules in 3 files (rules/common, rules/alice), 1 error (see
              \`inboxctl validate\`)
  undeclared  keep

bob
  base URL               https://other.example.com/api/v1 (INBOXCTL_BASE_URL)
  API key                INBOXCTL_BOB_KEY is not set
  rules                  1 rule in 1 file (rules/common)
  aiSelection            several
  guard.maxDeletes       5
  policy.forbidPitfalls  true
  ignore                 "Cold Email*", "Personal: *"
  acceptPitfalls         any-of, regular-expression of "News"
  policy.forbidActions   DELETE
  policy.forwardTo       (none)
  policy.confine         FORWARD, REPLY in rules/outbound/*, rules/replies.yaml
  policy.confine         LABEL in *.yml

2 accounts in inboxctl.yaml.
`);
  });

  it('lists them as JSON, with nothing left out', async () => {
    const { code, stderr, document } = await listed(project(), env);
    expect({ code, stderr, notices: document.notices }).toEqual({ code: 0, stderr: '', notices: [] });
    expect(document.accounts[1]).toEqual({
      name: 'bob',
      baseUrl: 'https://other.example.com/api/v1',
      baseUrlFrom: 'environment',
      apiKey: { env: 'INBOXCTL_BOB_KEY', set: false },
      rules: ['rules/common'],
      declared: 1,
      files: 1,
      errors: 0,
      undeclared: 'delete',
      ignore: ['Cold Email*', 'Personal: *'],
      actionOrder: 'exact',
      ignoreDifferences: [],
      aiSelection: 'several',
      acceptPitfalls: [{ rule: 'News', codes: ['any-of', 'regular-expression'] }],
      guard: { maxDeletes: 5 },
      policy: {
        forbidActions: ['DELETE'],
        forwardTo: [],
        webhookHosts: null,
        confine: [
          { actions: ['FORWARD', 'REPLY'], files: ['rules/outbound/*', 'rules/replies.yaml'] },
          { actions: ['LABEL'], files: ['*.yml'] },
        ],
        forbidPitfalls: true,
      },
    });
    expect(document.accounts[0]).toMatchObject({ apiKey: { set: true }, declared: 3, files: 3, errors: 1 });
  });

  it('lists the one account of a folder without a project file', async () => {
    const cwd = projectOf({ 'rules/a.yaml': rule('A') });
    const { code, stdout } = await inboxctl(['accounts'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toBe(`default
  base URL  none (INBOXCTL_BASE_URL)
  API key   INBOXCTL_API_KEY is not set
  rules     1 rule in 1 file (rules)

There is no project file: this is the account without one.
`);
  });

  it('says what is wrong with settings, and lists the accounts all the same', async () => {
    const twins = `accounts:
  alice: { baseUrl: "https://user:hush-hush@mail.example.com/api/v1", apiKey: { env: GITHUB_KEY } }
  bob: { apiKey: { env: INBOXCTL_BOB_KEY } }
  carol: { apiKey: { env: INBOXCTL_BOB_KEY } }
`;
    const cwd = projectOf({ 'inboxctl.yaml': twins, 'rules/a.yaml': rule('A') });
    const { code, stdout, document } = await listed(cwd, { ...env, INBOXCTL_BOB_KEY: KEY });
    expect(code).toBe(3);
    expect(document.notices.map(({ code: what }) => what).sort()).toEqual([
      'account-key-variable',
      'account-same-inbox',
      'base-url-unusable',
    ]);
    expect(document.accounts.map(({ baseUrl }) => baseUrl)).toEqual([
      null,
      env.INBOXCTL_BASE_URL,
      env.INBOXCTL_BASE_URL,
    ]);
    expect(stdout).not.toContain('hush');
    const text = await inboxctl(['accounts'], { cwd, env: { ...env, INBOXCTL_BOB_KEY: KEY } });
    expect(text).toMatchObject({ code: 3, stdout: expect.stringContaining('3 accounts in inboxctl.yaml.') });
    expect(text.stderr).toContain('are the same inbox');
    expect(text.stdout + text.stderr).not.toContain('hush');
  });

  it('shows no value of a key or of a variable that rules refer to, wherever it was pasted', async () => {
    const secret = 'a-secret-of-the-hook';
    const hook = rule('A').replace('type: STAR', 'type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } }');
    const cwd = projectOf({
      'inboxctl.yaml': `ignore: ["${KEY}", "${secret}"]\naccounts: { a: { baseUrl: "https://x.example.com/${KEY.toUpperCase()}/api/v1" } }\n`,
      'rules/a.yaml': hook,
    });
    const variables = { INBOXCTL_API_KEY: KEY, HOOK: secret };
    for (const format of ['text', 'json']) {
      const { stdout, stderr } = await inboxctl(['accounts', '--format', format], { cwd, env: variables });
      expect(stdout).toContain('(secret HOOK)');
      expect((stdout + stderr).toLowerCase()).not.toContain(KEY);
      expect(stdout + stderr).not.toContain(secret);
    }
  });
});
