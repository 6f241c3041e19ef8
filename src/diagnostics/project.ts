/** Problems with the project file and with account files. */
import { maskedUrls } from './masked-urls.ts';
import {
  joined,
  list,
  ours,
  type Parts,
  say,
  short,
  shortQuoted,
  type Theirs,
  type Topic,
  theirs,
  typed,
} from './message.ts';
import { KIND, type ValueKind } from './value-kinds.ts';

/** A settings file: inboxctl.yaml, or the file of one account. */
export type SettingsFile = 'project' | 'account';

/** What is checked by a schema. */
export type SchemaName = SettingsFile | 'test';

/** All files that are read like settings files. Includes the seed of a sandbox. */
export type MappingFile = SettingsFile | 'seed';

const FILES = {
  project: { name: 'The project file', begins: 'It begins with a key, such as `version: 1`.' },
  account: { name: 'The file of an account', begins: 'It begins with a key, such as `apiKey:`, or is empty.' },
  seed: { name: 'The seed', begins: 'Write `{ "rules": [ … ] }`. Its format: inboxctl schema sandbox' },
} as const satisfies Record<MappingFile, object>;

const EXPECTED: Partial<Record<string, string>> = {
  version: 'the number 1, without quotes',
  accounts:
    'a mapping such as `{ alice: { apiKey: { env: INBOXCTL_ALICE_KEY } } }`, or a folder with a file for each account, such as `accounts`',
  account: 'a mapping such as `{ apiKey: { env: INBOXCTL_ALICE_KEY } }`',
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
  'policy.confine.files': 'a list of globs of rule files, such as `["rules/outbound/*"]`',
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
  guard: 'a mapping such as `{ maxDeletes: "25%" }`',
  name: 'a text that says what should happen, such as `a newsletter is archived`',
  mail: 'its headers, such as `{ from: "jane@example.com", subject: "Hello" }`, or `{ file: issue.eml }`',
  'mail.to': 'a text, with commas between addresses: `"a@example.com, b@example.com"`',
  'mail.reply': 'true or false, without quotes',
  'mail.file': 'the path of a file, such as `samples/issue.eml`',
  expect: 'rules and their outcomes, such as `{ Newsletters: matches, Receipts: no }`',
  judged: 'rules and the answers of the AI to assume, such as `{ Newsletters: yes }`',
  'guard.maxDeletes': 'a whole number, or a share such as `"25%"`, at most `"100%"`',
};

/** What a setting is about, where its words do not say it. */
const ABOUT: Partial<Record<string, Parts>> = {
  others: say`ai: the rest of the condition allows it, so the AI decides.`,
  undeclared: say`It says what happens to live rules that no file declares.`,
  actionOrder: say`It says whether the order of actions counts as a difference.`,
  aiSelection: say`It says how many rules the AI chooses for a mail.`,
};

/** What to write for a setting, or for a key of a test. */
export function expected(setting: string): Parts {
  return say`Write ${ours(EXPECTED[setting] ?? 'a text')}.`;
}

interface WrongSetting {
  key: string;
  setting: string;
  found: ValueKind;
  written: string | null;
  /** All valid values, if these are a few words. */
  choices: readonly string[];
  /** What to write in its place. */
  meant: string | null;
}

function settingRemedy({ setting, found, choices, meant }: WrongSetting): Parts {
  const rest = choices.slice(0, -1);
  const all = say`Use ${list(rest, ours, rest.length)} or ${ours(choices.at(-1) ?? '')}.`;
  if (meant === null && choices.length > 0) return ABOUT[setting] === undefined ? all : say`${all} ${ABOUT[setting]}`;
  if (meant === null) return expected(setting);
  const isSlip = choices.length > 0 && found === 'text';
  if (!isSlip) return say`Write \`${written(meant)}\`.`;
  return choices.length > 5 ? say`Did you mean \`${ours(meant)}\`?` : say`Did you mean \`${ours(meant)}\`? ${all}`;
}

/** Text to write, whole. */
function written(text: string): Theirs {
  return { ...theirs(text), show: maskedUrls };
}

/** What to do about an unknown key: `to` is another key, its path, or what to write in the place of the key and its value. */
export interface KeyProposal {
  how: keyof typeof KEY_REMEDY;
  to: string;
  /** The key that belongs elsewhere. */
  key?: string;
}

const KEY_REMEDY = {
  rename: ({ to }) => say`Did you mean \`${ours(to)}\`?`,
  write: ({ to }) => say`Write \`${written(to)}\`.`,
  secret: ({ to }) => say`Write \`${written(to)}\`. The key itself goes into that variable, never into a file.`,
  use: ({ to }) => say`Use \`${ours(to)}\`. ${expected(to)}`,
  twice: ({ to }) => say`\`${ours(to)}\` is there as well: make them one.`,
  below: ({ to, key = '' }) => say`\`${ours(key)}\` belongs below \`${ours(to)}:\`.`,
  inside: ({ to }) => say`It belongs below \`${ours(to)}:\`, indented more than that line.`,
  entry: ({ to, key = '' }) => say`\`${ours(key)}\` belongs in an entry of \`${ours(to)}\`.`,
  up: ({ to, key = '' }) =>
    say`\`${ours(key)}\` belongs ${to === '' ? 'at the top of the file' : say`on the ${ours(to)} itself`}.`,
  unwrap: ({ to }) =>
    say`Put its keys at this level, without \`${theirs(to)}:\`. If it is an account, put it below \`accounts:\`.`,
} as const satisfies Record<string, (proposal: KeyProposal) => Parts>;

/** What was written instead of a glob. */
export type GlobMistake = 'path' | 'quotes' | 'regular-expression' | 'address' | 'host' | 'rule-file';

const NOT_GLOB: Record<GlobMistake, Parts> = {
  'regular-expression': say`is a regular expression. These are globs: \`*\` is any run of characters, and nothing else is special`,
  path: say`is not a path as it is written here`,
  quotes: say`has quotes that are not the straight ones of YAML, so they are part of the text`,
  address: say`fits no address: the glob must fit the whole of one`,
  host: say`is not a host`,
  'rule-file': say`matches no rule file: paths start at the folder of inboxctl.yaml, have \`/\` between folders, and end in .yaml or .yml`,
};

/** Where the project, its file or rule files are instead. */
const ELSEWHERE = {
  above: ([folder = '']: readonly string[]) => ({
    message: say`This is a folder of rules, not the project itself.`,
    remedy: say`Go to the project:\ncd ${typed(folder)}`,
  }),
  below: ([file = '']: readonly string[]) => ({
    message: say`${theirs(file)} is not read: the project file is looked for here and above.`,
    remedy: say`Move it here (its paths start at its folder), or name it: --config ${typed(file)}`,
  }),
  rules: (files: readonly string[]) => ({
    message: say`${list(files)} ${files.length === 1 ? 'declares' : 'declare'} rules, but not in a folder of rules, so they do not count.`,
    remedy: say`Move the ${files.length === 1 ? 'file' : 'files'} there:\nmkdir -p rules\nmv ${joined(files.slice(0, 10).map(typed), ' ')} rules/`,
  }),
};

export const projectProblems = {
  /** There is no project file and no rules folder. */
  'project-missing': ({ folder, meant }: { folder: string; meant: string | null }) => ({
    message: say`There is no inboxctl project in ${theirs(folder)}: no inboxctl.yaml here or above, and no folder called rules.`,
    remedy: say`${meant === null ? [] : say`Did you mean ${shortQuoted(meant)}? Rename it to rules.\n`}To start one here, run: inboxctl init\nTo try inboxctl without an inbox, run: inboxctl sandbox`,
  }),
  'project-elsewhere': ({ what, at }: { what: keyof typeof ELSEWHERE; at: readonly string[] }) => ELSEWHERE[what](at),
  'project-file-linked': ({ file }: { file: string }) => ({
    message: say`${theirs(file)} is a link, or is reached through one; links are not followed.`,
    remedy: say`Put the file itself there.`,
  }),
  'project-file-misnamed': ({ file }: { file: string }) => ({
    message: say`${theirs(file)} is not read: a project file is called inboxctl.yaml. Without it, its guards and its policy would not count.`,
    remedy: /\.(toml|ini|conf)/i.test(file)
      ? say`Write its settings as YAML into inboxctl.yaml, and remove it.`
      : say`Rename it to inboxctl.yaml, or remove it.`,
  }),
  /** The file is above the working directory, and it or its folder belongs to neither the user nor root. */
  'project-file-of-another': ({ file }: { file: string }) => ({
    message: say`${theirs(file)}, or the folder it is in, belongs to another user, who could choose where API keys go and what is deleted.`,
    remedy: say`If you trust it, name it: --config ${theirs(file)}. Otherwise create a project of your own here.`,
  }),
  /** A new project would be below another one. `file` is the project file of the other. */
  'project-above': ({ file }: { file: string }) => ({
    message: say`There is a project above this folder already: ${theirs(file)}.`,
    remedy: say`This is another one, with rules of its own. If it is not wanted, remove its inboxctl.yaml.`,
  }),
  'workflows-of-another': ({ host }: { host: string }) => ({
    message: say`No workflows were written: they are for GitHub, and the repository is on ${theirs(host)}.`,
    remedy: say`The guides have jobs for GitLab (docs/gitlab.md), and for Jenkins and cron (docs/ci-elsewhere.md).`,
  }),
  'project-several-documents': ({ of }: { of: MappingFile }) => ({
    message: say`${FILES[of].name} holds more than one document.`,
    remedy:
      of === 'account'
        ? say`Each account has a file of its own: move what follows the line \`---\` into another.`
        : say`Remove the line \`---\` and what follows it.`,
  }),
  'project-not-mapping': ({ of }: { of: MappingFile }) => ({
    message: say`${FILES[of].name} must be a mapping.`,
    remedy: [FILES[of].begins],
  }),
  /** `level`: the path of the mapping, with the keys `keys`. */
  'schema-unknown-key': (args: {
    of: SchemaName;
    key: string;
    level: string;
    keys: readonly string[];
    proposal: KeyProposal | null;
  }) => ({
    message: say`${ours(args.of === 'test' ? 'A test' : FILES[args.of].name)} has no key \`${theirs(args.key)}\`.`,
    remedy:
      args.proposal === null
        ? say`Keys${args.level === 'account' || args.level === 'test' ? say` of ${args.level === 'test' ? 'a test' : 'an account'}` : args.level === '' ? [] : say` of \`${ours(args.level)}\``}: ${list(args.keys, ours, args.keys.length)}.${args.level === 'mail' ? ' Rules read nothing else of a mail.' : []}`
        : KEY_REMEDY[args.proposal.how](args.proposal),
  }),
  /** `setting` is the key without its account. */
  'schema-missing-key': ({ key, setting }: { key: string; setting: string }) => ({
    message: say`\`${theirs(key)}\` is missing.`,
    remedy: expected(setting),
  }),
  /** `version` is newer than this program `knows`. */
  'project-version': ({ version, knows }: { version: number; knows: number }) => ({
    message: say`This file was made for a newer inboxctl: it has \`version: ${version}\`, and this one knows version ${knows}.`,
    remedy: say`Install a newer inboxctl. If none is meant, write \`version: ${knows}\`.`,
  }),
  /** `meant` is null if no glob can express it. */
  'project-not-glob': (args: { setting: string; written: string; mistake: GlobMistake; meant: string | null }) => ({
    message: say`Invalid entry in \`${ours(args.setting)}\`: \`${short(args.written)}\` ${NOT_GLOB[args.mistake]}.`,
    remedy: args.meant === null ? expected(args.setting) : say`Write ${shortQuoted(args.meant)}.`,
  }),
  /** `written` is null if it must not be shown. */
  'schema-wrong-value': (args: WrongSetting) => {
    const isEntry = /\.\d+$/.test(args.key);
    const at = theirs(args.key.replace(/\.\d+$/, ''));
    const what = args.written === null ? say`${KIND[args.found]}` : say`\`${short(args.written)}\``;
    return {
      message: say`Invalid ${isEntry ? 'entry in' : 'value for'} \`${at}\`: ${what}.`,
      remedy: settingRemedy(args),
    };
  },
} satisfies Topic;
