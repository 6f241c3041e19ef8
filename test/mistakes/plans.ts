/** Mistakes that a plan shows: renames, deletes, guards, the policy, and what no request can carry. */
import { type Mistake, mistake } from './mistake.ts';

interface Rule {
  from?: string;
  ai?: string;
  actions?: object[];
  enabled?: boolean;
  createdAt?: string;
}

/** A live rule of the sandbox's seed. */
const live = (name: string, { from, ai, actions = [{ type: 'ARCHIVE' }], ...more }: Rule = {}) => ({
  name,
  condition: {
    conditionalOperator: 'AND',
    ...(ai === undefined ? {} : { aiInstructions: ai }),
    static:
      from === undefined && ai === undefined
        ? { from: `${name.toLowerCase().replace(/\W/g, '')}@live.example.com` }
        : { from },
  },
  actions,
  ...more,
});

const inbox = (...rules: object[]) => ({ sandbox: { seed: { rules } } });

/** The same rule in a file; `more` are lines of its own. */
const file = (name: string, from: string, more = '', actions = '[{ type: ARCHIVE }]') =>
  `name: ${name}\n${more}condition: { conditionalOperator: AND, static: { from: "${from}" } }\nactions: ${actions}\n`;

const NEWS_FILE = file('Newsletters', '@news.example.com');
const SHOPS_FILE = file('Shops', '@shop.example.com');
/** A project of these rules, a file each. */
const files = (...rules: string[]) =>
  Object.fromEntries(rules.map((text, index) => [`rules/${'ab'[index]}.yaml`, text]));
const set = (settings: string, ...rules: string[]) => ({ 'inboxctl.yaml': settings, ...files(...rules) });
/** What a plan compares: files, and the rules of an inbox. */
const plans = (declared: Record<string, string>, ...rules: object[]) => ({ files: declared, ...inbox(...rules) });

const NEWS = live('Newsletters', { from: '@news.example.com' });
const SHOPS = live('Shops', { from: '@shop.example.com' });
const FOREIGN = ['Alpha', 'Beta', 'Gamma'].map((name) => live(name));
const CRM = { type: 'INTEGRATION', integrationName: 'crm', integrationToolName: 'add_contact' };
const WITH_CRM = live('Newsletters', { from: '@news.example.com', actions: [{ type: 'ARCHIVE' }, CRM] });

const FORWARD = '[{ type: FORWARD, fields: { to: "boss@elsewhere.example.org" } }]';
const hook = (url: string) => `[{ type: CALL_WEBHOOK, fields: { webhookUrl: "${url}" } }]`;

const SWITCHED = {
  'rules/a.yaml': 'name: A\nenabled: false\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n',
  'rules/b.yaml':
    'name: B\nenabled: true\ncondition: { aiInstructions: y }\nactions: [{ type: FORWARD, fields: { to: a@example.com } }]\n',
};

export const MISTAKES: readonly Mistake[] = [
  mistake('a new rule that is to be off', 'plan', {
    files: SWITCHED,
    sandbox: {},
    exit: 0,
    says: [
      '"A": will be created switched on.',
      'rules/a.yaml:1:1',
      'The API cannot set `enabled`: once it is created, switch it off',
      '"B": will be created switched off.',
    ],
  }),
  mistake('a new rule that is to be off, at the end of its apply', 'apply --yes', {
    files: SWITCHED,
    sandbox: { profile: 'newer' },
    exit: 0,
    says: ['2 created', 'Converged, but 2 rules are on or off against their files.', '"A": declared off, but on'],
    not: ['as declared: ', 'rules are as declared'],
  }),
  mistake('a new rule that is to be off, where the files are checked', 'validate', {
    files: SWITCHED,
    exit: 0,
    says: [
      'note: If this rule is new, it will be created switched on',
      'rules/a.yaml:2:10',
      'Valid: 2 rules in 2 files',
    ],
  }),
  mistake('a rule renamed in its file without renamedFrom', 'plan', {
    ...plans(files(file('Papers', '@news.example.com')), NEWS),
    exit: 4,
    says: [
      '"Papers": looks like the live rule "Newsletters" under a new name',
      'with its id, history and learned patterns. rules/a.yaml:1:1',
      'add this line below its name, and plan again: renamedFrom: "Newsletters"',
    ],
  }),
  mistake('a rule renamed together with its label', 'plan', {
    ...plans(
      files(file('Papers', '@news.example.com', '', '[{ type: LABEL, fields: { label: Papers } }]'), SHOPS_FILE),
      live('News', { from: '@news.example.com', actions: [{ type: 'LABEL', fields: { label: 'News' } }] }),
      SHOPS,
    ),
    exit: 0,
    says: ['looks like the live rule "News"', 'renamedFrom: "News"', '- deletes 1 live rule, with its id'],
  }),
  mistake('a rule replaced by one that has nothing in common with it', 'plan', {
    ...plans(files(file('Bills', '@bank.example.com'), SHOPS_FILE), NEWS, SHOPS),
    exit: 0,
    says: ['- deletes 1 live rule, with its id, history and learned patterns: "Newsletters"', 'inboxctl apply'],
    not: ['renamedFrom'],
  }),
  mistake('a misspelled renamedFrom', 'plan', {
    ...plans(files(file('Papers', '@papers.example.com', 'renamedFrom: Newslettres\n'), SHOPS_FILE), NEWS, SHOPS),
    exit: 0,
    says: [
      'renamedFrom "Newslettres" has no effect: no live rule has that name. Did you mean "Newsletters"?',
      'rules/a.yaml:1:1',
      'correct the line in the file, and plan again: renamedFrom: "Newsletters"',
    ],
    not: ['Remove the line'],
  }),
  mistake('a renamedFrom in other letters than the live name', 'plan', {
    ...plans(files(file('Papers', '@papers.example.com', 'renamedFrom: newsletters\n'), SHOPS_FILE), NEWS, SHOPS),
    exit: 0,
    says: ['Did you mean "Newsletters"?', 'renamedFrom: "Newsletters"'],
  }),
  mistake('a renamedFrom of an old name that the live rule never had, but with its content', 'plan', {
    ...plans(files(file('Papers', '@news.example.com', 'renamedFrom: Weekly\n'), SHOPS_FILE), NEWS, SHOPS),
    exit: 0,
    says: ['renamedFrom "Weekly" has no effect', 'Did you mean "Newsletters"?', 'renamedFrom: "Newsletters"'],
  }),
  mistake('a renamedFrom that nothing live is near to', 'plan', {
    ...plans(files(file('Papers', '@papers.example.com', 'renamedFrom: Weekly\n'))),
    exit: 0,
    says: [
      'no live rule has that name, so this one is created. rules/a.yaml:1:1',
      'Correct the name in the line `renamedFrom`, or remove the line',
    ],
  }),
  mistake('a renamedFrom left in the file after the apply', 'plan', {
    ...plans(files(file('Newsletters', '@news.example.com', 'renamedFrom: Weekly\n')), NEWS),
    exit: 0,
    says: [
      '"Newsletters": renamedFrom "Weekly" has no effect: no live rule has that name. rules/a.yaml:1:1',
      'Remove the line `renamedFrom`',
    ],
  }),
  mistake('a rename to a name that another live rule has', 'plan', {
    ...plans(files(file('Newsletters', '@other.example.com', 'renamedFrom: Shops\n')), NEWS, SHOPS),
    exit: 0,
    says: [
      'renamedFrom "Shops" has no effect: a live rule has the new name already',
      '- deletes 1 live rule',
      '"Shops"',
    ],
  }),
  mistake('two rules renamed from one', 'validate', {
    files: files(
      file('One', '@one.example.com', 'renamedFrom: Old\n'),
      file('Two', '@two.example.com', 'renamedFrom: Old\n'),
    ),
    says: ['error: ', 'rules/b.yaml:2:14', '"Old"', 'The other one: rules/a.yaml:2:14'],
  }),
  mistake('a rule renamed from one that is ignored', 'validate', {
    files: set('ignore: ["Cold*"]\n', file('Warm', '@a.example.com', 'renamedFrom: Cold Email\n')),
    says: ['error: ', 'rules/a.yaml:2:14', '"Cold Email"', '`Cold*` of ignore', 'Remove `renamedFrom`, or the glob'],
  }),
  mistake('a declared rule that is ignored, too', 'validate', {
    files: set('ignore: ["Cold*"]\n', file('Cold Email', '@a.example.com')),
    says: [
      'error: ',
      'rules/a.yaml:1:7',
      'its name matches `Cold*` of ignore',
      'Remove the rule from the file, or the glob from `ignore` in inboxctl.yaml',
    ],
  }),
  mistake('everything ignored by a star', 'plan', {
    ...plans(set('ignore: ["*"]\n', NEWS_FILE), NEWS),
    says: ['its name matches `*` of ignore', 'rules/a.yaml:1:7'],
  }),
  mistake("the key of another person's inbox", 'plan', {
    ...plans(files(NEWS_FILE), ...FOREIGN),
    exit: 4,
    says: [
      'Refused: 3 of 3 live rules would be deleted, and no declared rule is live. Is this the key of another inbox?',
      '`inboxctl pull`',
      '`undeclared: keep`',
      'Apply refuses this: see the error above.',
      'Next: only if all these deletes are meant, allow them once: inboxctl apply --max-deletes 3',
    ],
  }),
  mistake('an empty rules folder', 'plan', {
    files: { 'rules/.keep': '' },
    ...inbox(...FOREIGN),
    exit: 4,
    says: [
      'Refused: the files declare no rule at all, and 3 of 3 live rules would be deleted.',
      'Is this the right folder?',
      'inboxctl apply --allow-empty',
    ],
  }),
  mistake('an apply with an empty rules folder', 'apply --yes', {
    files: { 'rules/.keep': '' },
    ...inbox(...FOREIGN),
    exit: 4,
    says: ['the files declare no rule at all', '--allow-empty', 'Nothing was changed or deleted.'],
  }),
  mistake('rule files removed by a wrong merge', 'apply --yes', {
    ...plans(files(NEWS_FILE), NEWS, ...FOREIGN),
    exit: 4,
    says: [
      'Refused: 3 of 4 live rules would be deleted; at most 2 may be (`guard.maxDeletes` is 25%, but at least 2).',
      '- deletes 3 live rules, with their ids, history and learned patterns: "Alpha", "Beta", "Gamma"',
      'allow it once with --max-deletes 3',
      'Nothing was changed or deleted.',
    ],
  }),
  mistake('--max-deletes with too small a number', 'plan --max-deletes 1', {
    ...plans(files(NEWS_FILE), NEWS, ...FOREIGN),
    exit: 4,
    says: ['at most 1 may be (--max-deletes 1)', 'inboxctl apply --max-deletes 3'],
  }),
  mistake('--max-deletes with a share', 'plan --max-deletes 50%', {
    ...inbox(NEWS),
    says: ['--max-deletes', '50%', 'It takes a whole number of at least 0'],
  }),
  mistake('a guard that allows no delete, forgotten', 'plan', {
    ...plans(set('guard: { maxDeletes: 0 }\n', NEWS_FILE), NEWS, SHOPS),
    exit: 4,
    says: [
      '1 of 2 live rules would be deleted; at most 0 may be (`guard.maxDeletes` is 0)',
      '--max-deletes 1',
      'in inboxctl.yaml',
    ],
  }),
  mistake('a plan with a forbidden action', 'plan --max-deletes 9', {
    ...plans(set('policy: { forbidActions: [DELETE] }\n', file('Ads', '@ads.example.com', '', '[{ type: DELETE }]'))),
    exit: 4,
    says: [
      'DELETE is forbidden',
      'Apply refuses this: see the error above.',
      'Next: fix that, then plan again: inboxctl plan',
    ],
    not: ['inboxctl apply'],
  }),
  mistake('mail forwarded to an address outside the policy', 'validate', {
    files: set('policy: { forwardTo: ["*@example.com"] }\n', file('Boss', '@a.example.com', '', FORWARD)),
    exit: 4,
    says: [
      'rules/a.yaml:3:',
      '`to` of FORWARD holds "boss@elsewhere.example.org"',
      '`policy.forwardTo` in inboxctl.yaml does not allow',
      '*@example.com',
    ],
  }),
  mistake('an address that the service fills in, under a policy', 'validate', {
    files: set(
      'policy: { forwardTo: ["*@example.com"] }\n',
      file('Boss', '@a.example.com', '', '[{ type: FORWARD, fields: { to: "{{sender}}@example.com" } }]'),
    ),
    exit: 4,
    says: ['`to` of FORWARD holds `{{…}}`', 'Write the address itself'],
  }),
  mistake('a webhook on a host outside the policy', 'plan', {
    ...plans(
      set(
        'policy: { webhookHosts: ["hooks.example.com"] }\n',
        file('Hook', '@a.example.com', '', hook('https://other.example.net/s3cret')),
      ),
    ),
    exit: 4,
    says: ['`webhookUrl` leads to "other.example.net"', '`policy.webhookHosts` in inboxctl.yaml', 'hooks.example.com'],
    not: ['s3cret'],
  }),
  mistake('a live value kept that the policy forbids', 'plan', {
    ...plans(
      set(
        'policy: { forwardTo: ["*@example.com"] }\nignoreDifferences: [{ rule: Boss, fields: ["actions/*/fields/to"] }]\n',
        file('Boss', '@b.example.com', '', '[{ type: FORWARD, fields: { to: "boss@example.com" } }]'),
      ),
      live('Boss', {
        from: '@a.example.com',
        actions: [{ type: 'FORWARD', fields: { to: 'x@elsewhere.example.org' } }],
      }),
    ),
    exit: 4,
    says: [
      'would send the live value of actions/0/fields/to',
      '`ignoreDifferences`',
      'x@elsewhere.example.org',
      'Next: fix that',
    ],
  }),
  mistake('one name twice in the files', 'plan', {
    ...plans(files(file('Same', '@a.example.com'), file('Same', '@b.example.com'))),
    says: ['error: ', 'rules/b.yaml:1:7', '"Same"', 'The other one: rules/a.yaml:1:7'],
  }),
  mistake('two names that differ in case only', 'validate', {
    files: files(file('Bills', '@a.example.com'), file('bills', '@b.example.com')),
    exit: 0,
    says: ['warning: ', 'rules/b.yaml:1:7', '"bills" and "Bills" differ only in case', 'rules/a.yaml:1:7'],
  }),
  mistake('a rule made a second time in the web page', 'plan', {
    ...plans(files(NEWS_FILE), NEWS, live('Newsletters', { from: '@copy.example.com' })),
    exit: 0,
    says: ['- delete "Newsletters" (a second live rule of this name)', '- deletes 1 live rule, with its id'],
  }),
  mistake('a rule made a second time in the web page, where undeclared ones are kept', 'plan', {
    ...plans(set('undeclared: keep\n', NEWS_FILE), NEWS, live('Newsletters', { from: '@copy.example.com' })),
    exit: 0,
    says: [
      '"Newsletters": 2 live rules have this name; 1 of them is left alone',
      "Rename or delete the extra ones in the service's web page",
    ],
  }),
  mistake('an edit of a rule with an action that no request can carry', 'plan', {
    ...plans(files(file('Newsletters', '@other.example.com')), WITH_CRM),
    exit: 4,
    says: [
      '"Newsletters": not replaced: the live rule has actions that no request can carry (INTEGRATION)',
      'rules/a.yaml:1:1',
      '1 change refused.',
      'With what it loses, only if that is meant: inboxctl apply --allow-loss',
    ],
  }),
  mistake('a loss allowed without reading what is lost', 'plan --allow-loss', {
    ...plans(files(file('Newsletters', '@other.example.com')), WITH_CRM),
    exit: 0,
    says: [
      'the replace loses actions that no request can carry (INTEGRATION)',
      "They can be made again in the service's web page only",
      'inboxctl apply --allow-loss',
    ],
  }),
  mistake('a delete of a rule with an action that no request can carry', 'plan', {
    ...plans(files(SHOPS_FILE), WITH_CRM, SHOPS),
    exit: 0,
    says: ['"Newsletters": the delete loses actions that no request can carry (INTEGRATION)'],
  }),
  mistake('an expectation that a rule is switched on, which it is not', 'plan', {
    ...plans(files(file('Newsletters', '@news.example.com', 'enabled: true\n')), { ...NEWS, enabled: false }),
    exit: 0,
    says: [
      '"Newsletters": declared on, but off. rules/a.yaml:1:1',
      "switch the rule in the service's web page",
      'No changes: 1 rule is on or off against its file.',
    ],
    not: ['live as declared'],
  }),
  mistake('--expect with the digest of another plan', ['apply', '--yes', '--expect', `sha256:${'0'.repeat(64)}`], {
    ...plans(files(NEWS_FILE)),
    exit: 4,
    says: ['Not in the review, and so refused: 1 change', 'create "Newsletters"', 'inboxctl apply --expect sha256:'],
  }),
  mistake('a plan file of something else', 'apply plan.json --yes', {
    files: { 'rules/a.yaml': NEWS_FILE, 'plan.json': '{"hello": 1}\n' },
    ...inbox(),
    says: ['plan.json', 'inboxctl plan --output'],
  }),
  mistake('`undeclared: declared-before` without a git history', 'plan', {
    ...plans(set('undeclared: declared-before\n', NEWS_FILE), NEWS, SHOPS),
    says: ['declared-before', 'git'],
  }),
  mistake('three hundred rules that expect another switch', 'plan', {
    ...plans(
      files(
        Array.from({ length: 300 }, (_, index) => file(`R${index}`, `@s${index}.example.com`, 'enabled: true\n')).join(
          '---\n',
        ),
      ),
      ...Array.from({ length: 300 }, (_, index) => ({
        ...live(`R${index}`, { from: `@s${index}.example.com` }),
        enabled: false,
      })),
    ),
    exit: 0,
    says: [
      '"R0": declared on, but off',
      'and 297 more like this (--verbose shows all)',
      'No changes: 300 rules are on or off against their files.',
    ],
    not: ['"R7"'],
  }),
  mistake('a live name with quotes in it, to be copied into a file', 'plan', {
    ...plans(
      files(file('Plain', '@news.example.com'), SHOPS_FILE),
      live('Say "hi": #1', { from: '@news.example.com' }),
      SHOPS,
    ),
    exit: 0,
    says: ['the live rule "Say \\"hi\\": #1" under a new name', 'renamedFrom: "Say \\"hi\\": #1"'],
  }),
];
