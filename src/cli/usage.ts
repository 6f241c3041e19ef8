/** Explains a command line that the parser cannot read: what is wrong with it, and what to type instead. */
import type { CommanderError } from 'commander';
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import type { Advice } from '../diagnostics/usage.ts';
import { adviceOnCommand, adviceOnOption, adviceOnWord, nearly, optionsOf } from './advice.ts';
import { type Command, longOf } from './command.ts';
import type { Known } from './seen.ts';
import { ending } from './user-error.ts';

/** The problem of words that do not begin with a command. */
export function unknownCommand(typed: readonly string[], known: Known): Diagnostic {
  const [command = ''] = typed;
  const advice = adviceOnCommand(typed, known);
  const shown = advice?.as === 'commands' ? shownOption(command) : command;
  return ending({ code: 'command-unknown', args: { command: shown, advice } });
}

/** Explains a usage error of a command; null for none. `operands`: the words that are not options. Null if the parser has already printed everything. */
export function usageProblem(
  { code, message }: Pick<CommanderError, 'code' | 'message'>,
  definition: Command | null,
  { words, operands }: Readonly<Record<'words' | 'operands', readonly string[]>>,
  known: Known,
): Diagnostic | null {
  const first = /'(.*?)'/s.exec(message)?.[1] ?? '';
  if (definition === null) return code === 'commander.unknownOption' ? unknownCommand([first], known) : null;
  const { name: command, arguments: taken = [], options } = definition;
  switch (code) {
    case 'commander.unknownOption':
      return ending(unknownOption(first, words[words.indexOf(first) + 1] ?? '', definition, known));
    case 'commander.optionMissingArgument':
    case 'commander.missingArgument': {
      const { description = '', choices = [] } = options.find(({ flags }) => flags === first) ?? taken[0] ?? {};
      const word = first.replace(/^-\w, |[<>]/g, '');
      return ending({ code: 'word-missing', args: { command, word, description, choices } });
    }
    case 'commander.excessArguments': {
      const advice = adviceOnWord(operands[taken.length] ?? '', definition, known) ?? optionsOf(definition);
      return ending({ code: 'argument-excess', args: { words: operands, most: taken.length, advice, command } });
    }
    case 'commander.invalidArgument':
      return ending(invalidValue(message, definition, known));
    default:
      return null;
  }
}

function unknownOption(written: string, next: string, definition: Command, known: Known): Finding {
  // `-ojson` is `-o json`.
  const [, flag = '', joined] = /^(-o(?!ut|nly)(?=\w)|[^=]*)=?(.+)?$/s.exec(written) ?? [];
  if (definition.options.some(({ flags }) => longOf(flags) === flag)) {
    return { code: 'option-without-value', args: { option: flag } };
  }
  const found = adviceOnOption(flag, joined ?? next.replace(/^-.*/s, ''), definition, known);
  const option = found === null ? shownOption(written) : flag;
  return { code: 'option-unknown', args: { option, command: definition.name, advice: found ?? optionsOf(definition) } };
}

/** Leaves out what may be a key: the text after `=`, or after the letter in `-pVALUE`. */
function shownOption(written: string): string {
  return /^-\w/.test(written) ? written.slice(0, 2) : written.replace(/^(--.*?)=.*$/s, '$1');
}

function invalidValue(message: string, definition: Command, known: Known): Finding {
  const { name: command, arguments: taken = [], options } = definition;
  const [, of = '', given = '', why = ''] = /option '(.+?)' argument '(.*)' is invalid\. (.*)$/s.exec(message) ?? [];
  const [, word = given, argument = longOf(of)] = /value '(.*)' is invalid for argument '(.+?)'/s.exec(message) ?? [];
  const { choices = [], description = '' } =
    [...options.filter(({ flags }) => flags === of), ...taken.filter(({ name }) => name.includes(argument))][0] ?? {};
  const near = nearly(word, choices);
  const advice: Advice =
    near !== null ? { as: 'meant', of: near } : of === '' ? adviceOnWord(word, definition, known) : null;
  const takes = why || (advice === null ? `It takes ${description}.` : '');
  const expected = choices.length > 0 ? `Use one of: ${choices.join(', ')}.` : takes;
  return { code: 'value-invalid', args: { of: argument, value: word, expected, command, advice } };
}
