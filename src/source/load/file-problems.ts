/** What is wrong with one file, up to a limit: nobody reads more, and thousands of them cost minutes. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';

export const MOST_PROBLEMS = 1000;

/** Adds a problem in the order of the file. The first one past the limit says that there are more. */
export function addProblem(problems: Diagnostic[], problem: Diagnostic, text: string): void {
  if (problems.length < MOST_PROBLEMS) problems.push(problem);
  else if (problems.length === MOST_PROBLEMS) {
    const { place } = problem;
    const lines = place === undefined ? 0 : text.trimEnd().split('\n').length - place.line;
    problems.push({
      code: 'file-more-problems',
      args: { most: MOST_PROBLEMS, lines },
      severity: 'error',
      ...(place && { place }),
    });
  }
}

/** Whether there are more problems than are said: reading on tells nothing. */
export function isFull({ length }: readonly Diagnostic[]): boolean {
  return length > MOST_PROBLEMS;
}
