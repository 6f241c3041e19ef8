import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** What the program's exit codes mean. Scripts depend on them. */
export const EXIT = {
  done: 0,
  /** Network, redirect, service, a file that cannot be written, part of an apply, not converged, the question answered no. */
  failed: 1,
  /** `plan --detailed-exitcode` only. */
  changes: 2,
  /** Files, settings, usage. */
  wrongInput: 3,
  /** Guards, a change that would lose something, an apply that cannot ask, http://, an output onto a file in use. */
  refused: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The most telling first. */
const PRECEDENCE: readonly ExitCode[] = [EXIT.interrupted, EXIT.wrongInput, EXIT.failed, EXIT.refused, EXIT.changes];

/** The one to exit with, of all that apply. */
export function exitCode(...codes: readonly ExitCode[]): ExitCode {
  return PRECEDENCE.find((code) => codes.includes(code)) ?? EXIT.done;
}

/** Problems that are not wrong input: a full disk, or a value that is well formed but must not be used. */
const CODES: Partial<Record<Diagnostic['code'], ExitCode>> = {
  'file-unwritable': EXIT.failed,
  'service-failed': EXIT.failed,
  'inbox-locked': EXIT.refused,
  'base-url-http': EXIT.refused,
  'base-url-unverified': EXIT.refused,
  'api-key-elsewhere': EXIT.refused,
  'api-key-of-project': EXIT.refused,
  'api-key-host': EXIT.refused,
  'journal-untrusted': EXIT.refused,
};

/** The exit code of a command that these problems keep from its work. */
export function codeOfProblems(problems: readonly Pick<Diagnostic, 'code'>[]): ExitCode {
  return exitCode(...new Set(problems.map(({ code }) => CODES[code] ?? EXIT.wrongInput)));
}
