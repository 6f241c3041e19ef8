/** Mistakes in rule files, and in the files that they refer to. */
import type { Mistake } from './mistake.ts';

const REST = 'condition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';

const condition = (matchers: string, action = 'ARCHIVE') =>
  `name: A\ncondition: { static: ${matchers} }\nactions: [{ type: ${action} }]\n`;

export const MISTAKES: readonly Mistake[] = [
  {
    did: 'a merge conflict that nobody resolved',
    run: ['validate'],
    files: { 'rules/a.yaml': `name: A\n<<<<<<< HEAD\n${REST}=======\n${REST}>>>>>>> other\n` },
    exit: 3,
    says: ['rules/a.yaml:2:1', 'merge conflict markers', 'run `git add` on the file', '1 error in 1 file'],
  },
  {
    did: 'a delay in hours',
    run: ['validate'],
    files: { 'rules/a.yaml': `name: A\n${REST.replace('STAR', 'STAR, delayInMinutes: 2h')}` },
    exit: 3,
    says: ['rules/a.yaml:3:41', '`delayInMinutes` must be a number', 'Write 120: the delay in minutes'],
  },
  {
    did: 'an action in the words of the web page',
    run: ['validate'],
    files: { 'rules/a.yaml': `name: A\n${REST.replace('STAR', 'Mark as read')}` },
    exit: 3,
    says: ['rules/a.yaml:3:19', 'There is no action type "Mark as read"', 'Did you mean MARK_READ?'],
  },
  {
    did: 'a bracket that is never closed',
    run: ['validate'],
    files: { 'rules/a.yaml': 'name: A\ncondition: { aiInstructions: x\nactions: [{ type: STAR }]\n' },
    exit: 3,
    says: ['rules/a.yaml:2:12', 'This `{` is never closed', 'Write `}` where it ends'],
    not: ['indent'],
  },
  {
    did: 'a closing bracket too many',
    run: ['validate'],
    files: { 'rules/a.yaml': 'name: A\ncondition: { aiInstructions: x }}\nactions: [{ type: STAR }]\n' },
    exit: 3,
    says: ['rules/a.yaml:2:33', 'This bracket closes nothing', 'Remove it'],
  },
  {
    did: 'a name with a colon',
    run: ['validate'],
    files: { 'rules/a.yaml': `name: Urgent: invoices\n${REST}` },
    exit: 3,
    says: ['rules/a.yaml:1:7', 'must be in quotes', 'Write "Urgent: invoices"'],
  },
  {
    did: 'tabs in place of spaces',
    run: ['validate'],
    files: { 'rules/a.yaml': 'name: A\ncondition:\n\taiInstructions: x\nactions: [{ type: STAR }]\n' },
    exit: 3,
    says: ['rules/a.yaml:3:1', 'does not allow tabs', 'Use spaces'],
  },
  {
    did: 'yes in place of true',
    run: ['validate'],
    files: { 'rules/a.yaml': `name: A\nrunOnThreads: yes\n${REST}` },
    exit: 3,
    says: ['rules/a.yaml:2:15', '`runOnThreads` must be true or false', 'Write true, without quotes'],
  },
  {
    did: 'a wildcard without quotes',
    run: ['validate'],
    files: { 'rules/a.yaml': 'name: A\ncondition: { static: { from: *example.com } }\nactions: [{ type: STAR }]\n' },
    exit: 3,
    says: ['rules/a.yaml:2:30', 'If this is a wildcard, put it in quotes: "*example.com"'],
  },
  {
    did: 'a key at the wrong level',
    run: ['validate'],
    files: { 'rules/a.yaml': 'name: A\ncondition: { from: a@example.com }\nactions: [{ type: STAR }]\n' },
    exit: 3,
    says: [
      'rules/a.yaml:2:14',
      '"from" is not a key of `condition`',
      'It belongs below `static:`, inside `condition:`',
    ],
  },
  {
    did: 'an action type in another spelling',
    run: ['validate'],
    files: { 'rules/a.yaml': `name: A\n${REST.replace('STAR', 'mark-read')}` },
    exit: 3,
    says: ['rules/a.yaml:3:19', 'mark-read', 'MARK_READ'],
  },
  {
    did: 'one name, with quotes in it, for two rules',
    run: ['validate'],
    files: { 'rules/a.yaml': `name: The "big" one\n${REST}`, 'rules/b.yaml': `name: The "big" one\n${REST}` },
    exit: 3,
    says: ['rules/b.yaml:1:7', String.raw`"The \"big\" one"`, 'The other one: rules/a.yaml:1:7'],
  },
  {
    did: 'a prompt file that is not there',
    run: ['validate'],
    files: { 'rules/a.yaml': 'name: A\ncondition: { aiInstructions: { file: p.md } }\nactions: [{ type: STAR }]\n' },
    exit: 3,
    says: ['rules/a.yaml:2:30', 'There is no file "p.md"', 'relative to this rule file'],
  },
  {
    did: 'the path of a prompt, written from the folder of the project',
    run: ['validate'],
    files: {
      'rules/a.yaml': 'name: A\ncondition: { aiInstructions: { file: prompts/a.md } }\nactions: [{ type: STAR }]\n',
      'prompts/a.md': 'Is it one?\n',
    },
    exit: 3,
    says: ['rules/a.yaml:2:30', 'There is no file "prompts/a.md"', 'Did you mean "../prompts/a.md"?'],
  },
  {
    did: 'the path of a prompt with another extension',
    run: ['validate'],
    files: {
      'rules/a.yaml':
        'name: A\ncondition: { aiInstructions: { file: ../prompts/newsletters.txt } }\nactions: [{ type: STAR }]\n',
      'prompts/newsletters.md': 'Is it one?\n',
    },
    exit: 3,
    says: ['rules/a.yaml:2:30', 'Did you mean "../prompts/newsletters.md"?'],
  },
  {
    did: 'several mistakes in one rule: all are told at once',
    run: ['validate'],
    files: {
      'rules/a.yaml':
        'name: A\nenabled: on\ncondition: { aiInstructions: "" }\nactions:\n  - type: LABEL\n  - type: STARR\n',
    },
    exit: 3,
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
  {
    did: 'a rule file with the extension .YAML',
    run: ['validate'],
    files: { 'rules/a.yaml': `name: A\n${REST}`, 'rules/b.YAML': `name: B\n${REST}` },
    exit: 0,
    says: ['rules/b.YAML', 'This file is not read', '.yaml or .yml'],
  },
  {
    did: 'a name as the sender of a rule that forwards',
    run: ['validate'],
    files: { 'rules/a.yaml': condition('{ from: Acme }', 'FORWARD, fields: { to: boss@example.com }') },
    exit: 0,
    says: [
      'rules/a.yaml:2:30',
      'anybody can choose a display name. The rule runs FORWARD on any such mail',
      'as "@example.com"',
    ],
  },
  {
    did: 'addresses separated by semicolons',
    run: ['validate'],
    files: { 'rules/a.yaml': condition('{ to: a@example.com; b@example.com }') },
    exit: 0,
    says: ['rules/a.yaml:2:28', 'never matches: an address holds no ";"', 'Write "a@example.com, b@example.com"'],
  },
  {
    did: 'an address without its domain',
    run: ['validate'],
    files: { 'rules/a.yaml': condition('{ from: news@ }') },
    exit: 0,
    says: ['rules/a.yaml:2:30', '"news@" never matches: it has no domain', 'Write "news@*"'],
  },
  {
    did: 'a list of subjects separated by commas',
    run: ['validate'],
    files: { 'rules/a.yaml': condition('{ subject: "Invoice, Receipt" }') },
    exit: 0,
    says: ['rules/a.yaml:2:33', 'A comma separates nothing in `subject`', 'write "Invoice|Receipt"'],
  },
  {
    did: 'a regular expression as a subject',
    run: ['validate'],
    files: { 'rules/a.yaml': condition("{ subject: '^(Invoice|Receipt) \\d+' }") },
    exit: 0,
    says: ['rules/a.yaml:2:33', '`subject` is not a regular expression', '`*` is any run of characters'],
  },
  {
    did: 'a bar at the end of a subject',
    run: ['validate'],
    files: { 'rules/a.yaml': condition('{ subject: "Lottery|" }', 'DELETE') },
    exit: 0,
    says: [
      'has an empty alternative, which fits every subject. The rule runs DELETE on any such mail',
      'Write "Lottery"',
    ],
  },
  {
    did: 'spaces around the bar of a subject',
    run: ['validate'],
    files: { 'rules/a.yaml': condition('{ subject: Invoice | Receipt }') },
    exit: 0,
    says: ['White space counts in `subject`: the service looks for "Invoice ", " Receipt"', 'Write "Invoice|Receipt"'],
  },
  {
    did: 'a prompt in a condition',
    run: ['validate'],
    files: { 'rules/a.yaml': condition('{ subject: "Order {{number}}" }') },
    exit: 0,
    says: ['"{{number}}" is plain text in `subject`', 'or describe the mail in `aiInstructions`'],
  },
  {
    did: 'a pitfall that the policy forbids',
    run: ['validate'],
    files: {
      'inboxctl.yaml': 'policy: { forbidPitfalls: true }\n',
      'rules/a.yaml': condition('{ from: or@example.com }'),
    },
    exit: 4,
    says: ['error: "or@example.com" also matches other mail', '`policy.forbidPitfalls`', 'inboxctl.yaml:1:11'],
    not: ['warning'],
  },
];
