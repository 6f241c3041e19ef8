/** Slips in the spelling of options, values and variables. */
import { type Mistake, mistake } from './mistake.ts';

const rule = (name: string) =>
  `name: ${name}\ncondition: { aiInstructions: find ${name} }\nactions: [{ type: ARCHIVE }]\n`;
const RULES = { 'rules/a.yaml': ['Newsletters', 'New orders', 'A', 'B'].map(rule).join('---\n') };
const MAILS = { ...RULES, 'a.eml': 'From: a@example.com\n\nx', 'b.eml': 'From: b@example.com\n\nx' };

const OPTIONS: readonly (readonly [line: string, ...says: string[]])[] = [
  ['plan -format json', 'has no option -format.', 'Write --format.'],
  ['plan -formt json', 'has no option -formt.', 'Write --format json.'],
  ['plan -quiet', 'has no option -quiet.', 'Write --quiet.'],
  ['validate -config=inboxctl.yaml', 'has no option -config.', 'Write --config.'],
  ['plan --verbose=true', '--verbose takes no value.', 'Write --verbose alone, or leave it out.'],
  ['plan --quiet=false', '--quiet takes no value.', 'Write --quiet alone, or leave it out.'],
  ['plan help', '`inboxctl plan` takes no argument, and here is: help.', 'Run `inboxctl plan --help`.'],
  ['accounts help', 'takes no argument, and here is: help.', 'Run `inboxctl accounts --help`.'],
  ['plan --timeout 30s', '`30s`', 'It takes a whole number of seconds from 1 to 3600, without a unit.'],
  ['apply --retry-for 2m', '`2m`', 'It takes a whole number of seconds from 0 to 86400, without a unit.'],
  ['plan --output plan.html', '`plan.html`', 'The plan file is JSON', 'write --format html'],
  ['explain --mail a.eml --mail b.eml', 'Invalid value for --mail: `b.eml`.', 'It takes one value, and has `a.eml`.'],
  ['explain --from a@example.com --from b@example.com', 'for --from: `b@example.com`', 'has `a@example.com`.'],
  ['validate --config a.yaml --config b.yaml', 'Invalid value for --config: `b.yaml`.', 'has `a.yaml`.'],
];

const NAMES: readonly (readonly [line: string, ...says: string[]])[] = [
  ['plan --only A,B', 'No rule is called "A,B"', 'Names are not split at commas. Give each one by itself: A and B.'],
  ['plan --only A,Newsletters', 'Give each one by itself: A and Newsletters.'],
  ['explain A,B', 'No declared rule is called "A,B".', 'Give each one by itself: A and B.'],
  ['plan --only A,C', 'There are 4 rules'],
  ['plan --only News', 'No rule is called "News"', "For the rule that begins with it, write 'News*'."],
  ['explain New', "For the 2 rules that begin with it, write 'New*'."],
];

export const MISTAKES: readonly Mistake[] = [
  ...OPTIONS.map(([line, ...says]) => mistake(`types ${line}`, line.split(' '), { files: MAILS, says })),
  ...NAMES.map(([line, ...says]) => mistake(`names ${line}`, line.split(' '), { files: RULES, sandbox: {}, says })),
  mistake('gives an option twice with the same value', 'explain --from a@example.com --from a@example.com', {
    files: RULES,
    exit: 0,
    says: ['Newsletters'],
    not: ['has `a@'],
  }),
  mistake('writes a URL into INBOXCTL_ALLOWED_HOSTS', 'plan', {
    env: { INBOXCTL_ALLOWED_HOSTS: 'mail.example.com, {origin}/api/v1' },
    sandbox: {},
    exit: 4,
    says: ['which INBOXCTL_ALLOWED_HOSTS does not list', 'is a URL: write the host alone, 127.0.0.1:'],
  }),
  ...[
    ['INBOXCTL_SIGNINGKEY', 'INBOXCTL_SIGNING_KEY'],
    ['INBOXCTRL_SIGNING_KEY', 'INBOXCTL_SIGNING_KEY'],
    ['inboxctl_signing_key', 'INBOXCTL_SIGNING_KEY'],
  ].map(([variable = '', meant = '']) =>
    mistake(`sets ${variable}`, 'plan', {
      env: { [variable]: 'a signing key of the tests' },
      sandbox: {},
      exit: 0,
      says: [`${variable} is set, but nothing reads it.`, `If it is meant to be ${meant}, rename it.`],
    }),
  ),
  ...['nineteen-characters', 'a signing key of the tests\nabc'].map((keys) =>
    mistake(`has a signing key that is too short among ${keys.split('\n').length}`, 'plan', {
      env: { INBOXCTL_SIGNING_KEY: keys },
      sandbox: {},
      says: [
        'A line of INBOXCTL_SIGNING_KEY',
        'has fewer than 20 characters',
        'Each line is one signing key. Make one: head -c 32 /dev/urandom | base64',
      ],
      not: ['nineteen-', 'abc'],
    }),
  ),
  ...['INBOXCTL_BASE_URI', 'INBOXCTL_BASEURL', 'INBOXCTL_BASE_ULR', 'INBOXCTL_URL'].map((variable) =>
    mistake(`sets ${variable}`, 'plan', {
      env: { [variable]: 'http://127.0.0.1:4747/api/v1', INBOXCTL_API_KEY: 'a key of the tests' },
      says: [`${variable} is set, but nothing reads it.`, 'If it is meant to be INBOXCTL_BASE_URL, rename it.'],
    }),
  ),
  mistake('misspells the variable that limits where keys may go', 'plan', {
    env: { INBOXCTL_ALLOWED_HOST: 'mail.example.com' },
    sandbox: {},
    says: ['error: INBOXCTL_ALLOWED_HOST is set, but nothing reads it.', 'INBOXCTL_ALLOWED_HOSTS, rename it.'],
  }),
  mistake('misspells the variable of an account', 'plan', {
    files: { ...RULES, 'inboxctl.yaml': 'accounts: { alice: { apiKey: { env: INBOXCTL_ALICE_KEY } } }\n' },
    env: { INBOXCTL_ALCE_KEY: 'a key of the tests' },
    sandbox: {},
    says: ['INBOXCTL_ALCE_KEY is set, but nothing reads it.', 'If it is meant to be INBOXCTL_ALICE_KEY, rename it.'],
  }),
  mistake('has the variables of another project set', 'plan', {
    env: { INBOXCTL_BOB_KEY: 'a key of the tests', INBOXCTL_API_KEY2: 'another', INBOXCTL_BASE_URL_OLD: 'x' },
    sandbox: {},
    exit: 0,
    says: ['create'],
    not: ['nothing reads it'],
  }),
];
