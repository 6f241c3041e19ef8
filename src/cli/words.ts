/** Command lines as people type them: puts the command first, and translates the words of other programs. */
import { wordMeant } from '../model/nearest.ts';
import type { Command, OptionDefinition } from './command.ts';

const HELP = { flags: '-h, --help' };

/**
 * Takes the words after `inboxctl` and returns them with the command first: `-C there plan` becomes `plan -C there`.
 * The command is the first word that has all options before it. Without one, the first that lacks one of them comes first, which
 * is then told. Otherwise the words stay unchanged. `optionsOf` returns the options of a command, or null for any other word.
 */
export async function commandFirst(
  words: readonly string[],
  optionsOf: (word: string) => Promise<readonly OptionDefinition[] | null>,
): Promise<string[]> {
  const typed = words.map((word) => (/^--no-colou?r$/.test(word) ? '--color=never' : word));
  if (typed[0]?.startsWith('-') !== true) return typed;
  const withFirst = (at: number) => [...typed.slice(at, at + 1), ...typed.slice(0, at), ...typed.slice(at + 1)];
  let lacking: number | null = null;
  for (const [at, word] of typed.entries()) {
    const options = await optionsOf(word);
    if (options === null) continue;
    const end = endOfOptions(typed, options);
    if (end === at) return withFirst(at);
    if (end === null) lacking ??= at;
  }
  return lacking === null ? typed : withFirst(lacking);
}

/** The place of the first word that is neither an option nor its value; null if an option is unknown. */
function endOfOptions(typed: readonly string[], options: readonly OptionDefinition[]): number | null {
  const takesValue = new Map(
    [...options, HELP].flatMap(({ flags }) =>
      [...flags.matchAll(/--?[\w-]+/g)].map(([flag]): [string, boolean] => [flag, flags.includes('<')]),
    ),
  );
  let at = 0;
  for (let word = typed[at]; word?.startsWith('-') && word !== '-'; word = typed[at]) {
    const isJoined = word.includes('=') || (/^-\w./.test(word) && takesValue.get(word.slice(0, 2)) === true);
    const takes = takesValue.get(isJoined ? word.replace(/=.*|(?<=^-\w).*/s, '') : word);
    if (takes === undefined) return null;
    at += takes && !isJoined ? 2 : 1;
  }
  return at;
}

/** Changes that other programs have a command for; here they are made in files. */
export type InFiles = 'delete' | 'rename' | 'edit';

/** Words that mean `apply`. The hint is `plan`, which names the command that writes: no hint names it directly. */
const LIKE_APPLY = ['deploy', 'push', 'sync', 'up', 'run', 'update', 'upgrade', 'converge', 'commit'];

const SAME_AS: Record<string, readonly string[]> = {
  'inboxctl plan': ['diff', 'status', 'preview', 'changes', 'compare', 'drift', 'dry-run', 'whatif', ...LIKE_APPLY],
  'inboxctl validate': ['lint', 'check', 'verify'],
  'inboxctl fmt': ['format', 'fix', 'prettier'],
  'inboxctl pull': ['import', 'export', 'download', 'fetch', 'dump', 'backup', 'save', 'refresh', 'clone'],
  'inboxctl rollback': ['undo', 'revert', 'restore', 'reset', 'back'],
  'inboxctl runs': ['history', 'log', 'logs', 'snapshots'],
  'inboxctl list': ['ls', 'get', 'rules', 'state', 'print'],
  'inboxctl explain': ['describe', 'why', 'read'],
  'inboxctl init': ['new', 'setup', 'bootstrap', 'start', 'scaffold'],
  'inboxctl doctor': ['ping', 'health', 'login', 'auth', 'whoami', 'connect', 'debug', 'info', 'config', 'env'],
  'inboxctl sandbox': ['serve', 'server', 'mock', 'emulator', 'demo', 'dev', 'local'],
  'inboxctl accounts': ['account', 'inboxes', 'users', 'profiles', 'workspace', 'workspaces'],
  'inboxctl stats volume': ['statistics', 'metrics', 'volume'],
  'inboxctl stats response-time': ['response-time', 'response'],
  'inboxctl completion bash': ['completions', 'autocomplete'],
  'inboxctl --help': ['man', 'usage', 'commands', '?'],
};

const IN_FILES: Record<InFiles, readonly string[]> = {
  delete: ['destroy', 'delete', 'remove', 'rm', 'down', 'purge', 'uninstall'],
  rename: ['rename', 'mv', 'move'],
  edit: ['edit', 'add', 'create', 'set', 'enable', 'disable'],
};

/** What to use instead of an unknown command; null if unknown. */
export function insteadOf(word: string): { command: string } | { inFiles: InFiles } | null {
  const command = wordMeant(word.toLowerCase(), SAME_AS);
  if (command !== undefined) return { command };
  const inFiles = wordMeant(word.toLowerCase(), IN_FILES);
  return inFiles === undefined ? null : { inFiles };
}

const SAME_OPTION: Record<string, readonly string[]> = {
  '--yes': ['auto-approve', 'approve', 'non-interactive', 'assume-yes', 'no-input'],
  '--only NAME': ['target', 'targets', 't', 'rule', 'rules', 'name', 'filter', 'include', 'select'],
  '--format json': ['json', 'o', 'output-format', 'j'],
  '--format yaml': ['yaml'],
  '--output FILE': ['out', 'plan-file', 'save'],
  '--check': ['list-different', 'l', 'dry-run'],
  '--directory DIR': ['chdir', 'cwd', 'dir', 'folder', 'root', 'd'],
  '--config FILE': ['file', 'project', 'c', 'config-file'],
  '--account NAME': ['inbox', 'user', 'a', 'mailbox', 'accounts', 'workspace'],
  '--base-url URL': ['url', 'host', 'server', 'endpoint', 'api', 'u'],
  '--api-key-file FILE': ['api-key', 'key', 'token', 'apikey', 'k', 'password'],
  '--api-keys-file FILE': ['api-keys', 'keys', 'tokens', 'env-file', 'dotenv', 'secrets'],
  '--verbose': ['v', 'debug', 'trace', 'vv'],
  '--quiet': ['q', 'silent', 's'],
  '--color WHEN': ['colour', 'colors', 'ansi'],
  '--concurrency N': ['parallelism', 'parallel', 'jobs', 'workers'],
  '--max-deletes N': ['allow-deletes', 'delete', 'deletes', 'allow-delete', 'destroy'],
  '--detailed-exitcode': ['exit-code', 'exitcode', 'detailed-exit-code'],
};

/** What to write instead of an unknown option; null if the command has nothing similar. `flag` has no value. */
export function insteadOfOption(
  flag: string,
  { name, options, arguments: operands = [] }: Pick<Command, 'name' | 'options' | 'arguments'>,
): string | null {
  const word = flag.replace(/^-+/, '').toLowerCase();
  const takesRules = operands.some((operand) => /^\[(name|rule)\.\.\.\]$/.test(operand.name));
  if (takesRules && (word === 'only' || SAME_OPTION['--only NAME']?.includes(word))) {
    return `the name alone: inboxctl ${name} NAME`;
  }
  const has = (option: string) => options.some(({ flags }) => flags.includes(option.split(' ')[0] ?? ''));
  const found = Object.entries(SAME_OPTION).find(([option, words]) => words.includes(word) && has(option));
  return found?.[0] ?? null;
}
