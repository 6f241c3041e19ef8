/** Mistakes with the command line itself: words of other programs, options that are not there, and values they cannot have. */
import { type Mistake, mistake } from './mistake.ts';

const HELP = (command: string) => `See: inboxctl ${command} --help`;
const rule = (name: string, more = '') =>
  `name: ${name}\n${more}condition: { aiInstructions: find ${name} }\nactions: [{ type: ARCHIVE }]\n`;

/** A word where a command should be, and what to type instead. */
const WORDS: readonly (readonly [word: string, says: string])[] = [
  ['diff', 'Run `inboxctl plan`.'],
  ['status', 'Run `inboxctl plan`.'],
  ['lint', 'Run `inboxctl validate`.'],
  ['check', 'Run `inboxctl validate`.'],
  ['format', 'Run `inboxctl fmt --check`.'],
  ['import', 'Run `inboxctl pull --dry-run`.'],
  ['export', 'Run `inboxctl pull --dry-run`.'],
  ['download', 'Run `inboxctl pull --dry-run`.'],
  ['undo', 'Run `inboxctl rollback --dry-run`.'],
  ['history', 'Run `inboxctl runs`.'],
  ['login', 'Put the key into the variable INBOXCTL_API_KEY'],
  ['deploy', 'Run `inboxctl plan`.'],
  ['update', 'Run `inboxctl plan`.'],
  ['aply', 'Run `inboxctl plan`.'],
  ['ls', 'Run `inboxctl list`.'],
  ['describe', 'Run `inboxctl explain`.'],
  ['destroy', 'taking it out of its file: do that, then run `inboxctl plan`'],
  ['rename', '`renamedFrom: Old name`'],
  ['add', 'rules are in the rules folder, accounts in inboxctl.yaml'],
  ['plna', 'Did you mean `inboxctl plan`?'],
  ['Validate', 'Did you mean `inboxctl validate`?'],
  ['constructor', 'inboxctl --help'],
];

/** An option that a command has not, and what to write instead. */
const OPTIONS: readonly (readonly [line: string, says: string])[] = [
  ['apply --auto-approve', 'Leave it out to be asked first. With --yes, nothing is asked.'],
  ['apply -auto-approve', 'Leave it out to be asked first. With --yes, nothing is asked.'],
  ['apply -f rules/news.yaml', 'A file cannot be chosen here.'],
  ['plan --target Newsletters', 'Write --only NAME.'],
  ['plan --json', 'Write --format json.'],
  ['plan -json', 'Write --format json.'],
  ['plan -o json', 'Write --format json.'],
  ['plan -out plan.json', 'Write --output FILE.'],
  ['plan -v', 'Write --verbose.'],
  ['plan --url https://mail.example.com/api/v1', 'Write --base-url URL.'],
  ['apply --parallelism 2', 'Write --concurrency N.'],
  ['plan --fromat json', 'Write --format json.'],
  ['fmt --list-different', 'Write --check.'],
  ['apply --rule Newsletters', 'Write --only NAME.'],
  ['pull --only Newsletters', 'Leave the name of the option out, and give NAME alone.'],
  ['plan --nothing-like-it', HELP('plan')],
];

/** What is typed, and what is said about it. */
const TYPED: readonly (readonly [line: string, ...says: string[]])[] = [
  ['help diff', 'error: `inboxctl diff` does not exist.', 'Run `inboxctl plan`.'],
  ['lint --help', 'error: `inboxctl lint` does not exist.', 'Run `inboxctl validate`.'],
  ['apply --dry-run', '`inboxctl apply` has no option --dry-run.', 'Run `inboxctl plan`.'],
  ['apply --dryrun', '`inboxctl apply` has no option --dryrun.', 'Run `inboxctl plan`.'],
  ['plan --dry-run', '`inboxctl plan` has no option --dry-run.', 'Leave it out: this command changes nothing.'],
  ['--quiet', 'There is no command beside --quiet.', 'such as `inboxctl plan`: inboxctl --help'],
  ['plan --format yml', 'Invalid value for --format: `yml`. Use one of: text, json, markdown, html.', HELP('plan')],
  ['plan --output json', 'Invalid value for --output: `json`.', 'write --format json; for a file, ./plan.json'],
  ['apply --expect sha256:0123', 'Invalid value for --expect: `sha256:0123`. It takes sha256: and 64 hex digits.'],
  ['plan --account', 'error: `inboxctl plan` needs one more word: --account NAME.', 'only this account'],
  ['stats', '`inboxctl stats` needs one more word: report.', 'Use one of: volume, response-time.'],
  ['stats mails', 'Invalid value for report: `mails`. Use one of: volume, response-time.', HELP('stats')],
  ['plan Newsletters', '`inboxctl plan` takes no argument, and here is: Newsletters.', '--only Newsletters'],
  ['apply plan.json other.json', '`inboxctl apply` takes one argument, and here are: plan.json, other.json.'],
  ['explain Newsleter', 'No declared rule is called "Newsleter".', 'Did you mean "Newsletters"?'],
  ['explain Invoices', 'No declared rule is called "Invoices".', 'There is 1 rule', '`inboxctl explain` names them'],
  ['explain --mail gone.eml', 'error: The mail gone.eml cannot be read: it does not exist.'],
  ['explain --mail rules', 'error: The mail rules cannot be read: it is a folder.'],
  ['explain --mail -', 'error: This is not a mail', '(standard input)'],
  ['explain --live --subject x', 'INBOXCTL_BASE_URL', 'INBOXCTL_API_KEY'],
  ['list', 'INBOXCTL_BASE_URL', 'INBOXCTL_API_KEY'],
  ['list --format html', 'Invalid value for --format: `html`. Use one of: text, json, yaml.'],
  ['runs 20261121T0922', 'Invalid value for show: `20261121T0922`.', 'inboxctl runs show 20261121T0922'],
  ['runs show', 'There is no run: nothing was applied from this folder yet.', '.inboxctl/runs'],
  ['-C nowhere plan', 'There is no folder nowhere.'],
];

export const MISTAKES: readonly Mistake[] = [
  ...WORDS.map(([word, says]) =>
    mistake(`types inboxctl ${word}`, [word], { says: [`error: \`inboxctl ${word}\` does not exist.`, says] }),
  ),
  ...OPTIONS.map(([line, says]) => {
    const [command, option] = line.split(' ');
    return mistake(`types inboxctl ${line}`, line, {
      says: [`error: \`inboxctl ${command}\` has no option ${option}.`, says],
    });
  }),
  ...TYPED.map(([line, ...says]) => mistake(`types inboxctl ${line}`, line, { says })),
  mistake('asks for the help of a short word that is like no command', 'help foo', {
    says: ['error: `inboxctl foo` does not exist.', 'inboxctl --help'],
    not: ['Did you mean'],
  }),
  mistake('gives the key as an option', 'plan --api-key=hush-hush-hush', {
    says: ['has no option --api-key.', 'into a file for --api-key-file'],
    not: ['hush'],
  }),
  mistake('gives a key behind a letter', 'plan -phush-hush-hush', {
    says: ['has no option -p.', HELP('plan')],
    not: ['hush'],
  }),
  mistake('gives words where a number is wanted', 'apply --max-deletes all', {
    says: ['Invalid value for --max-deletes: `all`. It takes a whole number of at least 0.', HELP('apply')],
  }),
  mistake('names a tests file', 'test tests/a.yaml', {
    says: [
      '`inboxctl test` takes no argument, and here is: tests/a.yaml.',
      'For a part alone, by its name: --only NAME',
    ],
  }),
  mistake('misspells the rule of --only', 'plan --only Newsleters', {
    sandbox: {},
    says: ['No rule is called "Newsleters"', 'Did you mean "Newsletters"?'],
  }),
  mistake('names no rule at all with --only', ['apply', '--yes', '--only', 'Billing *'], {
    sandbox: {},
    says: ['No rule is called "Billing *"', 'In a name, `*` is any run of characters.'],
  }),
  mistake('applies a rename alone whose new name another rename has to give up', 'apply --yes --only A', {
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
    says: ['"B": cannot be made alone', 'Add it: --only B', 'Nothing was applied: 1 refused.'],
  }),
  mistake('has no terminal to be asked on', 'apply', {
    sandbox: {},
    exit: 4,
    says: ['Refused: there is no terminal to ask on.', 'run it again with --yes'],
  }),
  mistake('explains rules of which a file is broken', 'explain', {
    files: { 'rules/a.yaml': rule('A'), 'rules/b.yaml': 'name: [B\n' },
    says: ['rules/b.yaml:', 'find A'],
  }),
  mistake('misspells the file of a mail', 'explain --mail mails/isue.eml', {
    files: { 'mails/issue.eml': 'From: a@example.com\n\n' },
    says: ['error: The mail mails/isue.eml cannot be read: it does not exist.', 'Did you mean mails/issue.eml?'],
  }),
  mistake('explains a mail that is UTF-16, as a shell of Windows saves it', 'explain --mail a.eml', {
    files: { 'a.eml': 'F\0r\0o\0m\0:\0 \0a\0\n\0' },
    says: ['error: This file is UTF-16 text, and inboxctl reads UTF-8.', 'a.eml', 'iconv -f UTF-16 -t UTF-8 a.eml'],
  }),
  mistake('explains a file that is not a mail', 'explain --mail rules/newsletters.yaml', {
    says: ['error: This is not a mail: it has no header such as', 'rules/newsletters.yaml', 'as an .eml file'],
  }),
  mistake('explains a mail whose headers never end', 'explain --mail a.eml', {
    files: { 'a.eml': `From: a@example.com\nX: ${'x'.repeat(1024 * 1024)}` },
    says: ['error: The headers of this mail are longer than 1 MiB, or', 'a.eml', 'An empty line ends the headers.'],
  }),
  mistake('explains a mail and a header beside it', 'explain --mail a.eml --subject x', {
    says: ['--mail and --subject do not go together.', 'Leave one of them out.'],
  }),
  mistake('explains live rules without a mail', 'explain --live', {
    says: ['needs one more word: --mail FILE', 'run `inboxctl list`'],
  }),
  mistake('gives an address as the mail', 'explain --mail jane@example.com', {
    says: ['The mail jane@example.com cannot be read: it does not exist.', 'Did you mean --from jane@example.com?'],
  }),
  mistake('looks at the way back where there is none', 'rollback --dry-run', {
    sandbox: {},
    says: ['There is no run: nothing was applied from this folder yet.'],
  }),
  mistake('validates a file that is not there', 'validate rules/newsleters.yaml', {
    says: ['The file rules/newsleters.yaml cannot be read: it does not exist.', 'Did you mean rules/newsletters.yaml?'],
  }),
  mistake('validates a file outside of the rules folders', 'validate compose.yaml', {
    files: { 'rules/a.yaml': rule('A'), 'compose.yaml': 'services: {}\n' },
    exit: 0,
    says: ['warning: This is not a rule file of this project', 'compose.yaml', '`rules` in inboxctl.yaml'],
  }),
  mistake('formats standard input and a file', 'fmt - rules/newsletters.yaml', {
    says: ['`-` stands for standard input, and cannot be named beside files.', 'inboxctl fmt - < FILE'],
  }),
  mistake('misspells a rule of pull', 'pull Newsleters', {
    sandbox: {},
    says: ['error: No rule is called "Newsleters", declared or live.', 'Did you mean "Newsletters"?'],
  }),
  mistake('pulls a rule that is only live, misspelled', 'pull Newsletters Invoicse --dry-run', {
    sandbox: {
      seed: { rules: [{ name: 'Invoices', condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] }] },
    },
    says: ['No rule is called "Invoicse", declared or live.', 'Did you mean "Invoices"?'],
    not: ['"Newsletters"'],
  }),
  mistake('pulls by a glob that matches nothing', ['pull', 'Billing *'], {
    sandbox: {},
    says: ['No rule is called "Billing *"', '`inboxctl list` names the live ones', '`*` is any run of characters'],
  }),
  mistake('explains with --rule', 'explain --rule=Newsletters', {
    says: ['`inboxctl explain` has no option --rule.', 'Leave the name of the option out, and give RULE alone.'],
  }),
  mistake('expects a digest of a dry rollback', ['rollback', '--dry-run', '--expect', `sha256:${'0'.repeat(64)}`], {
    says: ['--expect and --dry-run do not go together.'],
  }),
];
