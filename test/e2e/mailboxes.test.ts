/** `--mails` of explain and plan: mailboxes as samples. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { explainMailsDocument } from '../../src/model/mail-counts.ts';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl, worldOf } from '../harness/inboxctl.ts';
import { installed } from '../harness/installed.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const SEPARATOR = 'From 1@xxx Mon Nov 02 10:00:00 +0000 2026';
const mailOf = (from: string, subject: string, body = 'text') =>
  `${SEPARATOR}\nFrom: ${from}\nTo: me@example.com\nSubject: ${subject}\n\n${body}\n\n`;
const MAILS = [
  mailOf('Jane <jane@news.example.com>', 'Issue 1'),
  mailOf('Jane <jane@news.example.com>', 'Invoice 2'),
  mailOf('shop@example.org', 'Invoice 3'),
  mailOf('sales@example.net', 'An offer'),
  mailOf('friend@example.org', 'Hello'),
].join('');
const RULES = `rules:
  - name: Newsletters
    condition: { static: { from: "@news.example.com" } }
    actions: [{ type: ARCHIVE }]
  - name: Invoices
    condition: { static: { subject: Invoice } }
    actions: [{ type: LABEL, fields: { label: Invoice } }]
  - name: Cold
    condition: { conditionalOperator: AND, aiInstructions: sells something, static: { from: example.net } }
    actions: [{ type: ARCHIVE }]
  - name: Nobody
    condition: { static: { from: nobody@example.com } }
    actions: [{ type: STAR }]
`;
const FILES = { 'rules/all.yaml': RULES, 'all.mbox': MAILS };

/** Each sender that the mails have, whole and by domain. */
const LITERAL = [
  ...['jane@news.example.com', 'bot@ci.example.org', 'sales@example.net', 'a+b@example.net'],
  ...['@news.example.com', '@ci.example.org', '@example.net', '@example.com'],
];

describe('explain --mails', () => {
  it('counts what Python counts in mailboxes that other programs wrote', async () => {
    const rules = LITERAL.map((from) => {
      return `  - { name: "${from}", condition: { static: { from: "${from}" } }, actions: [{ type: STAR }] }\n`;
    });
    const cwd = projectOf({ 'rules/all.yaml': `rules:\n${rules.join('')}` });
    const script = path.resolve('test/harness/mailboxes.py');
    const told = execFileSync(installed('python3'), [script, cwd, '200'], { encoding: 'utf8' });
    const counted: Record<string, { mails: number; senders: Record<string, number> }> = JSON.parse(told);
    expect(Object.keys(counted)).toEqual(['all.mbox', 'Maildir', 'takeout.mbox']);
    for (const [name, { mails, senders }] of Object.entries(counted)) {
      const { stdout, stderr } = await inboxctl(['explain', '--mails', name, '--format', 'json'], { cwd });
      expect(stderr).toBe('');
      const read = explainMailsDocument.parse(JSON.parse(stdout));
      expect([name, read.mails]).toEqual([name, mails]);
      const matches = Object.fromEntries(read.rules.map((one) => [one.rule, one.matches]));
      expect(matches).toEqual(Object.fromEntries(LITERAL.map((from) => [from, senders[from] ?? 0])));
    }
  });

  it('shows the matches of each rule, and the mails that no rule or several rules match', async () => {
    const { code, stdout, stderr } = await inboxctl(['explain', '--mails', 'all.mbox'], { cwd: projectOf(FILES) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Matches of each rule, of 5 mails:

  Newsletters                2 (40%)  ██████████████████████████████████████████
  Invoices                   2 (40%)  ██████████████████████████████████████████
  Cold         none, AI decides on 1
  Nobody                        none

2 mails (40%) match none of these rules; the AI decides on 1 of them.

1 mail matches several rules:
  1 "Newsletters" and "Invoices"
`);
  });

  it('has the same counts in JSON, and domains with --verbose', async () => {
    const cwd = projectOf(FILES);
    const run = async (...more: string[]) =>
      (await inboxctl(['explain', '--mails', 'all.mbox', ...more], { cwd })).stdout;
    const json = explainMailsDocument.parse(JSON.parse(await run('--format', 'json')));
    expect(json).toMatchObject({
      mails: 5,
      complete: true,
      notices: [],
      accounts: [
        { account: 'default', none: 1, ai: 1, several: 1, pairs: [{ rules: ['Newsletters', 'Invoices'], mails: 1 }] },
      ],
    });
    const [first, , cold] = json.rules;
    const source = { file: 'rules/all.yaml', line: 2, column: 5 };
    expect(first).toEqual({ account: 'default', rule: 'Newsletters', matches: 2, ai: 0, no: 3, unknown: 0, source });
    expect(cold).toMatchObject({ rule: 'Cold', matches: 0, ai: 1, no: 4 });
    expect(await run('--verbose')).toContain('"Invoices": news.example.com 1, example.org 1\n');
    expect(JSON.parse(await run('--verbose', '--format', 'json')).rules[0].domains).toEqual([
      { domain: 'news.example.com', mails: 2 },
    ]);
    const all = await run('--verbose');
    for (const word of ['Issue', 'Hello', 'jane@', 'friend']) expect(all).not.toContain(word);
  });

  it('hides the value of a variable in a domain', async () => {
    const rule = 'name: News\ncondition: { static: { from: { env: SENDERS } } }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ 'rules/all.yaml': rule, 'all.mbox': MAILS });
    const env = { SENDERS: 'news.example.com' };
    const { stdout } = await inboxctl(['explain', '--mails', 'all.mbox', '--verbose'], { cwd, env });
    expect(stdout).toContain('"News": (secret SENDERS) 2\n');
    expect(stdout).not.toContain('news.example.com');
  });

  it('counts for each account, for named rules, and for the live rules', async () => {
    const accounts = 'version: 1\naccounts:\n  a: { rules: [rules/all.yaml] }\n  b: { rules: [rules/b.yaml] }\n';
    const cwd = projectOf({
      ...FILES,
      'inboxctl.yaml': accounts,
      'rules/b.yaml': RULES.split('  - name: Invoices')[0] ?? '',
    });
    const args = ['explain', 'Newsletters', '--mails', 'all.mbox'];
    const { stdout } = await inboxctl([...args, '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).rules).toMatchObject([
      { account: 'a', rule: 'Newsletters', matches: 2 },
      { account: 'b', rule: 'Newsletters', matches: 2 },
    ]);
    expect((await inboxctl(args, { cwd })).stdout).toContain('\na: 3 mails (60%) match none of these rules.\n');

    const service = await serve();
    const live = projectOf(FILES);
    await inboxctl(['apply', '--yes'], { cwd: live, env: service.env });
    write(live, 'rules/all.yaml', 'rules: []\n');
    const found = await inboxctl(['explain', '--live', '--mails', 'all.mbox'], { cwd: live, env: service.env });
    expect(found).toMatchObject({ code: 0, stderr: '' });
    expect(found.stdout).toMatch(/Invoices +2 \(40%\) +█+\n/);
  });

  it('names what it leaves out, and fails only if it can read nothing', async () => {
    const cwd = projectOf({ ...FILES, 'notes.txt': 'no mail\n', 'empty.mbox': '' });
    const some = await inboxctl(['explain', '--mails', 'all.mbox', '--mails', 'notes.txt', '--mails', 'gone'], { cwd });
    expect(some.code).toBe(0);
    expect(some.stdout).toContain('of 5 mails');
    expect(some.stderr).toContain('notes.txt');
    expect(some.stderr).toContain('gone');
    const none = await inboxctl(['explain', '--mails', 'notes.txt'], { cwd });
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toContain('No mail can be read');
    expect(await inboxctl(['explain', '--mails', 'empty.mbox'], { cwd })).toEqual({
      code: 0,
      stdout: 'There are no mails in it.\n',
      stderr: '',
    });
  });

  it.each([
    [['--mail', 'a.eml'], '--mails and --mail do not go together.'],
    [['--subject', 'Invoice'], '--mails and --subject do not go together.'],
    [['--reply'], '--mails and --reply do not go together.'],
  ])('refuses %j beside it', async (more, said) => {
    const { code, stderr } = await inboxctl(['explain', '--mails', 'all.mbox', ...more], { cwd: projectOf(FILES) });
    expect(code).toBe(3);
    expect(stderr).toContain(said);
  });

  it('names the variable that an outcome depends on', async () => {
    const rule = '  - name: A\n    condition: { static: { subject: Invoice, from: { env: VENDORS } } }\n';
    const cwd = projectOf({ 'rules/a.yaml': `rules:\n${rule}    actions: [{ type: STAR }]\n`, 'all.mbox': MAILS });
    const { code, stdout, stderr } = await inboxctl(['explain', '--mails', 'all.mbox'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('A  none, unknown for 2');
    expect(stderr).toContain('`from` is in the variable VENDORS, which is not set or empty');
    expect(stderr).toContain('rules/a.yaml:2:5');
  });

  it('tells a path that is not there before anything is asked', async () => {
    const cwd = projectOf(FILES);
    for (const words of [['plan'], ['explain', '--live']]) {
      const env = { INBOXCTL_API_KEY: 'key-1234567890', INBOXCTL_BASE_URL: 'http://127.0.0.1:9' };
      const { code, stderr } = await inboxctl([...words, '--mails', 'typo.mbox'], { cwd, env });
      expect(stderr).toMatch(/typo\.mbox[\s\S]*No mail can be read/);
      expect(stderr).not.toContain('127.0.0.1');
      expect(code).toBe(1);
    }
  });

  it('warns about a mailbox that git tracks', async () => {
    const cwd = projectOf(FILES);
    const git = (...words: string[]) => execFileSync('git', words, { cwd, stdio: 'ignore' });
    git('init', '-q');
    const warned = async () => (await inboxctl(['explain', '--mails', 'all.mbox'], { cwd })).stderr;
    expect(await warned()).toBe('');
    git('add', 'all.mbox');
    expect(await warned()).toContain('Git tracks "all.mbox"');
    write(cwd, 'mails/b.mbox', MAILS);
    expect((await inboxctl(['explain', '--mails', 'mails'], { cwd })).stderr).toBe('');
    expect((await inboxctl(['explain', '--mails', '.'], { cwd })).stderr).toContain('Git tracks "all.mbox":');
  });

  it('shows what was counted until Ctrl-C, as partial', async () => {
    const number = 3_000;
    const cwd = projectOf({
      ...FILES,
      'all.mbox': mailOf('a@news.example.com', 'A', 'x'.repeat(1_000)).repeat(number),
    });
    const streams = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() };
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8' };
    const world = worldOf({
      argv: ['node', 'inboxctl', 'explain', '--mails', 'all.mbox'],
      env,
      cwd: () => cwd,
      ...streams,
    });
    // As soon as the program listens, the signal is on its way; it arrives after the first part was read.
    const on = (signal: string, listener: () => void) => signal === 'SIGINT' && setImmediate(listener);
    expect(await run({ ...world, on })).toBe(130);
    streams.stdout.end();
    streams.stderr.end();
    const [, counted = ''] =
      /^Interrupted: these are the first ([\d,]+) mails\.\n/.exec(await text(streams.stdout)) ?? [];
    const mails = Number(counted.replace(',', ''));
    expect(mails).toBeGreaterThan(0);
    expect(mails).toBeLessThan(number);
    expect(await text(streams.stderr)).toContain('Press Ctrl-C again to stop at once.');
  });
});

describe('plan --mails', () => {
  const EDITED = RULES.replace('"@news.example.com"', 'news.example.com').replace(
    'subject: Invoice',
    'subject: Invoice 3',
  );

  it('says in every format how many mails each change affects, and no digest has it', async () => {
    const service = await serve();
    const cwd = projectOf(FILES);
    const run = (...args: string[]) => inboxctl(args, { cwd, env: service.env });
    await run('apply', '--yes');
    write(cwd, 'rules/all.yaml', EDITED);
    const plain = planDocument.parse(JSON.parse((await run('plan', '--format', 'json')).stdout));
    const planned = await run('plan', '--mails', 'all.mbox', '--output', 'plan.json');
    expect(planned).toMatchObject({ code: 0, stderr: '' });
    expect(planned.stdout).toContain('1 of 5 mails no longer matches');
    expect(planned.stdout).toContain('1 of 5 mails is affected.');
    const { digest, mailbox, changes } = planDocument.parse(
      JSON.parse((await run('plan', '--mails', 'all.mbox', '--format', 'json')).stdout),
    );
    expect(digest).toBe(plain.digest);
    expect(mailbox).toEqual({ mails: 5, affected: 1, complete: true });
    expect(changes.find(({ name }) => name === 'Invoices')?.mailbox).toEqual({
      mails: 5,
      effects: [{ from: 'matches', to: 'no', mails: 1 }],
    });
    for (const format of ['markdown', 'html']) {
      expect((await run('plan', '--mails', 'all.mbox', '--format', format)).stdout).toContain(
        '1 of 5 mails no longer matches',
      );
    }
    expect((await run('show', 'plan.json')).stdout).toContain('1 of 5 mails no longer matches');
    expect(await run('apply', 'plan.json', '--yes')).toMatchObject({ code: 0 });
  });

  it('counts what the AI gets, beside sample mails', async () => {
    const service = await serve();
    const tests = 'tests: [{ name: an offer, mail: { from: sales@example.net }, expect: { Cold: ai } }]\n';
    const cwd = projectOf({ ...FILES, 'tests/all.yaml': tests });
    const { stdout } = await inboxctl(['plan', '--mails', 'all.mbox'], { cwd, env: service.env });
    expect(stdout).toContain('The AI now decides on 1 of 1 sample mail\n');
    expect(stdout).toContain('The AI now decides on 1 of 5 mails\n');
    expect(stdout).toContain('1 of 1 sample mail is affected.\n');
    expect(stdout).toContain('4 of 5 mails are affected.\n');
  });

  it('also says which accounts could not be read where no mail could be', async () => {
    const service = await serve();
    const { INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: apiKey = '' } = service.env;
    const accounts = `baseUrl: ${baseUrl}
accounts:
  a: { apiKey: { env: INBOXCTL_A_KEY } }
  b: { apiKey: { env: INBOXCTL_B_KEY } }
`;
    const cwd = projectOf({ ...FILES, 'inboxctl.yaml': accounts, 'bad.mbox': 'From 1\n\nno headers\n' });
    const env = { INBOXCTL_A_KEY: apiKey, INBOXCTL_B_KEY: 'wrong-key' };
    const { code, stderr, stdout } = await inboxctl(['plan', '--mails', 'bad.mbox', '--format', 'json'], { cwd, env });
    expect(code).toBe(1);
    for (const told of ['No mail can be read', 'error: b: GET']) expect(stderr).toContain(told);
    const codes = JSON.parse(stdout).notices.map((notice: { code: string }) => notice.code);
    expect(codes).toEqual(expect.arrayContaining(['service-failed', 'mails-none']));
  });
});
