/** `inboxctl explain --mail`: what the rules, declared or live, do to a mail that was saved. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { explainMailDocument } from '../../src/model/mail.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { program as builtInboxctl } from '../harness/program.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';

const MAIL = `Received: from a.example
From: =?utf-8?Q?Doe=2C_J=C3=B6rg?= <j@news.example.com>
To: me@example.com,
 "Team, The" <team@example.com>
Cc: all@example.com
Subject: Issue 12
In-Reply-To: <a@b.example>

the body
`;
const FILES = {
  'a.eml': MAIL,
  'rules/all.yaml': `rules:
  - name: Newsletters
    condition: { static: { from: "@news.example.com" } }
    actions: [{ type: ARCHIVE }]
  - name: Team
    runOnThreads: false
    condition: { static: { to: team@example.com } }
    actions: [{ type: STAR }]
  - name: Refunds
    condition: { aiInstructions: asks for a refund }
    actions: [{ type: STAR }]
`,
};

describe('explain --mail', () => {
  it('says what the rules do to the mail of a file, and why', async () => {
    const { code, stdout, stderr } = await inboxctl(['explain', '--mail', 'a.eml'], { cwd: projectOf(FILES) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`from: "\\"Doe, Jörg\\" <j@news.example.com>"
to: "me@example.com, \\"Team, The\\" <team@example.com>"
subject: "Issue 12"
a reply in a thread

  matches  Newsletters  rules/all.yaml:2
           \`from\` has "j@news.example.com", which fits "@news.example.com" (only
           that domain).

  ai       Refunds  rules/all.yaml:9
           The AI of the service decides, by \`aiInstructions\`.

  no       Team  rules/all.yaml:5
           The mail is a reply, and \`runOnThreads: false\` leaves replies out.

1 of 3 rules matches; the AI decides about 1.
`);
  });

  it('counts the rules that do not match where there are many, unless they are asked for', async () => {
    const rule = (name: string) =>
      `  - { name: ${name}, condition: { static: { to: ${name}@x.com } }, actions: [{ type: STAR }] }\n`;
    const more = { 'rules/more.yaml': `rules:\n${['a', 'b', 'c'].map(rule).join('')}` };
    const cwd = projectOf({ ...FILES, ...more });
    const explain = async (...args: string[]) =>
      (await inboxctl(['explain', '--mail', 'a.eml', ...args], { cwd })).stdout;
    const folded = await explain();
    expect(folded).toContain('\n\n  no       4 rules (--verbose shows them, and why)\n\n1 of 6 rules matches;');
    expect(folded).not.toContain('rules/more.yaml');
    expect(await explain('--verbose')).toContain('  no       c  rules/more.yaml:4\n');
    expect(await explain('Team', 'a', 'b', 'c')).toContain('  no       c  rules/more.yaml:4\n');
  });

  it('names no display name where a rule wants an address, and says that there are no rules', async () => {
    const rule = 'name: A\ncondition: { static: { from: b@example.com } }\nactions: [{ type: STAR }]\n';
    const from = ['explain', '--from', 'Jane <jane@example.com>'];
    const { stdout } = await inboxctl(from, { cwd: projectOf({ 'rules/a.yaml': rule }) });
    expect(stdout).toContain('`from` has "jane@example.com"; the rule wants "b@example.com".');
    const { stdout: none } = await inboxctl(from, { cwd: projectOf({ 'rules/a.yaml': '# none\n' }) });
    expect(none).toContain('\n\nThere are no rules.\n');
  });

  it('takes a mail as a reply that does not say so itself', async () => {
    const cwd = projectOf({ ...FILES, 'b.eml': 'To: team@example.com\n\n' });
    const outcome = async (...more: string[]) => {
      const { stdout } = await inboxctl(['explain', 'Team', '--mail', 'b.eml', '--format', 'json', ...more], { cwd });
      return explainMailDocument.parse(JSON.parse(stdout)).rules[0]?.outcome;
    };
    expect(await outcome()).toBe('matches');
    expect(await outcome('--reply')).toBe('no');
    const { stdout } = await inboxctl(['explain', '--reply'], { cwd });
    expect(stdout).toContain('The mail is a reply, and `runOnThreads: false` leaves replies out.');
  });

  it('reads standard input, however much of it', async () => {
    const stdin = `${MAIL}${'x'.repeat(20_000_000)}`;
    let written: Promise<unknown> | undefined;
    const { code, stdout } = await builtInboxctl(['explain', '--mail', '-', 'New*'], {
      cwd: projectOf(FILES),
      started: (child) => {
        written = new Promise((resolve) => child.stdin?.write(stdin, resolve));
      },
    });
    expect({ code, failure: await written }).toEqual({ code: 0, failure: null });
    expect(stdout).toContain('1 of 1 rule matches');
  });

  it('refuses a pipe, even one that nothing writes to', async () => {
    const cwd = projectOf(FILES);
    execFileSync('mkfifo', [path.join(cwd, 'pipe.eml')]);
    const { code, stderr } = await builtInboxctl(['explain', '--mail', 'pipe.eml'], {
      cwd,
      started: (child) => onTestFinished(() => void child.kill()),
    });
    expect(code).toBe(3);
    expect(stderr).toContain('is not a regular file');
  });

  it('is about the accounts that are selected', async () => {
    const settings = 'accounts: { alice: { rules: [rules] }, bob: { rules: [rules] } }\n';
    const cwd = projectOf({ ...FILES, 'inboxctl.yaml': settings });
    const { stdout } = await inboxctl(['explain', '--mail', 'a.eml', '--account', 'b*', '--format', 'json'], { cwd });
    const { rules } = explainMailDocument.parse(JSON.parse(stdout));
    expect([...new Set(rules.map(({ account }) => account))]).toEqual(['bob']);
    const text = await inboxctl(['explain', '--mail', 'a.eml'], { cwd });
    expect(text.stdout).toContain('  matches  alice: Newsletters  rules/all.yaml:2\n');
  });

  it('shows no secret that a mail has, and nothing that a terminal or a runner would obey', async () => {
    const rule =
      'name: Hook\ncondition: { conditionalOperator: OR, aiInstructions: x, static: { subject: y } }\nactions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]\n';
    const HOOK = 'https://hooks.example.com/hush-path';
    const cwd = projectOf({
      'rules/a.yaml': rule,
      'a.eml': `From: "\u202eevil" <e@x.com>\nTo: a\n ::error::b\nSubject: \u001b[31m ${KEY} ##[error]x ${HOOK} =?utf-8?Q?=0A=3A=3Aerror=3A=3Ax?=\n\n`,
    });
    const env = { HOOK, INBOXCTL_API_KEY: KEY };
    for (const more of [[], ['--format', 'json']]) {
      const { code, stdout } = await inboxctl(['explain', '--mail', 'a.eml', ...more], { cwd, env });
      expect(code).toBe(0);
      expect(stdout).not.toMatch(/##\[|^\s*::/m);
      for (const hidden of ['\u001b', KEY, 'hush-path']) expect(stdout).not.toContain(hidden);
    }
  });

  it('shows no part of a list that is a variable, nor what the live rule has in its place', async () => {
    const rule = (from: object | string, more: object = {}) => {
      return { name: 'A', ...more, condition: { static: { from } }, actions: [{ type: 'STAR' }] };
    };
    const secret = { env: 'SENDERS' };
    const rename = { name: 'B', renamedFrom: 'A' };
    const { env } = await serve({ seed: { rules: [rule('old-hush@example.com, x')] } });
    const SENDERS = 'first-hush@example.com, second-hush@example.com';
    // The live rule may become each of two rules: whichever has the variable, its text may be an earlier value.
    for (const rules of [[rule(secret)], [rule(secret), rule('x', rename)], [rule('x'), rule(secret, rename)]]) {
      const cwd = projectOf({ 'rules/a.yaml': JSON.stringify({ rules }) });
      for (const live of [[], ['--live']]) {
        const words = ['explain', '--from', 'me@example.com', ...live];
        const { code, stdout } = await inboxctl(words, { cwd, env: { ...env, SENDERS } });
        expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('(secret SENDERS)') });
        expect(stdout).not.toContain('hush');
      }
    }
  });
});

describe('explain --live', () => {
  const LIVE = [
    { name: 'Newsletters', condition: { static: { from: 'news.example.com' } }, actions: [{ type: 'STAR' }] },
    { name: 'Off', enabled: false, condition: { static: { subject: 'Issue' } }, actions: [{ type: 'STAR' }] },
  ];

  it('says what the live rules do, and which of them are switched off', async () => {
    const { env, requests } = await serve({ profile: 'spec', seed: { rules: LIVE } });
    const cwd = projectOf(FILES);
    const { code, stdout, stderr } = await inboxctl(['explain', '--live', '--mail', 'a.eml'], { cwd, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.slice(stdout.indexOf('  matches'))).toBe(`  matches  Newsletters
           \`from\` has "j@news.example.com", which fits "news.example.com" (that
           domain and its subdomains).

  matches  Off
           The rule is switched off: it does nothing until it is switched on.
           \`subject\` has "Issue 12", which fits "Issue".

2 of 2 rules match; the AI decides about none.
`);
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    const json = await inboxctl(['explain', 'Off', '--live', '--mail', 'a.eml', '--format', 'json'], { cwd, env });
    expect(explainMailDocument.parse(JSON.parse(json.stdout)).rules).toMatchObject([{ rule: 'Off', source: null }]);
  });

  it('warns of no rule that the files declare', async () => {
    const { env } = await serve({ profile: 'spec', seed: { rules: LIVE } });
    const condition = '{ aiInstructions: x, static: { from: "@x.example.com" } }';
    const cwd = projectOf({
      ...FILES,
      'rules/b.yaml': `name: B\ncondition: ${condition}\nactions: [{ type: STAR }]\n`,
    });
    expect((await inboxctl(['plan'], { cwd, env })).stderr).toContain('`conditionalOperator` is missing');
    expect(await inboxctl(['explain', '--live', '--mail', 'a.eml'], { cwd, env })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('needs no project, and takes headers too', async () => {
    const { env } = await serve({ profile: 'spec', seed: { rules: LIVE } });
    const found = await inboxctl(['explain', '--live', '--subject', 'Issue'], { cwd: projectOf({}), env });
    expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 2 rules matches') });
  });

  it('says which live rule does not exist, and what cannot be read', async () => {
    const { env } = await serve({ profile: 'spec', seed: { rules: LIVE } });
    const cwd = projectOf(FILES);
    const unknown = await inboxctl(['explain', 'Offf', '--live', '--mail', 'a.eml'], { cwd, env });
    expect(unknown).toMatchObject({ code: 3, stdout: '' });
    expect(unknown.stderr).toContain('No live rule is called "Offf".\n  Did you mean "Off"?');
    const refused = await inboxctl(['explain', '--live', '--mail', 'a.eml'], {
      cwd,
      env: { ...env, INBOXCTL_API_KEY: 'not-the-key' },
    });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Invalid API key');
  });

  it('calls no rule unknown that an inbox may have which cannot be read', async () => {
    const { env } = await serve({ profile: 'spec', seed: { rules: LIVE } });
    const cwd = projectOf({
      ...FILES,
      'inboxctl.yaml': 'accounts: { alice: {}, bob: { apiKey: { env: INBOXCTL_BOB_KEY } } }\n',
    });
    const ofBoth = { ...env, INBOXCTL_BOB_KEY: 'not-the-key' };
    const explained = await inboxctl(['explain', 'Reports', '--live', '--mail', 'a.eml'], { cwd, env: ofBoth });
    expect(explained.code).toBe(1);
    expect(explained.stderr).toContain('Invalid API key');
    expect(explained.stderr).not.toContain('No live rule is called');
  });
});
