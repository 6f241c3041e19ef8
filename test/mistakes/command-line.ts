/** Mistakes with the command line itself: words of other programs, options that are not there, and values they cannot have. */
import type { Mistake } from './mistake.ts';

const HELP = (command: string) => `See: inboxctl ${command} --help`;
const rule = (name: string, more = '') =>
  `name: ${name}\n${more}condition: { aiInstructions: find ${name} }\nactions: [{ type: ARCHIVE }]\n`;

/** A word where a command should be, and what to type instead. */
const WORDS: readonly (readonly [word: string, says: string])[] = [
  ['diff', 'Run `inboxctl plan`.'],
  ['status', 'Run `inboxctl plan`.'],
  ['lint', 'Run `inboxctl validate`.'],
  ['check', 'Run `inboxctl validate`.'],
  ['format', 'Run `inboxctl fmt`.'],
  ['import', 'Run `inboxctl pull`.'],
  ['export', 'Run `inboxctl pull`.'],
  ['download', 'Run `inboxctl pull`.'],
  ['undo', 'Run `inboxctl rollback`.'],
  ['history', 'Run `inboxctl runs`.'],
  ['login', 'Run `inboxctl doctor`.'],
  ['deploy', 'Run `inboxctl apply`.'],
  ['ls', 'Run `inboxctl list`.'],
  ['describe', 'Run `inboxctl explain`.'],
  ['destroy', 'delete the rule there, then run `inboxctl apply`'],
  ['rename', '`renamedFrom: Old name`'],
  ['add', 'edit one in the rules folder, then run `inboxctl apply`'],
  ['plna', 'Did you mean `inboxctl plan`?'],
  ['Validate', 'Did you mean `inboxctl validate`?'],
  ['constructor', 'All commands: inboxctl --help'],
];

/** An option that a command has not, and what to write instead. */
const OPTIONS: readonly (readonly [run: readonly string[], says: string])[] = [
  [['apply', '--auto-approve'], 'Write --yes.'],
  [['apply', '-auto-approve'], 'Write --yes.'],
  [['apply', '--force'], 'Write --yes.'],
  [['plan', '--target', 'Newsletters'], 'Write --only NAME.'],
  [['plan', '--json'], 'Write --format json.'],
  [['plan', '-json'], 'Write --format json.'],
  [['plan', '-o', 'json'], 'Write --format json.'],
  [['plan', '-out', 'plan.json'], 'Write --output FILE.'],
  [['plan', '-v'], 'Write --verbose.'],
  [['plan', '--url', 'https://mail.example.com/api/v1'], 'Write --base-url URL.'],
  [['apply', '--parallelism', '2'], 'Write --concurrency N.'],
  [['plan', '--fromat', 'json'], 'Did you mean --format?'],
  [['plan', '--nothing-like-it'], HELP('plan')],
];

export const MISTAKES: readonly Mistake[] = [
  ...WORDS.map(
    ([word, says]): Mistake => ({
      did: `types inboxctl ${word}`,
      run: [word],
      exit: 3,
      says: [`error: \`inboxctl ${word}\` does not exist.`, says],
    }),
  ),
  ...OPTIONS.map(
    ([run, says]): Mistake => ({
      did: `types inboxctl ${run.join(' ')}`,
      run,
      exit: 3,
      says: [`error: \`inboxctl ${run[0]}\` has no option ${run[1]}.`, says],
    }),
  ),
  {
    did: 'asks for the help of a command that there is not',
    run: ['help', 'diff'],
    exit: 3,
    says: ['error: `inboxctl diff` does not exist.', 'Run `inboxctl plan`.'],
  },
  {
    did: 'asks for the help of a short word that is like no command',
    run: ['help', 'foo'],
    exit: 3,
    says: ['error: `inboxctl foo` does not exist.', 'All commands: inboxctl --help'],
    not: ['Did you mean'],
  },
  {
    did: 'looks for the help of a word that is no command',
    run: ['lint', '--help'],
    exit: 3,
    says: ['error: `inboxctl lint` does not exist.', 'Run `inboxctl validate`.'],
  },
  {
    did: 'wants apply to show only',
    run: ['apply', '--dry-run'],
    exit: 3,
    says: ['`inboxctl apply` has no option --dry-run.', 'Run `inboxctl plan`: it shows what apply would do'],
  },
  {
    did: 'wants plan to change nothing',
    run: ['plan', '--dry-run'],
    exit: 3,
    says: ['`inboxctl plan` has no option --dry-run.', 'Leave it out: `inboxctl plan` changes nothing.'],
  },
  {
    did: 'gives the key as an option',
    run: ['plan', '--api-key=hush-hush-hush'],
    exit: 3,
    says: ['has no option --api-key.', 'Write --api-key-file FILE.'],
    not: ['hush'],
  },
  {
    did: 'gives a key behind a letter',
    run: ['plan', '-phush-hush-hush'],
    exit: 3,
    says: ['has no option -p.', HELP('plan')],
    not: ['hush'],
  },
  {
    did: 'types an option and no command',
    run: ['--quiet'],
    exit: 3,
    says: ['There is no command beside --quiet.', 'inboxctl plan'],
  },
  {
    did: 'names a format that there is not',
    run: ['plan', '--format', 'yml'],
    exit: 3,
    says: ['Invalid value for --format: `yml`. Use one of: text, json, markdown, html.', HELP('plan')],
  },
  {
    did: 'takes --output for a format',
    run: ['plan', '--output', 'json'],
    exit: 3,
    says: ['Invalid value for --output: `json`.', 'write --format json; for a file, ./json'],
  },
  {
    did: 'gives words where a number is wanted',
    run: ['apply', '--max-deletes', 'all'],
    exit: 3,
    says: ['Invalid value for --max-deletes: `all`. It takes a whole number of at least 0.', HELP('apply')],
  },
  {
    did: 'gives a digest that was cut',
    run: ['apply', '--expect', 'sha256:0123'],
    exit: 3,
    says: ['Invalid value for --expect: `sha256:0123`. It takes sha256: and 64 hex digits.'],
  },
  {
    did: 'leaves out the value of an option',
    run: ['plan', '--account'],
    exit: 3,
    says: ['error: --account needs a value: --account NAME', HELP('plan')],
  },
  {
    did: 'does not say which statistics',
    run: ['stats'],
    exit: 3,
    says: ['`inboxctl stats` needs one more word: report.', 'inboxctl stats volume'],
  },
  {
    did: 'asks for statistics that there are not',
    run: ['stats', 'mails'],
    exit: 3,
    says: ['Invalid value for report: `mails`. Use one of: volume, response-time.', HELP('stats')],
  },
  {
    did: 'names a rule without --only',
    run: ['plan', 'Newsletters'],
    exit: 3,
    says: ['`inboxctl plan` takes no argument, and here is: Newsletters.', '--only Newsletters'],
  },
  {
    did: 'gives apply two plan files',
    run: ['apply', 'plan.json', 'other.json'],
    exit: 3,
    says: ['`inboxctl apply` takes one argument, and here are: plan.json, other.json.'],
  },
  {
    did: 'misspells the rule of --only',
    run: ['plan', '--only', 'Newsleters'],
    sandbox: {},
    exit: 3,
    says: ['No rule is called "Newsleters"', 'Did you mean "Newsletters"?'],
  },
  {
    did: 'names no rule at all with --only',
    run: ['apply', '--yes', '--only', 'Billing *'],
    sandbox: {},
    exit: 3,
    says: ['No rule is called "Billing *"', 'In a name, `*` is any run of characters.'],
  },
  {
    did: 'applies a rename alone whose new name another rename has to give up',
    run: ['apply', '--yes', '--only', 'A'],
    files: {
      'rules/b.yaml': rule('B', 'renamedFrom: A\n').replace('find B', 'it'),
      'rules/c.yaml': rule('C', 'renamedFrom: B\n').replace('find C', 'it'),
    },
    sandbox: {
      seed: {
        rules: ['A', 'B'].map((name) => ({ name, condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] })),
      },
    },
    exit: 4,
    says: ['"B": cannot be made alone', 'Add it: --only B', 'Refused: none of 1 change made'],
  },
  {
    did: 'has no terminal to be asked on',
    run: ['apply'],
    sandbox: {},
    exit: 4,
    says: ['Refused: there is no terminal to ask on.', 'run it again with --yes'],
  },
  {
    did: 'misspells the rule to be explained',
    run: ['explain', 'Newsleter'],
    exit: 3,
    says: ['No declared rule is called "Newsleter".', 'Did you mean "Newsletters"?'],
  },
  {
    did: 'wants to explain a rule that nothing is like',
    run: ['explain', 'Invoices'],
    exit: 3,
    says: ['No declared rule is called "Invoices".', 'There is 1 rule', '`inboxctl explain` names them'],
  },
  {
    did: 'explains rules of which a file is broken',
    run: ['explain'],
    files: { 'rules/a.yaml': rule('A'), 'rules/b.yaml': 'name: [B\n' },
    exit: 3,
    says: ['rules/b.yaml:', 'find A'],
  },
  {
    did: 'lists without an address and a key',
    run: ['list'],
    exit: 3,
    says: ['INBOXCTL_BASE_URL', 'INBOXCTL_API_KEY'],
  },
  {
    did: 'lists in a format that a plan has',
    run: ['list', '--format', 'html'],
    exit: 3,
    says: ['Invalid value for --format: `html`. Use one of: text, json, yaml.'],
  },
  {
    did: 'names a run without show',
    run: ['runs', '20261121T0922'],
    exit: 3,
    says: ['Invalid value for show: `20261121T0922`.', 'inboxctl runs show 20261121T0922'],
  },
  {
    did: 'wants to see a run where there is none',
    run: ['runs', 'show'],
    exit: 3,
    says: ['There is no run: nothing was applied from this folder yet.', '.inboxctl/runs'],
  },
  {
    did: 'looks at the way back where there is none',
    run: ['rollback', '--dry-run'],
    sandbox: {},
    exit: 3,
    says: ['There is no run: nothing was applied from this folder yet.'],
  },
  {
    did: 'validates a file that is not there',
    run: ['validate', 'rules/newsleters.yaml'],
    exit: 3,
    says: ['The file rules/newsleters.yaml cannot be read: it does not exist.'],
  },
  {
    did: 'validates a file outside of the rules folders',
    run: ['validate', 'compose.yaml'],
    files: { 'rules/a.yaml': rule('A'), 'compose.yaml': 'services: {}\n' },
    exit: 0,
    says: ['warning: This is not a rule file of this project', 'compose.yaml', '`rules` in inboxctl.yaml'],
  },
  {
    did: 'formats standard input and a file',
    run: ['fmt', '-', 'rules/newsletters.yaml'],
    exit: 3,
    says: ['`-` stands for standard input, and cannot be named beside files.', 'inboxctl fmt - < FILE'],
  },
  {
    did: 'uses the name of a formatter for --check',
    run: ['fmt', '--list-different'],
    exit: 3,
    says: ['`inboxctl fmt` has no option --list-different.', 'Write --check.'],
  },
  {
    did: 'calls --only by another name',
    run: ['apply', '--rule', 'Newsletters'],
    exit: 3,
    says: ['`inboxctl apply` has no option --rule.', 'Write --only NAME.'],
  },
  {
    did: 'works in a folder that is not there',
    run: ['-C', 'nowhere', 'plan'],
    exit: 3,
    says: ['There is no folder nowhere.'],
  },
];
