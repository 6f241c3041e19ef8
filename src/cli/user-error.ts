/** Stops a command for a reason that the user can fix. */
import { rowOf } from '../diagnostics/describe.ts';
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import type { Redactor } from '../diagnostics/redactor.ts';
import type { Invocation, Result } from './command.ts';
import { EXIT, type ExitCode, exitCode } from './exit-code.ts';
import { Findings } from './session/findings.ts';

/** The exit code of a command that these problems stop. */
export function codeOfProblems(problems: readonly Finding[]): ExitCode {
  return exitCode(...new Set(problems.map((problem) => EXIT[rowOf(problem).exit ?? 'wrongInput'])));
}

/** A finding that ends a command. */
export function ending(finding: Finding): Diagnostic {
  return { ...finding, severity: rowOf(finding).severity ?? 'error' } as Diagnostic;
}

/** Thrown if a command cannot go on for a reason that the user can fix. `runToEnd` reports it. */
export class UserError extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly code: ExitCode;

  /** `code`: if it differs from what the errors imply. */
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

/** A UserError for options of which each excludes the other. */
export function apart(...options: readonly string[]): UserError {
  return userError({ code: 'options-apart', args: { options } });
}

/** The result of a command, and all that it has to say. */
export interface Ended<Document> extends Result<Document> {
  notices: readonly Diagnostic[];
}

/** A command that could not go on, for a reason that the user can fix. */
export type Stopped = { code: ExitCode; problems: readonly Diagnostic[] };

/**
 * Runs a command to its end, prints what it found, and closes what it opened. If it cannot go on, returns why. Hides
 * secrets in every diagnostic; the command does so in its other texts and files.
 */
export async function runToEnd<Arguments, Document>(
  command: (invocation: Invocation<Arguments>) => Promise<Result<Document>>,
  invocation: Omit<Invocation<Arguments>, 'findings' | 'closeAtEnd'>,
): Promise<Ended<Document> | Stopped> {
  const { terminal } = invocation;
  const findings = new Findings(terminal);
  const opened: { close: () => Promise<void> }[] = [];
  try {
    const end = await command({ ...invocation, findings, closeAtEnd: (one) => opened.push(one) });
    const redactor = terminal.redactor();
    const notices = redactor.diagnostics(findings.all());
    return { ...end, document: withoutSecrets(end.document, redactor), notices };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    findings.add(error.diagnostics);
    return { code: error.code, problems: terminal.redactor().diagnostics(findings.all()) };
  } finally {
    findings.print();
    await Promise.all(opened.map((one) => one.close()));
  }
}

/** The keys that hold diagnostics, and the parts of a document to look for them in. Other parts are not changed. */
const DIAGNOSTICS: ReadonlySet<string> = new Set(['notices', 'notes', 'reasons']);
const PARTS: ReadonlySet<string> = new Set(['plan', 'applied', 'tests', 'expectations', 'rules']);

/** A document, or a part of one, with secrets hidden in its diagnostics. */
function withoutSecrets<Part>(part: Part, redactor: Redactor): Part {
  if (Array.isArray(part)) return part.map((one) => withoutSecrets(one, redactor)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => {
    if (DIAGNOSTICS.has(key) && value !== null) return [key, redactor.diagnostics(value)];
    if (key === 'finding') return [key, redactor.diagnostics([value])[0]];
    return [key, PARTS.has(key) ? withoutSecrets(value, redactor) : value];
  });
  return Object.fromEntries(entries) as Part;
}
