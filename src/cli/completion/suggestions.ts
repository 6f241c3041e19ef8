/** Suggests what may come at the cursor of a command line, from the definitions of the commands. */
import { Option } from 'commander';
import type { CommandDefinition, OptionDefinition } from '../command.ts';
import { commandFirst } from '../words.ts';

/** A whole word to suggest, including the part that is already typed. */
export interface Word {
  text: string;
  description: string;
}

/** The kinds of names in a project. */
export type Named = 'account' | 'rule' | 'run';

/** Words, or what has to be looked up: a path or names. `prefix` comes before it in the same word: `--config=`. */
export type Suggestions =
  | { words: Word[] }
  | { path: 'file' | 'directory'; prefix: string }
  | { named: Named; at: ProjectAt; prefix: string };

/** Where to look for the project, from the command line. */
export interface ProjectAt {
  directory: string | undefined;
  config: string | undefined;
}

interface Flag extends OptionDefinition {
  long: string;
  short: string | undefined;
  /** The name of its value in the help; null if it takes none. */
  value: string | null;
}

const HELP = flagOf({ flags: '-h, --help', description: 'print the help' });
const VERSION: Word = { text: '--version', description: 'print the version' };
const HELP_COMMAND: Word = { text: 'help', description: 'prints the help of a command' };

/** The values that are paths, by their name in the help. */
const PATHS: Record<string, 'file' | 'directory'> = { FILE: 'file', PLANFILE: 'file', DIR: 'directory' };

/** Options and operands whose values are names. */
const NAMED_BY: Partial<Record<string, Named>> = {
  '--account': 'account',
  '--only': 'rule',
  name: 'rule',
  rule: 'rule',
  run: 'run',
};

/** `before`: the words between `inboxctl` and the cursor. `typed`: the beginning of the word at the cursor. */
export function suggestions(
  before: readonly string[],
  typed: string,
  commands: readonly CommandDefinition[],
): Suggestions {
  const [first, ...rest] = commandFirst(before, commands);
  const named = first?.startsWith('-') ? undefined : first;
  const names = commands.map(({ name, summary }): Word => ({ text: name, description: summary }));
  if (named === undefined) {
    return fitting(typed.startsWith('-') ? [wordOf(HELP, typed), VERSION] : [...names, HELP_COMMAND], typed);
  }
  if (named === 'help') return fitting(rest.length === 0 ? names : [], typed);
  const command = commands.find(({ name }) => name === named);
  return command === undefined ? { words: [] } : withinCommand(command, rest, typed);
}

function withinCommand(
  { options, arguments: operands = [] }: CommandDefinition,
  before: readonly string[],
  typed: string,
): Suggestions {
  const flags = [...options.map(flagOf), HELP];
  const read = readWords(before, flags);
  const valuesOf = (flag: Flag, prefix: string): Suggestions => {
    const named = NAMED_BY[flag.long];
    if (named !== undefined) return { named, at: read.project, prefix };
    return values(flag.value ?? '', flag.choices, prefix, typed);
  };
  if (read.open !== null) return valuesOf(read.open, '');
  const [prefix, name] = /^(--[^=]+)=/.exec(read.onlyOperands ? '' : typed) ?? [];
  if (prefix !== undefined) {
    const flag = flags.find(({ long, value }) => long === name && value !== null);
    return flag === undefined ? { words: [] } : valuesOf(flag, prefix);
  }
  const last = operands.at(-1);
  const open = operands[read.operands] ?? (last?.name.includes('...') ? last : null);
  if (!read.onlyOperands && (typed.startsWith('-') || open === null)) {
    const words = flags.map((flag) => wordOf(flag, typed));
    return fitting(words, typed);
  }
  if (open === null) return { words: [] };
  const named = open.choices === undefined ? NAMED_BY[open.name.replace(/\W/g, '')] : undefined;
  return named === undefined ? values(open.name, open.choices, '', typed) : { named, at: read.project, prefix: '' };
}

interface ReadWords {
  /** The flag whose value comes next. */
  open: Flag | null;
  /** Whether `--` was there. */
  onlyOperands: boolean;
  operands: number;
  project: ProjectAt;
}

function readWords(before: readonly string[], flags: readonly Flag[]): ReadWords {
  const read: ReadWords = {
    open: null,
    onlyOperands: false,
    operands: 0,
    project: { directory: undefined, config: undefined },
  };
  const take = (flag: Flag | undefined, value: string | undefined) => {
    if (flag?.long === '--directory') read.project.directory = value;
    if (flag?.long === '--config') read.project.config = value;
  };
  for (const word of before) {
    const [, name = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    if (read.open !== null) {
      take(read.open, word);
      read.open = null;
    } else if (word === '--') read.onlyOperands = true;
    else if (read.onlyOperands || !word.startsWith('-')) read.operands += 1;
    else {
      const flag = flags.find(({ long, short }) => long === name || short === name);
      if (value === undefined && flag?.value != null) read.open = flag;
      else take(flag, value);
    }
  }
  return read;
}

function values(name: string, choices: readonly string[] | undefined, prefix: string, typed: string): Suggestions {
  const path = PATHS[(/\w+/.exec(name)?.[0] ?? '').toUpperCase()];
  if (path !== undefined) return { path, prefix };
  return fitting(wordsFor(choices ?? [], prefix), typed);
}

/** Values as words without a description: their flag has one. */
export function wordsFor(values: readonly string[], prefix: string): Word[] {
  return values.map((value) => ({ text: prefix + value, description: '' }));
}

function flagOf(definition: OptionDefinition): Flag {
  const { long = '', short } = new Option(definition.flags);
  const value = /<(.*)>/.exec(definition.flags)?.[1] ?? null;
  return { ...definition, long, short, value };
}

/** The long form of a flag, or the short one if that is already typed. */
function wordOf({ long, short, description }: Flag, typed: string): Word {
  return { text: typed === short ? typed : long, description };
}

/** The words that continue what is typed. */
export function fitting(words: Word[], typed: string): { words: Word[] } {
  return { words: words.filter(({ text }) => text.startsWith(typed)) };
}
