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
  mistake('a rename to a name that another live rule has', 'plan', {
    ...plans(files(file('Newsletters', '@other.example.com', 'renamedFrom: Shops\n')), NEWS, SHOPS),
    exit: 0,
    says: [
      'renamedFrom "Shops" has no effect: a live rule has the new name already',
      '- deletes 1 live rule',
      '"Shops"',
    ],
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
  mistake('an apply with an empty rules folder', 'apply --yes', {
    files: { 'rules/.keep': '' },
    ...inbox(...FOREIGN),
    exit: 4,
    says: ['the files declare no rule at all', '--allow-empty', 'Nothing was changed or deleted.'],
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
      '"R0", "R1", "R10", "R100", "R101": declared on, but off',
      'and 295 more like this (--verbose shows all)',
      'No changes: 300 rules are on or off against their files.',
    ],
    not: ['"R7"'],
  }),
];
