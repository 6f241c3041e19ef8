/** What to type instead of a word of a command line: by the definitions of commands, and by what the word is. */
import type { Advice } from '../diagnostics/usage.ts';
import { nearest, stepsBetween, wordMeant } from '../model/nearest.ts';
import { type Command, longOf } from './command.ts';
import { isWriting } from './commands.ts';

/** Words of other programs, by what they mean here. What writes is looked at first, and nothing leads to `apply`. */
const SAME_AS: Record<string, readonly string[]> = {
  delete: ['destroy', 'delete', 'remove', 'rm', 'prune', 'purge'],
  rename: ['rename', 'mv', 'move'],
  edit: ['edit', 'add', 'create', 'new', 'set', 'enable', 'disable'],
  key: ['apikey', 'key', 'token', 'password', 'login', 'auth'],
  'inboxctl plan': ['diff', 'status', 'preview', 'apply', 'deploy', 'push', 'sync', 'up', 'run', 'update', 'commit'],
  'inboxctl validate': ['lint', 'check', 'verify'],
  'inboxctl fmt --check': ['format', 'fix', 'prettier'],
  'inboxctl pull --dry-run': ['import', 'export', 'download', 'fetch', 'dump', 'backup', 'clone', 'refresh'],
  'inboxctl rollback --dry-run': ['undo', 'revert', 'restore', 'reset'],
  'inboxctl runs': ['history', 'log', 'logs'],
  'inboxctl accounts': ['account', 'workspace', 'workspaces'],
  'inboxctl list': ['ls', 'get', 'rule', 'rules', 'filter', 'filters', 'state'],
  'inboxctl explain': ['describe', 'why'],
  'inboxctl doctor': ['ping', 'whoami', 'config'],
  'inboxctl --help': ['help', 'h', 'hlep', 'halp', '?', '/?', '/help', 'man', 'commands'],
  'inboxctl --version': ['version'],
  '--only NAME': ['target', 't', 'rule', 'name', 'filter', 'only'],
  '--check': ['listdifferent', 'l', 'dryrun', 'n'],
  '--dry-run': ['check', 'diff', 'n'],
  '--directory DIR': ['chdir', 'cwd', 'dir'],
  '--account NAME': ['inbox', 'user', 'a', 'workspace'],
  '--base-url URL': ['url', 'host', 'server', 'endpoint'],
  '--verbose': ['v', 'vv', 'vvv', 'debug'],
  '--quiet': ['q', 'silent'],
  '--concurrency N': ['parallelism'],
  '--from DATE': ['since'],
  '--to DATE': ['until'],
};

/** How the value of an option looks if it can be told from other words. */
const LOOKS: Record<string, RegExp> = {
  '--mail': /\.eml$/i,
  '--mails': /\.mbox(\.gz)?$/i,
  '--seed': /\.(json|ya?ml)$/i,
  '--port': /^\d+$/,
  '--base-url': /^https?:/i,
  '--base': /^(HEAD|origin\/)/,
  '--shard': /^\d+\/\d+$/,
  '--config': /\binboxctl\.ya?ml$/,
  '--from': /^(\d{4}-\d\d-\d\d|\d+d|\S+@\S+)$/,
};

/** Words for what a command is about, words that it says already, and words for all that there is. */
const NOUN = /^(rules?|filters?|state|config)$/;
const SAID = /^(list|show|ls|get|view|start)$/;
const ALL = /^(all(?!ow).*|recursive|\.|\*)$/;
const YES = /^-+(y|yes|auto-approve|no-input|non-interactive|(no-)?confirm)$/i;

/** On words that do not begin with a command. */
export function adviceOnCommand(typed: readonly string[], commands: readonly Command[]): Advice {
  const [first = '', ...others] = typed.map((word) => word.toLowerCase().replace(/^-+(?=.)/, ''));
  const known = commands.filter(({ name }) => name !== 'apply');
  const own = elsewhere(first);
  if (own !== null && own.as !== 'run') return own;
  const isGeneral = own === null || NOUN.test(first);
  const named = known.find(({ name }) => others.includes(name) && (isGeneral || !SAID.test(name)));
  if (named !== undefined) return { as: 'run', of: lineOf(named) };
  const found = (isGeneral && others.map(elsewhere).find((advice) => advice !== null)) || own;
  if (found !== null) return found;
  const near = nearly(
    first,
    commands.map(({ name }) => name),
  );
  const meant = known.find(({ name }) => name === near);
  if (meant === undefined) return near === null ? null : { as: 'run', of: 'inboxctl plan' };
  return { as: 'meant', of: lineOf(meant) };
}

/** What a word means in other programs, if it is not an option. */
function elsewhere(word: string): Advice {
  const meant = wordMeant(word, SAME_AS) ?? '-';
  if (meant.startsWith('inboxctl')) return { as: 'run', of: meant };
  return meant.startsWith('-') ? null : { as: meant as 'delete' };
}

/** A command with a word that it cannot be without. */
function lineOf({ name, arguments: [first] = [] }: Command): string {
  return `inboxctl ${name}${first?.name.startsWith('<') ? ` ${first.choices?.[0] ?? 'plan.json'}` : ''}`;
}

/** On an option that a command does not have. `value` is typed behind it: only words of ours among them are shown. */
export function adviceOnOption(flag: string, value: string, command: Command, commands: readonly Command[]): Advice {
  const { name, options, arguments: operands = [], anyway } = command;
  const word = normal(flag);
  const own = (sought: string) => options.find(({ flags }) => normal(longOf(flags)) === sought)?.flags;
  const meanings = Object.keys(SAME_AS).filter((one) => SAME_AS[one]?.includes(word));
  const [same, turned] = [own(word), word.startsWith('no') ? own(word.slice(2)) : own(`no${word}`)];
  if (word === '' || meanings.includes('inboxctl --help')) return { as: 'run', of: `inboxctl ${name} --help` };
  if (YES.test(flag)) return { as: own('yes') ? 'asks' : 'asks-nothing' };
  if (same !== undefined && longOf(same) !== '--yes') return { as: 'write', of: longOf(same) };
  if (turned?.includes('<') === false) return { as: 'is-default' };
  if (anyway?.words.includes(word)) return { as: 'anyway', of: anyway.says };
  if (ALL.test(word) || (value === '' && /^[ar]$/.test(word))) return { as: 'is-all' };
  if (value === '' && /^(dryrun|n|check|diff)$/.test(word)) {
    if (!isWriting(name)) return { as: 'changes-nothing' };
    if (name === 'apply') return { as: 'run', of: 'inboxctl plan' };
  }
  const choice = choiceOf(word, command) ?? choiceOf(value, command);
  if (choice !== null) return choice;
  if (/^o(ut|utput)?$/.test(word)) {
    const formats = options.find(({ flags }) => longOf(flags) === '--format')?.choices ?? [];
    if (/^\w+$/.test(value)) return { as: 'format', of: formats.join(', ') };
    return own('output') ? { as: 'write', of: '--output FILE' } : { as: 'redirect' };
  }
  for (const { name: placeholder, choices = [] } of operands) {
    const operand = placeholder.replace(/[^a-z]/g, '');
    const isName = /^(name|rule)$/.test(operand) && meanings.includes('--only NAME');
    const chosen = choices.find((one) => one === word || one === value);
    if (chosen || isName || operand.startsWith(word)) return { as: 'bare', of: chosen ?? operand.toUpperCase() };
  }
  const synonym = meanings.find((one) => own(normal(one.replace(/ .*/, ''))));
  if (synonym !== undefined) return { as: 'write', of: synonym };
  if (/^(delete|key)$/.test(meanings[0] ?? '')) return { as: meanings[0] as 'delete' };
  const others = commands.filter((one) => one.options.some(({ flags }) => normal(longOf(flags)) === word));
  if (others.length > 0) return { as: 'of', of: others.map((one) => one.name).join(', ') };
  const looking = options.find(({ flags }) => LOOKS[longOf(flags)]?.test(value));
  if (looking !== undefined) return { as: 'write', of: looking.flags.replace(/[<>]/g, '') };
  if (/^f(ile(name)?)?$/.test(word) && value !== '') return { as: 'no-file' };
  const near = own(
    nearly(
      word,
      options.map(({ flags }) => normal(longOf(flags))),
    ) ?? '',
  );
  return near === undefined || longOf(near) === '--yes' ? null : { as: 'meant', of: longOf(near) };
}

/** On a word that a command does not take. */
export function adviceOnWord(word: string, command: Command, commands: readonly Command[]): Advice {
  const { name, options, arguments: [operand] = [] } = command;
  const lower = word.toLowerCase();
  const has = (long: string) => options.some(({ flags }) => longOf(flags) === long);
  if (word.startsWith('-')) return { as: 'dashes' };
  if (SAME_AS['inboxctl --help']?.includes(lower)) return { as: 'run', of: `inboxctl ${name} --help` };
  const named = commands.find((one) => one.name === lower && one.name !== 'apply' && one !== command);
  if (named !== undefined && SAID.test(name)) return { as: 'run', of: lineOf(named) };
  if (named !== undefined || lower === name || SAID.test(lower)) return { as: 'is-said' };
  const option = options.find(({ flags }) => LOOKS[longOf(flags)]?.test(word));
  if (option !== undefined) return { as: 'write', of: longOf(option.flags), value: word };
  if (operand !== undefined && /^.(name|rule)/.test(operand.name)) return { as: 'names' };
  if (ALL.test(lower) || /^rules?$/.test(lower)) return { as: 'is-all' };
  const other = choiceOf(lower, command) ?? elsewhere(lower);
  if (other !== null && other.as !== 'run') return other;
  if (name === 'runs') return { as: 'run', of: 'inboxctl runs show', ...(/^\d/.test(word) && { value: word }) };
  if (operand !== undefined && !operand.name.startsWith('[planfile')) return null;
  if (/\.ya?ml$|\/$/.test(lower)) return { as: has('--only') ? 'no-file' : 'is-all' };
  if (lower.endsWith('.json') && name !== 'apply') return { as: 'run', of: 'inboxctl show', value: word };
  return has('--only') ? { as: 'part', value: word } : has('--account') ? { as: 'account' } : null;
}

/** The option of which a word is one of the values. */
function choiceOf(word: string, { options }: Command): Advice {
  const option = options.find(({ choices }) => choices?.includes(word));
  return option === undefined ? null : { as: 'write', of: longOf(option.flags), value: word };
}

/** An option without what people write in several ways. */
function normal(option: string): string {
  return option.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The known word with one other letter, or in a long word two. */
export function nearly(word: string, known: readonly string[]): string | null {
  const near = nearest(word, known, 1);
  return near !== null && stepsBetween(word.toLowerCase(), near) <= (word.length < 8 ? 1 : 2) ? near : null;
}
