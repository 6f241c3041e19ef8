/** All commands, as data. Their code is in commands/, and loaded when they run. */

import { Option } from 'commander';
import { PERIODS } from '../model/periods.ts';
import type { ArgumentsOf, CommandDefinition, OptionDefinition } from './command.ts';
import { SETUP, SHELLS } from './completion/setup.ts';
import {
  account,
  carryingOut,
  color,
  common,
  config,
  connection,
  directory,
  expect,
  format,
  guards,
  quickConnection,
  quiet,
  repeated,
  rollbackGuards,
  shard,
  verbose,
  wholeNumber,
} from './options.ts';
import { perSecond } from './sandbox/rate.ts';

const singleFile = {
  flags: '--single-file',
  description: 'write new rules into one file, rules.yaml',
} as const satisfies OptionDefinition;
const inlineSecrets = {
  flags: '--inline-secrets',
  description: 'write webhook URLs and changed secrets into the files',
} as const satisfies OptionDefinition;

const init = {
  name: 'init',
  summary: 'writes a starting project here; with a reachable inbox, from its live rules',
  description:
    'Writes inboxctl.yaml, rules, schemas for editors, and workflows for GitHub Actions. It asks nothing, and changes no file that is there, but for lines that it adds to .gitignore.\nExits 0 when all is done, 1 when a file cannot be written or the inbox cannot be read. The rest is still written.',
  options: [
    directory,
    color,
    quiet,
    ...connection,
    singleFile,
    inlineSecrets,
    { flags: '--no-workflows', description: 'write no workflows for GitHub Actions' },
  ],
  examples: [{ command: 'inboxctl init', does: 'a project in this folder' }],
} as const satisfies CommandDefinition;

const validate = {
  name: 'validate',
  summary: 'checks the files, offline',
  description:
    'Reads all rule files and reports every problem with its place. It needs no key and sends nothing.\nExits 0 when all is well (warnings included), 3 on errors.',
  options: common,
  examples: [
    { command: 'inboxctl validate', does: 'check the rules of this project' },
    { command: 'inboxctl validate --format json', does: 'the same for a program to read' },
  ],
} as const satisfies CommandDefinition;

const fmt = {
  name: 'fmt',
  summary: 'rewrites rule files in canonical form, comments kept',
  description:
    'Brings keys in the order of the API, long texts into blocks, small mappings on one line. What a file says never changes.\nExits 0 when all is done, 1 when a file cannot be written, 3 on files with problems, and with --check on files that are not in canonical form.',
  options: [...common, { flags: '--check', description: 'write nothing; name the files that would be rewritten' }],
  examples: [
    { command: 'inboxctl fmt', does: 'rewrite the rule files of this project' },
    { command: 'inboxctl fmt --check', does: 'for CI: exit code 3 says that a file is not in canonical form' },
  ],
} as const satisfies CommandDefinition;

const plan = {
  name: 'plan',
  summary: 'shows what apply would do; sends nothing but GET',
  description:
    'Compares the declared rules with the live ones and shows each rule that apply would create, replace or delete.\nExits 0, also when there are changes (see --detailed-exitcode); 4 when apply would refuse.',
  options: [
    directory,
    config,
    account,
    shard,
    { ...format, choices: ['text', 'json', 'markdown', 'html'] },
    color,
    quiet,
    verbose,
    ...connection,
    ...guards,
    { flags: '--detailed-exitcode', description: 'exit 2 when there are changes' },
    { flags: '--output <FILE>', description: 'also write the plan to FILE, as JSON' },
  ],
  examples: [
    { command: 'inboxctl plan', does: 'what would change' },
    { command: 'inboxctl plan --detailed-exitcode', does: 'the same; exit code 2 says that something would' },
    { command: "inboxctl plan --format json | jq '.summary'", does: 'the counts' },
    { command: 'inboxctl plan --format markdown > plan.md', does: 'to be posted' },
    { command: 'inboxctl plan --format html > plan.html', does: 'to be read in a browser' },
  ],
} as const satisfies CommandDefinition;

const apply = {
  name: 'apply',
  argument: { name: '[planfile]', description: 'carry out only what this file of `inboxctl plan --output` has' },
  summary: 'carries a plan out; asks first unless --yes',
  description:
    'Plans, shows the plan, asks, and carries it out: what is in the way of another change first, other deletes last. A change that fails does not stop the others; at the end it compares with the live rules. With a plan file, or with --expect, what was not reviewed is shown and not made.\nExits 0 when the live rules are as declared, 1 when something failed or differs, 4 when it refuses.',
  options: [
    ...common,
    verbose,
    ...connection,
    ...guards,
    ...carryingOut,
    expect,
    { flags: '--report <FILE>', description: 'also write what was done to FILE, as a page for a browser' },
  ],
  examples: [
    { command: 'inboxctl apply', does: 'show the plan, ask, carry it out' },
    { command: 'inboxctl apply --yes', does: 'without a question, for automation' },
    { command: 'inboxctl apply plan.json --yes', does: 'exactly what was reviewed in plan.json' },
    { command: 'inboxctl apply --max-deletes 12', does: 'allow up to 12 deletes this once' },
  ],
} as const satisfies CommandDefinition;

const pull = {
  name: 'pull',
  summary: 'writes live rules into the files, comments kept',
  description:
    'Edits the rules that changed on the service where they are declared, and writes a file for each that no file declares. Long texts go into prompts/; webhook URLs become variables, which are listed. Only what differs is touched.\nExits 0 when the files are as the service is, or what is left is said; 1 when an account could not be read; 3 when files have problems; 4 when git does not have the files that it would write, or --prune would remove too many rules.',
  options: [
    ...common,
    verbose,
    ...connection,
    singleFile,
    { flags: '--prune', description: 'remove rules that are gone from the service' },
    { flags: '--force', description: 'write over changes that git does not have, and prune however many rules' },
    { flags: '--dry-run', description: 'write nothing, and show what would be written as a diff' },
    inlineSecrets,
  ],
  examples: [
    { command: 'inboxctl pull', does: 'bring what was changed on the service into the files' },
    { command: 'inboxctl pull --dry-run', does: 'look at it first' },
  ],
} as const satisfies CommandDefinition;

const runs = {
  name: 'runs',
  summary: 'lists the runs of this project on this machine, the newest first',
  description:
    'Reads the journals in .inboxctl/runs, beside inboxctl.yaml: apply and rollback write one before they send anything. It needs no key and sends nothing.\nExits 0, also when there is none.',
  options: [directory, config, format, color, quiet],
  examples: [
    { command: 'inboxctl runs', does: 'what was applied, when, and what came of it' },
    { command: "inboxctl runs --format json | jq -r '.runs[0].run'", does: 'the name of the newest, for a script' },
  ],
} as const satisfies CommandDefinition;

const rollback = {
  name: 'rollback',
  argument: { name: '[run]', description: 'the run, as `inboxctl runs` names it; left out: the newest' },
  summary: 'plans and applies the way back to before a run',
  description:
    'Reads what the run changed from its journal in .inboxctl/runs, shows the way back and what cannot come back, asks, and carries it out as apply does. It touches only rules that the run touched, and needs no rule files. It is a run itself, and can be rolled back.\nExits 0 when these rules are as before the run, 1 when something failed or differs, 3 when there is no such run or a variable is not set, 4 when it refuses.',
  options: [...common, verbose, ...connection, ...rollbackGuards, ...carryingOut, expect],
  examples: [
    { command: 'inboxctl rollback', does: 'go back to before the newest run' },
    { command: 'inboxctl rollback 20261121T092233Z', does: 'to before that one; the beginning of its name is enough' },
  ],
} as const satisfies CommandDefinition;

const stats = {
  name: 'stats',
  argument: {
    name: '<report>',
    description: 'volume: how much mail there was; response-time: how long answers took',
    choices: ['volume', 'response-time'],
  },
  summary: "the inbox's statistics: how much mail there was, and how long answers took",
  description:
    'Reads the statistics that the service keeps, and shows them as a chart and a table; several accounts side by side, and summed where that makes sense. It needs a key with STATS_READ, and no rule files.\nA DATE is a day (2026-01-31), a month (2026-01) or a year (2026), each as a whole; how long ago (30d, 12w, 6m, 1y); a time with its offset (2026-01-31T09:30:00Z); or seconds or milliseconds since 1970. Days are those of UTC.\nExits 0 when all accounts were read, 1 when one could not be. The others are still shown.',
  options: [
    directory,
    config,
    account,
    shard,
    { ...format, choices: ['text', 'json', 'csv', 'markdown'] },
    color,
    quiet,
    ...connection,
    {
      flags: '--period <PERIOD>',
      description: 'of volume: what to count by',
      choices: PERIODS,
      defaultText: 'week',
    },
    { flags: '--from <DATE>', description: 'only mail from then on', defaultText: 'all mail' },
    { flags: '--to <DATE>', description: 'only mail until then, that day included', defaultText: 'all mail' },
    {
      flags: '--time-unit <UNIT>',
      description: 'how the deployment counts time in its dates',
      choices: ['ms', 's'],
      default: 'ms',
    },
  ],
  examples: [
    { command: 'inboxctl stats volume', does: 'mails by week' },
    { command: 'inboxctl stats volume --period month --from 1y', does: 'by month, of the last year' },
    { command: 'inboxctl stats response-time --from 30d', does: 'the last 30 days, compared with those before' },
    { command: 'inboxctl stats volume --format csv > mails.csv', does: 'for a spreadsheet' },
  ],
} as const satisfies CommandDefinition;

const doctor = {
  name: 'doctor',
  summary: 'checks settings, connection, key and scopes; says what to do',
  description:
    'Looks at the project, at the way to the service of each account, and at what its key may do there, and says what to do about what is wrong. It changes nothing: whether the key may write is told by a request that cannot be carried out.\nExits 0 when all is well (warnings included), 1 when something failed, 3 when settings or files are wrong, 4 for http://.',
  options: [...common, ...quickConnection],
  examples: [
    { command: 'inboxctl doctor', does: 'look at everything' },
    { command: 'inboxctl doctor --account alice --format json', does: 'one account, for a program to read' },
  ],
} as const satisfies CommandDefinition;

const accounts = {
  name: 'accounts',
  summary: 'the accounts of the project, as text or JSON',
  description:
    'Lists the accounts with their addresses, the variables of their keys, their rules and settings. It needs no key and sends nothing.\nExits 0, and 3 on settings that cannot be used.',
  options: common,
  examples: [
    { command: 'inboxctl accounts', does: 'the accounts of this project' },
    { command: "inboxctl accounts --format json | jq -r '.accounts[].name'", does: 'their names, for a script' },
  ],
} as const satisfies CommandDefinition;

const sandbox = {
  name: 'sandbox',
  summary: 'runs an inbox service on this machine, to try things out',
  description: `Serves the API, rules and statistics, on 127.0.0.1 until Ctrl-C and prints the two lines that point inboxctl at it. Its rules are gone afterwards, unless --data names a file. Statistics are those of a mailbox that it makes up, or of the mails in --seed.
A fault is METHOD PATH KIND [WHEN] [inbox=NAME]. METHOD is GET, POST, PUT, DELETE or *. PATH stands below /api/v1, and * in it is any run of characters. WHEN counts such requests: @2, @2-4, @3-, @2,5. Without it, all are hit. With inbox=NAME only requests of that inbox count. Of several faults that are due, the first one hits.
KIND, where the service does nothing: reset-before, hang-before, 500-before, html-before, redirect, 429, 429-retry-after[=SECONDS]. Where it carries the request out, and only the answer suffers: reset-after, hang-after, 500-after, html, half-json, truncated, slow=MS.`,
  options: [
    { flags: '--port <N>', description: 'the port; 0 is any free one', parse: wholeNumber(0, 65_535), default: 4747 },
    { flags: '--data <FILE>', description: 'keep the rules in FILE' },
    { flags: '--seed <FILE>', description: 'begin with the inboxes, keys, rules and mails of FILE, which is JSON' },
    {
      flags: '--profile <NAME>',
      description: 'which deployment to behave like: the contract alone, or one of two that were measured',
      choices: ['spec', 'older', 'newer'],
      default: 'newer',
    },
    { flags: '--latency <MS>', description: 'wait before each answer', parse: wholeNumber(0, 600_000), default: 0 },
    {
      flags: '--rate <N/s>',
      description: 'answer 429 to more than N requests a second; `10/s,burst=50` takes 50 at once after a pause',
      parse: perSecond,
    },
    {
      flags: '--fault <FAULT>',
      description: 'spoil requests: METHOD PATH KIND [WHEN] [inbox=NAME]; may be given several times',
      parse: repeated,
    },
    { flags: '--reorder-actions', description: 'give the actions of each rule back in another order' },
    color,
  ],
  examples: [
    { command: 'inboxctl sandbox', does: 'an inbox without rules' },
    { command: 'inboxctl sandbox --data inbox.jsonl', does: 'one that is still there next time' },
    {
      command: "inboxctl sandbox --fault 'POST /rules reset-after @2'",
      does: 'the second rule is created, and its answer is lost',
    },
  ],
} as const satisfies CommandDefinition;

const schema = {
  name: 'schema',
  argument: {
    name: '[name]',
    description: 'which schema: rules (the default), project, account or plan',
    choices: ['rules', 'project', 'account', 'plan'],
  },
  summary: 'prints a JSON Schema',
  description: 'Prints the JSON Schema of rule files, of inboxctl.yaml, of account files, or of a plan in JSON.',
  options: [],
  examples: [{ command: 'inboxctl schema rules > rules.schema.json', does: 'for an editor' }],
} as const satisfies CommandDefinition;

const completion = {
  name: 'completion',
  argument: { name: '<shell>', description: 'which shell: bash, zsh or fish', choices: SHELLS },
  summary: 'prints a completion script',
  description:
    'Prints a script with which the shell completes commands, options, their values, accounts and file names at TAB.',
  options: [],
  examples: SHELLS.map((shell) => ({ command: SETUP[shell].line, does: `${shell}: ${SETUP[shell].where}` })),
} as const satisfies CommandDefinition;

export const COMMANDS = [
  init,
  validate,
  fmt,
  plan,
  apply,
  pull,
  runs,
  rollback,
  stats,
  doctor,
  accounts,
  sandbox,
  schema,
  completion,
] as const;

export type CommandName = (typeof COMMANDS)[number]['name'];

/** What a command is given: the values of its options and its operand, by their names in code. */
export type Arguments<Name extends CommandName> = ArgumentsOf<Extract<(typeof COMMANDS)[number], { name: Name }>>;

/** Takes what is given of a command's arguments; gives all of them, with their defaults. */
export function argumentsOf<Name extends CommandName>(
  name: Name,
  given: { [Key in keyof Arguments<Name>]?: unknown },
): Arguments<Name> {
  const definition = COMMANDS.find((one) => one.name === name);
  const options: readonly OptionDefinition[] = definition?.options ?? [];
  const defaults = options.map(({ flags, default: value }) => {
    const option = new Option(flags);
    const otherwise = option.required ? undefined : option.negate;
    return [option.attributeName(), value ?? otherwise] as const;
  });
  // Without `unknown` between them tsc compares the object with the arguments of every command, for 18 s.
  const all: unknown = { ...Object.fromEntries(defaults), ...given };
  return all as Arguments<Name>;
}
