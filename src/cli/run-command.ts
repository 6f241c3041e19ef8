/** Runs a command that something else than the command line names, with the defaults of its options. */
import { Option } from 'commander';
import type { CommandDefinition, Invocation } from './command.ts';
import { COMMANDS } from './commands.ts';
import type { ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { UserError } from './user-error.ts';

/** Takes the world, the name of a command and options by their names in code; gives the exit code. */
export async function invoke(
  io: Io,
  version: string,
  name: string,
  options: Record<string, unknown>,
): Promise<ExitCode> {
  const definition = COMMANDS.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`There is no command ${name}`);
  const defaults = definition.options.flatMap(({ flags, default: value }) =>
    value === undefined ? [] : [[new Option(flags).attributeName(), value]],
  );
  return runOrReport(definition, {
    io,
    command: name,
    version,
    options: { ...Object.fromEntries(defaults), ...options },
    args: [],
  });
}

/** Runs a command to its end; where it cannot go on, says why. */
export async function runOrReport(definition: CommandDefinition, invocation: Invocation): Promise<ExitCode> {
  try {
    const run = await definition.load();
    return await run(invocation);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { reportError } = await import('./report-error.ts');
    return reportError(error, invocation);
  }
}
