/** How a command stops for a reason that the user can fix. */
import { rowOf } from '../diagnostics/describe.ts';
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import type { Invocation, Result } from './command.ts';
import { EXIT, type ExitCode, exitCode } from './exit-code.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The exit code of a command that these problems keep from its work. */
export function codeOfProblems(problems: readonly Finding[]): ExitCode {
  return exitCode(...new Set(problems.map((problem) => EXIT[rowOf(problem).exit ?? 'wrongInput'])));
}

/** A finding that ends a command. */
export function ending(finding: Finding): Diagnostic {
  return { ...finding, severity: rowOf(finding).severity ?? 'error' } as Diagnostic;
}

/** Thrown where a command cannot go on for a reason that the user can fix; `run` reports it and exits. */
export class UserError extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly code: ExitCode;

  /** `code`: where it is another than the errors imply. */
  constructor(diagnostics: readonly Diagnostic[], code?: ExitCode) {
    super(diagnostics.map((diagnostic) => diagnostic.code).join(', '));
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    this.diagnostics = diagnostics;
    this.code = code ?? (errors.length === 0 ? EXIT.wrongInput : codeOfProblems(errors));
  }
}

/** A UserError for one finding that has no place in a file. */
export function userError(finding: Finding): UserError {
  return new UserError([ending(finding)]);
}

/** A command that could not go on, for a reason that the user can remove. */
export interface Stopped {
  code: ExitCode;
  problems: readonly Diagnostic[];
}

/**
 * Runs a command to its end; where it cannot go on, says why. Secrets are hidden here in whatever it has to say. A command
 * hides them itself in texts of others, and in what leaves another way: files, journals, and what digests are made of.
 */
export async function endOf<Arguments, Document>(
  command: (invocation: Invocation<Arguments>) => Promise<Result<Document>>,
  invocation: Invocation<Arguments>,
): Promise<Result<Document> | Stopped> {
  const { terminal } = invocation;
  try {
    const end = await command(invocation);
    return { ...end, document: withoutSecrets(end.document, terminal) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    terminal.say(error.diagnostics);
    return { code: error.code, problems: terminal.hidden(error.diagnostics) };
  }
}

/** A document with its diagnostics as they may be shown, and those of the plan or the result in it. */
function withoutSecrets<Document>(document: Document, terminal: Terminal): Document {
  if (typeof document !== 'object' || document === null) return document;
  const parts = Object.entries(document).map(([key, part]) => {
    if (key === 'plan' || key === 'applied') return [key, withoutSecrets(part, terminal)];
    return [key, (key === 'notices' || key === 'notes') && part !== null ? terminal.hidden(part) : part];
  });
  return Object.fromEntries(parts);
}
