/** Mistakes in inboxctl.yaml, in account files, and with where these are. */
import { type Mistake, mistake } from './mistake.ts';

const RULE = 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';
const TESTS = 'tests: [{ name: t, mail: { from: a@example.com }, expect: { A: ai } }]\n';
const project = (text: string) => ({ 'inboxctl.yaml': text, 'rules/a.yaml': RULE });
const inProject = (did: string, text: string, row: Parameters<typeof mistake>[2]) =>
  mistake(did, 'validate', { files: project(text), ...row });

export const MISTAKES: readonly Mistake[] = [
  inProject('a word that the setting does not know', 'undeclared: purge\n', {
    says: ['inboxctl.yaml:1:13', 'Invalid value for `undeclared`: `purge`', 'Use delete, keep or declared-before'],
    not: ['Did you mean'],
  }),
  inProject('a word in another spelling', 'accounts:\n  alice: { undeclared: keeep }\n', {
    says: ['inboxctl.yaml:2:24', '`accounts.alice.undeclared`: `keeep`', 'Did you mean `keep`?'],
  }),
  inProject('a number in place of a word', 'aiSelection: 1\n', {
    says: ['inboxctl.yaml:1:14', 'Invalid value for `aiSelection`: `1`', 'Use one or several'],
  }),
  inProject('a guard at the top, and another key inside the guard', 'maxDeletes: 3\nguard: { undeclared: keep }\n', {
    says: [
      'has no key `maxDeletes`',
      '`maxDeletes` belongs below `guard:`',
      '`undeclared` belongs at the top of the file',
    ],
  }),
  inProject('a misspelled key, and an address without https://', 'rulez: [rules]\nbaseUrl: mail.example.com/api/v1\n', {
    says: [
      'inboxctl.yaml:1:1',
      'has no key `rulez`',
      'Did you mean `rules`?',
      'inboxctl.yaml:2:10',
      'does not begin with https://',
      'Write `https://mail.example.com/api/v1`.',
    ],
  }),
  inProject(
    'a wrong value in an account, and a rules folder that is not there',
    'actionOrder: sorted\naccounts:\n  a: { rules: [rules, more] }\n',
    { says: ['inboxctl.yaml:1:14', 'Use exact or any', 'inboxctl.yaml:3:23', 'There is no rules folder "more"'] },
  ),
  inProject('a rules folder that is not there', 'rules:\n  - rules\n  - ruls\n', {
    says: ['inboxctl.yaml:3:5', 'There is no rules folder "ruls"', 'Did you mean "rules"?', 'Create it'],
  }),
  mistake('a rules folder that is not there, named by an account file', 'validate', {
    files: { ...project('accounts: people\n'), 'people/alice.yaml': 'rules: [../rules/alice]\n' },
    says: ['people/alice.yaml:1:9', 'There is no rules folder "rules/alice"'],
  }),
  inProject('a project file of a newer inboxctl', 'version: 2\n', {
    says: ['inboxctl.yaml:1:10', 'made for a newer inboxctl', '`version: 2`', 'Install a newer inboxctl'],
  }),
  inProject('a list without brackets', 'ignore: Cold Email*\n', {
    says: ['inboxctl.yaml:1:9', 'Invalid value for `ignore`: `Cold Email*`', 'Write `["Cold Email*"]`'],
  }),
  inProject('an action type that does not exist, in the policy', 'policy: { forbidActions: [DELTE] }\n', {
    says: ['inboxctl.yaml:1:27', 'Invalid entry in `policy.forbidActions`: `DELTE`', 'Did you mean `DELETE`?'],
  }),
  inProject(
    'an action type that does not exist, confined to files',
    'policy: { confine: [{ actions: [FORWRD], files: ["rules/*"] }] }\n',
    {
      says: ['inboxctl.yaml:1:33', 'Invalid entry in `policy.confine.0.actions`: `FORWRD`', 'Did you mean `FORWARD`?'],
    },
  ),
  inProject('a misspelled key of `confine`', 'policy: { confine: [{ actions: [FORWARD], flies: ["rules/*"] }] }\n', {
    says: ['inboxctl.yaml:1:43', 'no key `policy.confine.0.flies`', 'Did you mean `files`?'],
  }),
  inProject('a code of a pitfall that does not exist', 'acceptPitfalls: [{ rule: A, codes: [any-off] }]\n', {
    says: ['inboxctl.yaml:1:37', 'Invalid entry in `acceptPitfalls.0.codes`: `any-off`', 'Did you mean `any-of`?'],
  }),
  inProject('a message in place of a code', 'acceptPitfalls: [{ rule: A, codes: ["anybody can choose it"] }]\n', {
    says: ['Invalid entry in `acceptPitfalls.0.codes`: `anybody can choose it`', 'Use excludes-nothing', 'or template'],
  }),
  inProject('a code without brackets', 'acceptPitfalls:\n  - { rule: A, code: any-of, codes: any-of }\n', {
    says: ['no key `acceptPitfalls.0.code`', '`codes` is there as well', 'Write `[any-of]`'],
  }),
  inProject('a pitfall of no rule', 'acceptPitfalls: [{ codes: [any-of] }]\n', {
    says: [
      'inboxctl.yaml:1:20',
      '`acceptPitfalls.0.rule` is missing',
      'Write a glob of rule names, such as `"From *"`',
    ],
  }),
  inProject(
    'a regular expression in place of a glob, for pitfalls',
    'acceptPitfalls: [{ rule: /A.*/, codes: [any-of] }]\n',
    {
      exit: 0,
      says: ['Invalid entry in `acceptPitfalls.rule`', 'is a regular expression'],
    },
  ),
  inProject(
    '`confine` without brackets',
    'policy:\n  confine:\n    - { actions: forward, files: rules/outbound/* }\n',
    {
      says: ['inboxctl.yaml:3:18', 'Write `[FORWARD]`', 'inboxctl.yaml:3:34', 'Write `["rules/outbound/*"]`'],
    },
  ),
  inProject('confined actions as a mapping', 'policy: { confine: { FORWARD: ["rules/outbound/*"] } }\n', {
    says: ['inboxctl.yaml:1:20', 'Write a list such as `[{ actions: [FORWARD], files: ["rules/outbound/*"] }]`'],
  }),
  ...[
    ['./rules/outbound/*', 'rules/outbound/*'],
    ['/rules/outbound/*', 'rules/outbound/*'],
    ['rules//outbound/*', 'rules/outbound/*'],
    ['rules/../rules/outbound/*', 'rules/outbound/*'],
    ['rules/outbound', 'rules/outbound/*'],
    ['rules/outbound/', 'rules/outbound/*'],
    ['rules/out*/', 'rules/out*/*'],
    ['rules\\outbound\\*', 'rules/outbound/*'],
    ['rules/outbound/*.json', null],
    ['.github/rules/*', null],
    ['C:\\project\\rules\\*', null],
    ['', null],
  ].map(([glob, meant]) =>
    inProject(
      `the glob ${JSON.stringify(glob)} of files that actions are confined to`,
      `policy: { confine: [{ actions: [FORWARD], files: [${JSON.stringify(glob)}] }] }\n`,
      {
        says: [
          'inboxctl.yaml:1:51',
          'matches no rule file: paths start at the folder of inboxctl.yaml',
          meant === null ? 'Write a list of globs of rule files, such as `["rules/outbound/*"]`.' : `Write "${meant}".`,
        ],
      },
    ),
  ),
  inProject(
    'globs of files that actions are confined to, as they may be',
    'policy: { confine: [{ actions: [FORWARD], files: ["*", "rules/*ml", "../shared/*.yml", "rules/**", a.yaml, "é/*"] }] }\n',
    { exit: 0, says: ['Valid'] },
  ),
  inProject('a share that is not one', 'guard: { maxDeletes: half }\n', {
    says: ['inboxctl.yaml:1:22', '`guard.maxDeletes`: `half`', 'a share such as `"25%"`'],
  }),
  inProject('the key itself in the project file', 'apiKey: key_4fJ-a8Zq\n', {
    says: ['inboxctl.yaml:1:9', 'Invalid value for `apiKey`: a text', 'Never write the key itself into a file'],
    not: ['key_4fJ'],
  }),
  mistake('a key variable of another name', 'plan', {
    files: project('apiKey: { env: INBOX_KEY }\n'),
    says: ['inboxctl.yaml:1:9', 'INBOX_KEY may not be sent as an API key', 'begin with INBOXCTL_'],
  }),
  inProject(
    'a merge conflict in the project file',
    'version: 1\n<<<<<<< HEAD\nundeclared: keep\n=======\nundeclared: delete\n>>>>>>> other\n',
    { says: ['inboxctl.yaml:2:1', 'merge conflict markers', 'run `git add` on the file'] },
  ),
  mistake('a project file called inboxctl.yml, looked at by doctor', 'doctor', {
    files: { 'inboxctl.yml': 'undeclared: keep\n', 'rules/a.yaml': RULE },
    says: ['inboxctl.yml is not read', 'Rename it to inboxctl.yaml'],
  }),
  ...[
    ['/^Cold/', '"Cold*"'],
    ['/cold/i', '"*cold*"'],
    ['^Cold.*', '"Cold*"'],
    ['Cold.*', '"Cold*"'],
    ['^(Cold|Warm)$', 'a list of globs, such as `["Cold Email*"]`'],
  ].map(([glob = '', meant = '']) =>
    inProject(`the regular expression ${glob} in place of a glob`, `ignore: ['${glob}']\n`, {
      exit: 0,
      says: ['warning', 'inboxctl.yaml:1:10', `in \`ignore\`: \`${glob}\` is a regular expression`, `Write ${meant}`],
    }),
  ),
  ...[
    ['/actions/0/fields/label', 'actions/0/fields/label'],
    ['actions[0].fields.label', 'actions/0/fields/label'],
    ['condition.static.from', 'condition/static/from'],
  ].map(([path, meant]) =>
    inProject(`the path ${path} in another form`, `ignoreDifferences: [{ rule: "A*", fields: ["${path}"] }]\n`, {
      exit: 0,
      says: ['warning', 'inboxctl.yaml:1:44', 'is not a path', `Write "${meant}"`],
    }),
  ),
  ...[
    ['undeclared: ‘keep’', '1:13', 'Did you mean `keep`?'],
    [`baseUrl: \${X}`, '1:10', 'has a placeholder in it, and nothing fills it in', 'INBOXCTL_BASE_URL'],
    ['policy: { forwardTo: [.example.com] }', '1:23', 'fits no address', 'Write "*@*.example.com"'],
  ].map(([line, place, ...says]) =>
    inProject(`the setting ${line}`, `${line}\n`, { says: [`inboxctl.yaml:${place}`, ...says] }),
  ),
  inProject(
    'names of rules with characters that other patterns use',
    'ignore: ["[Newsletter] *", "Spam?", "$ and more $", "a/b", "Deals (old)"]\n',
    { exit: 0, says: ['Valid'] },
  ),
  ...[
    ['https://hooks.example.com/x', 'hooks.example.com'],
    ['hooks.example.com:8443', 'hooks.example.com'],
    ['//*.example.com', '*.example.com'],
    ['.example.com', '*.example.com'],
  ].map(([host = '', meant]) =>
    inProject(`${host} in place of a host`, `accounts: { a: { policy: { webhookHosts: ["${host}"] } } }\n`, {
      says: ['inboxctl.yaml:1:', 'webhookHosts`: `', '` is not a host', `Write "${meant}"`],
    }),
  ),
  ...[
    ['example.com', '*@example.com'],
    ['@example.com', '*@example.com'],
    ['mailto:a@example.com', 'a@example.com'],
    ['Ann <a@example.com>', 'a@example.com'],
  ].map(([domain = '', meant]) =>
    inProject(`${domain} in place of a glob of addresses`, `policy: { forwardTo: ["${domain}"] }\n`, {
      says: ['inboxctl.yaml:1:23', `\`${domain}\` fits no address`, `Write "${meant}"`],
    }),
  ),
  inProject(
    'hosts and addresses that are as they should be',
    'policy: { webhookHosts: ["*", "[::1]", "*.example.com"], forwardTo: ["*", "a@example.com", "*.example.com"] }\n',
    { exit: 0, says: ['Valid'] },
  ),
  ...['rules/*.yaml', 'rules/**', 'rules/{a,b}.yaml'].map((glob) =>
    inProject(`the glob ${glob} in place of a folder`, `rules: ["${glob}"]\n`, {
      says: ['inboxctl.yaml:1:9', `"${glob}"`, 'These are folders and files, not globs. Write "rules"'],
    }),
  ),
  mistake('a glob in place of a tests folder', 'test', {
    files: { ...project('tests: ["tests/**/*.yaml"]\n'), 'tests/a.yaml': TESTS },
    says: ['inboxctl.yaml:1:9', 'These are folders and files, not globs. Write "tests"'],
  }),
  ...[
    ['delete', '[DELETE]'],
    ['"DELETE, forward; send email"', '[DELETE, FORWARD, SEND_EMAIL]'],
  ].map(([written, meant]) =>
    inProject(`${written} in place of a list of action types`, `policy: { forbidActions: ${written} }\n`, {
      says: ['inboxctl.yaml:1:26', `Write \`${meant}\`.`],
    }),
  ),
  ...['inboxctl.yml', 'Inboxctl.yaml', 'inboxctl.yaml.txt', 'inboxctl.YAML', 'inbox-ctl.yml', '.inboxctl.yml'].map(
    (name) =>
      mistake(`a project file called ${name}`, 'plan', {
        files: { [name]: 'undeclared: keep\n', 'rules/a.yaml': RULE },
        says: [`${name} is not read: a project file is called inboxctl.yaml`, 'Rename it to inboxctl.yaml'],
      }),
  ),
  mistake('notes and backups beside the project file', 'validate', {
    files: { ...project('version: 1\n'), 'inboxctl.yaml.bak': '', 'inboxctl.prod.yaml': '', 'inboxctl.md': '' },
    exit: 0,
    says: ['Valid: 1 rule in 1 file.'],
    not: ['not read'],
  }),
  mistake('a folder in place of the project file', 'validate', {
    files: { 'inboxctl.yaml/alice.yaml': '', 'rules/a.yaml': RULE },
    says: ['The project file inboxctl.yaml cannot be read: it is a folder'],
  }),
  mistake('a folder called Rules, without a project file', 'plan', {
    files: { 'Rules/a.yaml': RULE },
    says: ['no folder called rules', 'Did you mean "Rules"? Rename it to rules'],
  }),
  mistake('a folder called Rules, looked at by doctor', 'doctor', {
    files: { 'Rules/a.yaml': RULE },
    says: ['no folder called rules', 'Did you mean "Rules"? Rename it to rules'],
  }),
  ...['test', 'validate'].map((command) =>
    mistake(`${command} with a folder called test`, [command], {
      files: { 'rules/a.yaml': RULE, 'test/a.yaml': TESTS },
      exit: 0,
      says: ['warning', 'The tests folder "tests" does not exist', 'Did you mean "test"?'],
    }),
  ),
  mistake('a folder called test that has no tests of rules', 'validate', {
    files: { 'rules/a.yaml': RULE, 'test/a.yaml': 'services: {}\n' },
    exit: 0,
    says: ['Valid: 1 rule in 1 file.'],
    not: ['warning'],
  }),
  ...['plan', 'validate', 'fmt', 'accounts', 'pull', 'apply', 'doctor'].map((command) =>
    mistake(`${command} in an empty folder`, [command], {
      files: {},
      says: [
        'There is no inboxctl project in /',
        'no inboxctl.yaml here or above, and no folder called rules',
        'To start one here, run: inboxctl init',
        'To try inboxctl without an inbox, run: inboxctl sandbox',
      ],
      not: ['INBOXCTL_BASE_URL'],
    }),
  ),
  inProject('a second document in the project file', 'version: 1\n---\nundeclared: keep\n', {
    says: ['inboxctl.yaml:3:1', 'holds more than one document', 'Remove the line `---`'],
  }),
  inProject('a list where the settings belong', '- rules\n', {
    says: ['inboxctl.yaml:1:1', 'must be a mapping', '`version: 1`'],
  }),
  mistake('an account file called bob.YAML', 'validate', {
    files: { ...project('accounts: people\n'), 'people/alice.yaml': '', 'people/bob.YAML': '' },
    says: ['people/bob.YAML', 'This file is not read', 'Rename it'],
  }),
  inProject('a folder of account files that is not there', 'accounts: people\n', {
    says: ['inboxctl.yaml:1:11', 'folder of account files people does not exist', 'alice.yaml'],
  }),
  mistake('two accounts with one inbox', 'plan', {
    files: project('baseUrl: https://mail.example.com/api/v1\naccounts: { a: {}, b: {} }\n'),
    says: ['inboxctl.yaml:2:20', 'are the same inbox', 'Give each its own key'],
  }),
  inProject('a rules folder outside the project', 'rules: [rules, ../elsewhere]\n', {
    says: ['inboxctl.yaml:1:16', 'is outside the project', 'Move it into the project'],
  }),
];
