/** What can be wrong with flags, environment and project file: each code with its arguments. */

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
  /** `word` of the fault `text` is wrong; `allowed` are forms of what may stand there. */
  'sandbox-fault': {
    text: string;
    part: 'form' | 'method' | 'path' | 'kind' | 'value' | 'when' | 'inbox';
    word: string;
    allowed: readonly string[];
    proposals: readonly string[];
  };
  'schema-unknown': { name: string };
  'shell-unknown': { name: string };
}
