import type { Reviewed } from '../../model/review.ts';
import { confirmedRun } from '../apply/confirmed-run.ts';
import type { ApplyReport } from '../apply/formats.ts';
import { closeMovedAccounts, requireUnused, reviewedOf } from '../apply/reviewed.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { base, carryingOut, common, expect, guards, only, overwrite, writeConnection } from '../options.ts';
import { refuseFileInUse, writeOutputFile } from '../output-file.ts';
import { type OpenProject, openProject, requireOpen } from '../session/accounts.ts';
import { withBase } from '../session/base.ts';
import { openSession } from '../session/session.ts';
import { workingFolder } from '../session/settings.ts';
import { withSamples } from '../session/tests.ts';
import { userError } from '../user-error.ts';

export const definition = {
  arguments: [
    { name: '[planfile]', description: 'make only the changes in this file, written by `inboxctl plan --output`' },
  ],
  description:
    'Plans, shows the plan, asks, and carries it out. Changes that others need come first, other deletes last. A change that fails does not stop the others. At the end it compares the live rules with the declared ones. With a plan file or --expect, a change that was not reviewed is shown but not made.\nExits 0 when the live rules are as declared, 1 when something failed or differs, 4 when it refuses.',
  options: [
    ...common,
    ...writeConnection,
    only,
    base,
    ...guards,
    ...carryingOut,
    expect,
    option('--report <FILE>', 'also write what was done to FILE, as a page for a browser'),
    overwrite,
  ],
  dry: 'inboxctl plan',
  examples: {
    'inboxctl apply': 'show the plan, ask, carry it out',
    'inboxctl apply --yes': 'without asking, for automation',
    'inboxctl apply plan.json --yes': 'exactly what was reviewed in plan.json',
    'inboxctl apply --base HEAD': 'only what the files changed since the last commit',
    'inboxctl apply --max-deletes 12': 'allow up to 12 deletes this once',
    "inboxctl apply --only 'Billing *'": 'these rules, and leave all others as they are',
  },
} as const satisfies CommandDefinition;

type ApplyInvocation = Invocation<ArgumentsOf<typeof definition>>;

/** `inboxctl apply [PLANFILE]`: plans, shows the plan, asks, carries it out and compares. */
export async function run(invocation: ApplyInvocation): Promise<Result<ApplyReport>> {
  const { io, args, findings } = invocation;
  // Before anything is sent.
  const unwritable = args.report === undefined ? null : writeOutputFile(invocation, 'The report', args.report, null);
  if (unwritable !== null) throw userError({ ...unwritable, args: { ...unwritable.args, of: 'report' } });
  const reviewed = reviewedOf(args, workingFolder(io, args));
  const from = args.base ?? reviewed?.plan?.base?.commit;
  const project = await open(invocation, reviewed, from);
  if (!args.force) await refuseFileInUse(io, '--report', args.report, project.session.project);
  if (reviewed !== null) requireUnused(reviewed, project.session);
  requireOpen(project);
  findings.add(project.diagnostics);
  findings.print();
  return confirmedRun(invocation, project, {
    rollback: null,
    reviewed,
    openAgain: async () => (await open(invocation, reviewed, from)).open,
  });
}

function open(invocation: ApplyInvocation, reviewed: Reviewed | null, base: string | undefined): Promise<OpenProject> {
  const project = openProject(openSession(invocation, { sendsKeys: true, unset: 'error' }), invocation.args);
  return withBase(withSamples(closeMovedAccounts(project, reviewed)), base);
}
