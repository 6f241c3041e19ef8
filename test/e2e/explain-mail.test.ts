/** `inboxctl explain --mail`: what the rules, declared or live, do to a mail that was saved. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
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
