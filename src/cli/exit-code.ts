/** What the program's exit codes mean. Scripts depend on them. */
export const EXIT = {
  done: 0,
  /** Network, redirect, service, a file that cannot be written, part of an apply, not converged, the question answered no. */
  failed: 1,
  /** `plan --detailed-exitcode` only. */
  changes: 2,
  wrongInput: 3,
  /** Guards, a change that would lose something, an apply that cannot ask, http://, an output onto a file in use. */
  refused: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The most important one first. */
const PRECEDENCE: readonly ExitCode[] = [EXIT.interrupted, EXIT.wrongInput, EXIT.failed, EXIT.refused, EXIT.changes];

/** The most important of the exit codes that apply. */
export function exitCode(...codes: readonly ExitCode[]): ExitCode {
  return PRECEDENCE.find((code) => codes.includes(code)) ?? EXIT.done;
}
