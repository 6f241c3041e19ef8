import { jsonApplied, jsonNotices } from '../report/json.ts';
import { renderProblems } from '../report/text/problems.ts';
import type { Invocation } from './command.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { errorsOnly, textOptions } from './terminal/style.ts';
import type { UserError } from './user-error.ts';

/** Commands whose JSON says what was applied. */
const APPLYING: ReadonlySet<string> = new Set(['apply', 'rollback']);

/** Says why a command could not go on: on stderr, and as JSON on stdout where that was asked for. */
export function reportError({ diagnostics, code }: UserError, { io, command, options }: Invocation): ExitCode {
  if (options.format === 'json') {
    const nothing = {
      run: null,
      outcome: code === EXIT.done ? 'converged' : 'refused',
      steps: [],
      differences: [],
      notices: diagnostics,
      unchecked: [],
      unplanned: [],
    } as const;
    io.stdout.write(APPLYING.has(command) ? jsonApplied(nothing) : jsonNotices(diagnostics));
  }
  const shown = options.quiet === true ? errorsOnly(diagnostics) : diagnostics;
  io.stderr.write(renderProblems(shown, textOptions(io, 'stderr', options)));
  return code;
}
