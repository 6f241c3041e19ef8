import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Unplanned } from '../../engine/plan.ts';
import type { NotPlanned } from '../../engine/plan-accounts.ts';
import { codeOfProblems, EXIT, type ExitCode } from '../exit-code.ts';
import type { ClosedAccount } from '../session/project.ts';

/** Takes the accounts of a run that have no plan; gives them as the plan shows them. */
export function unplanned(closed: readonly ClosedAccount[], failed: readonly NotPlanned[]): Unplanned[] {
  return [
    ...closed.map(({ name, baseUrl, declared, problems }) => {
      const [first] = problems;
      return { name, baseUrl, declared, error: errorOf(first) };
    }),
    ...failed.map(({ account: { name, baseUrl, declared }, problem, failure }) => {
      if (failure === null) return { name, baseUrl, declared: declared.length, error: errorOf(problem) };
      const { status, code, message, hint } = failure;
      return { name, baseUrl, declared: declared.length, error: { status, code, message, hint } };
    }),
  ];
}

function errorOf(problem: Diagnostic | undefined) {
  if (problem === undefined) throw new Error('An account without a plan has no problem');
  return { status: null, code: problem.code, message: describe(problem).message, hint: null };
}

/** What accounts without a plan do to the exit code. */
export function codesOf(closed: readonly ClosedAccount[], failed: readonly NotPlanned[]): ExitCode[] {
  return [
    ...closed.map(({ code }) => code),
    ...failed.map(({ problem, failure }) => {
      if (problem.code === 'inbox-locked') return EXIT.refused;
      return failure === null ? codeOfProblems([problem]) : EXIT.failed;
    }),
  ];
}
