import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Invocation } from './command.ts';
import type { ExitCode } from './exit-code.ts';
import { UserError } from './user-error.ts';

/** A command that could not go on, for a reason that the user can remove. */
export interface Stopped {
  code: ExitCode;
  problems: readonly Diagnostic[];
}

/** Runs a command to its end; where it cannot go on, says why. */
export async function endOf<Arguments, End>(
  command: (invocation: Invocation<Arguments>) => Promise<End>,
  invocation: Invocation<Arguments>,
): Promise<End | Stopped> {
  try {
    return await command(invocation);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    invocation.terminal.say(error.diagnostics);
    return { code: error.code, problems: error.diagnostics };
  }
}
