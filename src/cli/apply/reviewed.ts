import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { openPlanFile } from '../../engine/plan-file.ts';
import type { Reviewed } from '../../model/review.ts';
import { closedAccount, type OpenProject } from '../session/accounts.ts';
import { UserError } from '../user-error.ts';

/** The review as it is typed: PLANFILE, relative to the working folder, and `--expect`. */
type ReviewArguments = { planfile?: string | undefined; expect: readonly string[] | undefined };

/** Reads the review; null if none is given. Throws a UserError if the file is wrong. */
export function reviewedOf({ planfile: file, expect }: ReviewArguments, cwd: string): Reviewed | null {
  const expected = [...(expect ?? [])];
  // The action passes an empty list if nothing was reviewed: then nothing may be carried out.
  if (file === undefined) return expect === undefined ? null : { plan: null, expected };
  const read = openPlanFile(path.resolve(cwd, file), file);
  if ('problems' in read) throw new UserError(read.problems);
  const { keyId, accounts, changes, base } = read.plan;
  return { plan: { file, keyId, accounts, changes, base }, expected };
}

/** Closes each account that the plan file has at another address: what was reviewed there is not carried out here. */
export function closeMovedAccounts(project: OpenProject, reviewed: Reviewed | null): OpenProject {
  const read = (reviewed?.plan?.accounts ?? []).filter(({ error }) => error === undefined);
  const addressOf = new Map(read.map(({ name, baseUrl }) => [name, baseUrl]));
  const moved = project.open.flatMap(({ account: { name, baseUrl: now, declared } }) => {
    const was = addressOf.get(name) ?? now;
    if (was === now) return [];
    const problem: Diagnostic = { code: 'review-other-address', args: { was, now }, severity: 'error', account: name };
    return closedAccount({ name, baseUrl: now, declared: declared.length }, [problem]);
  });
  if (moved.length === 0) return project;
  const names = new Set(moved.map(({ name }) => name));
  return {
    ...project,
    open: project.open.filter(({ account }) => !names.has(account.name)),
    closed: [...project.closed, ...moved],
    diagnostics: [...project.diagnostics, ...moved.flatMap(({ problems }) => problems)],
  };
}
