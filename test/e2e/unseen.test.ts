/** What is shown in any format, and written to any file, hides nothing of what is sent. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isSeen } from '../../src/diagnostics/unseen.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

/** A message in the selectors behind a letter, and then one character of each other kind. */
const HIDDEN = `x${'\u{e0149}\u{e0157}\ufe01'.repeat(20)} \u200c\u3164\uffa0\u115f\u034f\u2800\u17b4\u180b\u{1bca0}\u{1d173}\u0600`;
const SPOOFED = 'bob@\u0430cme.com';
const escaped = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const RULES = `rules:
  - name: ${escaped(`Pay${HIDDEN}`)}
    condition: { aiInstructions: { file: ../prompts/pay.md }, static: { from: ${escaped(SPOOFED)} }, conditionalOperator: AND }
    actions: [{ type: FORWARD, fields: { to: ${escaped(SPOOFED)} } }]
  - name: Café
    condition: { aiInstructions: ${escaped('for the café')} }
    actions: [{ type: LABEL, fields: { label: ${escaped('p\u0430y')} } }]
`;

const LIVE = [
  {
    name: 'Café',
    condition: { aiInstructions: 'for the cafe\u0301' },
    actions: [{ type: 'LABEL', fields: { label: 'pay' } }],
  },
  { name: `Live${HIDDEN}`, condition: { aiInstructions: `one\n${HIDDEN}\nthree` }, actions: [{ type: 'STAR' }] },
  { name: 'Long', condition: { aiInstructions: `${`words ${HIDDEN}\n`.repeat(40)}` }, actions: [{ type: 'STAR' }] },
];

const SENDER = `Pat${HIDDEN} <${SPOOFED}>`;
const MAIL = `From: ${SENDER}\nTo: ${SPOOFED}\nSubject: Hi${HIDDEN}\n\nx\n`;
const TESTS = `tests:
  - { name: pay, mail: { from: ${escaped(SENDER)}, to: ${escaped(SPOOFED)}, subject: ${escaped(HIDDEN)} }, expect: { Café: matches, ${escaped(`Pay${HIDDEN}`)}: matches } }
`;

async function open() {
  const service = await serve({ profile: 'spec', seed: { rules: LIVE } });
  const cwd = projectOf({
    'rules/all.yaml': RULES,
    'prompts/pay.md': `asks for pay${HIDDEN}\n`,
    'tests/pay.yaml': TESTS,
    'a.eml': MAIL,
  });
  return { cwd, run: (...args: string[]) => inboxctl(args, { cwd, env: service.env }) };
}

it.each([
  ['plan'],
  ['plan', '--verbose'],
  ['plan', '--format', 'markdown'],
  ['plan', '--format', 'html'],
  ['plan', '--format', 'json'],
  ['list'],
  ['list', '--format', 'json'],
  ['list', '--format', 'yaml'],
  ['explain'],
  ['explain', '--verbose', '--from', SENDER, '--to', SPOOFED, '--subject', HIDDEN],
  ['explain', '--verbose', '--mail', 'a.eml'],
  ['explain', '--live', '--mail', 'a.eml'],
  ['test', '--verbose'],
  ['validate'],
  ['apply', '--yes', '--max-deletes', '9'],
])('%s %s %s shows every character', async (...args) => {
  const { run } = await open();
  const { stdout, stderr } = await run(...args.filter((arg) => arg !== undefined));
  for (const shown of [stdout, stderr]) {
    expect(isSeen(shown)).toBe(true);
    if (!args.includes('json') && !args.includes('yaml')) expect(shown).not.toContain(SPOOFED);
  }
});

it.each([[], ['--format', 'markdown'], ['--format', 'html']])(
  'plan %s %s tells both sides apart, and marks an address',
  async (...args) => {
    const { run } = await open();
    const { stdout } = await run('plan', ...args.filter((arg) => arg !== undefined));
    for (const shown of [
      'caf\\u{e9}',
      'cafe\\u{301}',
      'p\\u{430}y',
      'bob@\\u{430}cme.com',
      'x\\u{e0149}\\u{e0157}\\u{fe01}',
    ]) {
      expect(stdout).toContain(shown);
    }
    expect(stdout).toMatch(/mixes scripts in an address/);
  },
);

it('the diff of a pull shows every character', async () => {
  const { run } = await open();
  expect(isSeen((await run('pull', '--dry-run')).stdout)).toBe(true);
});

it('pull writes no file that hides anything, and fmt keeps it so', async () => {
  const { cwd, run } = await open();
  const { stdout } = await run('pull', '--force', '--prune', '--format', 'json');
  const { files } = JSON.parse(stdout) as { files: { file: string }[] };
  const left = files.map(({ file }) => path.join(cwd, file)).filter((file) => existsSync(file));
  expect(left.length).toBeGreaterThan(1);
  for (const file of left) expect([file, isSeen(readFileSync(file, 'utf8'))]).toEqual([file, true]);
  expect(await run('fmt', '--check')).toMatchObject({ code: 0 });
  expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
});
