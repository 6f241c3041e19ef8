/** `inboxctl list` and `inboxctl explain`: what is live, and what is declared, in words. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { explainDocument, listDocument } from '../../src/model/listing.ts';
import { explainMailDocument } from '../../src/model/mail.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const HOOK = 'https://hooks.example.com/hush-path-of-the-hook';
const FILES = {
  'inboxctl.yaml': 'ignore: ["Cold*"]\n',
  'rules/all.yaml': `rules:
  - name: Newsletters
    condition: { static: { from: "@news.example.com" } }
    actions: [{ type: LABEL, fields: { label: News } }, { type: ARCHIVE }]
  - name: Refunds
    condition: { conditionalOperator: AND, aiInstructions: asks for a refund, static: { to: help@example.com } }
    actions: [{ type: FORWARD, fields: { to: money@example.com } }]
  - name: Hook
    condition: { aiInstructions: all }
    actions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]
`,
};
const LIVE = [
  {
    name: 'Newsletters',
    condition: { static: { from: '@news.example.com' } },
    actions: [{ type: 'LABEL', fields: { label: 'News' } }, { type: 'ARCHIVE' }],
  },
  { name: 'Refunds', enabled: false, condition: { aiInstructions: 'asks for money' }, actions: [{ type: 'STAR' }] },
  { name: 'Cold mail', condition: { static: { subject: 'offer | deal' } }, actions: [{ type: 'MARK_SPAM' }] },
  {
    name: 'Old hook',
    condition: { aiInstructions: 'x' },
    actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: HOOK } }],
  },
  {
    name: 'Web page only',
    condition: { aiInstructions: 'y' },
    actions: [{ type: 'INTEGRATION', integrationName: 'Board' }, { type: 'STAR' }],
  },
];

async function open(files: Record<string, string> = FILES) {
  const service = await serve({ profile: 'spec', seed: { rules: LIVE } });
  const cwd = projectOf(files);
  const env = { ...service.env, HOOK };
  return { service, cwd, env, run: (...args: string[]) => inboxctl(args, { cwd, env }) };
}

describe('list', () => {
  it('says of each live rule how it compares with the files, and what it does', async () => {
    const { run, service } = await open();
    const { code, stdout, stderr } = await run('list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      stdout.replace(service.baseUrl, 'https://mail.example.com/api/v1'),
    ).toBe(`5 live rules at https://mail.example.com/api/v1
  Cold mail      ignored
      When the mail has "offer" or "deal" in its subject: mark as spam.
  Newsletters    as declared            rules/all.yaml:2
      When the mail is from @news.example.com: label News, then archive.
  Old hook       undeclared
      When the AI finds "x": call the webhook (secret HOOK).
  Refunds        differs, switched off  rules/all.yaml:5
      When the AI finds "asks for money": star.
  Web page only  undeclared
      When the AI finds "y": do INTEGRATION, then star.

1 as declared, 1 differs, 2 undeclared, 1 ignored.
To see what differs: inboxctl plan
To write undeclared rules into the files: inboxctl pull
`);
    expect(service.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('has straight columns, and a rule 7 before a rule 10', async () => {
    const names = ['Team 10', 'Team 7', 'Team 007', `Team ${'x'.repeat(40)}`, 'Team 1e3', 'team 2'];
    const rules = names.map((name) => ({
      name,
      condition: { static: { from: 'a@b.com' } },
      actions: [{ type: 'STAR' }],
    }));
    const service = await serve({ profile: 'spec', seed: { rules } });
    const { stdout } = await inboxctl(['list'], { cwd: projectOf({}), env: service.env });
    const titles = stdout.split('\n').filter((line) => line.includes('undeclared') && line.startsWith('  '));
    expect(titles).toEqual([
      '  Team 1e3  undeclared',
      '  Team 007  undeclared',
      '  Team 7    undeclared',
      '  Team 10   undeclared',
      `  Team ${'x'.repeat(40)}  undeclared`,
      '  team 2    undeclared',
    ]);
  });

  it('is the same as JSON and as YAML', async () => {
    const { run } = await open();
    const json = JSON.parse((await run('list', '--format', 'json')).stdout);
    const document = listDocument.parse(json);
    expect(document.notices).toEqual([]);
    expect(document.accounts).toMatchObject([{ name: 'default', live: 5 }]);
    expect(document.rules.map(({ name, state, enabled }) => [name, state, enabled])).toEqual([
      ['Cold mail', 'ignored', true],
      ['Newsletters', 'as-declared', true],
      ['Old hook', 'undeclared', true],
      ['Refunds', 'differs', false],
      ['Web page only', 'undeclared', true],
    ]);
    expect(document.rules[1]).toMatchObject({
      source: { file: 'rules/all.yaml', line: 2 },
      when: 'the mail is from @news.example.com',
      does: 'label News, then archive',
    });
    const yaml = await run('list', '--format', 'yaml');
    expect(parse(yaml.stdout)).toEqual(json);
    expect(yaml.stdout).not.toContain('hush');
  });

  it('writes YAML in which no name can become a command of a GitHub runner', async () => {
    const rules = [
      { name: '##[error]x', condition: { aiInstructions: '::warning::a\n::b' }, actions: [{ type: 'STAR' }] },
    ];
    const { env } = await serve({ seed: { rules } });
    const { stdout } = await inboxctl(['list', '--format', 'yaml'], { cwd: projectOf({}), env });
    expect(stdout).not.toMatch(/##\[|^\s*::/m);
    expect(parse(stdout).rules[0]).toMatchObject({ name: '##[error]x', rule: { name: '##[error]x' } });
  });

  it('takes one of two live rules of a name for the declared one, and the other for undeclared', async () => {
    const twice = [...LIVE, { ...LIVE[0], actions: [{ type: 'STAR' }] }];
    const { env } = await serve({ profile: 'spec', seed: { rules: twice } });
    const { stdout } = await inboxctl(['list', '--format', 'json'], { cwd: projectOf(FILES), env: { ...env, HOOK } });
    const states = listDocument.parse(JSON.parse(stdout)).rules.filter(({ name }) => name === 'Newsletters');
    expect(states.map(({ state }) => state).sort()).toEqual(['as-declared', 'undeclared']);
  });

  it('lists an empty inbox, and says where there is none', async () => {
    const { env } = await serve();
    const cwd = projectOf(FILES);
    expect((await inboxctl(['list'], { cwd, env: { ...env, HOOK } })).stdout).toMatch(/^0 live rules at \S+\n$/);
    const failed = await inboxctl(['list'], { cwd, env: { ...env, HOOK, INBOXCTL_API_KEY: 'not-the-key' } });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('Invalid API key');
  });

  it('needs no project, and says how to begin one', async () => {
    const { env } = await serve({ profile: 'spec', seed: { rules: LIVE } });
    const cwd = projectOf({});
    const { code, stdout, stderr } = await inboxctl(['list'], { cwd, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('5 undeclared.\nTo begin a project with these rules: inboxctl init\n');
    const broken = projectOf({ 'inboxctl.yaml': 'rules: [rulez]\n' });
    expect(await inboxctl(['list'], { cwd: broken, env })).toMatchObject({ code: 3, stdout: '' });
  });

  it('needs no git history, whatever is to be deleted', async () => {
    const { run } = await open({ ...FILES, 'inboxctl.yaml': 'undeclared: declared-before\n' });
    const { code, stdout, stderr } = await run('list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('undeclared');
    expect(await run('plan')).toMatchObject({ code: 3 });
  });

  it('shows ids and whole sentences with --verbose', async () => {
    const { run } = await open();
    const { stdout } = await run('list', '--verbose');
    expect(stdout.match(/^ {6}id /gm)).toHaveLength(5);
  });
});

describe('explain', () => {
  it('says what each declared rule does, offline', async () => {
    const cwd = projectOf(FILES);
    const { code, stdout, stderr } = await inboxctl(['explain'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Newsletters  rules/all.yaml:2
  When the mail is from @news.example.com: label News, then archive.
  To see such mails (wider: names too, longer domains too in Gmail):
    Gmail: from:"@news.example.com"
    Outlook: from:"@news.example.com"

Refunds  rules/all.yaml:5
  When the mail is to help@example.com and the AI finds "asks for a refund":
  forward to money@example.com.
  To see such mails (wider: names too, Cc and Bcc too in Gmail, what the AI
  rejects too):
    Gmail: to:help@example.com
    Outlook: to:help@example.com
  ! sends mail in your name

Hook  rules/all.yaml:8
  When the AI finds "all": call the webhook (secret HOOK).
  ! passes mail on to a webhook or a messaging channel
`);
  });

  it('says that a rule trusts its sender, as do the plan and its comment', async () => {
    const trusting = 'name: A\ncondition: { static: { from: boss@example.com } }\nactions: [{ type: DELETE }]\n';
    const service = await serve({});
    const cwd = projectOf({ 'rules/a.yaml': trusting });
    for (const command of [['explain'], ['plan'], ['plan', '--format', 'markdown']]) {
      const { stdout } = await inboxctl(command, { cwd, env: service.env });
      expect(stdout.replace(/\s+/g, ' ')).toMatch(/trusts its sender: anybody can send as any address/i);
    }
    const { stdout, stderr } = await inboxctl(['validate'], { cwd });
    expect(stdout + stderr).not.toContain('trust');
  });

  it('says what the rules do to the headers of a mail, as JSON too', async () => {
    const mail = ['--from', 'Jane <jane@mail.news.example.com>', '--to', 'help@example.com', '--subject', 'Hi'];
    const args = ['explain', 'New*', '--reply', ...mail, '--format', 'json'];
    const { stdout } = await inboxctl(args, { cwd: projectOf(FILES), env: { HOOK } });
    expect(explainMailDocument.parse(JSON.parse(stdout))).toMatchObject({
      mail: { from: mail[1], to: mail[3], subject: 'Hi', reply: true },
      rules: [{ account: 'default', rule: 'Newsletters', outcome: 'no', source: { line: 2 } }],
    });
  });

  it('takes names and globs, as JSON too', async () => {
    const cwd = projectOf(FILES);
    const names = async (...words: string[]) => {
      const { stdout } = await inboxctl(['explain', ...words, '--format', 'json'], { cwd, env: { HOOK } });
      return explainDocument.parse(JSON.parse(stdout)).rules.map(({ rule }) => rule);
    };
    expect(await names()).toEqual(['Newsletters', 'Refunds', 'Hook']);
    expect(await names('Hook', 'New*')).toEqual(['Newsletters', 'Hook']);
    const { stdout } = await inboxctl(['explain', 'Refunds', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).rules).toMatchObject([
      {
        account: 'default',
        risks: ['sends-mail'],
        when: 'the mail is to help@example.com and the AI finds "asks for a refund"',
        search: {
          gmail: 'to:help@example.com',
          outlook: 'to:help@example.com',
          wider: 'names too, Cc and Bcc too in Gmail, what the AI rejects too',
          narrower: '',
        },
      },
    ]);
  });

  it('searches for no secret', async () => {
    const rule =
      'name: A\ncondition: { static: { from: { env: SENDERS }, subject: Order } }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ 'rules/a.yaml': rule });
    for (const env of [{ SENDERS: 'vendor@example.org' }, {}]) {
      const { stdout } = await inboxctl(['explain'], { cwd, env });
      expect(stdout).not.toContain('vendor');
      expect(stdout).toContain('wider: any `from`, any case');
      expect(stdout).toContain('Gmail: subject:order\n    Outlook: subject:order*\n');
    }
  });

  it('knows a rule by the name that it is renamed from', async () => {
    const renamed = 'name: New\nrenamedFrom: Old\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ 'rules/a.yaml': renamed });
    const { code, stdout } = await inboxctl(['explain', 'Old'], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'New  rules/a.yaml:1\n  When the AI finds "x": star.\n' });
  });

  it('explains a rule that accounts share once, and names the accounts of others', async () => {
    const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n`;
    const cwd = projectOf({
      'inboxctl.yaml': 'accounts: { alice: { rules: [common, alice] }, bob: { rules: [common] } }\n',
      'common/a.yaml': rule('Shared'),
      'alice/a.yaml': rule('Own'),
    });
    const { stdout } = await inboxctl(['explain'], { cwd });
    expect(stdout).toBe(`Own  alice/a.yaml:1  (alice)
  When the AI finds "x": star.

Shared  common/a.yaml:1
  When the AI finds "x": star.
`);
  });
});
