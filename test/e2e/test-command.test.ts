/** `inboxctl test`: whether the rules do to sample mails what the tests files say. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';

const RULES = `rules:
  - name: Newsletters
    condition: { static: { from: "@news.example.com", subject: "Issue" } }
    actions: [{ type: ARCHIVE }]
  - name: Receipts
    condition: { aiInstructions: Receipts for things that I bought. }
    actions: [{ type: LABEL, fields: { label: Receipt } }]
`;
const ISSUE = 'from: "Jane <jane@news.example.com>", subject: "Issue 12"';

/** A project with these tests in one file. */
const withTests = (...tests: string[]) =>
  projectOf({
    'rules/all.yaml': RULES,
    'tests/mails.yaml': `tests:\n${tests.map((test) => `  - ${test}\n`).join('')}`,
  });

const run = (cwd: string, ...more: string[]) => inboxctl(['test', ...more], { cwd });

it('shows no part of a list of senders that is in a variable', async () => {
  const rule = 'name: A\ncondition: { static: { from: { env: LIST } } }\nactions: [{ type: STAR }]\n';
  const tests = 'tests:\n  - { name: t, mail: { from: x@example.com }, expect: { A: matches } }\n';
  const cwd = projectOf({ 'rules/a.yaml': rule, 'tests/a.yaml': tests });
  for (const format of ['text', 'json', 'junit']) {
    const env = { LIST: 'hidden-one@example.com, hidden-two@example.com' };
    const { code, stdout, stderr } = await inboxctl(['test', '--format', format], { cwd, env });
    expect(code).toBe(1);
    expect(stdout).toContain('(secret LIST)');
    expect(stdout + stderr).not.toContain('hidden');
  }
});

it('does not say which piece of a subject a pattern in a variable fits', async () => {
  const rule = 'name: A\ncondition: { static: { subject: { env: WORDS } } }\nactions: [{ type: STAR }]\n';
  const tests = 'tests:\n  - { name: t, mail: { subject: not hidden words at all }, expect: { A: matches } }\n';
  const cwd = projectOf({ 'rules/a.yaml': rule, 'tests/a.yaml': tests });
  const { stdout } = await inboxctl(['test'], { cwd, env: { WORDS: 'other|HIDDEN words' } });
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'has "(secret WORDS)"; the rule wants "(secret WORDS)", and case counts',
  );
});

describe('what is printed', () => {
  it('is XML that every parser reads, whatever is in the mails', async () => {
    const odd = JSON.stringify('<![CDATA[ ]]> & "quoted" \u001b[31m \u0007 \ufffe ::error::x');
    const cwd = withTests(
      `{ name: ${odd}, mail: { subject: ${odd} }, expect: { Newsletters: matches } }`,
      `{ name: fine, mail: { ${ISSUE} }, expect: { Newsletters: matches } }`,
      `{ name: fine too, mail: { ${ISSUE} }, expect: { Receipts: ai } }`,
    );
    const { code, stdout } = await run(cwd, '--format', 'junit');
    expect(code).toBe(1);
    expect(stdout).toContain('<testsuite name="tests/mails.yaml" tests="3" failures="1" errors="0" time="');
    expect(stdout).toContain('<testcase name="fine" classname="tests/mails.yaml" time="');
    // Each time is in seconds. That of the file is the sum of its tests.
    const [all, file, ...own] = [...stdout.matchAll(/ time="(\d+\.\d{3})"/g)].map(([, time]) => Number(time));
    expect(own).toHaveLength(3);
    expect(file).toBe(all);
    expect(file).toBeCloseTo(own.reduce((sum, time) => sum + time, 0));
    // A program that shows results may begin a line anywhere in a text.
    expect(stdout).not.toContain('::');
    // Python has a parser of XML wherever it is installed.
    const parse =
      'import sys, xml.dom.minidom as m; d = m.parseString(sys.stdin.buffer.read()); print(len(d.getElementsByTagName("failure")))';
    const parsed = spawnSync('python3', ['-c', parse], { input: stdout, encoding: 'utf8' });
    expect(parsed).toMatchObject({ status: 0, stdout: '1\n' });
  });
});
