/** Plan files: JSON that people carry from a review to an apply. Nothing in them is trusted before it is checked. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import { changeDigest, planDigest } from '../model/digest.ts';
import { jsonIn } from '../model/json.ts';
import { type Change, editsOf, type PlanDocument, type PlannedAccount, planDocument } from '../model/plan.ts';
import { asItsRulesSay, misfitIn } from '../planning/saved-change.ts';
import { unreadable } from '../source/load/find-files.ts';

/** In bytes; enough for several hundred thousand changes. */
const LIMIT = 256 * 1024 * 1024;

export type ReadPlan = { plan: PlanDocument } | { problems: Diagnostic[] };

/** Reads a plan file. `path` may be a pipe; `file` is the user's name for it. */
export function openPlanFile(path: string, file: string, limit = LIMIT): ReadPlan {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > limit) return problem({ code: 'plan-file-too-big', args: { file, limit } });
    if (!isUtf8(bytes)) return problem({ code: 'plan-file-not-utf8', args: { file } });
    return readPlanFile(bytes.toString('utf8'), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return problem(unreadable('The plan file', { path, shown: file }, error));
  }
}

/** Returns the plan of a plan file, or what is wrong with it, for example a digest that does not fit its change. */
export function readPlanFile(text: string, file: string): ReadPlan {
  // Editors may add a byte order mark.
  const json = jsonIn(text.replace(/^\ufeff/, ''));
  if (json === undefined) return problem({ code: 'plan-file-not-json', args: { file, empty: text.trim() === '' } });
  const version = (json as { formatVersion?: unknown } | null)?.formatVersion;
  if (typeof version === 'number' && version > 1) {
    return problem({ code: 'plan-file-newer', args: { file, version } });
  }
  const { data: plan, error } = planDocument.safeParse(json);
  const misshapen = error?.issues.map((issue) => issue.path.join('.'));
  if (plan === undefined) return notPlan(file, misshapen);
  const problems = edited(plan, json as PlanDocument, file);
  if (problems.length > 0) return { problems };
  const wrong = misfits(plan);
  if (wrong.length > 0) return notPlan(file, wrong);
  const complete = plan.accounts.every(({ error }) => error === undefined);
  return { plan: { ...plan, complete, changes: plan.changes.map(asItsRulesSay) } };
}

function notPlan(file: string, [key = '', ...more]: readonly string[] = []): ReadPlan {
  return problem({ code: 'plan-file-not-plan', args: { file, key, more: more.length } });
}

/** The keys that do not fit the rest of the plan, as no plan has them. */
function misfits({ accounts, base, changes }: PlanDocument): string[] {
  const isPlanned = new Map(accounts.map(({ name, error }) => [name, error === undefined]));
  if (isPlanned.size < accounts.length) return ['accounts'];
  // No inbox has rules of which none is the oldest.
  const isWhole = ({ inbox }: PlannedAccount) => inbox && (inbox.oldestAt === null) === (inbox.tags.length === 0);
  const unknown = accounts.flatMap((one, index) => (one.error || isWhole(one) ? [] : `accounts.${index}.inbox`));
  if (unknown.length > 0) return unknown;
  const misfitOf = (change: Change) => {
    if (isPlanned.get(change.account) !== true) return 'account';
    return base === undefined && change.origin !== undefined ? 'origin' : misfitIn(change);
  };
  return changes.map(misfitOf).flatMap((key, index) => (key === null ? [] : `changes.${index}.${key}`));
}

/** Recomputes each digest from everything in the file, including keys that our plans never have. */
function edited({ accounts, changes, digest }: PlanDocument, raw: PlanDocument, file: string): Diagnostic[] {
  const addressOf = new Map(accounts.map(({ name, baseUrl }) => [name, baseUrl]));
  const wrong = changes.filter((change, index) => {
    return digestOf(raw.changes[index] as Change, addressOf.get(change.account) ?? '') !== change.digest;
  });
  const problems = wrong.map(({ account, op, name }): Diagnostic => {
    return { code: 'plan-file-change-edited', args: { file, op, name }, severity: 'error', account };
  });
  if (problems.length > 0 || planDigest(editsOf(changes), accounts) === digest) return problems;
  return [{ code: 'plan-file-edited', args: { file }, severity: 'error' }];
}

/** Null if there is no digest: the change has a number that JSON cannot represent, or is nested too deeply. */
function digestOf(change: Change, baseUrl: string): string | null {
  try {
    return changeDigest(change, baseUrl);
  } catch {
    return null;
  }
}

function problem(finding: Finding): ReadPlan {
  return { problems: [{ ...finding, severity: 'error' }] };
}
