/** Explains a command line that the parser cannot read: what is wrong with it, and what to type instead. */
import type { CommanderError } from 'commander';
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import { nearest } from '../model/nearest.ts';
import type { Command } from './command.ts';
import { COMMAND_NAMES } from './commands.ts';
import { ending } from './user-error.ts';
import { insteadOf, insteadOfOption } from './words.ts';

/**
 * The names that typing errors are compared with. `apply` and `--yes` are never proposed: a wrong guess would write.
 */
const NAMES = COMMAND_NAMES.filter((name) => name !== 'apply');
const NEVER_MEANT = '--yes';

/** The problem for a word that is not a command. */
export function unknownCommand(command: string): Diagnostic {
  const found = insteadOf(command);
  return ending({
    code: 'command-unknown',
    args: {
      command,
      instead: found !== null && 'command' in found ? found.command : null,
      inFiles: found !== null && 'inFiles' in found ? found.inFiles : null,
      nearest: nearest(command, [...NAMES, 'help'], 2),
    },
  });
}

/**
 * Explains a usage error of a command; null for none. `operands`: the words that are not options. Null if the parser has already printed
 * everything.
 */
export function usageProblem(
  { code, message }: Pick<CommanderError, 'code' | 'message'>,
  definition: Command | null,
  operands: readonly string[],
): Diagnostic | null {
  const first = /'(.*?)'/s.exec(message)?.[1] ?? '';
  if (definition === null) {
    return code === 'commander.unknownOption'
      ? ending({ code: 'command-missing', args: { option: shownOption(first) } })
      : null;
  }
  const { name: command, arguments: known = [], options } = definition;
  switch (code) {
    case 'commander.unknownOption':
      return ending(unknownOption(first, definition));
    case 'commander.optionMissingArgument':
      return ending({ code: 'option-incomplete', args: { option: first.replace(/^-\w, |[<>]/g, ''), command } });
    case 'commander.missingArgument': {
      const argument = known.find((one) => one.name.includes(first));
      return ending({ code: 'argument-missing', args: { argument: first, choices: argument?.choices ?? [], command } });
    }
    case 'commander.excessArguments': {
      const only = options.some(({ flags }) => flags.startsWith('--only'));
      return ending({ code: 'argument-excess', args: { words: operands, most: known.length, only, command } });
    }
    case 'commander.invalidArgument':
      return ending(invalidValue(message, definition));
    default:
      return null;
  }
}

function unknownOption(written: string, definition: Command): Finding {
  const command = definition.name;
  const flag = written.replace(/=.*$/s, '');
  // `-format`, as in some other programs.
  const long = flag.replace(/^-(?=\w{2})/, '--');
  const longs = definition.options.map(({ flags }) => longOf(flags));
  const isKnown = longs.includes(long);
  if (isKnown && flag === long) return { code: 'option-without-value', args: { option: flag } };
  const instead = isKnown ? long : insteadOfOption(flag, definition);
  if (instead === null && flag.replaceAll('-', '') === 'dryrun' && ['plan', 'apply'].includes(command)) {
    return { code: 'option-dry-run', args: { command } };
  }
  const words = longs.flatMap((one) => (one === NEVER_MEANT ? [] : one.slice(2)));
  const like = long.startsWith('--') ? nearest(long.slice(2), words, 2) : null;
  const option = instead === null ? shownOption(written) : flag;
  return { code: 'option-unknown', args: { option, command, instead, nearest: like && `--${like}` } };
}

/** Leaves out what may be a key: the text after `=`, or after the letter in `-pVALUE`. */
function shownOption(written: string): string {
  return written.startsWith('--') ? written.replace(/=.*$/s, '') : written.slice(0, 2);
}

/** `--directory` of `-C, --directory <DIR>`. */
function longOf(flags: string): string {
  return flags.replace(/^-\w, | .*$/g, '');
}

function invalidValue(message: string, { name: command, arguments: known = [] }: Command): Finding {
  const [, flags, given = '', expected = ''] = /option '(.+?)' argument '(.*)' is invalid\. (.*)$/s.exec(message) ?? [];
  if (flags !== undefined) {
    const allowed = expected.replace(/^Allowed choices are /, 'Use one of: ');
    return { code: 'option-value', args: { option: longOf(flags), value: given, expected: allowed, command } };
  }
  const [, value = '', argument = ''] = /argument value '(.*)' is invalid for argument '(.+?)'/s.exec(message) ?? [];
  const choices = known.find(({ name }) => name.includes(argument))?.choices ?? [];
  return { code: 'argument-value', args: { argument, value, choices, command } };
}
