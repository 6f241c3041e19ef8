import type { Plan } from '../../diagnostics/results.ts';
import { failureOf } from '../../engine/failure.ts';
import { unfinishedNotice } from '../../engine/journal/read.ts';
import { isRefused, planOf } from '../../engine/plan.ts';
import { planAccounts } from '../../engine/plan-accounts.ts';
import type { PlanDocument } from '../../model/plan.ts';
import { jsonPlan, planDocumentOf } from '../../report/json.ts';
import { markdownPlan } from '../../report/markdown/plan.ts';
import { textPlan } from '../../report/text/plan.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { codesOf, unplanned } from '../apply/unplanned.ts';
import type { Command, Invocation } from '../command.ts';
import { EXIT, exitCode } from '../exit-code.ts';
import { connectProject } from '../session/connected.ts';
import { openProject } from '../session/project.ts';
import { fileOf } from '../terminal/output-file.ts';
import { saidIfSlow } from '../terminal/slow-answer.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';
import { userError } from '../user-error.ts';

/** `inboxctl plan`: shows what apply would do. Sends nothing but GET. */
export const plan: Command = async (invocation) => {
  const { io, options } = invocation;
  const connected = connectProject(invocation);
  try {
    const { open, closed, diagnostics, project } = openProject(invocation, connected, { evenWithNone: true });
    const targets = open.map(({ account, client }) => ({ account, rules: client }));
    const { planned, failed } = await saidIfSlow(
      invocation,
      planAccounts(targets, failureOf, () => io.uptime() * 1000),
    );
    const accounts = planned.map(({ account }) => account);
    const found = planOf(planned, unplanned(closed, failed));
    const made = {
      ...found,
      notices: [...(await unfinishedNotice(project.home, accounts, found, io.env)), ...found.notices],
    };
    const problems = failed.map(({ problem }) => problem);
    const whole = { ...made, notices: [...diagnostics, ...made.notices, ...problems] };
    // The file first: if it cannot be written, nothing else may look like a whole result.
    await writePlanFile(invocation, whole);
    // What comes last on a screen is how the accounts stand.
    if (problems.length > 0) io.stderr.write(renderProblems(problems, textOptions(io, 'stderr', options)));
    if (options.format === 'json') io.stdout.write(jsonPlan(whole));
    else if (options.format === 'markdown') io.stdout.write(markdown(invocation, whole));
    else if (options.format === 'html') io.stdout.write(await page(invocation, whole));
    else if (planned.length > 0) io.stdout.write(planText(invocation, made));
    const changes = options.detailedExitcode === true && made.changes.length > 0;
    const refused = planned.some((one) => isRefused(one.planned));
    return exitCode(...codesOf(closed, failed), changes ? EXIT.changes : EXIT.done, refused ? EXIT.refused : EXIT.done);
  } finally {
    await connected.close();
  }
};

function planText({ io, options }: Invocation, made: Plan): string {
  const notices = options.quiet === true ? errorsOnly(made.notices) : made.notices;
  return textPlan({ ...made, notices }, textOptions(io, 'stdout', options));
}

/** Nothing of it is left out: who posts it cuts it to what fits. */
function markdown(invocation: Invocation, whole: Plan): string {
  return markdownPlan(documentOf(invocation, whole), { maxBytes: Number.POSITIVE_INFINITY, whole: null });
}

async function page(invocation: Invocation, whole: Plan): Promise<string> {
  const { htmlPlan } = await import('../../report/html/plan.ts');
  return htmlPlan(documentOf(invocation, whole));
}

function documentOf({ options }: Invocation, whole: Plan): PlanDocument {
  const notices = options.quiet === true ? errorsOnly(whole.notices) : whole.notices;
  return planDocumentOf({ ...whole, notices });
}

async function writePlanFile(invocation: Invocation, whole: Plan): Promise<void> {
  const { output } = invocation.options;
  if (typeof output !== 'string') return;
  const { writeOutput } = await import('../../source/replace-file.ts');
  try {
    writeOutput(fileOf(invocation, output), jsonPlan(whole));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw userError({ code: 'file-unwritable', args: { what: 'The plan file', file: output, reason } }, EXIT.failed);
  }
}
