/** Mistakes in tests files, and with the mails in them. */
import type { Mistake } from './mistake.ts';

const RULE = 'name: Newsletters\ncondition: { static: { from: "@news.example.com" } }\nactions: [{ type: STAR }]\n';
const tests = (text: string, more: Record<string, string> = {}) => ({
  'rules/a.yaml': RULE,
  'tests/a.yaml': text,
  ...more,
});
const test = (rest: string) => tests(`tests:\n  - name: one\n    ${rest}\n`);
const MAIL = 'mail: { from: jane@news.example.com }';

export const MISTAKES: readonly Mistake[] = [
  {
    did: 'the name of a rule in another spelling, in a test',
    run: ['test'],
    files: test(`${MAIL}\n    expect: { Newsletter: matches }`),
    exit: 3,
    says: ['tests/a.yaml:4:15', 'There is no rule "Newsletter"', 'Did you mean "Newsletters"?'],
  },
  {
    did: '`no` within quotes within quotes, as what a rule does to a mail',
    run: ['test'],
    files: test(`${MAIL}\n    expect: { Newsletters: '"no"' }`),
    exit: 3,
    says: ['tests/a.yaml:4:28', 'Invalid value for `expect` of "Newsletters"', 'Did you mean `no`?'],
  },
  {
    did: 'true and false in a test',
    run: ['test'],
    files: test(`${MAIL}\n    judged: { Newsletters: true }\n    expect: { Newsletters: false }`),
    exit: 3,
    says: [
      'tests/a.yaml:4:28',
      'Write yes, without quotes: in YAML 1.2 it is a text.',
      'tests/a.yaml:5:28',
      'Write no, without quotes: in YAML 1.2 it is a text.',
    ],
  },
  {
    did: 'another word for an outcome',
    run: ['test'],
    files: test(`${MAIL}\n    others: matched`),
    exit: 3,
    says: ['tests/a.yaml:4:13', 'Invalid value for `others`: `matched`', 'Did you mean `matches`?'],
  },
  {
    did: 'a test without a mail',
    run: ['test'],
    files: test('others: no'),
    exit: 3,
    says: ['tests/a.yaml:2:5', 'This test has no `mail`', 'Write its headers'],
  },
  {
    did: 'a test that expects nothing',
    run: ['test'],
    files: test(MAIL),
    exit: 3,
    says: ['tests/a.yaml:2:11', 'This test expects nothing', 'or `others: no`'],
  },
  {
    did: 'the headers of a mail on the test itself',
    run: ['test'],
    files: test(`from: jane@news.example.com\n    ${MAIL}\n    others: no`),
    exit: 3,
    says: ['tests/a.yaml:3:5', '"from" is not a key of a test', 'It belongs below `mail:`'],
  },
  {
    did: 'the name of a test under another key',
    run: ['test'],
    files: tests(`tests:\n  - title: one\n    ${MAIL}\n    others: no\n`),
    exit: 3,
    says: ['tests/a.yaml:2:5', '"title" is not a key of a test', 'Did you mean `name`?'],
    not: ['This test has no `name`'],
  },
  {
    did: 'the subject of a mail under another key',
    run: ['test'],
    files: test('mail: { title: Hello }\n    others: no'),
    exit: 3,
    says: ['tests/a.yaml:3:13', '"title" is not a key of `mail`', 'Did you mean `subject`?'],
  },
  {
    did: 'a test with a blank name',
    run: ['test'],
    files: tests(`tests:\n  - name: " "\n    ${MAIL}\n    others: matches\n`),
    exit: 3,
    says: ['tests/a.yaml:2:5', '`name` is empty'],
  },
  {
    did: 'the body of a mail in a test',
    run: ['test'],
    files: test('mail: { subject: a, body: b }\n    others: no'),
    exit: 3,
    says: ['tests/a.yaml:3:25', '"body" is not a key of `mail`', 'Rules do not read the body of a mail'],
  },
  {
    did: 'a mail file that is not there',
    run: ['test'],
    files: tests('tests:\n  - { name: one, mail: { file: isue.eml }, others: no }\n', {
      'tests/issue.eml': 'Subject: a\n',
    }),
    exit: 3,
    says: [
      'tests/a.yaml:2:32',
      'There is no file "isue.eml"',
      'Did you mean "issue.eml"?',
      'relative to this tests file',
    ],
  },
  {
    did: 'a mail file and headers',
    run: ['test'],
    files: test('mail: { file: a.eml, subject: b }\n    others: no'),
    exit: 3,
    says: ['tests/a.yaml:3:26', '`mail` has `file` and also `subject`', 'Only `reply` may be set beside `file`'],
  },
  {
    did: 'one name for two tests',
    run: ['test'],
    files: test(`${MAIL}\n    others: no\n  - name: one\n    ${MAIL}\n    others: no`),
    exit: 3,
    says: ['tests/a.yaml:5:11', 'Two tests of this file are called "one"', 'The other one: tests/a.yaml:2:5'],
  },
  {
    did: 'a rule in a folder of tests',
    run: ['test'],
    files: tests(RULE),
    exit: 3,
    says: ['tests/a.yaml:1:1', 'This is a rule, in a folder of tests', 'Move it to a folder of rules'],
  },
  {
    did: 'a tests folder that is not there',
    run: ['test'],
    files: { 'rules/a.yaml': RULE, 'inboxctl.yaml': 'tests:\n  - testz\n', 'tests/README.md': '' },
    exit: 3,
    says: ['inboxctl.yaml:2:5', 'The tests folder "testz" does not exist', 'Did you mean "tests"?'],
  },
  {
    did: 'the name of a test in another spelling, on the command line',
    run: ['test', '--only', 'onne'],
    files: test(`${MAIL}\n    others: matches`),
    exit: 3,
    says: ['There is no test "onne"', 'Did you mean "one"?'],
  },
  {
    did: 'tests that are wrong, and are only validated',
    run: ['validate'],
    files: tests(`tests:\n  - name: one\n    ${MAIL}\n    expect: { Newsletter: matches }\n`, {
      'tests/b.yaml': `tests:\n  - name: one\n    ${MAIL}\n`,
      'tests/judgments.json': '{',
      'tests/c.eml': 'no headers',
    }),
    exit: 3,
    says: [
      'tests/a.yaml:4:15',
      'There is no rule "Newsletter"',
      'tests/b.yaml:2:11',
      'This test expects nothing',
      'tests/judgments.json:1',
      'tests/c.eml',
      'This is not a mail',
      '4 errors in 5 files.',
    ],
  },
  {
    did: 'a test that fails, and is only validated',
    run: ['validate', 'tests', 'rules/a.yaml'],
    files: test(`${MAIL}\n    expect: { Newsletters: no }`),
    exit: 0,
    says: ['Valid: 1 rule in 1 file'],
    not: ['expected', 'warning'],
  },
  {
    did: 'wrong tests beside a file that is validated alone',
    run: ['validate', 'rules/a.yaml'],
    files: test(MAIL),
    exit: 0,
    says: ['Valid: 1 rule in 1 file'],
    not: ['tests/a.yaml'],
  },
  {
    did: 'a test and a rule that are both wrong',
    run: ['test'],
    files: { ...test(`${MAIL}\n    others: maybe`), 'rules/b.yaml': 'name: B\nconditon: {}\nactions: []\n' },
    exit: 3,
    says: ['rules/b.yaml:2:1', 'tests/a.yaml:4:13', 'Did you mean `ai`?'],
  },
];
