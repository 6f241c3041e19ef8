import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
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
