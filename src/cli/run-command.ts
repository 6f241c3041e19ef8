/** Runs a command, and prints its document. */
import type { Format } from '../report/formats.ts';
import { jsonApplied, jsonNotices } from '../report/json.ts';
import type { Invocation, Result } from './command.ts';
import { type Arguments, argumentsOf, type CommandName } from './commands.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { type TerminalArguments, terminalOf } from './terminal/terminal.ts';
import { endOf, type Stopped } from './user-error.ts';

type CommandFunction<Name extends CommandName> = (invocation: Invocation<Arguments<Name>>) => Promise<Result>;

/** Loads the code of a command when it runs, so that a command pays only for what it uses. */
const LOAD: { [Name in CommandName]: () => Promise<CommandFunction<Name>> } = {
  init: async () => (await import('./commands/init.ts')).init,
  validate: async () => (await import('./commands/validate.ts')).validate,
  fmt: async () => (await import('./commands/fmt.ts')).fmt,
  list: async () => (await import('./commands/list.ts')).list,
  explain: async () => (await import('./commands/explain.ts')).explain,
  test: async () => (await import('./commands/test.ts')).test,
  plan: async () => (await import('./commands/plan.ts')).plan,
  show: async () => (await import('./commands/show.ts')).show,
  apply: async () => (await import('./commands/apply.ts')).apply,
  pull: async () => (await import('./commands/pull.ts')).pull,
  runs: async () => (await import('./commands/runs.ts')).runs,
  rollback: async () => (await import('./commands/rollback.ts')).rollback,
  stats: async () => (await import('./commands/stats.ts')).stats,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  accounts: async () => (await import('./commands/accounts.ts')).accounts,
  sandbox: async () => (await import('./commands/sandbox.ts')).sandbox,
  schema: async () => (await import('./commands/schema.ts')).schema,
  completion: async () => (await import('./commands/completion.ts')).completion,
};

/** Runs a command. `given`: the arguments by their names in code. Returns the exit code. */
export async function runCommand<Name extends CommandName>(
  io: Io,
  version: string,
  name: Name,
  given: { format?: Format } & Record<string, unknown>,
): Promise<ExitCode> {
  const args = argumentsOf(name, given);
  const terminal = terminalOf(io, args as TerminalArguments);
  const command = await LOAD[name]();
  const { format = 'text' } = given;
  const end = await endOf(command, { io, version, args, terminal, now: Date.now });
  if ('problems' in end) {
    const isPlan = given.dryRun === true;
    if (format === 'json') terminal.write('stdout', isPlan ? jsonNotices(end.problems) : jsonOfProblems(name, end));
    return end.code;
  }
  const { code, document, formats } = end;
  const render = formats[format];
  if (render === undefined) throw new Error(`${name} cannot be printed as ${format}`);
  terminal.write('stdout', await render(document, { style: terminal.style('stdout'), quiet: terminal.quiet }));
  return code;
}

/** The JSON of a command that could not go on. apply and rollback print their usual document. */
function jsonOfProblems(name: CommandName, { code, problems }: Stopped): string {
  if (name !== 'apply' && name !== 'rollback') return jsonNotices(problems);
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
