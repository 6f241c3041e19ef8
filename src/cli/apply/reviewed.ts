import path from 'node:path';
import { openPlanFile } from '../../engine/plan-file.ts';
import type { Reviewed } from '../../model/review.ts';
import { UserError } from '../user-error.ts';

/** The review as it is typed: PLANFILE, relative to the working folder, and `--expect`. */
interface ReviewArguments {
  planfile?: string | undefined;
  expect: readonly string[] | undefined;
}

/** Reads the review; null if none is given. Throws a UserError if the file is wrong. */
export function reviewedOf({ planfile: file, expect }: ReviewArguments, cwd: string): Reviewed | null {
  const expected = [...(expect ?? [])];
  // The action passes an empty list if nothing was reviewed: then nothing may be carried out.
  if (file === undefined) return expect === undefined ? null : { plan: null, expected };
  const read = openPlanFile(path.resolve(cwd, file), file);
  if ('problems' in read) throw new UserError(read.problems);
  const { keyId, accounts, changes } = read.plan;
  return { plan: { file, keyId, accounts, changes }, expected };
}
