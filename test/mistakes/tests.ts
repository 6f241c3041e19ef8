/** Mistakes in tests files, and with the mails in them. */
import { type Mistake, mistake } from './mistake.ts';

const RULE = 'name: Newsletters\ncondition: { static: { from: "@news.example.com" } }\nactions: [{ type: STAR }]\n';
const tests = (text: string, more: Record<string, string> = {}) => ({
  'rules/a.yaml': RULE,
  'tests/a.yaml': text,
  ...more,
});
const test = (rest: string) => tests(`tests:\n  - name: one\n    ${rest}\n`);
const MAIL = 'mail: { from: jane@news.example.com }';
/** In a test that is run. */
const inTest = (did: string, rest: string, row: Parameters<typeof mistake>[2]) =>
  mistake(did, 'test', { files: test(rest), ...row });

export const MISTAKES: readonly Mistake[] = [
  inTest('the name of a rule in another spelling, in a test', `${MAIL}\n    expect: { Newsletter: matches }`, {
    says: ['tests/a.yaml:4:15', 'There is no rule "Newsletter"', 'Did you mean "Newsletters"?'],
  }),
  mistake('the name of a rule in another spelling, in what the AI answers, in a later document', 'test', {
    files: tests(
      `# None yet.\n---\ntests:\n  - name: one\n    ${MAIL}\n    judged: { Newsletter: yes }\n    others: matches\n`,
    ),
    says: ['tests/a.yaml:6:15', 'There is no rule "Newsletter"', 'Did you mean "Newsletters"?'],
    not: ['without `tests`'],
  }),
  inTest('`no` within quotes within quotes, as an outcome', `${MAIL}\n    expect: { Newsletters: '"no"' }`, {
    says: ['tests/a.yaml:4:28', 'Invalid value for `expect.Newsletters`', 'Did you mean `no`?'],
  }),
  inTest('a rule beside `expect`, in place of below it', `${MAIL}\n    expect:\n    Newsletters: matches`, {
    says: [
      'tests/a.yaml:5:5',
      'A test has no key `Newsletters`',
      'It belongs below `expect:`, indented more than that line.',
    ],
  }),
  inTest('true and false in a test', `${MAIL}\n    judged: { Newsletters: true }\n    expect: { Newsletters: false }`, {
    says: [
      'tests/a.yaml:4:28',
      'Write `yes`.',
      'tests/a.yaml:5:28',
      'Write `no`.',
    ],
  }),
  inTest('true as what a rule does to a mail', `${MAIL}\n    expect: { Newsletters: true }`, {
    says: ['tests/a.yaml:4:28', 'Invalid value for `expect.Newsletters`: `true`', 'Write `matches`.'],
  }),
  inTest('another word for an outcome', `${MAIL}\n    others: matched`, {
    says: ['tests/a.yaml:4:13', 'Invalid value for `others`: `matched`', 'Did you mean `matches`?'],
  }),
  inTest('a test without a mail', 'others: no', {
    says: ['tests/a.yaml:2:5', '`mail` is missing', 'Write its headers'],
  }),
  inTest('a test that expects nothing', MAIL, {
    says: ['tests/a.yaml:2:11', 'This test expects nothing', 'or `others: no`'],
  }),
  inTest('the headers of a mail on the test itself', `from: jane@news.example.com\n    ${MAIL}\n    others: no`, {
    says: ['tests/a.yaml:3:5', 'A test has no key `from`', '`from` belongs below `mail:`'],
  }),
  mistake('the name of a test under another key', 'test', {
    files: tests(`tests:\n  - title: one\n    ${MAIL}\n    others: no\n`),
    says: ['tests/a.yaml:2:5', 'A test has no key `title`', 'Did you mean `name`?'],
    not: ['`name` is missing'],
  }),
  inTest('the subject of a mail under another key', 'mail: { title: Hello }\n    others: no', {
    says: ['tests/a.yaml:3:13', 'A test has no key `mail.title`', 'Keys of `mail`: from, to, subject'],
  }),
  mistake('a test with a blank name', 'test', {
    files: tests(`tests:\n  - name: " "\n    ${MAIL}\n    others: matches\n`),
    says: ['tests/a.yaml:2:11', 'Invalid value for `name`: empty'],
  }),
  inTest('the body of a mail in a test', 'mail: { subject: a, body: b }\n    others: no', {
    says: ['tests/a.yaml:3:25', 'A test has no key `mail.body`', 'Rules read nothing else of a mail'],
  }),
  mistake('a mail file that is not there', 'test', {
    files: tests('tests:\n  - { name: one, mail: { file: isue.eml }, others: no }\n', {
      'tests/issue.eml': 'Subject: a\n',
    }),
    says: [
      'tests/a.yaml:2:32',
      'There is no file "isue.eml"',
      'Did you mean "issue.eml"?',
      'relative to this tests file',
    ],
  }),
  inTest('a mail file and headers', 'mail: { file: a.eml, subject: b }\n    others: no', {
    says: ['tests/a.yaml:3:26', '`mail` has `file` and also `subject`', 'Only `reply` may be set beside `file`'],
  }),
  inTest('one name for two tests', `${MAIL}\n    others: no\n  - name: one\n    ${MAIL}\n    others: no`, {
    says: ['tests/a.yaml:5:11', 'Two tests of this file are called "one"', 'The other one: tests/a.yaml:2:5'],
  }),
  mistake('a rule in a folder of tests', 'test', {
    files: tests(RULE),
    says: ['tests/a.yaml:1:1', 'This is a rule, in a folder of tests', 'Move it to a folder of rules'],
  }),
  mistake('a key that is not a text, in a file of tests', 'test', {
    files: tests('? [tests]\n: []\n'),
    says: ['tests/a.yaml:1:'],
    not: ['without `tests`'],
  }),
  mistake('a tests folder that is not there', 'test', {
    files: { 'rules/a.yaml': RULE, 'inboxctl.yaml': 'tests:\n  - testz\n', 'tests/README.md': '' },
    says: ['inboxctl.yaml:2:5', 'The tests folder "testz" does not exist', 'Did you mean "tests"?'],
  }),
  mistake('the name of a test in another spelling, on the command line', 'test --only onne', {
    files: test(`${MAIL}\n    others: matches`),
    says: ['There is no test "onne"', 'Did you mean "one"?'],
  }),
  mistake('tests that are wrong, and are only validated', 'validate', {
    files: tests(`tests:\n  - name: one\n    ${MAIL}\n    expect: { Newsletter: matches }\n`, {
      'tests/b.yaml': `tests:\n  - name: one\n    ${MAIL}\n`,
      'tests/c.eml': 'no headers',
    }),
    says: [
      'tests/a.yaml:4:15',
      'There is no rule "Newsletter"',
      'tests/b.yaml:2:11',
      'This test expects nothing',
      'tests/c.eml',
      'This is not a mail',
      '3 errors in 4 files.',
    ],
  }),
  mistake('a test that fails, and is only validated', 'validate tests rules/a.yaml', {
    files: test(`${MAIL}\n    expect: { Newsletters: no }`),
    exit: 0,
    says: ['Valid: 1 rule in 1 file'],
    not: ['expected', 'warning'],
  }),
  mistake('wrong tests beside a file that is validated alone', 'validate rules/a.yaml', {
    files: test(MAIL),
    exit: 0,
    says: ['Valid: 1 rule in 1 file'],
    not: ['tests/a.yaml'],
  }),
  mistake('tests of another program in the folder `tests`', 'validate', {
    files: tests('services:\n  db: { image: postgres }\n'),
    says: ['tests/a.yaml:1:1', 'without `tests`', 'or none: `tests: []`'],
  }),
  mistake('tests of another program, in a project without tests of rules', 'validate', {
    files: tests('services:\n  db: { image: postgres }\n', { 'inboxctl.yaml': 'tests: []\n' }),
    exit: 0,
    says: ['Valid: 1 rule in 1 file'],
    not: ['tests/a.yaml'],
  }),
  mistake('test, in a project without tests of rules', 'test', {
    files: tests('services: {}\n', { 'inboxctl.yaml': 'tests: []\n' }),
    exit: 0,
    says: ['No tests: `tests: []` in inboxctl.yaml names no folder.'],
    not: ['tests/a.yaml'],
  }),
  mistake('a test and a rule that are both wrong', 'test', {
    files: { ...test(`${MAIL}\n    others: maybe`), 'rules/b.yaml': 'name: B\nconditon: {}\nactions: []\n' },
    says: ['rules/b.yaml:2:1', 'tests/a.yaml:4:13', 'Use matches, ai or no'],
  }),
];
