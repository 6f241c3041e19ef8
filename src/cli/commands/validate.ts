import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { countsOf } from '../../engine/declare.ts';
import { VALIDATION, type Validation } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { codeOfProblems, EXIT, exitCode } from '../exit-code.ts';
import { duplicateAccounts } from '../session/duplicate-accounts.ts';
import { openSession } from '../session/session.ts';

/** `inboxctl validate`: checks the files, offline. */
export async function validate(invocation: Invocation<Arguments<'validate'>>): Promise<Result<Validation>> {
  const session = openSession(invocation, { sends: false });
  const { project } = session;
  const declared = session.declared();
  const found = new Set<Diagnostic>([
    ...project.notices,
    ...duplicateAccounts(project, invocation.io.env),
    ...session.offlineProblems(),
    ...declared.flatMap((files) => files.diagnostics),
  ]);
  const violations = saidOnce(declared.flatMap((files) => files.violations));
  const errors = [...found].filter(({ severity }) => severity === 'error');
  const checked = { ...countsOf(declared), accounts: declared.length };
  return {
    code: exitCode(codeOfProblems(errors), violations.length > 0 ? EXIT.refused : EXIT.done),
    document: { checked, notices: session.redacted([...found, ...violations]) },
    formats: VALIDATION,
  };
}

/** A rule that breaks a policy breaks it for every account that has both: that is said once, without the account. */
function saidOnce(violations: readonly Diagnostic[]): Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const violation of violations) {
    const { account: _, ...rest } = violation;
    const id = JSON.stringify(rest);
    first.set(id, first.has(id) ? rest : violation);
  }
  return [...first.values()];
}
