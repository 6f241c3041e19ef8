/** How a command stops for a reason that the user can fix. */
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import type { Invocation } from './command.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** Thrown where a command cannot go on for a reason that the user can fix; `run` reports it and exits. */
export class UserError extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly code: ExitCode;

  constructor(diagnostics: readonly Diagnostic[], code: ExitCode = EXIT.wrongInput) {
    super(diagnostics.map((diagnostic) => diagnostic.code).join(', '));
    this.diagnostics = diagnostics;
    this.code = code;
  }
}

/** A UserError for one finding that has no place in a file. */
export function userError(finding: Finding, code: ExitCode = EXIT.wrongInput): UserError {
  return new UserError([{ ...finding, severity: 'error' } as Diagnostic], code);
}

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
