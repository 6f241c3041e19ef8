/** Mails and names that mean harm, through every command that shows them: nothing of them is obeyed, nothing hangs. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { mailIn } from '../../src/source/load/read-mail.ts';
import { runActionHere } from '../harness/action.ts';
import { CATASTROPHIC_RULES, HOSTILE_MAILS, HOSTILE_NAME } from '../harness/hostile-mails.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { outcomeOf as outcomeOfSecond } from '../harness/matching/outcome.ts';
import { planningJob } from '../harness/planning-job.ts';
import type { Finished } from '../harness/program.ts';
import { projectOf, serve, write } from '../harness/project.ts';
import { expectInert } from '../report/markdown/rendered.ts';

const MAILS = Object.keys(HOSTILE_MAILS);
const RULES = `${CATASTROPHIC_RULES}${[
  {
    name: HOSTILE_NAME,
    condition: { static: { from: 'eve@example.net' } },
    actions: [{ type: 'LABEL', fields: { label: HOSTILE_NAME } }],
  },
  { name: 'Asked', condition: { aiInstructions: 'is it spam?' }, actions: [{ type: 'STAR' }] },
]
  .map((rule) => `  - ${JSON.stringify(rule)}\n`)
  .join('')}`;
const TESTS = JSON.stringify({
  tests: MAILS.map((name) => ({
    name: `${name} ${HOSTILE_NAME}`,
    mail: { file: `<b>@octocat/${name}` },
    expect: { [HOSTILE_NAME]: 'no', Asked: 'no' },
    others: 'ai',
  })),
});

/** Mails stay as bytes: not all of them are texts. */
function hostileProject(): string {
  const cwd = projectOf({ 'rules/all.yaml': RULES, 'tests/::error::.yaml': TESTS });
  for (const [name, bytes] of Object.entries(HOSTILE_MAILS)) {
    write(cwd, `tests/<b>@octocat/${name}`, '');
    writeFileSync(path.join(cwd, 'tests/<b>@octocat', name), bytes);
  }
  // One that no test uses has its path as its name.
  write(cwd, 'tests/@octocat <script>alert(1)<!-- `\u202e.eml', 'From: eve@example.net\nSubject: unused\n\n');
  return cwd;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** In a terminal and in the log of a runner. */
function expectHarmless(text: string): void {
  const at = text.search(OBEYED);
  expect(at < 0 ? '' : JSON.stringify(text.slice(Math.max(0, at - 40), at + 40))).toBe('');
  expect(text.match(/^\s*::.*|##\[.*/m)?.[0]).toBeUndefined();
  expect(text).not.toMatch(/^ {4}at /m);
}

function expectAllHarmless({ stdout, stderr }: Finished): void {
  expectHarmless(stdout);
  expectHarmless(stderr);
}

/** The pages around a plan have elements that a plan alone has not: what is in no code has nothing of the hostile texts. */
function expectInertPage(markdown: string): void {
  const html = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  expect(html.replace(/<code[^>]*>.*?<\/code>/gs, '')).not.toMatch(/octocat|<script|<img|alert\(|error::|#1\b/);
  expect(html).not.toMatch(/<script|<img|\p{Bidi_Control}/u);
}

describe('mails that mean harm', () => {
  let cwd = '';
  let env: Record<string, string> = {};
  const run = (...args: string[]) => inboxctl(args, { cwd, env });

  it.each(MAILS)('are explained: %s', async (name) => {
    cwd = hostileProject();
    const mail = ['explain', '--mail', `tests/<b>@octocat/${name}`];
    const explained = await run(...mail);
    expect(explained).toMatchObject({ code: 0, stderr: '' });
    expectAllHarmless(explained);
    expect(explained.stdout.length).toBeLessThan(10_000);
    const json = await run(...mail, '--format', 'json');
    expectAllHarmless(json);
    expect(JSON.parse(json.stdout).rules).toHaveLength(4);
  });

  it.each([
    ['a subject that is too long for a pattern that tries again', `Subject: ${'x'.repeat(1_000_000)}`],
    [
      'more recipients than a walk over all for each can take',
      `To: ${'r@example.com,\r\n '.repeat(4_999)}r@example.com`,
    ],
  ])('are explained with %s', async (_, header) => {
    cwd = projectOf({ 'rules/all.yaml': RULES, 'long.eml': `From: eve@example.net\r\n${header}\r\n\r\n` });
    const explained = await run('explain', '--mail', 'long.eml');
    expect(explained).toMatchObject({ code: 0, stderr: '' });
    expect(explained.stdout.length).toBeLessThan(10_000);
  });

  it('are tested, in every format', async () => {
    cwd = hostileProject();
    for (const format of ['text', 'json', 'junit']) {
      const ended = await run('test', '--format', format, ...(format === 'text' ? ['--verbose'] : []));
      expect(ended.code).toBe(1);
      expectAllHarmless(ended);
      if (format === 'json') expect(JSON.parse(ended.stdout).summary).toEqual({ passed: 0, failed: MAILS.length });
      else expect(ended.stdout.length).toBeLessThan(100_000);
      if (format !== 'junit') continue;
      const parse = 'import sys, xml.dom.minidom as m; m.parseString(sys.stdin.buffer.read())';
      expect(spawnSync('python3', ['-c', parse], { input: ended.stdout, encoding: 'utf8' })).toMatchObject({
        status: 0,
      });
    }
  });

  it('are what changes of a plan are tried on', async () => {
    cwd = hostileProject();
    ({ env } = await serve());
    for (const format of ['text', 'json', 'markdown', 'html']) {
      const planned = await run('plan', '--verbose', '--format', format);
      expect(planned.code).toBe(0);
      expectHarmless(planned.stderr);
      if (format === 'html') expect(planned.stdout).not.toMatch(/<script>alert|<img src=x|\u202e/);
      else expectHarmless(planned.stdout);
      if (format === 'markdown') expectInert(planned.stdout);
      if (format !== 'json') expect(planned.stdout.length).toBeLessThan(200_000);
      else expect(JSON.parse(planned.stdout)).toMatchObject({ samples: MAILS.length + 1 });
    }
    expectAllHarmless(await run('apply', '--yes', '--verbose'));
    expectAllHarmless(await run('explain', '--live', '--mail', 'tests/<b>@octocat/control.eml'));
  });
});

describe('tests of a pull request that mean harm', () => {
  const small = MAILS.filter((name) => (HOSTILE_MAILS[name]?.length ?? 0) < 1_000 && name !== 'charsets.eml');
  const files = Object.fromEntries(small.map((name) => [`tests/${name}`, String(HOSTILE_MAILS[name])]));
  const tests = JSON.stringify({
    tests: small.map((name) => {
      return { name: `${name} ${HOSTILE_NAME}`, mail: { file: name }, expect: { [HOSTILE_NAME]: 'no' } };
    }),
  });

  it('bring nothing but text into the log, the summary and the comment', async () => {
    const added = { 'rules/all.yaml': RULES, 'tests/all.yaml': tests, ...files };
    expect(small.length).toBeGreaterThan(3);
    const job = await planningJob({ files: added });
    const { code, stdout, outputs, annotations, others, log, summary } = await job.plan();
    expect({ code, reason: outputs['failure-reason'], others }).toEqual({
      code: 1,
      reason: 'tests-failed',
      others: [],
    });
    const failed = annotations.filter(({ severity }) => severity === 'error');
    expect(failed.length).toBeGreaterThanOrEqual(small.length);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
    expect(`${stdout}${summary}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2066]/);
    expectHarmless(log);
    expectInertPage(summary);
    const inputs = { mode: 'validate' };
    const checked = await runActionHere({ event: 'push', cwd: job.folder, inputs, github: job.github });
    expect(checked.outputs['failure-reason']).toBe('tests-failed');
    expectHarmless(checked.log);
    expectInertPage(checked.summary);
    const [comment = ''] = job.comments();
    expect(comment).toContain('sample mail');
    expect(comment).not.toContain('\u202e');
    expectInertPage(comment);
  });
});

it('the second matcher decides about them as inboxctl does', () => {
  const { rules } = parse(RULES) as { rules: ResolvedRule[] };
  const canonical = rules.map(canonicalRule);
  for (const [name, bytes] of Object.entries(HOSTILE_MAILS)) {
    const read = mailIn(bytes, name);
    if ('code' in read) throw new Error(name);
    const mail = readMail(read.mail);
    const ours = canonical.map((rule) => outcomeOf(mailRule(rule), mail));
    expect(canonical.map((rule) => outcomeOfSecond(rule, read.mail))).toEqual(ours);
  }
});
