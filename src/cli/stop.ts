import type { Diagnostic, Finding } from '../model/diagnostic.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** Thrown where a command cannot go on for a reason that the user can mend; `run` reports it and exits. */
export class Stop extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly code: ExitCode;

  constructor(diagnostics: readonly Diagnostic[], code: ExitCode = EXIT.wrongInput) {
    super(diagnostics.map((diagnostic) => diagnostic.code).join(', '));
    this.diagnostics = diagnostics;
    this.code = code;
  }
}

/** A Stop for one finding that has no place in a file. */
export function stop(finding: Finding, code: ExitCode = EXIT.wrongInput): Stop {
  return new Stop([{ ...finding, severity: 'error' } as Diagnostic], code);
}
