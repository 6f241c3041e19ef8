import path from 'node:path';
import { openPlanFile } from '../../engine/plan-file.ts';
import type { Reviewed } from '../../model/review.ts';
import { UserError } from '../user-error.ts';

/** The review as it is typed: PLANFILE, relative to the folder to work in, and `--expect`. */
interface ReviewArguments {
  planfile?: string | undefined;
  expect: readonly string[] | undefined;
}

/** What was reviewed; null where neither is given. Throws a UserError with what is wrong with the file. */
export function reviewedOf({ planfile: file, expect }: ReviewArguments, cwd: string): Reviewed | null {
  const expected = [...(expect ?? [])];
  // The action gives an empty list where nothing was reviewed: then nothing may be carried out.
  if (file === undefined) return expect === undefined ? null : { plan: null, expected };
  const read = openPlanFile(path.resolve(cwd, file), file);
  if ('problems' in read) throw new UserError(read.problems);
  const { keyId, accounts, changes } = read.plan;
  return { plan: { file, keyId, accounts, changes }, expected };
}
