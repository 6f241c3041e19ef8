import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { MailImpact } from '../../engine/mail-impact.ts';
import { isRefused, type Planned } from '../../engine/plan.ts';
import { PLAN, type PlanReport } from '../../report/formats.ts';
import { jsonPlan } from '../../report/json.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT, type ExitCode, exitCode } from '../exit-code.ts';
import { madeNow } from '../made.ts';
import { outputFile, spareFile } from '../output-file.ts';
import { openProject } from '../session/accounts.ts';
import { nextApply } from '../session/arguments.ts';
import { withBase } from '../session/base.ts';
import { findMailboxes, type Mailboxes, readMailboxes } from '../session/mailboxes.ts';
import { planRun } from '../session/read-live.ts';
import { openSession } from '../session/session.ts';
import { withSamples } from '../session/tests.ts';
import { userError } from '../user-error.ts';

/** `inboxctl plan`: shows what apply would do. Sends only GET requests. `isHeld`: what is not from here is not carried out. */
export async function plan(
  invocation: Invocation<Arguments<'plan'>>,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<Result<PlanReport>> {
  const { io, args, terminal } = invocation;
  const session = openSession(invocation, { sends: true, unset: 'error' });
  if (!args.force) await spareFile(io, '--output', args.output, session.project);
  const mailboxes = args.mails && findMailboxes(args.mails, session.project.cwd);
  const project = await withBase(withSamples(openProject(session, args)), args.base, isHeld);
  const { diagnostics } = project;
  terminal.say(diagnostics);
  const run = await planRun(invocation, project);
  const { planned, problems, codes } = run;
  const { plan: found, code, notices: ofMails } = await withMailboxes(invocation, mailboxes, run);
  const { notices } = found;
  const base = project.base === undefined ? {} : { base: project.base };
  const whole: Plan = { ...found, ...base, notices: [...diagnostics, ...ofMails, ...notices, ...problems] };
  // The file first: if it cannot be written, no other output may look complete.
  writePlanFile(invocation, whole);
  terminal.say(problems);
  terminal.sayToo(notices.filter(({ severity }) => severity === 'error'));
  const changes = args.detailedExitcode && found.changes.length > 0;
  const refused = planned.some((one) => isRefused(one.planned));
  return {
    code: exitCode(...codes, code, changes ? EXIT.changes : EXIT.done, refused ? EXIT.refused : EXIT.done),
    document: {
      plan: whole,
      notices,
      hasPlan: planned.length > 0,
      // Output to a device cannot be read again.
      next: nextApply(args, args.output?.startsWith('/dev/') ? undefined : args.output),
      made: madeNow(invocation),
      summary: args.summary,
      base: args.base === undefined ? undefined : { name: args.base, isHeld },
    },
    formats: PLAN,
  };
}

/** Adds the impact on the mails of --mails. */
async function withMailboxes(
  invocation: Invocation<Arguments<'plan'>>,
  mailboxes: Mailboxes | undefined,
  { planned, plan }: { planned: readonly Planned[]; plan: Plan },
): Promise<{ plan: Plan; code: ExitCode; notices: readonly Diagnostic[] }> {
  if (mailboxes === undefined) return { plan, code: EXIT.done, notices: [] };
  const impact = new MailImpact(planned);
  const { code, notices, complete } = await readMailboxes(invocation, mailboxes, (mail) => impact.add(mail));
  const { mails, affected } = impact;
  const shown = { ...plan, changes: impact.shownOn(plan.changes), mailbox: { mails, affected, complete } };
  return { plan: shown, code, notices };
}

function writePlanFile({ io, args: { directory, output } }: Invocation<Arguments<'plan'>>, whole: Plan): void {
  if (output === undefined) return;
  const problem = outputFile(io, 'The plan file', output, directory).write(jsonPlan(whole));
  if (problem !== null) throw userError(problem);
}
