/** `inboxctl test`: whether the rules do to sample mails what the tests files say. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { testDocument } from '../../src/model/tested.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, write } from '../harness/project.ts';

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

describe('inboxctl test', () => {
  it('counts the tests that pass, and exits 0', async () => {
    const cwd = withTests(`{ name: an issue, mail: { ${ISSUE} }, expect: { Newsletters: matches, Receipts: ai } }`);
    const ended = await run(cwd);
    expect(ended).toMatchObject({ code: 0, stdout: '1 test: 1 passed.\n', stderr: '' });
    const { stdout } = await run(cwd, '--verbose');
    expect(stdout).toBe('  passed "an issue"  tests/mails.yaml:2\n\n1 test: 1 passed.\n');
  });

  it('shows the mail, the rule and what decided of a test that fails, and exits 1', async () => {
    const cwd = withTests(
      '{ name: lower case, mail: { from: "jane@news.example.com", subject: "issue 12" }, expect: { Newsletters: matches } }',
    );
    const { code, stdout } = await run(cwd);
    expect(code).toBe(1);
    expect(stdout).toBe(`  failed "lower case"  tests/mails.yaml:2
      from: "jane@news.example.com"
      subject: "issue 12"
      "Newsletters": expected matches, got no  rules/all.yaml:2
        \`subject\` has "issue"; the rule wants "Issue", and case counts.
        Name both spellings: "Issue|issue".

1 test: 1 failed.
Next: correct the rule, or what the test expects, and check again:
  inboxctl test --only 'lower case'
`);
  });

  it('shows the first of many failed tests, and how many more there are', async () => {
    const test = (index: number) =>
      `{ name: test ${index}, mail: { from: x@y.com }, expect: { Newsletters: matches } }`;
    const cwd = withTests(...Array.from({ length: 40 }, (_, index) => test(index + 1)));
    const { code, stdout } = await run(cwd);
    expect(code).toBe(1);
    expect(stdout.match(/^ {2}failed /gm)).toHaveLength(10);
    expect(stdout).toContain('\n\n  and 30 more (--verbose shows all)\n\n40 tests: 40 failed.\n');
    expect((await run(cwd, '--verbose')).stdout.match(/^ {2}failed /gm)).toHaveLength(40);
  });

  it('takes the name of a rule as rule files do, without the spaces around it', async () => {
    const cwd = withTests(`{ name: an issue, mail: { ${ISSUE} }, expect: { " Newsletters ": matches } }`);
    expect(await run(cwd)).toMatchObject({ code: 0, stdout: '1 test: 1 passed.\n' });
  });

  it('says what to write where the AI decides and its answer is not known', async () => {
    const cwd = withTests(`{ name: an issue, mail: { ${ISSUE} }, expect: { Receipts: no } }`);
    const { code, stdout } = await run(cwd);
    expect(code).toBe(1);
    expect(stdout).toContain('"Receipts": expected no, got ai  rules/all.yaml:5');
    // What is to be typed is on one line.
    expect(stdout).toContain('assume an answer in the test:\n        `judged: { "Receipts": no }`.\n');
    expect(stdout).toContain('Expect `ai`, or');
  });
});

describe('mails in files', () => {
  const RECEIPT = 'From: shop@example.com\nSubject: Issue\nIn-Reply-To: <a@example.com>\n';
  const TEST = 'tests:\n  - { name: one, mail: { file: ../mails/a.eml }, expect: { Newsletters: no } }\n';

  it('are read, and a test may say that one is no reply', async () => {
    const files = { 'rules/all.yaml': RULES, 'mails/a.eml': RECEIPT };
    const cwd = projectOf({ ...files, 'tests/a.yaml': TEST.replace('a.eml }', 'a.eml, reply: false }') });
    expect(await run(cwd)).toMatchObject({ code: 0, stdout: '1 test: 1 passed.\n', stderr: '' });
    const { tests } = testDocument.parse(JSON.parse((await run(cwd, '--format', 'json')).stdout));
    expect(tests[0]?.mail).toEqual({ from: 'shop@example.com', to: '', subject: 'Issue', reply: false });
  });

  it('may have a body, with a warning that says how to remove it', async () => {
    const files = { 'rules/all.yaml': RULES, 'mails/a.eml': `${RECEIPT}\nDear Jane,\n`, 'tests/a.yaml': TEST };
    const cwd = projectOf(files);
    const { code, stderr } = await run(cwd);
    expect(code).toBe(0);
    expect(stderr).toContain('This mail has a body');
    expect(stderr).toContain('Delete everything below its first empty line.');
    write(cwd, 'mails/a.eml', `${RECEIPT}\n`);
    expect(await run(cwd)).toMatchObject({ code: 0, stderr: '' });
  });
});

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

describe('several accounts', () => {
  const rule = (name: string) =>
    `{ name: ${name}, condition: { static: { subject: x } }, actions: [{ type: STAR }] }\n`;
  const project = (tests: string, ofAlice = '') =>
    projectOf({
      'inboxctl.yaml': `accounts: { alice: { rules: [rules/alice]${ofAlice} }, bob: { rules: [rules/bob] } }\n`,
      'rules/alice/a.yaml': `rules:\n  - ${rule('Both')}  - ${rule('Hers')}`,
      'rules/bob/b.yaml': `rules:\n  - ${rule('Both')}  - ${rule('His')}`,
      'tests/a.yaml': tests,
    });
  const expecting = (names: string) => `tests:\n  - { name: t, mail: { subject: x }, expect: { ${names} } }\n`;

  it('that share a folder of tests are each checked for those whose rules they have', async () => {
    const shared = project(expecting('Both: matches'));
    expect((await run(shared, '--verbose')).stdout).toContain('bob: "t"');
    expect((await run(shared, '--format', 'junit')).stdout).toContain('<testcase name="bob: t"');
    expect((await run(shared)).stdout).toBe('2 tests: 2 passed.\n');
    expect((await run(project(expecting('Hers: matches')))).stdout).toBe('1 test: 1 passed.\n');
  });

  it('one of which has a folder of its own has no other tests', async () => {
    const cwd = project(expecting('Both: matches'), ', tests: [of/alice]');
    write(cwd, 'of/alice/b.yaml', expecting('Hers: matches'));
    const { stdout } = await run(cwd, '--verbose');
    expect(stdout).toContain('alice: "t"  of/alice/b.yaml:2');
    expect(stdout).toContain('bob: "t"  tests/a.yaml:2');
    expect(stdout).toContain('2 tests: 2 passed.');
  });

  it('of which some are selected leave out the tests of the others', async () => {
    const cwd = project(expecting('Hers: matches'));
    expect(await run(cwd, '--account', 'bob')).toMatchObject({ code: 0, stderr: '' });
    expect((await run(cwd, '--account', 'alice')).stdout).toBe('1 test: 1 passed.\n');
  });

  it('none of which has all the rules of a test', async () => {
    const { code, stderr } = await run(project(expecting('Hers: no, His: no')));
    expect(code).toBe(3);
    expect(stderr).toContain('No account has all the rules of this test: "Hers", "His".');
  });
});

describe('what is printed', () => {
  it('says where tests would be, where there are none, and exits 0', async () => {
    const { code, stdout } = await run(projectOf({ 'rules/all.yaml': RULES }));
    expect(code).toBe(0);
    expect(stdout).toContain('No tests yet.');
    expect(stdout).toContain('tests/newsletters.yaml');
  });

  it('is about the tests that --only names', async () => {
    const one = (name: string) => `{ name: ${name}, mail: { ${ISSUE} }, expect: { Newsletters: matches } }`;
    const cwd = withTests(one('an issue'), one('another'), one('a third'));
    expect((await run(cwd, '--only', 'an*')).stdout).toBe('2 tests: 2 passed.\n');
    expect((await run(cwd, '--only', 'a third', '--only', 'another')).stdout).toBe('2 tests: 2 passed.\n');
  });

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

describe('a rule with a text in a variable that is not set', () => {
  const RULE = `rules:
  - name: Boss
    condition: { static: { from: { env: BOSS }, subject: Report } }
    actions: [{ type: STAR }]
  - name: Secret prompt
    condition: { static: { to: me@example.com }, aiInstructions: { env: PROMPT } }
    actions: [{ type: STAR }]
`;
  const BOSS = 'boss@example.com';
  const project = (tests: string) => projectOf({ 'rules/a.yaml': RULE, 'tests/a.yaml': `tests:\n${tests}` });

  it('fails the tests whose outcome depends on it, and says which variable', async () => {
    const cwd = project(`  - { name: a, mail: { from: boss@example.com, subject: Report }, expect: { Boss: matches } }
  - { name: b, mail: { from: jane@example.com, subject: Report }, others: no }
  - { name: c, mail: { from: boss@example.com, subject: Invoice }, expect: { Boss: no } }
`);
    for (const env of [{}, { BOSS: ' ' }]) {
      const { code, stdout } = await inboxctl(['test', '--format', 'json'], { cwd, env });
      const { tests } = testDocument.parse(JSON.parse(stdout));
      const open = {
        rule: 'Boss',
        actual: 'unknown',
        reason: expect.stringContaining('variable BOSS, which is not set'),
      };
      expect(code).toBe(1);
      expect(tests.map(({ passed, expectations }) => [passed, ...expectations])).toMatchObject([
        [false, { expected: 'matches', ...open }],
        [false, { expected: 'no', ...open }],
        [true, { actual: 'no' }],
      ]);
    }
    const { stdout } = await run(cwd);
    expect(stdout).toContain('"Boss": expected matches, got unknown');
    expect(stdout).not.toContain('{{');
    expect(await inboxctl(['test', '--only', 'a'], { cwd, env: { BOSS } })).toMatchObject({ code: 0 });
  });

  it('is not known to explain either, and no live rule is taken for one', async () => {
    const cwd = project('  - { name: c, mail: { subject: x }, expect: { Boss: no } }\n');
    const explain = ['explain', 'Boss', '--from', BOSS, '--subject'];
    const { stdout } = await inboxctl([...explain, 'Report'], { cwd });
    expect(stdout).toContain('  unknown  Boss');
    expect(stdout).toContain('export BOSS=…');
    expect(stdout).toContain('0 of 1 rule matches; the AI decides about none; of 1 the outcome is not known.');
    const missed = await inboxctl([...explain, 'Invoice'], { cwd });
    expect(missed.stdout).toContain('  no       Boss');
    expect(missed.stdout).not.toContain('{{');
  });

  it('is told what to write where the AI decides, whether the variable is set or not', async () => {
    const cwd = project('  - { name: a, mail: { to: me@example.com }, expect: { "Secret prompt": matches } }\n');
    for (const env of [{}, { PROMPT: 'a prompt of mine' }]) {
      const { code, stdout } = await inboxctl(['test'], { cwd, env });
      expect(code).toBe(1);
      expect(stdout.replace(/\s+/g, ' ')).toContain('`judged: { "Secret prompt": yes }`');
    }
  });
});
