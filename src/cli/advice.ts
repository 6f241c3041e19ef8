/** What to type instead of a word of a command line: by the definitions of commands, and by what the word is here. */
import type { Advice } from '../diagnostics/usage.ts';
import { nearest, stepsBetween } from '../model/nearest.ts';
import { type Command, longOf } from './command.ts';
import type { Known } from './seen.ts';

/** Words of Terraform, kubectl and git by what they mean here. What writes is looked at first, and nothing leads to `apply`. */
const SAME_AS = {
  delete: 'destroy delete remove rm prune purge',
  rename: 'rename mv move',
  edit: 'edit add create new set',
  switch: 'enable disable',
  key: 'apikey key token password login auth secret',
  'inboxctl plan': 'diff status preview apply deploy push sync up run update dry-run simulate',
  'inboxctl validate': 'lint check verify',
  'inboxctl fmt --check': 'format',
  'inboxctl pull --dry-run': 'import export download fetch clone refresh',
  'inboxctl rollback --dry-run': 'undo revert restore reset',
  'inboxctl runs': 'history log logs audit',
  'inboxctl list': 'ls get rule rules filter filters state',
  'inboxctl explain': 'describe',
  'inboxctl --help': 'help h ? /? /help man commands',
};

/** How the value of an option looks if it can be told from other words. */
const LOOKS: Record<string, RegExp> = {
  '--mail': /\.eml$/i,
  '--mails': /\.mbox(\.gz)?$/i,
  '--seed': /\.(json|ya?ml)$/i,
  '--port': /^\d+$/,
  '--base-url': /^https?:/i,
  '--base': /^(HEAD|origin\/)/,
};

/** Operands that are names of rules, and what an option for one is called elsewhere. */
const NAMES = /^\[(name|rule)\.\.\./;
const NAME = /^(target|t|rule|name|filter|only)$/;

/** Words for what all commands are about, for what some do, and with their command, options of what it does anyway. */
const NOUN = /^(rules?\/?|filters?|state|config|all|\.|\*)$/;
const SAID = /^(list|show|ls|get|view|start|run)$/;
const ANYWAY =
  /^(fmt (w|write|i|inplace|fix)|init (f|force|overwrite)|(plan|list) (refresh|refreshonly|live)|.* (all(?!ow).*|recursive))$/;
const DRY = /^(n|dry.*|noop|simulate|planonly|check|diff|preview|l|listdifferent)$/;
/** What an option is called that keeps rules, that leaves something out, and that asks to write. */
const KEEPS = /delet|prun|undecl|no-destr|^-+(without|skip|except|exclude|ignore|keep|protect)(-rules?)?$/i;
const LEAVES = /^-+(no|non|not|without|skip|except|exclu|ignore|keep|protect|hide|min)/i;
const WRITES = /^(w|write|fix|apply|save|update|inplace)$/;
const YES = /^-+(y|((auto|assume|skip|no|non)-)?(yes|approve|input|interactive|confirm\w*|prompt\w*))$/i;
/** Options that nobody is led to: they write, or lift a guard. */
const LIFTS = /^--(yes|force|allow-|max-deletes|prune|write-)/;

/** On words that do not begin with a command. */
export function adviceOnCommand(typed: readonly string[], known: Known): Advice {
  const { commands } = known;
  const [first = '', ...others] = typed.map((word) => word.toLowerCase().replace(/^-+(?=.)/, ''));
  const own = elsewhere(first);
  const named = (word: string) => commands.find(({ name }) => name === (word === 'apply' ? 'plan' : word));
  const command = named(own?.of?.split(' ')[1] ?? '');
  const words = command ? typed.slice(1).flatMap((word) => wordsFor(word, command, known) ?? []) : [];
  if (own !== null && !NOUN.test(first)) return { ...own, words };
  const near = own === null ? nearly(first, [...commands.map(({ name }) => name), 'help']) : null;
  if (near !== null) return { as: 'meant', of: lineOf(named(near)) };
  const [second = ''] = others.filter((word) => !SAID.test(word));
  const meant = named(second) ? ({ as: 'run', of: lineOf(named(second)) } as const) : (elsewhere(second) ?? own);
  return meant ?? { as: 'commands', of: commands.map(({ name }) => name).join(', ') };
}

/** The words by which a command is told of something that is here. Null if it cannot be, or nothing is called so. */
function wordsFor(word: string, command: Command, { look }: Known): readonly string[] | null {
  const { name, options, arguments: [operand] = [] } = command;
  const longs = options.map(({ flags }) => longOf(flags));
  const looking = longs.find((long) => LOOKS[long]?.test(word));
  if (looking !== undefined) return [looking, word];
  const { option = '', names = [], files = [] } = look(word, name === 'test' ? 'tests' : 'rules') ?? {};
  if (option === '--only' && NAMES.test(operand?.name ?? '')) return names;
  if (longs.includes(option)) return names.flatMap((one) => [option, one]);
  return files.length > 0 && operand?.name.startsWith('[file') ? files : null;
}

/** What a word means in other programs. */
function elsewhere(word: string): Advice {
  const [meant] = Object.entries(SAME_AS).find(([, words]) => words.split(' ').includes(word)) ?? [];
  if (meant === undefined) return null;
  return meant.startsWith('inboxctl') ? { as: 'run', of: meant } : { as: meant as 'delete' };
}

/** A command with a word that it cannot be without. */
function lineOf({ name, arguments: [first] = [] }: Pick<Command, 'name' | 'arguments'> = { name: '--help' }): string {
  return `inboxctl ${name}${first?.name.startsWith('<') ? ` ${first.choices?.[0] ?? 'plan.json'}` : ''}`;
}

/** On an option that a command does not have. `value` is typed behind it: shown are only words of ours, and what is here. */
export function adviceOnOption(flag: string, value: string, command: Command, known: Known): Advice {
  const { name, options, arguments: operands = [], dry } = command;
  const word = normal(flag);
  const own = (sought: string) => options.find(({ flags }) => normal(longOf(flags)) === sought)?.flags;
  const other = elsewhere(word);
  const turned = own(word.replace(/^no|^/, (no) => (no === '' ? 'no' : '')));
  if (word === '' || other?.of === 'inboxctl --help') return { as: 'run', of: `inboxctl ${name} --help` };
  if (YES.test(flag)) return { as: own('yes') ? 'asks' : 'anyway' };
  if (turned?.includes('<') === false || ANYWAY.test(`${name} ${word}`)) return { as: 'anyway' };
  if (DRY.test(word) && dry !== undefined && !own(word)) return dry === '' ? null : { as: 'run', of: dry };
  if (value === '' && dry === undefined && (DRY.test(word) || /^[ar]$/.test(word))) return { as: 'anyway' };
  if (KEEPS.test(flag) && own('maxdeletes') && own('only') && !word.startsWith('max')) return { as: 'keeps' };
  if (LEAVES.test(flag) || (LIFTS.test(flag) && !own(word)) || (WRITES.test(word) && dry === undefined)) return null;
  const choice = choiceOf(word, command) ?? choiceOf(value, command);
  if (choice !== null) return choice;
  if (/^o(ut(put)?)?$/.test(word)) {
    if (own('output') && (word === 'out' || !/^\w+$/.test(value))) return { as: 'write', of: '--output FILE' };
    if (name === 'apply') return { as: 'saved' };
    const { choices = [] } = options.find(({ flags }) => longOf(flags) === '--format') ?? {};
    if (dry === undefined && choices.length > 0) return { as: 'format', of: choices.join(', ') };
  }
  const words = value === '' ? null : wordsFor(value, command, known);
  if (words !== null) return { as: words[0]?.startsWith('-') ? 'write' : 'bare', words };
  const isName = NAME.test(word);
  const operand = operands.find((one) => one.name.slice(1).startsWith(word) || (isName && NAMES.test(one.name)));
  if (operand !== undefined) return { as: 'bare', of: operand.name.replace(/\W/g, '').toUpperCase() };
  if (isName && own('only')) return { as: 'write', of: '--only NAME' };
  if (isName && operands[0]?.name === '[run]') return { as: 'whole' };
  if (/^(key|switch|delete)$/.test(other?.as ?? '')) return other;
  // Nothing that writes is named to somebody who reads or goes back.
  const others = known.commands.filter(
    (one) => one.dry === undefined && one.options.some(({ flags }) => normal(longOf(flags)) === word),
  );
  if (others.length > 0 && !own(word)) return { as: 'of', of: others.map((one) => one.name).join(', ') };
  const longs = options.map(({ flags }) => longOf(flags)).filter((long) => long !== '--yes');
  const near = nearly(word, longs.map(normal));
  const isPart = (long: string) =>
    word.length > 1 ? normal(long).includes(word) : value === '' && long.startsWith(`--${word}`);
  const similar = longs.filter((long) => (near === null ? isPart(long) && !LIFTS.test(long) : normal(long) === near));
  return similar.length === 1 ? { as: 'meant', of: similar.join() } : null;
}

/** The options of a command that nobody has to be kept from; null if there is none. */
export function optionsOf({ options }: Command): Advice {
  const led = options.filter(({ flags }) => !LIFTS.test(longOf(flags)));
  const shown = led.map(({ flags }) => flags.replace(/^-\w, |[<>]/g, '')).reverse();
  return led.length === 0 ? null : { as: 'has', of: shown.join(', ') };
}

/** On a word that a command does not take. */
export function adviceOnWord(word: string, command: Command, known: Known): Advice {
  const { name, arguments: [operand] = [] } = command;
  const lower = word.toLowerCase();
  const other = elsewhere(lower);
  if (other?.of === 'inboxctl --help') return { as: 'run', of: `inboxctl ${name} --help` };
  if (lower === name || SAID.test(lower) || (NOUN.test(lower) && !NAMES.test(operand?.name ?? '')))
    return { as: 'anyway' };
  const words = wordsFor(word, command, known) ?? (name === 'init' ? ['--directory', word] : null);
  if (words !== null) return { as: 'write', words };
  const named = known.commands.find((one) => one.name === lower);
  if (named !== undefined) return named.dry !== undefined ? null : { as: 'run', of: lineOf(named) };
  const choice = choiceOf(lower, command) ?? (other?.as === 'run' ? null : other);
  if (choice !== null) return choice;
  if (name === 'runs' && /^\d/.test(word)) return { as: 'run', of: 'inboxctl runs show', words: [word] };
  if (lower.endsWith('.json') && name !== 'apply') return { as: 'run', of: 'inboxctl show', words: [word] };
  const seen = known.look(word);
  // It has options for all that may be here.
  return seen && { as: 'run', of: 'inboxctl plan', words: seen.names.flatMap((one) => [seen.option, one]) };
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
