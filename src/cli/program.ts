/** The command line, built from the definitions. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type ArgumentDefinition, type CommandDefinition, longOf, type OptionDefinition } from './command.ts';
import { COMMAND_NAMES, COMMANDS, isCommand, load, loadAll } from './commands.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { printGuide } from './guides.ts';
import type { Io } from './io.ts';
import { single } from './options.ts';
import type { Known } from './seen.ts';
import { commandFirst } from './words.ts';

const DESCRIPTION = `Inbox rules as code: declare the rules of an inbox in YAML files, see what would change, apply it.

Start with an inbox on this machine:  inboxctl sandbox
Then, in another terminal:            inboxctl init`;

const ENVIRONMENT = `
Environment:
  INBOXCTL_BASE_URL   the service's address, ending in /api/v1
  INBOXCTL_API_KEY    the API key of the inbox
                      (both only where inboxctl.yaml names no other)
  NO_COLOR            no colors
  FORCE_COLOR         colors even if the output is not a terminal`;

/** Parses the arguments and runs the command. Returns the exit code. */
export async function parseAndRun(io: Io, version: string): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = shell(new Command('inboxctl'), io)
    .helpCommand('help [command]', 'print the help of a command, or a guide: github, gitlab, ci')
    .description(DESCRIPTION)
    .usage('COMMAND [options]')
    .version(version, '--version', 'print the version')
    .addHelpText('after', ENVIRONMENT);
  const words = await commandFirst(io.argv.slice(2), async (word) => {
    return isCommand(word) ? (await load(word)).definition.options : null;
  });
  for (const name of COMMAND_NAMES) {
    const command = shell(program.command(name), io).summary(COMMANDS[name].summary);
    // Only for the given command: the list of commands needs no more, and prints sooner.
    if (words.includes(name)) describeCommand(command, (await load(name)).definition);
    command.action(async () => {
      await refuseNames(io, command, (await load(name)).definition);
      const { runCommand } = await import('./run-command.ts');
      code = await runCommand(io, version, name, { ...command.opts(), ...operandsIn(command) });
    });
  }
  const [first = '', second] = words;
  if (first === 'help' && (await printGuide(io, second))) return EXIT.done;
  const named = first === 'help' && second !== undefined ? words.slice(1) : words;
  if (named.length > 0 && !/^-|^help$/.test(named[0] ?? '') && !isCommand(named[0] ?? '')) {
    return complain(io, async (known) => (await import('./usage.ts')).unknownCommand(named, known));
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.done;
    const parsed = program.commands.find((command) => command.name() === first);
    const given = isCommand(first) ? (await load(first)).command : null;
    const { usageProblem } = await import('./usage.ts');
    const typed = { words, operands: parsed?.args ?? [] };
    return complain(io, async (known) => usageProblem(error, given, typed, known), parsed?.opts());
  }
}

/** Prints a problem with the command line like any other problem. */
async function complain(io: Io, find: (known: Known) => Promise<Diagnostic | null>, args = {}): Promise<ExitCode> {
  const { terminalOf } = await import('./terminal/terminal.ts');
  const { lookFrom } = await import('./seen.ts');
  const problem = await find({ commands: await loadAll(), look: lookFrom(io, args) });
  if (problem !== null) terminalOf(io, {}).say([problem]);
  return EXIT.wrongInput;
}

/** Throws where a word is not a file, but the name of something else that is here. */
async function refuseNames(io: Io, command: Command, { arguments: [operand] = [] }: CommandDefinition): Promise<void> {
  if (operand === undefined || !/file/.test(operand.name)) return;
  const options = command.opts<{ directory?: string }>();
  const isFile = (word: string) => existsSync(path.resolve(io.cwd(), options.directory ?? '.', word));
  for (const word of command.args.filter((one) => !/[./\\]|^-$/.test(one) && !isFile(one))) {
    const message = `value '${word}' is invalid for argument '${operand.name.replace(/\W/g, '')}'. `;
    const { lookFrom } = await import('./seen.ts');
    if (lookFrom(io, options)(word)) command.error(message, { code: 'commander.invalidArgument' });
  }
}

function operandsIn({ registeredArguments, processedArgs }: Command): Record<string, unknown> {
  return Object.fromEntries(registeredArguments.map((argument, index) => [argument.name(), processedArgs[index]]));
}

function shell(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .showSuggestionAfterError(false)
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => helpWidth(io.stdout.columns),
      getErrHelpWidth: () => helpWidth(io.stderr.columns),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      // Printed by the code that catches it.
      outputError: () => {},
    });
}

function helpWidth(columns = 80): number {
  return Math.min(columns, 100);
}

function describeCommand(command: Command, definition: CommandDefinition): void {
  const { description, arguments: operands = [], options, examples: all } = definition;
  command.description(description);
  for (const operand of operands) command.addArgument(commanderArgument(operand));
  const longs = options.map(({ flags }) => longOf(flags));
  for (const option of options) command.addOption(commanderOption(option, longs));
  const examples = Object.entries(all).map(([line, does]) => `  ${line}\n      ${does}`);
  command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
}

/** No name of a rule, a run or a plan, but a file or a folder. */
const NO_NAME = /\S\.(eml|mbox|ya?ml)$|\/$|^\.$/;

/** Leaves commander's choices out: the description lists them. */
function commanderArgument({ name, description, choices }: ArgumentDefinition): Argument {
  const argument = new Argument(name, description);
  return argument.argParser((text, earlier: unknown) => {
    const isOther = argument.name() !== 'file' && NO_NAME.test(text);
    if (choices?.includes(text) === false || isOther) throw new InvalidArgumentError('');
    return argument.variadic ? [...((earlier as string[] | undefined) ?? []), text] : text;
  });
}

function commanderOption(definition: OptionDefinition, longs: readonly string[]): Option {
  const { flags, defaultText, choices, parse } = definition;
  const from = defaultText === undefined ? '' : ` (default: ${defaultText})`;
  const option = new Option(flags, definition.description + from);
  if (definition.default !== undefined) option.default(definition.default);
  if (choices !== undefined) option.choices([...choices]);
  // If a format or color is given several times, the last one counts, so that an alias can set one.
  if (choices !== undefined || !option.required) return option;
  const read = (parse ?? single) as (text: string, earlier: unknown) => unknown;
  return option.argParser((text, earlier) => {
    if (longs.includes(text)) throw new InvalidArgumentError('It is an option, and no value precedes it.');
    const value = read(text, earlier);
    if (text === '' && !flags.includes('<TEXT>')) throw new InvalidArgumentError('Is a variable of the shell not set?');
    return value;
  });
}
