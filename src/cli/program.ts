/** The command line, built from the definitions. */
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { CommandDefinition, OptionDefinition } from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';

const DESCRIPTION = `Inbox rules as code: declare the rules of an inbox in YAML files, see what would change, apply it.

Start with an inbox on this machine:  inboxctl sandbox
Then, in a folder with rules/:        inboxctl plan`;

const ENVIRONMENT = `
Environment:
  INBOXCTL_BASE_URL   the service's address, ending in /api/v1
  INBOXCTL_API_KEY    the API key of the inbox
  NO_COLOR            no colours`;

/** Parses the arguments and runs the command that they name. Gives the exit code. */
export async function parseAndRun(io: Io, version: string): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = shell(new Command('inboxctl'), io)
    .helpCommand('help [command]', 'print the help of a command')
    .description(DESCRIPTION)
    .usage('COMMAND [options]')
    .version(version, '--version', 'print the version')
    .addHelpText('after', ENVIRONMENT);
  for (const definition of COMMANDS) {
    const command = shell(program.command(definition.name), io);
    describeCommand(command, definition);
    command.action(async () => {
      // Loaded here, since the help needs none of it.
      const { runCommand } = await import('./run-command.ts');
      code = await runCommand(io, version, definition.name, { ...command.opts(), ...operandIn(command) });
    });
  }
  try {
    await program.parseAsync(io.argv.slice(2), { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.wrongInput;
  }
}

/** The operand by its name; commander lets no command have more of them. */
function operandIn({ registeredArguments: [argument], args }: Command): Record<string, string | undefined> {
  return argument === undefined ? {} : { [argument.name()]: args[0] };
}

function shell(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .showSuggestionAfterError()
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => helpWidth(io.stdout.columns),
      getErrHelpWidth: () => helpWidth(io.stderr.columns),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      outputError: (text, write) => write(errorText(text, command)),
    });
}

function helpWidth(columns = 80): number {
  return Math.min(columns, 100);
}

function errorText(text: string, command: Command): string {
  // The value after a `=` may be a secret, as in --api-key=…
  const words = text.replace(/'(--[\w-]+)=[^']*'/, "'$1=…'").trimEnd();
  const path = command.parent === null ? 'inboxctl' : `inboxctl ${command.name()}`;
  return `${words}\nSee: ${path} --help\n`;
}

function describeCommand(command: Command, definition: CommandDefinition): void {
  const { summary, description, argument, options } = definition;
  command.summary(summary).description(description);
  if (argument !== undefined) command.addArgument(commanderArgument(argument));
  for (const option of options) command.addOption(commanderOption(option));
  const examples = Object.entries(definition.examples).map(([line, does]) => `  ${line}\n      ${does}`);
  command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
}

/** Its description says already what it may be. */
function commanderArgument({ name, description, choices }: NonNullable<CommandDefinition['argument']>): Argument {
  return new Argument(name, description).argParser((text) => {
    if (choices === undefined || choices.includes(text)) return text;
    throw new InvalidArgumentError(`Use one of: ${choices.join(', ')}.`);
  });
}

function commanderOption(definition: OptionDefinition): Option {
  const { flags, defaultText, choices, parse } = definition;
  const from = defaultText === undefined ? '' : ` (default: ${defaultText})`;
  const option = new Option(flags, definition.description + from);
  if (definition.default !== undefined) option.default(definition.default);
  if (choices !== undefined) option.choices([...choices]);
  if (parse !== undefined) option.argParser(parse as (text: string, earlier: unknown) => unknown);
  return option;
}
