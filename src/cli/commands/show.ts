import path from 'node:path';
import { shellWord } from '../../diagnostics/shell-word.ts';
import { mergePlans } from '../../engine/merge-plans.ts';
import { openPlanFile } from '../../engine/plan-file.ts';
import { PLAN, type PlanReport } from '../../report/formats.ts';
import { isNamed } from '../../report/lines.ts';
import { withChanges } from '../../report/plan-view.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { madeNow } from '../made.ts';
import { sameInboxes } from '../session/arguments.ts';
import { workingFolder } from '../session/settings.ts';
import { UserError } from '../user-error.ts';

/** `inboxctl show PLANFILE…`: prints saved plans as one report. Sends nothing. Throws a UserError for all files at once. */
export async function show(invocation: Invocation<Arguments<'show'>>): Promise<Result<PlanReport>> {
  const { io, args } = invocation;
  const cwd = workingFolder(io, args);
  const read = args.planfile.map((file) => ({ file, ...openPlanFile(path.resolve(cwd, file), file) }));
  const saved = read.flatMap((one) => ('plan' in one ? [one] : []));
  const merged = mergePlans(saved);
  const problems = [...read, merged].flatMap((one) => ('problems' in one ? one.problems : []));
  if ('problems' in merged || problems.length > 0) throw new UserError(problems);
  // Digests do not cover counts.
  const plan = withChanges(merged.plan, merged.plan.changes);
  const names = plan.accounts.map(({ name }) => name);
  const account = names.length === 1 ? names.filter(isNamed) : [];
  const first = saved.find((one) => one.plan.changes.length > 0);
  const next = {
    planFile: shellWord(first?.file ?? ''),
    ...(names.length > 1 && { saved: saved.length }),
    ...{ maxDeletes: null, allowEmpty: false, allowLoss: false },
    sameInboxes: sameInboxes({ directory: args.directory, account }),
  };
  const commit = plan.base?.commit;
  const base = commit == null ? undefined : { name: commit.slice(0, 12), isHeld: false };
  const document = { plan, notices: plan.notices, hasPlan: true, next, made: madeNow(invocation), base };
  return { code: EXIT.done, document, formats: PLAN };
}
