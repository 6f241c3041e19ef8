/** What can be wrong with flags, environment and project file. */
import { ACTION_TYPES } from '../model/action-types.ts';
import { faultMessage } from './faults.ts';
import { list, ours, type Parts, quoted, say, sentence, type Topic, theirs } from './message.ts';
import { because, saidByGit } from './reasons.ts';

/** What a file of settings is: inboxctl.yaml, or the file of one account. */
export type SettingsFile = 'project' | 'account';

const UNUSABLE_URL = {
  'no-url': 'is not a valid URL',
  scheme: 'must begin with https://',
  credentials: 'must not hold a user name or password',
  query: 'must not hold a `?`',
  fragment: 'must not hold a `#`',
} as const;

/** What a file of settings is called, and how it begins. */
const FILES = {
  project: { name: 'The project file', begins: 'It begins with a key, such as `version: 1`.' },
  account: { name: 'The file of an account', begins: 'It begins with a key, such as `apiKey:`, or is empty.' },
} as const satisfies Record<SettingsFile, object>;

const UNUSABLE_FOLDER = {
  missing: { is: 'does not exist', remedy: 'Create it, with a file such as alice.yaml for each account.' },
  outside: {
    is: 'is outside the project',
    remedy: 'Move it into the project: only files that are reviewed together with it are read.',
  },
  hidden: {
    is: 'is hidden, or inside a hidden folder',
    remedy: 'Move it to a folder whose name does not begin with a dot.',
  },
  linked: {
    is: 'is a link, or is reached through one. Links are not followed',
    remedy: 'Name the folder that it leads to, if that is in the project, or put the files here.',
  },
  'not-folder': {
    is: 'is not a folder',
    remedy: 'Name a folder that has a file such as alice.yaml for each account.',
  },
  unreadable: { is: 'cannot be read', remedy: 'Let whoever runs this read it.' },
  empty: {
    is: 'has no account',
    remedy: 'Put a file such as alice.yaml in it, or leave `accounts` out. It may be empty.',
  },
} as const;

const UNUSABLE_KEY = {
  empty: 'is empty',
  'too-short': 'is shorter than 8 characters',
  unsendable: 'holds characters that no key has',
} as const;

/** What a key of the project file takes. */
const EXPECTED: Partial<Record<string, string>> = {
  version: 'the number 1',
  accounts:
    'a mapping such as `{ alice: { apiKey: { env: INBOXCTL_ALICE_KEY } } }`, or a folder with a file for each account, such as `accounts`',
  apiKey: 'the name of a variable: `{ env: INBOXCTL_ALICE_KEY }`. Never write the key itself into a file',
  'apiKey.env': 'the name of a variable, such as `INBOXCTL_ALICE_KEY`',
  baseUrl: 'an address, such as `https://mail.example.com/api/v1`',
  policy: 'a mapping such as `{ forbidActions: [DELETE] }`',
  'policy.forbidActions': 'a list of action types, such as `[DELETE]`',
  'policy.forwardTo': 'a list of globs of addresses, such as `["*@example.com"]`',
  'policy.webhookHosts': 'a list of globs of hosts, such as `["hooks.example.com"]`',
  rules: 'a list of folders or files, such as `[rules]`',
  'ignoreDifferences.rule': 'a glob of rule names, such as `"Archive *"`',
  'ignoreDifferences.fields': 'a list of globs, such as `["actions/*/fields/folderName"]`',
  undeclared: '`delete`, `keep` or `declared-before`',
  ignore: 'a list of globs, such as `["Cold Email*"]`',
  actionOrder: '`exact` or `any`',
  ignoreDifferences: 'a list such as `[{ rule: "Archive *", fields: ["actions/*/fields/folderName"] }]`',
  guard: 'a mapping such as `{ maxDeletes: "25%" }`',
  'guard.maxDeletes': 'a whole number, or a share such as `"25%"`, at most `"100%"`',
};

function expected(setting: string): Parts {
  return say`Write ${ours(EXPECTED[setting] ?? 'a text')}.`;
}

const CHECKOUT = 'In a workflow, give actions/checkout `fetch-depth: 0`';

/** Why the git history cannot tell what was declared, and what to do. */
const HISTORY = {
  'no-git': {
    but: () => say`and git cannot be run`,
    remedy: say`Install git where this runs. ${CHECKOUT}, which makes no clone where git is missing.`,
  },
  'no-repository': {
    but: () => say`and they are in no git repository`,
    remedy: say`Run it in a clone of the repository. ${CHECKOUT}.`,
  },
  'no-commit': {
    but: () => say`and nothing is committed yet`,
    remedy: say`Commit the rules first. ${CHECKOUT}.`,
  },
  shallow: {
    but: () => say`and this clone is shallow: older commits are missing`,
    remedy: say`${CHECKOUT}. Elsewhere, run: git fetch --unshallow`,
  },
  failed: {
    but: (words: Parts) => say`and git cannot read it${words}`,
    remedy: say`${CHECKOUT} and no \`filter\` or \`sparse-checkout\`: partial clones lack old files. Elsewhere, run: git fetch --refetch --no-filter`,
  },
};

const NOTHING_SENT = {
  journal: 'Nothing was sent: a run without a journal could not be rolled back.',
  lock: 'Nothing was sent to this inbox. Set XDG_RUNTIME_DIR to a folder of yours, where locks can be kept.',
  report: 'Nothing was sent. Name another file with --report.',
} as const;

const MAKE_KEY =
  "Keys are made in the settings of the inbox, in the service's web page; give it RULES_READ and RULES_WRITE.";

/** `from` is where a setting was read from, as the user knows it: a flag, a variable. */
export const settingProblems = {
  'base-url-missing': () => ({
    message: say`The service's address is not set.`,
    remedy: say`Set INBOXCTL_BASE_URL or --base-url, such as https://mail.example.com/api/v1.`,
  }),
  'base-url-unusable': ({ from, problem }: { from: string; problem: keyof typeof UNUSABLE_URL }) => ({
    message: say`The base URL of ${theirs(from)} ${UNUSABLE_URL[problem]}.`,
    remedy: say`Expected something like https://mail.example.com/api/v1.`,
  }),
  /** Refused unless `--allow-http`. */
  'base-url-http': ({ from, host }: { from: string; host: string }) => ({
    message: say`Refused: the base URL of ${theirs(from)} is http://, so the API key would travel to ${theirs(host)} readable for anyone on the way.`,
    remedy: say`Use https://, or accept the risk with --allow-http.`,
  }),
  'base-url-carries-key': ({ from }: { from: string }) => ({
    message: say`The base URL of ${theirs(from)} holds the API key.`,
    remedy: say`Take the key out of it: addresses are shown in plans and logs. The key travels in a header.`,
  }),
  'api-key-missing': () => ({
    message: say`The API key is not set.`,
    remedy: say`Set INBOXCTL_API_KEY, or name a file with --api-key-file. ${MAKE_KEY}`,
  }),
  /** INBOXCTL_API_KEY would go to `origin`; `only` is that of INBOXCTL_BASE_URL, null where it is not a URL. */
  'api-key-elsewhere': ({ name, origin, only }: { name: string; origin: string; only: string | null }) => ({
    message: say`Refused: INBOXCTL_API_KEY goes to the origin of INBOXCTL_BASE_URL only, which is ${only === null ? 'not a valid URL' : theirs(only)}. The account ${theirs(name)} is at ${theirs(origin)}.`,
    remedy: say`If that is right, give the account a key of its own, such as \`apiKey: { env: INBOXCTL_ALICE_KEY }\`, or unset INBOXCTL_BASE_URL.`,
  }),
  /** INBOXCTL_ALLOWED_HOSTS does not list `host`. */
  'api-key-host': ({ name, host }: { name: string; host: string }) => ({
    message: say`Refused: the API key of the account ${theirs(name)} would go to ${theirs(host)}, which INBOXCTL_ALLOWED_HOSTS does not list.`,
    remedy: say`If it may go there, add the host: in the input allowed-hosts of the action, elsewhere in that variable.`,
  }),
  /** The value may hold a password, so it is not shown. */
  'proxy-unusable': ({ variable }: { variable: string }) => ({
    message: say`The value of ${theirs(variable)} is not the URL of an HTTP proxy.`,
    remedy: say`Expected something like http://proxy.example.com:3128. Other kinds of proxies are not supported.`,
  }),
  /** The variable NODE_DEBUG is set, to `value`. */
  'node-debug': ({ value }: { value: string }) => ({
    message: say`NODE_DEBUG is set to \`${theirs(value)}\`: with it Node can print the API key.`,
    remedy: say`Unset NODE_DEBUG, then run the command again.`,
  }),
  'api-key-unusable': ({ from, problem }: { from: string; problem: keyof typeof UNUSABLE_KEY }) => ({
    message: say`The API key of ${theirs(from)} ${UNUSABLE_KEY[problem]}.`,
    remedy: say`Copy it again from the service's web page.`,
  }),
  /** `what` is ours, `reason` a code of the system, such as ENOENT. */
  'file-unreadable': ({ what, file, reason }: { what: string; file: string; reason: string }) => ({
    message: say`${ours(what)} ${theirs(file)} cannot be read: ${because(reason)}.`,
  }),
  /** `of`: what a run does not begin without. */
  'file-unwritable': ({
    what,
    file,
    reason,
    of,
  }: {
    what: string;
    file: string;
    reason: string;
    of?: keyof typeof NOTHING_SENT;
  }) => ({
    message: say`${ours(what)} ${theirs(file)} cannot be written: ${reason === 'ENOENT' ? 'its folder does not exist' : because(reason)}.`,
    ...(of === undefined ? {} : { remedy: [NOTHING_SENT[of]] }),
  }),
  'directory-missing': ({ directory }: { directory: string }) => ({
    message: say`There is no folder ${theirs(directory)}.`,
  }),
  'project-file-linked': ({ file }: { file: string }) => ({
    message: say`${theirs(file)} is a link, or is reached through one; links are not followed.`,
    remedy: say`Put the file itself there.`,
  }),
  'project-file-misnamed': ({ file }: { file: string }) => ({
    message: say`${theirs(file)} is not read: a project file is called inboxctl.yaml. Without it, its guards and its policy would not count.`,
    remedy: say`Rename it to inboxctl.yaml, or remove it.`,
  }),
  /** It is above the working directory, and it or its folder belongs to neither this user nor root. */
  'project-file-of-another': ({ file }: { file: string }) => ({
    message: say`${theirs(file)}, or the folder it is in, belongs to another user, who could choose where API keys go and what is deleted.`,
    remedy: say`If you trust it, name it: --config ${theirs(file)}. Otherwise create a project of your own here.`,
  }),
  /** A new project is made below another; `file` is the other's. */
  'project-above': ({ file }: { file: string }) => ({
    message: say`There is a project above this folder already: ${theirs(file)}.`,
    remedy: say`This is another one, with rules of its own. If it is not wanted, remove its inboxctl.yaml.`,
  }),
  'project-several-documents': ({ of }: { of: SettingsFile }) => ({
    message: say`${FILES[of].name} holds more than one document.`,
    remedy:
      of === 'project'
        ? say`Remove the line \`---\` and what follows it.`
        : say`Each account has a file of its own: move what follows the line \`---\` into another.`,
  }),
  'project-not-mapping': ({ of }: { of: SettingsFile }) => ({
    message: say`${FILES[of].name} must be a mapping.`,
    remedy: [FILES[of].begins],
  }),
  'project-unknown-key': ({ of, key, proposal }: { of: SettingsFile; key: string; proposal: string | null }) => ({
    message: say`${FILES[of].name} has no key \`${theirs(key)}\`.`,
    remedy:
      proposal === null ? say`Its keys are listed by: inboxctl schema ${of}` : say`Did you mean \`${ours(proposal)}\`?`,
  }),
  /** `setting` is the key without the account that it is set for. */
  'project-missing-key': ({ key, setting }: { key: string; setting: string }) => ({
    message: say`\`${theirs(key)}\` is missing.`,
    remedy: expected(setting),
  }),
  'project-wrong-value': ({ key, setting }: { key: string; setting: string }) => ({
    message: /\.\d+$/.test(key)
      ? say`Invalid entry in \`${theirs(key.replace(/\.\d+$/, ''))}\`.`
      : say`Invalid value for \`${theirs(key)}\`.`,
    remedy:
      setting === 'policy.forbidActions'
        ? say`Use one of: ${list(ACTION_TYPES, ours, ACTION_TYPES.length)}.`
        : expected(setting),
  }),
  'accounts-empty': () => ({
    message: say`\`accounts\` lists no account.`,
    remedy: say`Name one below it, such as \`alice: { apiKey: { env: INBOXCTL_ALICE_KEY } }\`, or remove the key.`,
  }),
  /** `folder` should have a file for each account. `reason`: a code of the system. */
  'accounts-folder': ({
    folder,
    problem,
    reason,
  }: {
    folder: string;
    problem: keyof typeof UNUSABLE_FOLDER;
    reason?: string;
  }) => ({
    message: say`The folder of account files ${theirs(folder)} ${UNUSABLE_FOLDER[problem].is}${reason === undefined ? [] : say`: ${because(reason)}`}.`,
    remedy: [UNUSABLE_FOLDER[problem].remedy],
  }),
  /** In the folder of account files there is a folder. */
  'account-file-folder': () => ({
    message: say`This is a folder, among the files of accounts.`,
    remedy: say`Move it elsewhere, or let its name begin with a dot: each account has one file, in no folder below.`,
  }),
  'account-file-linked': () => ({
    message: say`This is a link, among the files of accounts. Links are not followed.`,
    remedy: say`Put the file itself here.`,
  }),
  /** `other` has the same account; `name` is its name. */
  'account-file-twice': ({ name, other }: { name: string; other: string }) => ({
    message: say`The account ${quoted(name)} has another file already: ${theirs(other)}.`,
    remedy: say`Make them one, or rename one of them: the name of the file is that of the account.`,
  }),
  /** `root` is in the folder of account files, relative to the file of the account. */
  'account-rules-inside': ({ root }: { root: string }) => ({
    message: say`The rules of an account cannot be in the folder of account files: ${theirs(root)}.`,
    remedy: say`Paths are relative to this file: ../rules is beside its folder.`,
  }),
  'account-name': ({ name }: { name: string }) => ({
    message: say`${quoted(name)} is not a valid account name.`,
    remedy: say`A name has letters, digits and \`.\`, \`_\`, \`@\`, \`+\`, \`-\`, and begins with a letter or a digit.`,
  }),
  /** `--account` matches none of these. */
  'account-unknown': ({ pattern, known }: { pattern: string; known: readonly string[] }) => ({
    message: say`No account matches --account ${theirs(pattern)}.`,
    remedy: say`There ${known.length === 1 ? 'is' : 'are'}: ${list(known)}.`,
  }),
  /** `shard` is I/N; it has none of the selected accounts, which are `accounts` in number. */
  'shard-empty': ({ shard, accounts }: { shard: string; accounts: number }) => ({
    message: say`Shard ${ours(shard)} has no account: ${accounts === 1 ? 'the only one is in another shard' : say`all ${accounts} are in other shards`}.`,
  }),
  /** Base URL and key are the same as those of `other`. */
  'account-same-inbox': ({ name, other }: { name: string; other: string }) => ({
    message: say`The accounts ${quoted(other)} and ${quoted(name)} are the same inbox: each would undo what the other does.`,
    remedy: say`Give each its own key, or make them one account with the rules folders of both.`,
  }),
  /** `flag` needs one account, and several are selected. */
  'account-needed': ({ flag, selected }: { flag: string; selected: readonly string[] }) => ({
    message: say`${ours(flag)} is for one account, and ${selected.length} are selected: ${list(selected)}.`,
    remedy: say`Name the one with --account.`,
  }),
  /** The variable of an account's `apiKey` may not be this one, or its value is another secret. */
  'account-key-variable': ({
    name,
    problem,
  }: {
    name: string;
    problem: 'reserved' | 'signing key' | 'GitHub token';
  }) => ({
    message:
      problem === 'reserved'
        ? say`The variable ${theirs(name)} may not be sent as an API key: ${/^INBOXCTL_/.test(name) ? 'it is another setting of inboxctl' : 'a project file may only name variables that begin with INBOXCTL_'}.`
        : say`The variable ${theirs(name)} holds the ${problem}, which must not be sent to the service.`,
    remedy: say`Put the API key into a variable such as INBOXCTL_ALICE_KEY.`,
  }),
  'account-key-unset': ({ name }: { name: string }) => ({
    message: say`The API key is not set: the variable ${theirs(name)} is missing or empty.`,
    remedy: say`Set ${theirs(name)}, or leave this account out with --account. ${MAKE_KEY}`,
  }),
  /** `undeclared: declared-before` needs the whole git history. */
  'history-missing': ({ problem, detail }: { problem: keyof typeof HISTORY; detail: string | null }) => {
    const { words, remedy = HISTORY[problem].remedy } = saidByGit(detail);
    const message = say`\`undeclared: declared-before\` needs the whole git history of the rules, ${HISTORY[problem].but(words)}.`;
    return { message, remedy };
  },
  'cannot-ask': () => ({
    message: say`Refused: there is no terminal to ask on.`,
    remedy: say`Look at the plan above, then run it again with --yes.`,
  }),
  /** The question was answered, and not with yes. */
  'answered-no': () => ({ message: say`Nothing was changed.` }),
  /** The service could not be read: its own words, and what to do. */
  'service-failed': ({ message, remedy }: { message: string; remedy: string | null }) => ({
    message: sentence(message),
    ...(remedy === null ? {} : { remedy: [theirs(remedy)] }),
  }),
  'changed-meanwhile': () => ({
    message: say`Refused: the files or the live rules changed while the question was open.`,
    remedy: say`Nothing was sent. Run it again and look at the new plan.`,
  }),
  'sandbox-port-taken': ({ port }: { port: number }) => ({
    message: say`Port ${port} cannot be used: something else listens there.`,
    remedy: say`Name another with --port, or let it choose one with --port 0.`,
  }),
  'sandbox-unusable': ({ detail }: { detail: string }) => ({
    message: say`The sandbox cannot start: ${theirs(detail)}`,
  }),
  'sandbox-fault': faultMessage,
} satisfies Topic;
