/** `--mails` of explain and plan: mailboxes as samples. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { explainMailsDocument } from '../../src/model/mail-counts.ts';
import { inboxctl, worldOf } from '../harness/inboxctl.ts';
import { installed } from '../harness/installed.ts';
import { projectOf } from '../harness/project.ts';

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

  it('hides the value of a variable in a domain', async () => {
    const rule = 'name: News\ncondition: { static: { from: { env: SENDERS } } }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ 'rules/all.yaml': rule, 'all.mbox': MAILS });
    const env = { SENDERS: 'news.example.com' };
    const { stdout } = await inboxctl(['explain', '--mails', 'all.mbox', '--verbose'], { cwd, env });
    expect(stdout).toContain('"News": (secret SENDERS) 2\n');
    expect(stdout).not.toContain('news.example.com');
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
