import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { openPlanFile } from '../../engine/plan-file.ts';
import { runOfPlan } from '../../engine/snapshot/read.ts';
import type { Reviewed, ShownChanges } from '../../model/review.ts';
import { closedAccount, type OpenProject } from '../session/accounts.ts';
import { sealKeysOf } from '../session/keys.ts';
import type { Session } from '../session/session.ts';
import { UserError, userError } from '../user-error.ts';

/** PLANFILE, relative to the working folder, and `--expect` as typed; `shown`: what the action read in comments. */
type ReviewArguments = {
  planfile?: string | undefined;
  expect: string | undefined;
  shown?: ShownChanges | undefined;
};

/** Reads the review; null if none is given. Throws a UserError if the file is wrong. */
export function reviewedOf({ planfile: file, expect, shown }: ReviewArguments, cwd: string): Reviewed | null {
  const others = { digest: expect ?? null, shown: shown ?? null };
  if (file === undefined) return others.digest === null && others.shown === null ? null : { plan: null, ...others };
  const read = openPlanFile(path.resolve(cwd, file), file);
  if ('problems' in read) throw new UserError(read.problems);
  const { digest, keyId, accounts, changes, base } = read.plan;
  return { plan: { file, digest, keyId, accounts, changes, base }, ...others };
}

/** Throws a UserError for a plan file that a run here has carried out whole: what was reviewed once is made once. */
export function requireUnused({ plan }: Reviewed, { project, keys }: Session): void {
  if (plan === null) return;
  const run = runOfPlan(project.home, plan, sealKeysOf(keys), project.cwd);
  if (run !== null) throw userError({ code: 'plan-file-used', args: { file: plan.file, run } });
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
