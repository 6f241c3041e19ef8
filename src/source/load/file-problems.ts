/** What is wrong with one file, up to a limit: nobody reads more, and thousands of them cost minutes. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { startOf } from './find-files.ts';

export const MOST_PROBLEMS = 1000;

/** Adds a problem, in the order of the file. The first one past the limit becomes one about the file, before all others. */
export function addProblem(problems: Diagnostic[], problem: Diagnostic, text: string): void {
  if (problems.length < MOST_PROBLEMS) problems.push(problem);
  else if (problems.length === MOST_PROBLEMS) {
    const { file, line } = problem.place ?? { file: '', line: 1 };
    const args = { most: MOST_PROBLEMS, line, lines: text.trimEnd().split('\n').length - line };
    problems.unshift({ code: 'file-more-problems', args, severity: 'error', place: startOf(file) });
  }
}

/** Whether there are more problems than are said: reading on tells nothing. */
export function isFull({ length }: readonly Diagnostic[]): boolean {
  return length > MOST_PROBLEMS;
}
