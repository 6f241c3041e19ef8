/** What to type instead of a word of a command line: by the definitions of commands, and by what the word is. */
import type { Advice } from '../diagnostics/usage.ts';
import { nearest, stepsBetween } from '../model/nearest.ts';
import { type Command, longOf } from './command.ts';

/** Words of Terraform, kubectl and git by what they mean here. What writes is looked at first, and nothing leads to `apply`. */
const SAME_AS = {
  delete: 'destroy delete remove rm prune purge',
  rename: 'rename mv move',
  edit: 'edit add create new set',
  switch: 'enable disable',
  key: 'apikey key token password login auth',
  'inboxctl plan': 'diff status preview apply deploy push sync up run update commit dry-run simulate',
  'inboxctl validate': 'lint check verify',
  'inboxctl fmt --check': 'format',
  'inboxctl pull --dry-run': 'import export download fetch clone refresh',
  'inboxctl rollback --dry-run': 'undo revert restore reset',
  'inboxctl runs': 'history log logs audit',
  'inboxctl accounts': 'account workspace',
  'inboxctl list': 'ls get rule rules filter filters state',
  'inboxctl explain': 'describe',
  'inboxctl --help': 'help h ? /? /help man commands',
  '--only NAME': 'target t rule name filter only',
  '--check': 'listdifferent l',
  '--directory DIR': 'chdir cwd dir',
  '--account NAME': 'inbox workspace user a',
  '--base-url URL': 'url host server endpoint',
  '--verbose': 'v vv vvv debug',
  '--quiet': 'q silent',
  '--concurrency N': 'parallelism',
  '--from DATE': 'since',
  '--to DATE': 'until',
};

/** How the value of an option looks if it can be told from other words. */
const LOOKS: Record<string, RegExp> = {
  '--mail': /\.eml$/i,
  '--mails': /\.mbox(\.gz)?$/i,
  '--seed': /\.(json|ya?ml)$/i,
  '--port': /^\d+$/,
  '--base-url': /^https?:/i,
  '--base': /^(HEAD|origin\/)/,
  '--config': /\binboxctl\.ya?ml$/,
};

/** Operands that are names of rules. */
const NAMES = /^\[(name|rule)\.\.\./;

/** Words for what all commands are about, for what some do, and with their command, options of what it does anyway. */
const NOUN = /^(rules?|filters?|state|config|all|\.|\*)$/;
const SAID = /^(list|show|ls|get|view|start|run)$/;
const ANYWAY =
  /^(fmt (w|write|i|inplace|fix)|init (f|force|overwrite)|(plan|list) (refresh|refreshonly|live)|.* (all(?!ow).*|recursive))$/;
const DRY = /^(n|dryrun|noop|simulate|planonly|check|diff)$/;
/** What an option is called that keeps a rule. */
const KEEPS = /delet|prun|undeclared|^(exclude|ignore|skip|keep)$/;
const YES = /^-+(y|yes|auto-approve|no-input|non-interactive|(no-)?confirm)$/i;

/** On words that do not begin with a command. */
export function adviceOnCommand(typed: readonly string[], commands: readonly Command[]): Advice {
  const [first = '', ...others] = typed.map((word) => word.toLowerCase().replace(/^-+(?=.)/, ''));
  const own = elsewhere(first);
  if (own !== null && !NOUN.test(first)) return own;
  const named = (word: string) => commands.find(({ name }) => name === (word === 'apply' ? 'plan' : word));
  const near = own === null ? nearly(first, [...commands.map(({ name }) => name), 'help']) : null;
  if (near !== null) return { as: 'meant', of: lineOf(named(near)) };
  const found = others.map((word) =>
    named(word) ? ({ as: 'run', of: lineOf(named(word)) } as const) : elsewhere(word),
  );
  return found.find((advice) => advice !== null) ?? own;
}

/** The rows with a word. */
function meaningsOf(word: string): string[] {
  return Object.entries(SAME_AS).flatMap(([meaning, words]) => (words.split(' ').includes(word) ? meaning : []));
}

/** What a word means in other programs, if it is not an option. */
function elsewhere(word: string): Advice {
  const [meant = '-'] = meaningsOf(word);
  if (meant.startsWith('inboxctl')) return { as: 'run', of: meant };
  return meant.startsWith('-') ? null : { as: meant as 'delete' };
}

/** A command with a word that it cannot be without. */
function lineOf({ name, arguments: [first] = [] }: Pick<Command, 'name' | 'arguments'> = { name: '--help' }): string {
  return `inboxctl ${name}${first?.name.startsWith('<') ? ` ${first.choices?.[0] ?? 'plan.json'}` : ''}`;
}

/** On an option that a command does not have. `value` is typed behind it: only words of ours among them are shown. */
export function adviceOnOption(flag: string, value: string, command: Command, commands: readonly Command[]): Advice {
  const { name, options, arguments: operands = [], dry, summary } = command;
  const word = normal(flag);
  const own = (sought: string) => options.find(({ flags }) => normal(longOf(flags)) === sought)?.flags;
  const meanings = meaningsOf(word);
  const [same, turned] = [own(word), own(word.replace(/^no|^/, (no) => (no === '' ? 'no' : '')))];
  if (word === '' || meanings.includes('inboxctl --help')) return { as: 'run', of: `inboxctl ${name} --help` };
  if (YES.test(flag)) return { as: own('yes') ? 'asks' : 'anyway' };
  if (same !== undefined && word !== 'yes') return { as: 'write', of: longOf(same) };
  if (turned?.includes('<') === false || ANYWAY.test(`${name} ${word}`)) return { as: 'anyway' };
  if (value === '' && /^[ar]$/.test(word) && dry === undefined) return { as: 'anyway' };
  if (DRY.test(word) && dry !== undefined) return dry === '' ? null : { as: 'run', of: dry };
  if (DRY.test(word) && value === '') return { as: 'anyway' };
  const choice = choiceOf(word, command) ?? choiceOf(value, command);
  if (choice !== null) return choice;
  const isOutput = /^o(ut(put)?)?$/.test(word);
  if (isOutput && own('output') && !/^\w+$/.test(value)) return { as: 'write', of: '--output FILE' };
  if (isOutput && name === 'apply') return { as: 'saved' };
  const look = name === 'fmt' ? 'inboxctl fmt - < FILE' : dry;
  if (isOutput && dry !== undefined)
    return { as: 'writes', of: look ? `${summary}. To look first: ${look}` : `${summary}.` };
  const { choices: formats = [] } = options.find(({ flags }) => longOf(flags) === '--format') ?? {};
  if (isOutput && formats.length > 0) return { as: 'format', of: formats.join(', ') };
  const isName = meanings.includes('--only NAME');
  const operand = operands.find((one) => one.name.slice(1).startsWith(word) || (isName && NAMES.test(one.name)));
  if (operand !== undefined) return { as: 'bare', of: operand.name.replace(/\W/g, '').toUpperCase() };
  const synonym = meanings.find((one) => own(normal(one.replace(/ .*/, ''))));
  if (synonym !== undefined) return { as: 'write', of: synonym };
  if (isName && operands[0]?.name === '[run]') return { as: 'whole' };
  if (own('maxdeletes') && own('only') && KEEPS.test(word) && !word.startsWith('max')) return { as: 'keeps' };
  if (/^(key|switch)$/.test(meanings[0] ?? '') || (meanings[0] === 'delete' && isOfRules(command)))
    return { as: meanings[0] as 'delete' };
  // Nothing that writes is named to somebody who reads or goes back.
  const others = commands.filter(
    (one) => one.dry === undefined && one.options.some(({ flags }) => normal(longOf(flags)) === word),
  );
  if (others.length > 0) return { as: 'of', of: others.map((one) => one.name).join(', ') };
  const looking = options.find(({ flags }) => LOOKS[longOf(flags)]?.test(value));
  if (looking !== undefined) return { as: 'write', of: looking.flags.replace(/[<>]/g, '') };
  if (/^f(ile(name)?)?$/.test(word)) return part(command);
  const names = options.map(({ flags }) => normal(longOf(flags))).filter((one) => one !== 'yes');
  const near = nearly(word, names);
  return near === null ? null : { as: 'meant', of: longOf(own(near) ?? '') };
}

/** On a word that a command does not take. */
export function adviceOnWord(word: string, command: Command, commands: readonly Command[]): Advice {
  const { name, options, arguments: [operand] = [] } = command;
  const lower = word.toLowerCase();
  const meant = elsewhere(lower);
  const other = meant?.as === 'delete' && !isOfRules(command) ? null : meant;
  if (other?.of === 'inboxctl --help') return { as: 'run', of: `inboxctl ${name} --help` };
  const option = options.find(({ flags }) => LOOKS[longOf(flags)]?.test(word));
  if (option !== undefined) return { as: 'write', of: longOf(option.flags), value: word };
  if (lower === name || SAID.test(lower) || (NOUN.test(lower) && !NAMES.test(operand?.name ?? '')))
    return { as: 'anyway' };
  const named = commands.find((one) => one.name === lower);
  if (named !== undefined) return named.dry !== undefined ? null : { as: 'run', of: lineOf(named) };
  const choice = choiceOf(lower, command) ?? (other?.as === 'run' ? null : other);
  if (choice !== null) return choice;
  if (name === 'runs' && /^\d/.test(word)) return { as: 'run', of: 'inboxctl runs show', value: word };
  if (lower.endsWith('.json') && name !== 'apply') return { as: 'run', of: 'inboxctl show', value: word };
  if (operand?.choices !== undefined) return null;
  return part(command, /^[^./-][^./]*$/.test(word) ? word : undefined);
}

/** Whether a command can be about single rules. */
function isOfRules({ options, arguments: operands = [] }: Command): boolean {
  return options.some(({ flags }) => longOf(flags) === '--only') || operands.some(({ name }) => NAMES.test(name));
}

/** How a command is told what to be about: by names, of which `word` may be one. */
function part({ options, arguments: operands = [] }: Command, word?: string): Advice {
  const longs = options.map(({ flags }) => longOf(flags));
  if (word !== undefined && longs.includes('--only')) return { as: 'part', value: word };
  const ways = ['--only', '--account'].flatMap((long) => (longs.includes(long) ? `${long} NAME` : []));
  const of = [...operands.flatMap((one) => (NAMES.test(one.name) ? 'NAME' : [])), ...ways].join(', ');
  return of === '' ? null : { as: 'parts', of };
}

/** The option of which a word is one of the values, or the word if it may stand alone. */
function choiceOf(word: string, { options, arguments: operands = [] }: Command): Advice {
  if (operands.some(({ choices }) => choices?.includes(word))) return { as: 'write', of: word };
  const option = options.find(({ choices }) => choices?.includes(word));
  return option === undefined ? null : { as: 'write', of: `${longOf(option.flags)} ${word}` };
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
