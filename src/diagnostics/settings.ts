/** The English of what can be wrong with flags, environment and project file. */
import { ACTION_TYPES } from '../model/action-types.ts';
import { escapeControl } from './escape-control.ts';
import { type FaultArgs, faultMessage } from './faults.ts';
import type { Messages } from './message.ts';
import { saidWhole } from './quoting.ts';
import { because, saidByGit } from './reasons.ts';

type None = Record<never, never>;

/** Where a setting was read from, as the user knows it: a flag, a variable. */
type From = { from: string };

/** What a file of settings is: inboxctl.yaml, or the file of one account. */
export type SettingsFile = 'project' | 'account';

export interface SettingProblems {
  'base-url-missing': None;
  'base-url-unusable': From & { problem: 'no-url' | 'scheme' | 'credentials' | 'query' | 'fragment' };
  /** Refused unless `--allow-http`. */
  'base-url-http': From & { host: string };
  'base-url-carries-key': From;
  'api-key-missing': None;
  /** INBOXCTL_API_KEY would go to `origin`; `only` is that of INBOXCTL_BASE_URL, null where it is not a URL. */
  'api-key-elsewhere': { name: string; origin: string; only: string | null };
  /** INBOXCTL_ALLOWED_HOSTS does not list `host`. */
  'api-key-host': { name: string; host: string };
  'api-key-unusable': From & { problem: 'empty' | 'too-short' | 'unsendable' };
  /** `reason` is a code of the system, such as ENOENT. */
  'file-unreadable': { what: string; file: string; reason: string };
  /** `of`: what a run does not begin without. */
  'file-unwritable': { what: string; file: string; reason: string; of?: 'journal' | 'lock' | 'report' };
  'directory-missing': { directory: string };
  'project-file-linked': { file: string };
  'project-file-misnamed': { file: string };
  /** It is above the working directory, and it or its folder belongs to neither this user nor root. */
  'project-file-of-another': { file: string };
  /** A new project is made below another; `file` is the other's. */
  'project-above': { file: string };
  'project-several-documents': { of: SettingsFile };
  'project-not-mapping': { of: SettingsFile };
  'project-unknown-key': { of: SettingsFile; key: string; proposal: string | null };
  /** `setting` is the key without the account that it is set for. */
  'project-missing-key': { key: string; setting: string };
  'project-wrong-value': { key: string; setting: string };
  'accounts-empty': None;
  /** `folder` is to have a file for each account. `reason`: a code of the system. */
  'accounts-folder': {
    folder: string;
    problem: 'missing' | 'outside' | 'hidden' | 'linked' | 'not-folder' | 'unreadable' | 'empty';
    reason?: string;
  };
  /** In the folder of account files there is a folder. */
  'account-file-folder': None;
  'account-file-linked': None;
  /** `other` has the same account; `name` is its name. */
  'account-file-twice': { name: string; other: string };
  /** `root` is in the folder of account files, relative to the file of the account. */
  'account-rules-inside': { root: string };
  'account-name': { name: string };
  /** `--account` matches none of these. */
  'account-unknown': { pattern: string; known: readonly string[] };
  /** `shard` is I/N; it has none of the selected accounts, which are `accounts` in number. */
  'shard-empty': { shard: string; accounts: number };
  /** Base URL and key are the same as those of `other`. */
  'account-same-inbox': { name: string; other: string };
  /** The variable NODE_DEBUG is set, to `value`. */
  'node-debug': { value: string };
  /** The value may hold a password, so it is not shown. */
  'proxy-unusable': { variable: string };
  /** `flag` needs one account, and several are selected. */
  'account-needed': { flag: string; selected: readonly string[] };
  /** The variable of an account's `apiKey` may not be this one, or its value is another secret. */
  'account-key-variable': { name: string; problem: 'reserved' | 'signing key' | 'GitHub token' };
  'account-key-unset': { name: string };
  /** `undeclared: declared-before` needs the whole git history. */
  'history-missing': {
    problem: 'no-git' | 'no-repository' | 'no-commit' | 'shallow' | 'failed';
    detail: string | null;
  };
  'cannot-ask': None;
  /** The question was answered, and not with yes. */
  'answered-no': None;
  /** The service could not be read: its own words, and what to do. */
  'service-failed': { message: string; remedy: string | null };
  'changed-meanwhile': None;
  'sandbox-port-taken': { port: number };
  'sandbox-unusable': { detail: string };
  'sandbox-fault': FaultArgs;
  'schema-unknown': { name: string };
  'shell-unknown': { name: string };
}

const UNUSABLE_URL: Record<SettingProblems['base-url-unusable']['problem'], string> = {
  'no-url': 'is not a URL',
  scheme: 'must begin with https://',
  credentials: 'must not hold a user name or password',
  query: 'must not hold a `?`',
  fragment: 'must not hold a `#`',
};

/** What a file of settings is called, and how it begins. */
const FILES: Record<SettingsFile, { name: string; begins: string }> = {
  project: { name: 'The project file', begins: 'It begins with a key, such as `version: 1`.' },
  account: { name: 'The file of an account', begins: 'It begins with a key, such as `apiKey:`, or is empty.' },
};

const UNUSABLE_FOLDER: Record<SettingProblems['accounts-folder']['problem'], { is: string; remedy: string }> = {
  missing: { is: 'is not there', remedy: 'Make it, with a file such as alice.yaml for each account.' },
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
  'not-folder': { is: 'is no folder', remedy: 'Name a folder that has a file such as alice.yaml for each account.' },
  unreadable: { is: 'cannot be read', remedy: 'Let whoever runs this read it.' },
  empty: {
    is: 'has no account',
    remedy: 'Put a file such as alice.yaml in it, or leave `accounts` out. It may be empty.',
  },
};

const UNUSABLE_KEY: Record<SettingProblems['api-key-unusable']['problem'], string> = {
  empty: 'is empty',
  'too-short': 'is shorter than 8 characters',
  unsendable: 'holds characters that no key has',
};

/** What a key of the project file takes. */
const EXPECTED: Record<string, string> = {
  version: 'the number 1',
  accounts:
    'a mapping such as `{ alice: { apiKey: { env: INBOXCTL_ALICE_KEY } } }`, or a folder with a file for each account, such as `accounts`',
  apiKey: 'the name of a variable: `{ env: INBOXCTL_ALICE_KEY }`. A key itself never stands in a file',
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

function expected(setting: string): string {
  return `Write ${EXPECTED[setting] ?? 'a text'}.`;
}

/** Names in a list, at most ten of them. */
function listed(names: readonly string[]): string {
  const some = names.slice(0, 10).map(escapeControl).join(', ');
  return names.length > 10 ? `${some} and ${names.length - 10} more` : some;
}

const CHECKOUT = 'In a workflow, give actions/checkout `fetch-depth: 0`';

/** Why the git history cannot tell what was declared, and what to do. */
const HISTORY: Record<
  SettingProblems['history-missing']['problem'],
  { but: (words: string) => string; remedy: string }
> = {
  'no-git': {
    but: () => 'and git cannot be run',
    remedy: `Install git where this runs. ${CHECKOUT}, which makes no clone where git is missing.`,
  },
  'no-repository': {
    but: () => 'and they are in no git repository',
    remedy: `Run it in a clone of the repository. ${CHECKOUT}.`,
  },
  'no-commit': {
    but: () => 'and nothing is committed yet',
    remedy: `Commit the rules first. ${CHECKOUT}.`,
  },
  shallow: {
    but: () => 'and this clone is shallow: older commits are missing',
    remedy: `${CHECKOUT}. Elsewhere, run: git fetch --unshallow`,
  },
  failed: {
    but: (words) => `and git cannot read it${words}`,
    remedy: `${CHECKOUT} and no \`filter\` or \`sparse-checkout\`: partial clones lack old files. Elsewhere, run: git fetch --refetch --no-filter`,
  },
};

const NOTHING_SENT = {
  journal: 'Nothing was sent: a run without a journal could not be rolled back.',
  lock: 'Nothing was sent to this inbox. Set XDG_RUNTIME_DIR to a folder of yours, where locks can be kept.',
  report: 'Nothing was sent. Name another file with --report.',
};

export const settingProblems: Messages<SettingProblems> = {
  'base-url-missing': () => ({
    message: "The service's address is not set.",
    remedy: 'Set INBOXCTL_BASE_URL or --base-url, such as https://mail.example.com/api/v1.',
  }),
  'base-url-unusable': ({ from, problem }) => ({
    message: `The base URL of ${from} ${UNUSABLE_URL[problem]}.`,
    remedy: 'It looks like https://mail.example.com/api/v1.',
  }),
  'base-url-http': ({ from, host }) => ({
    message: `Refused: the base URL of ${from} is http://, so the API key would travel to ${escapeControl(host)} readable for anyone on the way.`,
    remedy: 'Use https://, or accept the risk with --allow-http.',
  }),
  'base-url-carries-key': ({ from }) => ({
    message: `The base URL of ${escapeControl(from)} holds the API key.`,
    remedy: 'Take the key out of it: addresses are shown in plans and logs. The key travels in a header.',
  }),
  'api-key-missing': () => ({
    message: 'The API key is not set.',
    remedy:
      "Set INBOXCTL_API_KEY, or name a file with --api-key-file. Keys are made in the settings of the inbox, in the service's web page; give it RULES_READ and RULES_WRITE.",
  }),
  'api-key-elsewhere': ({ name, origin, only }) => ({
    message: `Refused: INBOXCTL_API_KEY goes to the origin of INBOXCTL_BASE_URL only, which is ${escapeControl(only ?? 'not a URL')}. The account ${escapeControl(name)} is at ${escapeControl(origin)}.`,
    remedy:
      'If that is right, give the account a key of its own, such as `apiKey: { env: INBOXCTL_ALICE_KEY }`, or unset INBOXCTL_BASE_URL.',
  }),
  'api-key-host': ({ name, host }) => ({
    message: `Refused: the API key of the account ${escapeControl(name)} would go to ${escapeControl(host)}, which INBOXCTL_ALLOWED_HOSTS does not list.`,
    remedy: 'If it may go there, add the host: in the input allowed-hosts of the action, elsewhere in that variable.',
  }),
  'proxy-unusable': ({ variable }) => ({
    message: `The value of ${variable} is not the URL of an HTTP proxy.`,
    remedy: 'Expected something like http://proxy.example.com:3128. Other kinds of proxies are not supported.',
  }),
  'node-debug': ({ value }) => ({
    message: `NODE_DEBUG is set to \`${escapeControl(value)}\`: with it Node can print the API key.`,
    remedy: 'Unset NODE_DEBUG, then run the command again.',
  }),
  'api-key-unusable': ({ from, problem }) => ({
    message: `The API key of ${escapeControl(from)} ${UNUSABLE_KEY[problem]}.`,
    remedy: "Copy it again from the service's web page.",
  }),
  'file-unreadable': ({ what, file, reason }) => ({
    message: `${what} ${escapeControl(file)} cannot be read: ${because(reason)}.`,
  }),
  'file-unwritable': ({ what, file, reason, of }) => ({
    message: `${what} ${escapeControl(file)} cannot be written: ${reason === 'ENOENT' ? 'its folder is not there' : because(reason)}.`,
    ...(of === undefined ? {} : { remedy: NOTHING_SENT[of] }),
  }),
  'directory-missing': ({ directory }) => ({ message: `There is no folder ${escapeControl(directory)}.` }),
  'project-file-linked': ({ file }) => ({
    message: `${escapeControl(file)} is a link, or is reached through one; links are not followed.`,
    remedy: 'Put the file itself there.',
  }),
  'project-file-misnamed': ({ file }) => ({
    message: `${escapeControl(file)} is not read: a project file is called inboxctl.yaml. Without it, its guards and its policy would not count.`,
    remedy: 'Rename it to inboxctl.yaml, or remove it.',
  }),
  'project-file-of-another': ({ file }) => ({
    message: `${escapeControl(file)}, or the folder it is in, belongs to another user, who could choose where API keys go and what is deleted.`,
    remedy: `If you trust it, name it: --config ${escapeControl(file)}. Otherwise make a project of your own here.`,
  }),
  'project-above': ({ file }) => ({
    message: `There is a project above this folder already: ${escapeControl(file)}.`,
    remedy: 'This is another one, with rules of its own. If it is not wanted, remove its inboxctl.yaml.',
  }),
  'project-several-documents': ({ of }) => ({
    message: `${FILES[of].name} holds more than one document.`,
    remedy:
      of === 'project'
        ? 'Remove the line `---` and what follows it.'
        : 'Each account has a file of its own: move what follows the line `---` into another.',
  }),
  'project-not-mapping': ({ of }) => ({ message: `${FILES[of].name} must be a mapping.`, remedy: FILES[of].begins }),
  'project-unknown-key': ({ of, key, proposal }) => ({
    message: `${FILES[of].name} has no key \`${escapeControl(key)}\`.`,
    remedy: proposal === null ? `Its keys are listed by: inboxctl schema ${of}` : `Did you mean \`${proposal}\`?`,
  }),
  'project-missing-key': ({ key, setting }) => ({
    message: `\`${escapeControl(key)}\` is missing.`,
    remedy: expected(setting),
  }),
  'project-wrong-value': ({ key, setting }) => ({
    message: /\.\d+$/.test(key)
      ? `\`${escapeControl(key.replace(/\.\d+$/, ''))}\` cannot hold this.`
      : `\`${escapeControl(key)}\` cannot be this.`,
    remedy: setting === 'policy.forbidActions' ? `There are: ${ACTION_TYPES.join(', ')}.` : expected(setting),
  }),
  'accounts-empty': () => ({
    message: '`accounts` lists no account.',
    remedy: 'Name one below it, such as `alice: { apiKey: { env: INBOXCTL_ALICE_KEY } }`, or remove the key.',
  }),
  'accounts-folder': ({ folder, problem, reason }) => ({
    message: `The folder of account files ${escapeControl(folder)} ${UNUSABLE_FOLDER[problem].is}${reason === undefined ? '' : `: ${because(reason)}`}.`,
    remedy: UNUSABLE_FOLDER[problem].remedy,
  }),
  'account-file-folder': () => ({
    message: 'This is a folder, among the files of accounts.',
    remedy: 'Move it elsewhere, or let its name begin with a dot: each account has one file, in no folder below.',
  }),
  'account-file-linked': () => ({
    message: 'This is a link, among the files of accounts. Links are not followed.',
    remedy: 'Put the file itself here.',
  }),
  'account-file-twice': ({ name, other }) => ({
    message: `The account "${escapeControl(name)}" has another file already: ${escapeControl(other)}.`,
    remedy: 'Make them one, or rename one of them: the name of the file is that of the account.',
  }),
  'account-rules-inside': ({ root }) => ({
    message: `The rules of an account cannot lie in the folder of account files: ${escapeControl(root)}.`,
    remedy: 'Paths are relative to this file: ../rules is beside its folder.',
  }),
  'account-name': ({ name }) => ({
    message: `An account cannot be called "${escapeControl(name)}".`,
    remedy: 'A name has letters, digits and `.`, `_`, `@`, `+`, `-`, and begins with a letter or a digit.',
  }),
  'account-unknown': ({ pattern, known }) => ({
    message: `No account matches --account ${escapeControl(pattern)}.`,
    remedy: `There ${known.length === 1 ? 'is' : 'are'}: ${listed(known)}.`,
  }),
  'shard-empty': ({ shard, accounts }) => ({
    message: `Shard ${shard} has no account: ${accounts === 1 ? 'the only one is in another shard' : `all ${accounts} are in other shards`}.`,
  }),
  'account-same-inbox': ({ name, other }) => ({
    message: `The accounts "${escapeControl(other)}" and "${escapeControl(name)}" are the same inbox: each would undo what the other does.`,
    remedy: 'Give each its own key, or make them one account with the rules folders of both.',
  }),
  'account-needed': ({ flag, selected }) => ({
    message: `${flag} is for one account, and ${selected.length} are selected: ${listed(selected)}.`,
    remedy: 'Name the one with --account.',
  }),
  'account-key-variable': ({ name, problem }) => ({
    message:
      problem === 'reserved'
        ? `The variable ${escapeControl(name)} may not be sent as an API key: ${/^INBOXCTL_/.test(name) ? 'it is another setting of inboxctl' : 'a project file may only name variables that begin with INBOXCTL_'}.`
        : `The variable ${escapeControl(name)} holds the ${problem}, which must not be sent to the service.`,
    remedy: 'Put the API key into a variable such as INBOXCTL_ALICE_KEY.',
  }),
  'account-key-unset': ({ name }) => ({
    message: `The API key is not set: the variable ${escapeControl(name)} is missing or empty.`,
    remedy: `Set ${escapeControl(name)}, or leave this account out with --account. Keys are made in the settings of the inbox, in the service's web page; give it RULES_READ and RULES_WRITE.`,
  }),
  'history-missing': ({ problem, detail }) => {
    const { words, remedy = HISTORY[problem].remedy } = saidByGit(detail);
    const message = `\`undeclared: declared-before\` needs the whole git history of the rules, ${HISTORY[problem].but(words)}.`;
    return { message, remedy };
  },
  'cannot-ask': () => ({
    message: 'Refused: there is no terminal to ask on.',
    remedy: 'Look at the plan above, then run it again with --yes.',
  }),
  'answered-no': () => ({ message: 'Nothing was changed.' }),
  'service-failed': ({ message, remedy }) => ({
    message: saidWhole(message),
    ...(remedy === null ? {} : { remedy: escapeControl(remedy) }),
  }),
  'changed-meanwhile': () => ({
    message: 'Refused: the files or the live rules changed while the question was open.',
    remedy: 'Nothing was sent. Run it again and look at the new plan.',
  }),
  'sandbox-port-taken': ({ port }) => ({
    message: `Port ${port} cannot be used: something else listens there.`,
    remedy: 'Name another with --port, or let it choose one with --port 0.',
  }),
  'sandbox-unusable': ({ detail }) => ({ message: `The sandbox cannot start: ${escapeControl(detail)}` }),
  'sandbox-fault': faultMessage,
  'schema-unknown': ({ name }) => ({
    message: `There is no schema "${escapeControl(name)}".`,
    remedy: 'There are: rules, project, account, plan.',
  }),
  'shell-unknown': ({ name }) => ({
    message: `There is no completion for the shell "${escapeControl(name)}".`,
    remedy: 'There is: bash, zsh, fish.',
  }),
};
