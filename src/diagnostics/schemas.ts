/** What a schema finds wrong with the keys and values of a file: of rules, of tests, or of settings. */
import { ACTION_TYPES, ACTIONS, fieldsOf, isSendable } from '../model/action-types.ts';
import { MOST_MINUTES } from '../model/minutes.ts';
import { MATCHERS, matchersNamed, STATIC_KEYS } from '../model/rule.ts';
import { maskedUrls } from './masked-urls.ts';
import { list, ours, type Parts, say, short, shortQuoted, type Theirs, type Topic, theirs } from './message.ts';
import { KIND, type ValueKind } from './value-kinds.ts';
import { COMMENT, isLikeComment } from './yaml.ts';

const NAMES = {
  project: 'the project file',
  account: 'an account',
  rule: 'a rule',
  rules: 'a document with `rules`',
  test: 'a test',
  tests: 'a document with `tests`',
  seed: 'a seed',
};

/** What is checked by a schema. */
export type SchemaName = keyof typeof NAMES;

/** A mapping, by its schema and the path of a key in it. */
function nameOf(of: SchemaName, level: string): string {
  if (level === '') return NAMES[of];
  if (level === 'actions') return 'an action';
  return level === 'account' ? NAMES.account : `\`${level.split('.').at(-1)}\``;
}

const TYPES = `All types: ${ACTION_TYPES.join(', ')}`;

const EXPECTED: Partial<Record<string, string>> = {
  version: 'the number 1, without quotes',
  accounts:
    'a mapping such as `{ alice: { apiKey: { env: INBOXCTL_ALICE_KEY } } }`, or a folder with a file for each account, such as `accounts`',
  account: 'a mapping such as `{ baseUrl: "https://mail.example.com/api/v1", apiKey: { env: INBOXCTL_ALICE_KEY } }`',
  apiKey:
    'the name of a variable that begins with INBOXCTL_: `{ env: INBOXCTL_ALICE_KEY }`. Never write the key itself into a file',
  'apiKey.env': 'the name of a variable that begins with INBOXCTL_, such as `INBOXCTL_ALICE_KEY`',
  baseUrl: 'an address, such as `https://mail.example.com/api/v1`, or leave it out and set INBOXCTL_BASE_URL',
  policy: 'a mapping such as `{ forbidActions: [DELETE] }`',
  'policy.forbidActions': 'a list of action types, such as `[DELETE]`',
  'policy.forwardTo': 'a list of globs of addresses, such as `["*@example.com"]`',
  'policy.webhookHosts': 'a list of globs of hosts, such as `["hooks.example.com"]`',
  'policy.confine': 'a list such as `[{ actions: [FORWARD], files: ["rules/outbound/*"] }]`',
  'policy.confine.actions': 'a list of action types, such as `[FORWARD]`',
  'policy.confine.files':
    'a list of globs of rule files, with `/` between folders, from the folder of inboxctl.yaml on, such as `["rules/outbound/*"]`',
  'policy.forbidPitfalls': 'true or false, without quotes',
  rules: 'a list of folders or files, such as `[rules]`',
  tests: 'a list of folders or files, such as `[tests]`, or `[]` for none',
  'ignoreDifferences.rule': 'a glob of rule names, such as `"Archive *"`',
  'ignoreDifferences.fields': 'a list of globs, such as `["actions/*/fields/folderName"]`',
  ignore: 'a list of globs, such as `["Cold Email*"]`',
  acceptPitfalls: 'a list such as `[{ rule: "From Jane", codes: [fits-display-names] }]`',
  'acceptPitfalls.rule': 'a glob of rule names, such as `"From *"`',
  'acceptPitfalls.codes': 'a list of codes of pitfalls, such as `[fits-display-names]`',
  ignoreDifferences: 'a list such as `[{ rule: "Archive *", fields: ["actions/*/fields/folderName"] }]`',
  guard: 'a mapping such as `{ maxDeletes: "25%" }`; `"100%"` lifts the limit',
  name: 'a text that no other has as its name, such as `Newsletters`',
  mail: 'its headers, such as `{ from: "jane@example.com", subject: "Hello" }`, or `{ file: issue.eml }`',
  'mail.to': 'a text, with commas between addresses: `"a@example.com, b@example.com"`',
  'mail.reply': 'true or false, without quotes',
  'mail.file': 'the path of a file, such as `samples/issue.eml`',
  expect:
    'rules and their outcomes, such as `{ Newsletters: matches, Receipts: no }`; for none: `others: no` beside it',
  judged: 'rules and the answers of the AI to assume, such as `{ Newsletters: yes }`',
  enabled: 'true or false, without quotes',
  overrides: 'true, without quotes, or leave it out',
  runOnThreads: 'true (replies too) or false (without replies), without quotes',
  condition: `one mapping such as \`{ aiInstructions: "Is it a newsletter?" }\`, or \`static\` with ${matchersNamed('or')}; for every mail, \`{ static: { from: "*" } }\``,
  'condition.static':
    'a mapping such as `{ from: "@example.com", subject: Invoice }`; for either of two senders, `from: [a@example.com, b@example.com]`',
  'condition.aiInstructions':
    'one text, such as `"Is it a newsletter?"`. After `|` it may have several lines, indented below',
  actions: `a list such as \`[{ type: ARCHIVE }]\`. ${TYPES}`,
  action: `a mapping such as \`{ type: LABEL, fields: { label: News } }\`, and leave out what is not to be done. ${TYPES}`,
  'actions.type': 'what to do, such as ARCHIVE. If this belongs to the action above, remove its dash instead',
  'actions.fields': 'a mapping such as `{ label: News }`',
  'actions.delayInMinutes': `minutes: 60 is an hour, 1440 a day, at most ${MOST_MINUTES} (90 days). For no delay, leave it out`,
  'actions.messagingChannelId':
    'the id of a channel, which `inboxctl pull` writes for a rule of the web page: a c, then letters and digits',
  'document.list': 'a list, with a dash before each: `- name: …`',
  'document.entry': 'a mapping that begins with `- name:`',
  'guard.maxDeletes': 'a whole number, or a share such as `"25%"`, at most `"100%"`',
};

const OUTCOMES = say`matches: the rule acts on the mail, whatever it does. no: it does not. ai: the rest of the condition allows it, so the AI decides.`;

/** What a setting is about, where its words do not say it. */
const ABOUT: Partial<Record<string, Parts>> = {
  'condition.conditionalOperator': say`AND: both \`static\` and \`aiInstructions\` must match. OR: one of them is enough. Nothing is excluded by it: say that in \`aiInstructions\`.`,
  others: OUTCOMES,
  'actions.type': say`An action has one: write an action for each.`,
  expect: OUTCOMES,
  judged: say`It is the answer of the AI to assume.`,
  undeclared: say`It says what happens to live rules that no file declares.`,
  actionOrder: say`It says whether the order of actions counts as a difference.`,
  aiSelection: say`It says how many rules the AI chooses for a mail.`,
};

/** What to write for a key, of which `setting` is the path. */
export function expected(setting: string, found: ValueKind = 'nothing'): Parts {
  return say`Write ${expectedText(setting, found)}.`;
}

function expectedText(setting: string, found?: ValueKind): Parts {
  const isField = found === 'list' && ACTION_TYPES.some((type) => setting === `actions.fields.${ACTIONS[type].needs}`);
  const text = isField
    ? 'one text: an action for each entry of this list'
    : `a text${found === 'mapping' ? ', in quotes if it begins with `{`' : ''}`;
  const matcher = STATIC_KEYS.find((key) => setting === `condition.static.${key}`);
  if (matcher) return ours(`a text, or a list of texts. ${MATCHERS[matcher].means.replace(/\.$/, '')}`);
  return ours(EXPECTED[setting] ?? text);
}

interface WrongValue {
  key: string;
  setting: string;
  found: ValueKind;
  written: string | null;
  /** All valid values, if these are a few words. */
  choices: readonly string[];
  /** What to write in its place. With `…` for what is missing. */
  meant: string | null;
}

function valueRemedy({ setting, found, choices, meant }: WrongValue): Parts {
  const rest = choices.slice(0, -1);
  const all = say`Use ${list(rest, ours, rest.length)} or ${ours(choices.at(-1) ?? '')}.`;
  const about = ABOUT[setting] ?? ABOUT[setting.split('.', 1)[0] ?? ''];
  if (meant === null && choices.length > 0) return about === undefined ? all : say`${all} ${about}`;
  if (meant === null) return expected(setting, found);
  const one = say` For several, write an action each. Its only other key is \`delayInMinutes\`.`;
  if (meant.includes('…')) return say`Use \`${written(meant)}\`.${meant.includes('fields') ? one : []}`;
  const isSlip = choices.length > 0 && found === 'text';
  if (!isSlip) return say`Write \`${written(meant)}\`.`;
  return choices.length > 5 ? say`Did you mean \`${ours(meant)}\`?` : say`Did you mean \`${ours(meant)}\`? ${all}`;
}

/** Text to write, whole, in the place of what is there. */
function written(text: string): Theirs {
  return { ...theirs(text), show: maskedUrls, ofPlace: true };
}

const ALIKE = say` All that are there must match: either of two keys takes two rules, and either of two values a list, \`from: ["@example.com", jane@example.org]\`. Say the rest, such as what to leave out, in \`aiInstructions\`, with \`conditionalOperator: AND\`.`;
const BEYOND = say` \`static\` reads ${ours(matchersNamed('and'))} only.${ALIKE}`;
const ALWAYS = say` Delays are minutes (1440 is a day, ${MOST_MINUTES} the most), not times. An action runs whenever its rule matches: for a condition of its own, write another rule. A remark begins with \`#\`.`;
const DOCUMENT = say` A remark begins with \`#\`, another document with a line \`---\`.`;

/** What else to know of the keys of a mapping. */
const REST: Partial<Record<string, Parts>> = {
  rules: DOCUMENT,
  tests: DOCUMENT,
  project: say` There is no setting for anything else. \`inboxctl plan\` only shows changes; \`ignore\` names live rules to leave alone, and \`undeclared: keep\` deletes none.`,
  policy: say` \`forbidActions: [DELETE]\` forbids; what is not forbidden is allowed.`,
  guard: say` Nothing else is limited.`,
  account: say` The API key decides whose inbox it is. A remark begins with \`#\`.`,
  apiKey: say` The key itself goes into that variable, never into a file.`,
  test: say` A test always runs; \`expect\` names rules and what they do: \`{ Newsletters: matches, Receipts: no }\`.`,
  rule: say` Of a mail, \`static\` reads ${ours(matchersNamed('and'))} only: say the rest in \`aiInstructions\`, with \`conditionalOperator: AND\`. \`runOnThreads: false\` leaves out replies. Rules have no order and no schedule; \`accounts\` in inboxctl.yaml says which rules an account has. A remark begins with \`#\`.`,
  condition: BEYOND,
  'condition.static': ALIKE,
  actions: ALWAYS,
  'actions.fields': say` Nothing else can be given to this type.`,
  mail: say` Rules read nothing else of a mail.`,
  seed: say` Each of \`inboxes\` has a \`name\` and \`rules\`.`,
};

/** What to do about an unknown key: `to` is another key, its path, or what to write in the place of the key and its value. */
export interface KeyProposal {
  how: keyof typeof KEY_REMEDY;
  to: string;
  /** The key that belongs elsewhere. */
  key?: string;
  found?: ValueKind;
}

const KEY_REMEDY = {
  rename: ({ to }) => say`Did you mean \`${ours(to)}\`?`,
  write: ({ to }) => say`Write \`${written(to)}\`.`,
  secret: ({ to }) => say`Write \`${written(to)}\`. The key itself goes into that variable, never into a file.`,
  use: ({ to, found }) => say`Use \`${ours(to)}\`. ${expected(to, found)}`,
  twice: ({ to }) => say`\`${ours(to)}\` is there as well: make them one.`,
  below: ({ to, key = '' }) => say`\`${written(key)}\` belongs below \`${ours(to)}:\`.`,
  lift: ({ to }) => say`Keys are not grouped here. Move \`${ours(to)}\` up one level.`,
  later: ({ to }) =>
    say`A rule meets a mail when it comes in, so age is not a condition. To act later, write \`${ours(to)}\` in the action.`,
  inside: ({ to }) => say`It belongs below \`${ours(to)}:\`, indented more than that line.`,
  entry: ({ to, key = '' }) =>
    say`\`${written(key)}\` belongs in ${key.startsWith('{') ? '' : 'an entry of '}\`${ours(to)}\`.`,
  maybe: ({ to }) =>
    say`To do it, write \`${written(to)}\` in \`actions\`. As a condition, say it in \`aiInstructions\`; as a remark, begin it with \`#\`.`,
  quotes: () => say`In braces, a comma ends a text: put the whole text in quotes.`,
  up: ({ to, key = '' }) =>
    say`\`${written(key)}\` belongs ${to === '' ? 'at the top of the file' : say`on the ${ours(to)} itself`}.`,
} as const satisfies Record<string, (proposal: KeyProposal) => Parts>;

/** A path without indexes of lists. */
function shownPath(key: string): Theirs {
  return theirs(key.replace(/(?<!^accounts)\.\d+(?=\.|$)/g, ''));
}

export const schemaProblems = {
  /** `level`: the path of the mapping, with the keys `keys`. */
  'unknown-key': ({
    type = '',
    ...args
  }: {
    of: SchemaName;
    key: string;
    level: string;
    keys: readonly string[];
    proposal: KeyProposal | null;
    /** Of the action that it is on. */
    type?: string;
  }) => {
    const name = ours(nameOf(args.of, args.level));
    const fields = isSendable(type) ? fieldsOf(type).join(': …, ') : '';
    const own = fields && say`; for ${ours(String(type))}: \`fields: { ${ours(fields)}: … }\``;
    const keys = say`Keys of ${name}: ${ours(args.keys.join(', ') || 'none')}${own}.${REST[args.level || args.of] ?? []}`;
    return {
      message: say`${shortQuoted(args.key)} is not a key of ${name}.`,
      remedy: isLikeComment(args.key)
        ? COMMENT
        : args.proposal === null
          ? keys
          : KEY_REMEDY[args.proposal.how](args.proposal),
    };
  },
  /** `setting` is the key without its account. `empty`: the key has no value. */
  'missing-key': ({ key, setting, empty }: { key: string; setting: string; empty: boolean }) => ({
    message: say`\`${shownPath(key)}\` is ${empty ? 'empty' : 'missing'}.`,
    remedy: empty
      ? expected(setting)
      : say`Add \`${ours(setting.split('.').at(-1) ?? '')}:\` with ${expectedText(setting)}.`,
  }),
  /** `written` is null if it must not be shown. */
  'wrong-value': (args: WrongValue) => {
    const what = args.written === null ? say`${KIND[args.found]}` : say`\`${short(args.written)}\``;
    const isEntry = /\.\d+$/.test(args.key);
    return {
      message: say`Invalid ${isEntry ? 'entry in' : 'value for'} \`${shownPath(args.key)}\`: ${what}.`,
      remedy: valueRemedy(args),
    };
  },
} satisfies Topic;
