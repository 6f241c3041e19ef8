import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { MailImpact } from '../../engine/mail-impact.ts';
import { isRefused, type Planned } from '../../engine/plan.ts';
import { searchFor } from '../../mail/search.ts';
import { isSameInbox } from '../../model/inbox-identity.ts';
import { type Change, editsOf } from '../../model/plan.ts';
import { PLAN, type PlanReport } from '../../report/formats.ts';
import { jsonPlan } from '../../report/json.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { madeNow } from '../made.ts';
import { base, commonWith, connection, fileName, guards, mails, only, overwrite, planFormat } from '../options.ts';
import { refuseFileInUse, writeOutputFile } from '../output-file.ts';
import { openProject } from '../session/accounts.ts';
import { inboxOptions, nextApply } from '../session/arguments.ts';
import { withBase, withUntouched } from '../session/base.ts';
import { findMailboxes, type Mailboxes, readMailboxes } from '../session/mailboxes.ts';
import { planRun } from '../session/read-live.ts';
import { openSession } from '../session/session.ts';
import { withSamples } from '../session/tests.ts';
import { userError } from '../user-error.ts';

export const definition = {
  description:
    'Compares the declared rules with the live ones and shows each rule that apply would create, replace or delete.\nExits 0, even when there are changes (see --detailed-exitcode); 4 when apply would refuse.',
  options: [
    ...commonWith(planFormat),
    ...connection,
    only,
    ...guards,
    base,
    option('--detailed-exitcode', 'exit 2 when there are changes'),
    mails,
    option('--summary', 'as text, print a line for each change'),
    option('--output <FILE>', 'also write the plan to FILE, as JSON', { parse: fileName }),
    overwrite,
  ],
  examples: {
    'inboxctl plan': 'what would change',
    'inboxctl plan --detailed-exitcode': 'the same, with exit code 2 if something would',
    'inboxctl plan --summary': 'a line for each change: which rules would change, and what needs attention',
    'inboxctl plan --mails All.mbox': 'and how many mails of a mailbox each change affects',
    'inboxctl plan --base HEAD': 'what the files changed since the last commit would change',
    'inboxctl plan --only Newsletters': 'what would change in this rule',
    "inboxctl plan --format json | jq '.summary'": 'the counts',
    'inboxctl plan --format markdown > plan.md': 'to post somewhere',
    'inboxctl plan --format html > plan.html': 'to read in a browser',
  },
} as const satisfies CommandDefinition;

/**
 * `inboxctl plan`, by GET requests alone. In the order of calls: `openSession` reads the settings and keys, `openProject` the
 * rule files, `withBase` those of the base; `planRun` reads the live rules and plans. The caller prints the document.
 * `withoutBase`: the base only tells which accounts the files touch; the action uses it.
 */
export async function run(
  invocation: Invocation<ArgumentsOf<typeof definition>>,
  { withoutBase = false } = {},
): Promise<Result<PlanReport>> {
  const { io, args, findings } = invocation;
  const session = openSession(invocation, { sendsKeys: true, unset: 'error' });
  if (!args.force) await refuseFileInUse(io, '--output', args.output, session.project);
  const mailboxes = args.mails && findMailboxes(args.mails, session.project.cwd);
  const opened = withSamples(openProject(session, args));
  const project = await (withoutBase ? withUntouched : withBase)(opened, args.base);
  const { untouched = new Set<string>(), base: from, pitfalls } = project;
  findings.add(project.diagnostics.map((one) => asWarningIfUntouched(one, untouched)));
  findings.print();
  const { planned, plan: made, problems, unplanned } = await planRun(invocation, project, { base: from, pitfalls });
  findings.add(problems.map((one) => asWarningIfUntouched(one, untouched)));
  const codes = unplanned.flatMap(({ name, code }) => (untouched.has(name) ? [] : code));
  const { plan: counted, code } = await addMailImpact(invocation, mailboxes, { planned, plan: made });
  const searched = (): Change[] => counted.changes.map((one) => ({ ...one, search: searchFor(one.after) }));
  const plan = args.verbose ? { ...counted, changes: searched() } : counted;
  findings.add(plan.notices, 'document-and-errors');
  // The file first: if it cannot be written, no other output may look complete.
  if (args.output !== undefined) {
    const whole = jsonPlan({ ...plan, notices: findings.all() });
    const problem = writeOutputFile(invocation, 'The plan file', args.output, whole);
    if (problem !== null) throw userError(problem);
  }
  const changes = args.detailedExitcode && editsOf(plan.changes).length > 0;
  const refused = planned.some((one) => isRefused(one.planned));
  const liveOf = new Map(planned.map(({ account, live }) => [account.name, live]));
  return {
    code: exitCode(...codes, code, changes ? EXIT.changes : EXIT.done, refused ? EXIT.refused : EXIT.done),
    document: {
      plan,
      hasPlan: planned.length > 0,
      // Output to a device cannot be read again.
      next: nextApply(args, args.output?.startsWith('/dev/') ? undefined : args.output),
      inboxes: inboxOptions(args),
      made: madeNow(invocation),
      summary: args.summary,
      base: args.base,
      isInbox: (account, seen) => {
        const live = liveOf.get(account);
        return live === undefined || isSameInbox(seen, live);
      },
    },
    formats: PLAN,
  };
}

/** An unreadable account that the change leaves alone must not block a merge. */
function asWarningIfUntouched(diagnostic: Diagnostic, untouched: ReadonlySet<string>): Diagnostic {
  const { account, severity } = diagnostic;
  const isOfOthers = severity === 'error' && account !== undefined && untouched.has(account);
  return isOfOthers ? { ...diagnostic, severity: 'warning' } : diagnostic;
}

async function addMailImpact(
  invocation: Invocation<ArgumentsOf<typeof definition>>,
  mailboxes: Mailboxes | undefined,
  { planned, plan }: { planned: readonly Planned[]; plan: Plan },
): Promise<{ plan: Plan; code: ExitCode }> {
  if (mailboxes === undefined) return { plan, code: EXIT.done };
  const impact = new MailImpact(planned);
  const { code, complete } = await readMailboxes(invocation, mailboxes, (mail) => impact.add(mail));
  const mailbox = { mails: impact.mails, affected: impact.affected, complete };
  return { plan: { ...plan, changes: impact.shownOn(plan.changes), mailbox }, code };
}
