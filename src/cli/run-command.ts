/** Runs a command, and prints its document. */
import type { Format } from '../report/formats.ts';
import { json, jsonApplied } from '../report/json.ts';
import { argumentsOf, type Invocation } from './command.ts';
import { type CommandName, load, loadAll } from './commands.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { type TerminalArguments, terminalOf } from './terminal/terminal.ts';
import { runToEnd, type Stopped } from './user-error.ts';

/** Runs a command. `given`: the arguments by their names in code. Returns the exit code. */
export async function runCommand(
  io: Io,
  version: string,
  name: CommandName,
  given: { format?: Format } & Record<string, unknown>,
): Promise<ExitCode> {
  const { definition, run } = await load(name);
  const args = argumentsOf(definition, given);
  const terminal = terminalOf(io, args as TerminalArguments);
  const { options } = definition;
  const invocation = { io, version, args: args as never, options, terminal, now: Date.now, commands: loadAll };
  const { format = 'text' } = given;
  const end = await runToEnd(run, invocation satisfies Omit<Invocation<never>, 'findings' | 'closeAtEnd'>);
  if ('problems' in end) {
    const isDryRun = given.dryRun === true;
    if (format === 'json') terminal.write('stdout', isDryRun ? json(end.problems, {}) : jsonOfProblems(name, end));
    return end.code;
  }
  const { code, document, formats, notices } = end;
  const render = formats[format];
  if (render === undefined) throw new Error(`${name} cannot be printed as ${format}`);
  terminal.write('stdout', await render(document, { style: terminal.style('stdout'), quiet: terminal.quiet, notices }));
  return code;
}

/** The JSON of a command that could not go on. apply and rollback print their usual document. */
function jsonOfProblems(name: CommandName, { code, problems }: Stopped): string {
  if (name !== 'apply' && name !== 'rollback') return json(problems, {});
  return jsonApplied({
    run: null,
    outcome: code === EXIT.done ? 'converged' : 'refused',
    steps: [],
    differences: [],
    notices: [...problems],
    unchecked: [],
    unplanned: [],
  });
}
