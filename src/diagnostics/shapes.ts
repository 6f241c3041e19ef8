/** Problems with the keys and values of a rule file. */
import { ACTION_TYPES, ACTIONS, type ActionType } from '../model/action-types.ts';
import { MOST_MINUTES } from '../model/minutes.ts';
import { matchersNamed, type StaticKey } from '../model/rule.ts';
import { list, type Message, ours, type Parts, say, short, shortQuoted, type Topic, theirs } from './message.ts';
import { KIND, type ValueKind } from './value-kinds.ts';
import { COMMENT, isLikeComment } from './yaml.ts';

/** The mappings of a rule file. */
export type Level = 'document' | 'rule' | 'condition' | 'static' | 'action' | 'fields';

/** What has a key, what a key is of, and where to put a key. */
const AT = {
  document: ['This document', 'a document with `rules`', 'at the top of the document'],
  rule: ['This rule', 'a rule', 'on the rule itself, beside `name:`'],
  condition: ['This `condition`', '`condition`', 'below `condition:`'],
  static: ['This `static`', '`static`', 'below `static:`, inside `condition:`'],
  action: ['This action', 'an action', 'directly in an action, below `actions:`'],
  fields: ['These `fields`', '`fields` of this action', 'below `fields:`, inside an action'],
} as const satisfies Record<Level, readonly [string, string, string]>;

/** `keys` are those that its mapping may have. `proposal`: the key that is meant, and its value if that is another one. */
interface UnknownKey {
  key: string;
  at: Level;
  keys: readonly string[];
  proposal: { key: string; at: Level; value?: unknown } | null;
}

/** What a value must be. */
const MUST = { ...KIND, operator: 'AND or OR', minutes: `1 to ${MOST_MINUTES} minutes` } as const;

/** `written` is the value as it is in the file, `meant` the YAML to write instead. */
export interface WrongType {
  key: string;
  expected: keyof typeof MUST;
  found: ValueKind;
  written: string;
  meant?: string | null;
}

/** `isOpposite`: it takes back what `similar` types do. */
export interface UnknownType {
  written: string;
  proposal: ActionType | null;
  similar: readonly ActionType[];
  isOpposite: boolean;
}

/** What a document is that declares no rule. */
const FOREIGN = {
  tests: () => ({
    message: say`These are tests, in a folder of rules.`,
    remedy: say`Move this to a folder of tests; \`tests:\` in inboxctl.yaml says which those are.`,
  }),
  settings: () => ({
    message: say`These are settings, in a folder of rules.`,
    remedy: say`Move this to inboxctl.yaml, beside the folder of rules.`,
  }),
  export: () => ({
    message: say`The service's web page exported this. Rule files have another shape, that of the API.`,
    remedy: say`Remove it, and write the live rules into files with \`inboxctl pull\` (in a new project: \`inboxctl init\`).`,
  }),
  list: () => ({ message: say`This is a list of rules.`, remedy: say`Put \`rules:\` on a line above the list.` }),
  below: (_, key) => ({
    message: say`This is a rule below \`${short(key)}:\`.`,
    remedy: say`Begin the file with its \`name:\`, or with \`rules:\` above a list of rules.`,
  }),
  keyed: (_, key) => ({
    message: say`This is a rule below its name.`,
    remedy: say`Begin with \`rules:\`, and below it each rule with a dash, such as \`- name: ${short(key)}\`.`,
  }),
  other: (found) => ({
    message: say`A document must be a rule, or \`rules:\` with several, and this is ${found === 'mapping' ? 'neither' : KIND[found]}.`,
    remedy: say`A rule has \`name:\`, \`condition:\` and \`actions:\`. Move a file of another program elsewhere, or let its name begin with a dot.`,
  }),
} satisfies Record<string, (found: ValueKind, key: string) => Message>;

export const shapeProblems = {
  /** `key`: the one below which a rule is. */
  'document-not-rule': ({ found, of, key }: { found: ValueKind; of: keyof typeof FOREIGN; key: string }) =>
    FOREIGN[of](found, key),
  'unknown-key': (args: UnknownKey) => ({
    message: say`${shortQuoted(args.key)} is not a key of ${AT[args.at][1]}.`,
    remedy: keyRemedy(args),
  }),
  /** `empty`: the key has no value. */
  'missing-key': ({ key, at, empty }: { key: string; at: Level; empty: boolean }) => ({
    message: empty ? say`\`${ours(key)}\` is empty.` : say`${AT[at][0]} has no \`${ours(key)}\`.`,
    remedy: MISSING[key] ?? say`Write \`${ours(key)}:\` and a value.`,
  }),
  'wrong-type': (args: WrongType) => ({ message: typeMessage(args), remedy: typeRemedy(args) }),
  /** `entry` is null if it is not a text. `line`: of a file with an entry on each line. */
  'list-entry': (args: { key: StaticKey; entry: string | null; line?: { file: string; number: number } }) => {
    const { key, entry, line } = args;
    const what = line ? say`Line ${line.number} of ${shortQuoted(line.file)}` : say`An entry of \`${key}\``;
    const whole = say`A reference is the whole value: \`${key}: { file: … }\`, for an entry on each line, or { env: … }.`;
    if (entry === null) return { message: say`${what} is not a text.`, remedy: say`Write it in quotes. ${whole}` };
    if (entry.trim() === '') return { message: say`${what} is empty.`, remedy: say`Remove it.` };
    return {
      message: say`${what} has ${key !== 'subject' && entry.includes(',') ? 'a comma' : '`|`'} in it.`,
      remedy: say`Write two ${line ? 'lines' : 'entries'}: the service splits there.`,
    };
  },
  'action-type-unknown': (args: UnknownType) => ({
    message: say`There is no action type ${shortQuoted(args.written)}.`,
    remedy: args.proposal ? say`Did you mean ${args.proposal}?` : typesFor(args),
  }),
  'action-type-integration': () => ({
    message: say`INTEGRATION actions cannot be declared: the API does not take them.`,
    remedy: say`Remove it here. Only the service's web page can make such an action.`,
  }),
  'channel-not-cuid': ({ written }: { written: string }) => ({
    message: say`${shortQuoted(written)} is not the id of a messaging channel.`,
    remedy: say`An id begins with a c and has letters and digits only, such as cm4x8y2ab0000qwertyuiop12.`,
  }),
} satisfies Topic;

const MISSING: Partial<Record<string, Parts>> = {
  name: say`Write \`name:\` and a name that no other rule has.`,
  condition: say`Write \`condition:\`, and below it \`aiInstructions:\`, or \`static:\` with ${ours(matchersNamed('or'))}.`,
  actions: say`Write \`actions:\`, and below it a list such as \`- type: ARCHIVE\`.`,
  type: say`Write \`type:\` and what to do, such as ARCHIVE.`,
};

const BEYOND = say` \`static\` matches ${ours(matchersNamed('and'))} only, and excludes nothing: say the rest in \`aiInstructions\`, with \`conditionalOperator: AND\`.`;
const REST: Partial<Record<Level, Parts>> = {
  document: say` A remark begins with \`#\`, another document with a line \`---\`.`,
  rule: say` What to do goes below \`actions:\`.${BEYOND} A remark begins with \`#\`.`,
  condition: BEYOND,
  static: BEYOND,
  action: say` Delays are minutes: 60 is an hour, 1440 a day, at most 129600.`,
};

function keyRemedy({ key, at, keys, proposal }: UnknownKey): Parts {
  if (isLikeComment(key)) return COMMENT;
  if (proposal === null) return say`Keys of ${AT[at][1]}: ${ours(keys.join(', ') || 'none')}.${REST[at] ?? []}`;
  const { value } = proposal;
  const pair = say`\`${ours(value === undefined ? proposal.key : `${proposal.key}: ${value}`)}\``;
  if (proposal.at !== at) return say`Put ${proposal.key === key ? 'it' : pair} ${AT[proposal.at][2]}.`;
  return value === undefined ? say`Did you mean ${pair}?` : say`Write ${pair}.`;
}

function typeMessage({ key, expected, found, written }: WrongType): Parts {
  if (key === 'actions' && expected === 'mapping') {
    return say`An action has a \`type:\`, and what the type needs below \`fields:\`.`;
  }
  const what = key === 'rules' && expected === 'mapping' ? say`Each entry of \`rules\`` : say`\`${theirs(key)}\``;
  return say`${what} must be ${MUST[expected]}, and this is ${expected in KIND ? KIND[found] : short(written)}.`;
}

const ALL_TYPES = say`All types: ${list(ACTION_TYPES, ours, 99)}.`;

const REMEDIES: Partial<Record<string, Parts>> = {
  operator: say`Use AND (both \`static\` and \`aiInstructions\` must match) or OR (one of them is enough).`,
  minutes: say`Use minutes: 60 is an hour, 1440 a day, at most ${MOST_MINUTES} (90 days). For no delay, leave it out.`,
  'true or false': say`Use true or false, without quotes.`,
  rules: say`Begin each rule with a dash: \`- name: …\`.`,
  actions: say`Begin each action with a dash, \`- type: …\`. ${ALL_TYPES}`,
  condition: say`Put \`aiInstructions:\` or \`static:\` below \`condition:\`, without dashes.`,
  static: say`Put ${ours(matchersNamed('or', ':'))} below \`static:\`, without dashes.`,
  fields: say`Put keys such as \`label:\` or \`to:\` below \`fields:\`, without dashes.`,
};

function typeRemedy({ key, expected, found, written, meant }: WrongType): Parts {
  const yaml = { ...theirs(meant ?? ''), ofPlace: true };
  if (meant) return meant.includes('…') ? say`Use \`${yaml}\`.` : say`Write \`${yaml}\`.`;
  const isText = expected === 'text' && found === 'mapping';
  if (isText && /^\{\s*(env|file)\s*:/.test(written)) {
    return say`Use the text itself. { file: … } and { env: … } are for texts of \`static\`, \`aiInstructions\` and \`fields\`.`;
  }
  if (isText && written.startsWith('{')) return say`A text that begins with \`{\` must be in quotes.`;
  if (found === 'list' && ACTION_TYPES.some((type) => ACTIONS[type].needs === key)) {
    return say`Use one text: an action for each entry of this list.`;
  }
  const text = say`Use a text after \`${theirs(key)}:\`, or \`${theirs(key)}: |\` and the text indented below it.`;
  return REMEDIES[expected] ?? REMEDIES[key] ?? text;
}

function typesFor({ similar, isOpposite }: UnknownType): Parts {
  if (isOpposite) return say`No type takes back or prevents what another does.`;
  if (similar.length === 0) return ALL_TYPES;
  return ours(
    similar.map((type) => `${type} ${ACTIONS[type].does.replace(/^./, (first) => first.toLowerCase())}`).join(' '),
  );
}
