import path from 'node:path';
import { shellWord } from '../../diagnostics/yaml-text.ts';
import { mergePlans } from '../../engine/merge-plans.ts';
import { openPlanFile } from '../../engine/plan-file.ts';
import { PLAN, type PlanReport } from '../../report/formats.ts';
import { isNamed } from '../../report/lines.ts';
import { withChanges } from '../../report/plan-view.ts';
import { OF_PLAN_FILE } from '../../report/wording.ts';
import type { ArgumentsOf, CommandDefinition, Invocation, Result } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { madeNow } from '../made.ts';
import { color, directory, planFormat, quiet, verbose } from '../options.ts';
import { inboxOptions, sameInboxes } from '../session/arguments.ts';
import { workingFolder } from '../session/settings.ts';
import { UserError } from '../user-error.ts';

export const definition = {
  arguments: [
    { name: '<planfile...>', description: 'plans written by `inboxctl plan --output`, each of other accounts' },
  ],
  description:
    'Reads plan files, checks them, and prints them as `inboxctl plan` prints a plan. What each change does, its name and its risks are those of the rules before and after. All else, such as places, sample mails, notices and why a change is refused, is as the file says; an apply decides anew. It needs no key and no project, and sends nothing. A shard without a file is not missed: name all files.\nExits 0 when it printed the plans, even if one is refused or not complete; 3 when a file is not a plan, was edited, or has an account that another file has too.',
  options: [directory, planFormat, color, quiet, verbose],
  examples: {
    'inboxctl show plan.json': 'read a plan that was saved',
    'inboxctl show plans/*.json --format html > plan.html': 'the plans of all shards as one page',
    "inboxctl show plans/*.json --format json | jq '.summary'": 'how much they would change together',
  },
} as const satisfies CommandDefinition;

/** `inboxctl show PLANFILE…`: prints saved plans as one report. Sends nothing. Throws a UserError for all files at once. */
export async function run(invocation: Invocation<ArgumentsOf<typeof definition>>): Promise<Result<PlanReport>> {
  const { io, args, findings } = invocation;
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
  findings.add(plan.notices, 'document');
  const inboxes = inboxOptions({ directory: args.directory, account });
  const document = { plan, hasPlan: true, next, inboxes, made: madeNow(invocation), wording: OF_PLAN_FILE };
  return { code: EXIT.done, document, formats: PLAN };
}
