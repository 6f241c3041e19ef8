/** `inboxctl test`: whether the rules do to sample mails what the tests files say. */
import { describe, expect, it } from 'vitest';
import { testDocument } from '../../src/model/tested.ts';
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

  it('takes the answer of the AI from the test', async () => {
    const cwd = withTests(
      `{ name: bought, mail: { ${ISSUE} }, judged: { Receipts: yes }, expect: { Receipts: matches } }`,
      `{ name: not bought, mail: { ${ISSUE} }, judged: { Receipts: no }, expect: { Receipts: no } }`,
      `{ name: asked, mail: { ${ISSUE} }, judged: { Receipts: no }, expect: { Receipts: ai } }`,
    );
    expect(await run(cwd)).toMatchObject({ code: 0, stdout: '3 tests: 3 passed.\n' });
  });

  it('says what to write where the AI decides and its answer is not known', async () => {
    const cwd = withTests(`{ name: an issue, mail: { ${ISSUE} }, expect: { Receipts: no } }`);
    const { code, stdout } = await run(cwd);
    expect(code).toBe(1);
    expect(stdout).toContain('"Receipts": expected no, got ai  rules/all.yaml:5');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Expect `ai`, or say what it is taken to answer: `judged: { "Receipts": no }`.',
    );
  });

  it('looks at all rules that a test does not name', async () => {
    const cwd = withTests(
      `{ name: all, mail: { ${ISSUE} }, others: no }`,
      `{ name: all but two, mail: { ${ISSUE} }, expect: { Newsletters: matches, Receipts: ai }, others: no }`,
    );
    const { code, stdout } = await run(cwd, '--format', 'json');
    expect(code).toBe(1);
    const { summary, tests } = testDocument.parse(JSON.parse(stdout));
    expect(summary).toEqual({ passed: 1, failed: 1 });
    expect(tests[0]?.expectations).toMatchObject([
      { rule: 'Newsletters', expected: 'no', actual: 'matches' },
      { rule: 'Receipts', expected: 'no', actual: 'ai' },
    ]);
    expect(tests[1]?.expectations).toHaveLength(2);
  });
});
