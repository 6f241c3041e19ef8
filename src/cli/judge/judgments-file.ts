/** A file of judgments that an update asks about and writes. */
import { writtenJudgments } from '../../mail/judgments.ts';
import type { AskedQuestion } from '../../mail/run-tests.ts';
import type { Judgment } from '../../model/judgments.ts';
import { systemReason } from '../../model/system-reason.ts';
import type { RuleFile } from '../../source/load/find-files.ts';
import { replaceFile, tryOutput } from '../../source/replace-file.ts';
import type { RecordedJudgments } from '../session/tests.ts';
import { type UserError, userError } from '../user-error.ts';

/** A file of judgments, and the questions to it. */
export interface JudgmentsFile extends RecordedJudgments {
  questions: readonly AskedQuestion[];
  /** Whether `questions` has all questions to this file: then a judgment that answers none of them can be removed. */
  complete: boolean;
}

/** Throws a UserError if a file cannot be written. Called before the judge is asked, so that no answer is lost. */
export function tryWriting({ path, shown }: RuleFile): void {
  try {
    tryOutput(path);
  } catch (error) {
    throw unwritable(shown, error);
  }
}

/**
 * Writes the new judgments of a file; if they are the same, leaves it alone: a formatter may have changed its layout. Throws a
 * UserError if the file cannot be written.
 */
export function writeIfChanged({ file, judgments }: JudgmentsFile, updated: readonly Judgment[]): void {
  const text = writtenJudgments(updated);
  if (text === writtenJudgments(judgments)) return;
  try {
    replaceFile(file.path, text);
  } catch (error) {
    throw unwritable(file.shown, error);
  }
}

/** The error to throw for a file that cannot be written. */
function unwritable(file: string, error: unknown): UserError {
  const args = { what: 'The file of judgments', file, reason: systemReason(error) };
  return userError({ code: 'file-unwritable', args });
}
