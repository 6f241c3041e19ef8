/** All commands, as data. Their code is in commands/, and is loaded when they run. */

import { Option } from 'commander';
import { PERIODS } from '../model/periods.ts';
import { MATCHERS, STATIC_KEYS } from '../model/rule.ts';
import { type ArgumentsOf, type CommandDefinition, type OptionDefinition, option } from './command.ts';
import { SETUP, SHELLS } from './completion/setup.ts';
import {
  account,
  carryingOut,
  color,
  common,
  commonWith,
  config,
  connection,
  directory,
  expect,
  fileName,
  format,
  guards,
  keyFiles,
  mails,
  only,
  perSecond,
  planFormat,
  quickConnection,
  quiet,
  repeated,
  rollbackGuards,
  shard,
  verbose,
  wholeNumber,
  writeConnection,
} from './options.ts';

const singleFile = option('--single-file', 'write new rules into one file, rules.yaml');
const overwrite = option('--force', 'write over FILE even if the project reads it or git tracks it');
const inlineSecrets = option('--inline-secrets', 'write webhook URLs and changed secrets into the files');

export const COMMANDS = [
  {
    name: 'init',
    summary: 'writes a starting project here; with a reachable inbox, from its live rules',
    description:
      'Writes inboxctl.yaml, rules, an example of tests, schemas for editors, and workflows for GitHub Actions. It asks no questions and changes no existing file, except that it adds lines to .gitignore.\nExits 0 when everything was written, 1 when a file cannot be written or the inbox cannot be read. The rest is still written.',
    options: [
      directory,
      color,
      quiet,
      ...connection,
      singleFile,
      inlineSecrets,
      option('--no-workflows', 'write no workflows for GitHub Actions'),
    ],
    examples: { 'inboxctl init': 'a project in this folder' },
  },
  {
    name: 'validate',
    arguments: [{ name: '[file...]', description: 'report on these files and folders only' }],
    summary: 'checks the files, offline',
    description:
      'Reads all files of rules and tests and reports every problem with its place; with FILEs, which may be folders, only those of these files. It runs no test, needs no key and sends nothing.\nExits 0 when there are no errors (warnings are allowed), 3 on errors.',
    options: common,
    examples: {
      'inboxctl validate': 'check the files of this project',
      'inboxctl validate rules/news.yaml': 'the problems of one file',
      'inboxctl validate --format json': 'the same for a program to read',
    },
  },
  {
    name: 'fmt',
    arguments: [{ name: '[file...]', description: 'only these files and folders; `-`: standard input to output' }],
    summary: 'rewrites rule files in canonical form, comments kept',
    description:
      'Puts keys into the order of the API, long texts into blocks, small mappings on one line. The meaning of a file never changes.\nExits 0 when everything is in canonical form, 1 when a file cannot be written, 3 on files with problems and, with --check, on files that are not in canonical form.',
    options: [
      ...common,
      option('--check', 'write nothing; name the files that would be rewritten'),
      option('--diff', 'write nothing; print what would change, as a patch'),
    ],
    examples: {
      'inboxctl fmt': 'rewrite the rule files of this project',
      'inboxctl fmt --check --diff': 'for CI: exit code 3 says that a file is not in canonical form, the diff says how',
      'inboxctl fmt - < rules/news.yaml': 'for an editor: prints the text in canonical form',
    },
  },
  {
    name: 'list',
    summary: 'the live rules, and how each compares with the files',
    description:
      'Reads the live rules and shows for each whether it is as declared, differs, is undeclared or ignored, when it acts and what it does. It sends nothing but GET.\nExits 0 whatever the states are; 1 when an account could not be read; 3 when files have problems.',
    options: [...commonWith({ ...format, choices: ['text', 'json', 'yaml'] }), ...connection],
    examples: {
      'inboxctl list': 'what is in the inbox',
      'inboxctl list --format json | jq -r \'.rules[] | select(.state == "undeclared") | .name\'':
        'the names of rules that no file declares',
    },
  },
  {
    name: 'explain',
    arguments: [{ name: '[rule...]', description: 'only these rules; `*` is any run of characters' }],
    summary: 'what rules do, in plain sentences, offline',
    description:
      'Says in one sentence when each declared rule acts and what it does. With a mail, or the headers of one, says what each rule does to that mail, and why, as measured on a public deployment of the service. With --mails, counts the mails that each rule matches, that no rule matches, and that several rules match. It needs no key and sends nothing; with --live it reads the live rules, and sends nothing but GET.\nExits 0; 1 when live rules, or any mails of --mails, could not be read, or the test could not be written; 3 on files with problems or on an unknown rule; 130 when Ctrl-C ended the count.',
    options: [
      ...common,
      ...connection,
      option('--mail <FILE>', 'say what the rules do to the mail in FILE, such as an .eml file; `-` is standard input'),
      ...STATIC_KEYS.map((key) => option(`--${key} <TEXT>`, MATCHERS[key].inHelp)),
      option('--reply', 'with a mail that is a reply in a thread'),
      option('--live', 'use the live rules instead of those in the files'),
      option('--write-test <FILE>', 'add the mail, and what the rules do to it, to FILE as a test'),
      mails,
      option('--strip', 'print only the headers of the mail that rules read, to keep as a sample'),
    ],
    examples: {
      'inboxctl explain': 'all rules of this project',
      "inboxctl explain 'Billing *'": 'those whose name begins with Billing',
      "inboxctl explain --from 'Jane <jane@example.com>' --subject 'Your invoice'":
        'what the rules do to this mail, and why',
      'inboxctl explain --mail issue.eml': 'the same for a saved mail',
      'inboxctl explain --mail issue.eml --live': 'what the live rules do to it',
      'inboxctl explain --mail issue.eml --write-test tests/mails.yaml': 'keep it as a test, to pin or to correct it',
      'inboxctl explain --mails All.mbox': 'how many mails of a mailbox each rule matches',
      'inboxctl explain --mail issue.eml --strip > tests/samples/issue.eml': 'keep its headers as a sample',
    },
  },
  {
    name: 'test',
    summary: 'checks the rules against sample mails, offline',
    description:
      'Reads the tests in the folders that `tests` in inboxctl.yaml lists (default: tests), and checks whether the rules do to each sample mail what the test expects, as measured on a public deployment of the service. It needs no key and sends nothing.\nExits 0 when all tests pass, 1 when a test fails, 3 on files with problems.',
    options: [
      directory,
      config,
      account,
      shard,
      option(
        '--only <NAME>',
        'only the test of this name; may be given several times, and `*` is any run of characters',
        { defaultText: 'all tests', parse: repeated },
      ),
      { ...format, choices: ['text', 'json', 'junit'] },
      color,
      quiet,
      verbose,
    ],
    examples: {
      'inboxctl test': 'check the rules of this project',
      "inboxctl test --only 'a refund *'": 'only some of the tests',
      'inboxctl test --format junit > tests.xml': 'for a CI system that shows test results',
    },
  },
  {
    name: 'plan',
    summary: 'shows what apply would do; sends nothing but GET',
    description:
      'Compares the declared rules with the live ones and shows each rule that apply would create, replace or delete.\nExits 0, even when there are changes (see --detailed-exitcode); 4 when apply would refuse.',
    options: [
      ...commonWith(planFormat),
      ...connection,
      only,
      ...guards,
      option('--base <REF>', 'also say which changes the files of this commit would make too, such as origin/main'),
      option('--detailed-exitcode', 'exit 2 when there are changes'),
      mails,
      option('--summary', 'as text, print a line for each change'),
      option('--output <FILE>', 'also write the plan to FILE, as JSON', { parse: fileName }),
      overwrite,
    ],
    examples: {
      'inboxctl plan': 'what would change',
      'inboxctl plan --detailed-exitcode': 'the same, with exit code 2 if something would',
      'inboxctl plan --summary': 'a line for each change: which rules would change, and what needs attention',
      'inboxctl plan --mails All.mbox': 'and how many mails of a mailbox each change affects',
      'inboxctl plan --only Newsletters': 'what would change in this rule',
      "inboxctl plan --format json | jq '.summary'": 'the counts',
      'inboxctl plan --format markdown > plan.md': 'to post somewhere',
      'inboxctl plan --format html > plan.html': 'to read in a browser',
    },
  },
  {
    name: 'show',
    arguments: [
      { name: '<planfile...>', description: 'plans written by `inboxctl plan --output`, each of other accounts' },
    ],
    summary: 'prints saved plans, such as those of all shards, as one report; offline',
    description:
      'Reads plan files, checks that each is as it was written, and prints them as `inboxctl plan` prints a plan. It needs no key and no project, and sends nothing. A shard without a file is not missed: name all files.\nExits 0 when it printed the plans, even if one is refused or not complete; 3 when a file is not a plan, was edited, or has an account that another file has too.',
    options: [directory, planFormat, color, quiet, verbose],
    examples: {
      'inboxctl show plan.json': 'read a plan that was saved',
      'inboxctl show plans/*.json --format html > plan.html': 'the plans of all shards as one page',
      "inboxctl show plans/*.json --format json | jq '.summary'": 'how much they would change together',
    },
  },
  {
    name: 'apply',
    arguments: [
      { name: '[planfile]', description: 'make only the changes in this file, written by `inboxctl plan --output`' },
    ],
    summary: 'carries a plan out; asks first unless --yes',
    description:
      'Plans, shows the plan, asks, and carries it out: changes that others need first, other deletes last. A change that fails does not stop the others. At the end it compares the live rules with the declared ones. With a plan file or --expect, a change that was not reviewed is shown but not made.\nExits 0 when the live rules are as declared, 1 when something failed or differs, 4 when it refuses.',
    options: [
      ...common,
      ...writeConnection,
      only,
      ...guards,
      ...carryingOut,
      expect,
      option('--report <FILE>', 'also write what was done to FILE, as a page for a browser'),
      overwrite,
    ],
    examples: {
      'inboxctl apply': 'show the plan, ask, carry it out',
      'inboxctl apply --yes': 'without asking, for automation',
      'inboxctl apply plan.json --yes': 'exactly what was reviewed in plan.json',
      'inboxctl apply --max-deletes 12': 'allow up to 12 deletes this once',
      "inboxctl apply --only 'Billing *'": 'these rules, and leave all others as they are',
    },
  },
  {
    name: 'pull',
    arguments: [{ name: '[name...]', description: 'only these rules; `*` is any run of characters' }],
    summary: 'writes live rules into the files, comments kept',
    description:
      'Edits rules that changed on the service in the files that declare them, and writes a new file for each undeclared rule. Long texts go into prompts/; webhook URLs become variables, which are listed. Only what differs is touched. With NAMEs, live or declared ones, only these rules are.\nExits 0 when the files match the live rules, or the output says what is left; 1 when an account could not be read; 3 when files have problems, or no rule is called NAME; 4 when it would write over changes that are not committed, or --prune would remove too many rules.',
    options: [
      ...common,
      ...connection,
      singleFile,
      option('--prune', 'remove rules that are gone from the service'),
      option('--force', 'overwrite uncommitted changes, and prune any number of rules'),
      option('--dry-run', 'write nothing, and show what would be written as a diff'),
      inlineSecrets,
    ],
    examples: {
      'inboxctl pull': 'bring what was changed on the service into the files',
      'inboxctl pull --dry-run': 'look at it first',
      "inboxctl pull Newsletters 'Billing *'": 'these rules, and leave all others as they are in the files',
    },
  },
  {
    name: 'runs',
    arguments: [
      { name: '[show]', description: 'show one run: its plan, and the outcome of each change', choices: ['show'] },
      { name: '[run]', description: 'the run to show, or the beginning of its name; left out: the newest' },
    ],
    summary: 'lists the runs of this project on this machine, the newest first, or shows one',
    description:
      'Reads the snapshots in .inboxctl/runs, beside inboxctl.yaml: apply and rollback write one before they send anything. They are sealed: what a run changed is shown with the key that sealed it, the signing key or else the API key of each account. It sends nothing.\nWith --verbose, show also prints each rule as the service sent it before the run: the snapshot is the backup.\nExits 0, even if there are no runs; 3 if RUN does not exist.',
    options: [directory, config, account, format, color, quiet, verbose, ...keyFiles],
    examples: {
      'inboxctl runs': 'what was applied, when, and with what outcome',
      'inboxctl runs show': 'the newest run, change by change',
      'inboxctl runs show 20261121T0922': 'another one; the beginning of its name is enough',
      'inboxctl runs --account alice': 'the runs that changed this inbox',
      "inboxctl runs --format json | jq -r '.runs[0].run'": 'the name of the newest, for a script',
    },
  },
  {
    name: 'rollback',
    arguments: [{ name: '[run]', description: 'the run, as `inboxctl runs` names it; left out: the newest' }],
    summary: 'plans and applies the way back to before a run',
    description:
      'Plans from the snapshot of the run in .inboxctl/runs, shows the way back and what cannot be restored, asks, and carries it out as apply does. It touches only the rules of that run, and leaves those that somebody changed since. It works in the inboxes of that run alone, and needs no rule files. It is a run itself, and can be rolled back.\nExits 0 when these rules are as before the run, 1 when something failed or differs or an account of the run is left out, 3 when RUN does not exist or a variable is not set, 4 when it refuses.',
    options: [
      ...common,
      ...writeConnection,
      ...rollbackGuards,
      ...carryingOut,
      expect,
      option('--from <FILE>', 'the snapshot of the run, brought from elsewhere'),
      option('--dry-run', 'show the way back as `inboxctl plan` shows a plan, and change nothing'),
    ],
    examples: {
      'inboxctl rollback --dry-run': 'what going back to before the newest run would do',
      'inboxctl rollback': 'go back to before the newest run',
      'inboxctl rollback 20261121T092233Z': 'to before that one; the beginning of its name is enough',
      'inboxctl rollback --from run.jsonl --dry-run': 'what going back would do, on another machine',
    },
  },
  {
    name: 'stats',
    arguments: [
      {
        name: '<report>',
        description: 'volume: how much mail there was; response-time: how long answers took',
        choices: ['volume', 'response-time'],
      },
    ],
    summary: "the inbox's statistics: how much mail there was, and how long answers took",
    description:
      'Reads the statistics that the service keeps, and shows them as a table; several accounts side by side, and summed where that makes sense. It needs a key with STATS_READ, and no rule files.\nA DATE is a day (2026-01-31), a month (2026-01) or a year (2026), each as a whole; how long ago (30d, 12w, 6m, 1y); or a time with its offset (2026-01-31T09:30:00Z). Days are those of UTC.\nExits 0 when all accounts were read, 1 when one could not be. The others are still shown.',
    options: [
      directory,
      config,
      account,
      shard,
      { ...format, choices: ['text', 'json', 'markdown'] },
      color,
      quiet,
      ...connection,
      option('--period <PERIOD>', 'for volume: what to count by', { choices: PERIODS, defaultText: 'week' }),
      option('--from <DATE>', 'only mail from then on', { defaultText: 'all mail' }),
      option('--to <DATE>', 'only mail until then, that day included', { defaultText: 'all mail' }),
    ],
    examples: {
      'inboxctl stats volume': 'mails by week',
      'inboxctl stats volume --period month --from 1y': 'by month, of the last year',
      'inboxctl stats response-time --from 30d': 'the last 30 days, compared with those before',
      'inboxctl stats volume --format markdown': 'a table to post somewhere',
    },
  },
  {
    name: 'doctor',
    summary: 'checks settings, connection, key and scopes; says what to do',
    description:
      'Checks the project, the connection to the service of each account, and what its key may do there, and says how to fix what is wrong. It changes nothing: it learns whether the key may write from a request that cannot be carried out.\nExits 0 when no check failed (warnings are allowed), 1 when one failed, 3 when settings or files are wrong, 4 for http://.',
    options: [...common, ...quickConnection],
    examples: {
      'inboxctl doctor': 'check everything',
      'inboxctl doctor --account alice --format json': 'one account, for a program to read',
    },
  },
  {
    name: 'accounts',
    summary: 'the accounts of the project, as text or JSON',
    description:
      'Lists the accounts with their addresses, the variables of their keys, their rules and settings. It needs no key and sends nothing.\nExits 0; 3 on invalid settings.',
    options: common,
    examples: {
      'inboxctl accounts': 'the accounts of this project',
      "inboxctl accounts --format json | jq -r '.accounts[].name'": 'their names, for a script',
    },
  },
  {
    name: 'sandbox',
    summary: 'runs an inbox service on this machine, to try things out',
    description: `Serves the API, rules and statistics, on 127.0.0.1 until Ctrl-C and prints the two lines that point inboxctl at it. Its rules are gone afterwards, unless --data names a file. Statistics come from a generated mailbox, or from the mails in --seed.`,
    options: [
      option('--port <N>', 'the port; 0 is any free one', { parse: wholeNumber(0, 65_535), default: 4747 }),
      option('--data <FILE>', 'keep the rules in FILE'),
      option('--seed <FILE>', 'begin with the inboxes, keys, rules and mails of FILE, which is JSON or YAML'),
      option('--profile <NAME>', 'which deployment to behave like: the contract alone, or one of two measured ones', {
        choices: ['spec', 'older', 'newer'],
        default: 'newer',
      }),
      option('--latency <MS>', 'wait before each answer', { parse: wholeNumber(0, 600_000), default: 0 }),
      option('--rate <N/s>', 'answer 429 to more than N requests a second', { parse: perSecond }),
      option('--log', 'print each request to stderr, with its answer'),
      color,
    ],
    examples: {
      'inboxctl sandbox': 'an inbox without rules',
      'inboxctl sandbox --data inbox.jsonl': 'one that is still there next time',
      'inboxctl sandbox --log': 'see what inboxctl asks, and what it gets',
    },
  },
  {
    name: 'schema',
    arguments: [
      {
        name: '[name]',
        description: 'which schema: rules (the default), tests, project, account, plan or sandbox',
        choices: ['rules', 'tests', 'project', 'account', 'plan', 'sandbox'],
      },
    ],
    summary: 'prints a JSON Schema',
    description:
      'Prints the JSON Schema of rule files, of tests files, of inboxctl.yaml, of account files, of a plan in JSON, or of the seed of a sandbox.',
    options: [],
    examples: { 'inboxctl schema rules > rules.schema.json': 'for an editor' },
  },
  {
    name: 'completion',
    arguments: [{ name: '<shell>', description: 'which shell: bash, zsh or fish', choices: SHELLS }],
    summary: 'prints a completion script',
    description:
      'Prints a script that lets the shell complete commands, options, their fixed values and file names when you press TAB.',
    options: [],
    examples: Object.fromEntries(SHELLS.map((shell) => [SETUP[shell].line, `${shell}: ${SETUP[shell].where}`])),
  },
] as const satisfies readonly CommandDefinition[];

export type CommandName = (typeof COMMANDS)[number]['name'];

/** The arguments of a command: the values of its options and operands, by their names in code. */
export type Arguments<Name extends CommandName> = ArgumentsOf<Extract<(typeof COMMANDS)[number], { name: Name }>>;

/** Completes the arguments of a command with defaults. */
export function argumentsOf<Name extends CommandName>(
  name: Name,
  given: { [Key in keyof Arguments<Name>]?: unknown },
): Arguments<Name> {
  const definition: CommandDefinition | undefined = COMMANDS.find((one) => one.name === name);
  const options: readonly OptionDefinition[] = definition?.options ?? [];
  const defaults = options.map(({ flags, default: value }) => {
    const option = new Option(flags);
    const otherwise = option.required ? undefined : option.negate;
    return [option.attributeName(), value ?? otherwise] as const;
  });
  const several = (definition?.arguments ?? []).flatMap(({ name: word }): [string, unknown][] =>
    word.endsWith('...]') ? [[word.slice(1, -'...]'.length), []]] : [],
  );
  // Without `unknown` in between, tsc compares the object with the arguments of every command, which takes 18 s.
  const all: unknown = { ...Object.fromEntries([...several, ...defaults]), ...given };
  return all as Arguments<Name>;
}
