/** Mistakes in rule files, and in the files that they refer to. */
import { inFile, type Mistake, mistake } from './mistake.ts';

const REST = 'condition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';

const condition = (matchers: string, action = 'ARCHIVE') =>
  `name: A\ncondition: { static: ${matchers} }\nactions: [{ type: ${action} }]\n`;

export const MISTAKES: readonly Mistake[] = [
  inFile('a merge conflict that nobody resolved', `name: A\n<<<<<<< HEAD\n${REST}=======\n${REST}>>>>>>> other\n`, {
    says: ['rules/a.yaml:2:1', 'merge conflict markers', 'run `git add` on the file', '1 error in 1 file'],
  }),
  inFile('a delay in hours', `name: A\n${REST.replace('STAR', 'STAR, delayInMinutes: 2h')}`, {
    says: ['rules/a.yaml:3:41', '`delayInMinutes` must be a number', 'Write 120: the delay in minutes'],
  }),
  inFile('an action in the words of the web page', `name: A\n${REST.replace('STAR', 'Mark as read')}`, {
    says: ['rules/a.yaml:3:19', 'There is no action type "Mark as read"', 'Did you mean MARK_READ?'],
  }),
  inFile('a bracket that is never closed', 'name: A\ncondition: { aiInstructions: x\nactions: [{ type: STAR }]\n', {
    says: ['rules/a.yaml:2:12', 'This `{` is never closed', 'Write `}` where it ends'],
    not: ['indent'],
  }),
  inFile('a closing bracket too many', 'name: A\ncondition: { aiInstructions: x }}\nactions: [{ type: STAR }]\n', {
    says: ['rules/a.yaml:2:33', 'This bracket closes nothing', 'Remove it'],
  }),
  inFile('a name with a colon', `name: Urgent: invoices\n${REST}`, {
    says: ['rules/a.yaml:1:7', 'must be in quotes', 'Write "Urgent: invoices"'],
  }),
  inFile('tabs in place of spaces', 'name: A\ncondition:\n\taiInstructions: x\nactions: [{ type: STAR }]\n', {
    says: ['rules/a.yaml:3:1', 'does not allow tabs', 'Use spaces'],
  }),
  inFile('yes in place of true', `name: A\nrunOnThreads: yes\n${REST}`, {
    says: ['rules/a.yaml:2:15', '`runOnThreads` must be true or false', 'Write true, without quotes'],
  }),
  inFile(
    'a wildcard without quotes',
    'name: A\ncondition: { static: { from: *example.com } }\nactions: [{ type: STAR }]\n',
    { says: ['rules/a.yaml:2:30', 'If this is a wildcard, put it in quotes: "*example.com"'] },
  ),
  inFile('a key at the wrong level', 'name: A\ncondition: { from: a@example.com }\nactions: [{ type: STAR }]\n', {
    says: [
      'rules/a.yaml:2:14',
      '"from" is not a key of `condition`',
      'It belongs below `static:`, inside `condition:`',
    ],
  }),
  inFile('an action type in another spelling', `name: A\n${REST.replace('STAR', 'mark-read')}`, {
    says: ['rules/a.yaml:3:19', 'mark-read', 'MARK_READ'],
  }),
  mistake('one name, with quotes in it, for two rules', 'validate', {
    files: { 'rules/a.yaml': `name: The "big" one\n${REST}`, 'rules/b.yaml': `name: The "big" one\n${REST}` },
    says: ['rules/b.yaml:1:7', String.raw`"The \"big\" one"`, 'The other one: rules/a.yaml:1:7'],
  }),
  inFile(
    'a prompt file that is not there',
    'name: A\ncondition: { aiInstructions: { file: p.md } }\nactions: [{ type: STAR }]\n',
    { says: ['rules/a.yaml:2:30', 'There is no file "p.md"', 'relative to this rule file'] },
  ),
  mistake('the path of a prompt, written from the folder of the project', 'validate', {
    files: {
      'rules/a.yaml': 'name: A\ncondition: { aiInstructions: { file: prompts/a.md } }\nactions: [{ type: STAR }]\n',
      'prompts/a.md': 'Is it one?\n',
    },
    says: ['rules/a.yaml:2:30', 'There is no file "prompts/a.md"', 'Did you mean "../prompts/a.md"?'],
  }),
  mistake('the path of a prompt with another extension', 'validate', {
    files: {
      'rules/a.yaml':
        'name: A\ncondition: { aiInstructions: { file: ../prompts/newsletters.txt } }\nactions: [{ type: STAR }]\n',
      'prompts/newsletters.md': 'Is it one?\n',
    },
    says: ['rules/a.yaml:2:30', 'Did you mean "../prompts/newsletters.md"?'],
  }),
  inFile(
    'several mistakes in one rule: all are told at once',
    'name: A\nenabled: on\ncondition: { aiInstructions: "" }\nactions:\n  - type: LABEL\n  - type: STARR\n',
    {
      says: [
        'rules/a.yaml:2:10',
        'Write true, without quotes',
        'rules/a.yaml:3:1',
        'This rule has no condition',
        'rules/a.yaml:5:5',
        'LABEL needs `label`',
        'rules/a.yaml:6:11',
        'Did you mean STAR?',
        '4 errors in 1 file',
      ],
    },
  ),
  mistake('a rule file with the extension .YAML', 'validate', {
    files: { 'rules/a.yaml': `name: A\n${REST}`, 'rules/b.YAML': `name: B\n${REST}` },
    exit: 0,
    says: ['rules/b.YAML', 'This file is not read', '.yaml or .yml'],
  }),
  inFile(
    'a name as the sender of a rule that forwards',
    condition('{ from: Acme }', 'FORWARD, fields: { to: boss@example.com }'),
    {
      exit: 0,
      says: [
        'rules/a.yaml:2:30',
        'anybody can choose a display name. The rule runs FORWARD on any such mail',
        'as "@example.com"',
      ],
    },
  ),
  inFile('addresses separated by semicolons', condition('{ to: a@example.com; b@example.com }'), {
    exit: 0,
    says: ['rules/a.yaml:2:28', 'never matches: an address holds no ";"', 'Write "a@example.com, b@example.com"'],
  }),
  inFile('an address without its domain', condition('{ from: news@ }'), {
    exit: 0,
    says: ['rules/a.yaml:2:30', '"news@" never matches: it has no domain', 'Write "news@*"'],
  }),
  inFile('a list of subjects separated by commas', condition('{ subject: "Invoice, Receipt" }'), {
    exit: 0,
    says: ['rules/a.yaml:2:33', 'A comma separates nothing in `subject`', 'write "Invoice|Receipt"'],
  }),
  inFile('a regular expression as a subject', condition("{ subject: '^(Invoice|Receipt) \\d+' }"), {
    exit: 0,
    says: ['rules/a.yaml:2:33', '`subject` is not a regular expression', '`*` is any run of characters'],
  }),
  inFile('a bar at the end of a subject', condition('{ subject: "Lottery|" }', 'DELETE'), {
    exit: 0,
    says: [
      'has an empty alternative, which fits every subject. The rule runs DELETE on any such mail',
      'Write "Lottery"',
    ],
  }),
  inFile('spaces around the bar of a subject', condition('{ subject: Invoice | Receipt }'), {
    exit: 0,
    says: ['White space counts in `subject`: the service looks for "Invoice ", " Receipt"', 'Write "Invoice|Receipt"'],
  }),
  inFile('a prompt in a condition', condition('{ subject: "Order {{number}}" }'), {
    exit: 0,
    says: ['"{{number}}" is plain text in `subject`', 'or describe the mail in `aiInstructions`'],
  }),
  mistake('a pitfall that the policy forbids', 'validate', {
    files: {
      'inboxctl.yaml': 'policy: { forbidPitfalls: true }\n',
      'rules/a.yaml': condition('{ from: or@example.com }'),
    },
    exit: 4,
    says: ['error: "or@example.com" also matches other mail', '`policy.forbidPitfalls`', 'inboxctl.yaml:1:11'],
    not: ['warning'],
  }),
];
