import path from 'node:path';
import { shellWord } from '../../diagnostics/shell-word.ts';
import { mergePlans, type SavedPlan } from '../../engine/merge-plans.ts';
import { openPlanFile } from '../../engine/plan-file.ts';
import type { PlannedAccount } from '../../model/plan.ts';
import { DEFAULT_ACCOUNT } from '../../model/project.ts';
import { PLAN, type PlanReport } from '../../report/formats.ts';
import type { NextApply } from '../../report/plan-next.ts';
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
  const { base } = plan;
  return {
    code: EXIT.done,
    document: {
      plan,
      notices: plan.notices,
      hasPlan: true,
      next: nextApply(args, saved, plan.accounts),
      made: madeNow(invocation),
      base: base?.commit == null ? undefined : { name: base.commit.slice(0, 12), isHeld: false },
    },
    formats: PLAN,
  };
}

/** With several files, names the first that has changes. */
function nextApply(
  { directory }: Arguments<'show'>,
  saved: readonly SavedPlan[],
  accounts: readonly PlannedAccount[],
): NextApply {
  const first = saved.find(({ plan }) => plan.changes.length > 0);
  const [one, ...others] = accounts.map(({ name }) => name);
  const account = one === undefined || one === DEFAULT_ACCOUNT || others.length > 0 ? undefined : [one];
  return {
    planFile: shellWord(first?.file ?? ''),
    maxDeletes: null,
    allowEmpty: false,
    allowLoss: false,
    sameInboxes: sameInboxes({ directory, account }),
    ...(others.length > 0 ? { saved: saved.length } : {}),
  };
}
