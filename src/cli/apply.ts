import { apply as carryOut, type RulesPort } from '../engine/apply.ts';
import { failureOf } from '../engine/failure.ts';
import { type Account, type Planned, planFor } from '../engine/plan.ts';
import type { Applied, Step } from '../model/applied.ts';
import type { Diagnostic, Finding } from '../model/diagnostic.ts';
import type { LiveRule } from '../model/rule.ts';
import { jsonApplied } from '../report/json.ts';
import { renderProblems } from '../report/problems.ts';
import { textApplied, textStep } from '../report/text-apply.ts';
import { textPlan } from '../report/text-plan.ts';
import type { Client } from '../service/client.ts';
import { type Answer, ask } from './ask.ts';
import type { Command, Invocation } from './definition.ts';
import { EXIT, type ExitCode, exitCode } from './exit-code.ts';
import { type Interruption, interruption } from './interruption.ts';
import { type OpenProject, openProject } from './project.ts';
import { errorsOnly, textOptions } from './terminal.ts';

/** Why an apply ends before it carried anything out. */
interface Refusal {
  outcome: Applied['outcome'];
  code: ExitCode;
  finding: Finding;
}

const CHANGED: Refusal = {
  outcome: 'refused',
  code: EXIT.refused,
  finding: { code: 'changed-meanwhile', args: {} },
};

/** What an answer to the question ends the apply with; null where it goes on. */
const REFUSALS: Record<Answer, Refusal | null> = {
  yes: null,
  no: { outcome: 'refused', code: EXIT.failed, finding: { code: 'answered-no', args: {} } },
  interrupted: { outcome: 'interrupted', code: EXIT.interrupted, finding: { code: 'answered-no', args: {} } },
  'cannot-ask': { outcome: 'refused', code: EXIT.refused, finding: { code: 'cannot-ask', args: {} } },
};

/** `inboxctl apply`: plans, shows the plan, asks, carries it out and compares. */
export const apply: Command = async (invocation) => {
  const project = openProject(invocation);
  const interrupted = interruption(invocation.io);
  const seen: Seen = { said: project.diagnostics, untried: [] };
  try {
    return await planAndApply(invocation, project, interrupted, seen);
  } catch (error) {
    const { message, remedy } = failureOf(error);
    const finding: Finding = { code: 'service-failed', args: { message, remedy } };
    return stopped(invocation, seen.said, seen.untried, { outcome: 'partial', code: EXIT.failed, finding });
  } finally {
    interrupted.disarm();
    await project.client.close();
  }
};

/** What was shown so far, for an end that comes from below. */
interface Seen {
  said: readonly Diagnostic[];
  untried: readonly Step[];
}

/** A plan with what it was made from. */
interface Made {
  account: Account;
  live: LiveRule[];
  planned: Planned;
}

async function planAndApply(
  invocation: Invocation,
  { client, account, diagnostics, readAgain }: OpenProject,
  interrupted: Interruption,
  seen: Seen,
): Promise<ExitCode> {
  const { io, options } = invocation;
  const make = async (of: Account): Promise<Made> => {
    const live = await client.listRules();
    return { account: of, live, planned: planFor(of, live) };
  };
  const shown = await make(account);
  show(invocation, shown.planned);
  const said = [...diagnostics, ...shown.planned.notices];
  const untried = untouched(shown.planned);
  seen.said = said;
  seen.untried = untried.steps;
  const possible = untried.steps.some(({ status }) => status === 'not-tried');
  if (!possible) return finish(invocation, said, untried);

  let made = shown;
  if (options.yes !== true) {
    const refusal = REFUSALS[await ask(io, 'Carry this out? Type yes to go on: ')];
    if (refusal !== null) return stopped(invocation, said, untried.steps, refusal);
    // What was asked about may be minutes old: files, settings and live rules are read again.
    made = await make(readAgain());
    const isSame = made.planned.plan.digest === shown.planned.plan.digest;
    if (!isSame) return stopped(invocation, said, untried.steps, CHANGED);
  }

  interrupted.arm();
  const result = await carryOut(made.account, made.planned, made.live, {
    rules: portOf(client),
    failureOf,
    interrupted: () => interrupted.requested,
    onStep: progress(invocation, made.planned.work.length),
    now: () => io.uptime() * 1000,
  });
  return finish(invocation, said, result);
}

/** The client as the apply needs it: a create does not send an operator that nobody set. */
function portOf(client: Client): RulesPort {
  return {
    listRules: () => client.listRules(),
    createRule: (rule) => {
      const { conditionalOperator, ...rest } = rule.condition;
      const condition = conditionalOperator === null ? rest : rule.condition;
      return client.createRule({ ...rule, condition });
    },
    replaceRule: (id, rule) => client.replaceRule(id, rule),
    deleteRule: (id) => client.deleteRule(id),
  };
}

/** The result where nothing may or need be carried out. */
function untouched({ guarded, work }: Planned): Applied {
  const steps = work.map(({ change }): Step => {
    return { change, status: guarded || change.refused !== undefined ? 'refused' : 'not-tried' };
  });
  return { outcome: steps.length === 0 ? 'converged' : 'refused', steps, differences: [], notices: [] };
}

function show({ io, options }: Invocation, { plan }: Planned): void {
  const json = options.format === 'json';
  const quiet = options.quiet === true;
  if (json && quiet) return;
  const stream = json ? 'stderr' : 'stdout';
  const notices = quiet ? errorsOnly(plan.notices) : plan.notices;
  io[stream].write(textPlan({ ...plan, notices }, textOptions(io, stream, options)));
}

function progress({ io, options }: Invocation, total: number): (step: Step) => void {
  const style = textOptions(io, 'stderr', options);
  let number = 0;
  return (step) => {
    number += 1;
    if (options.quiet === true) return;
    if (number === 1 && options.yes === true) io.stderr.write('\n');
    io.stderr.write(textStep(step, number, total, style));
  };
}

/** The end where something was carried out, or there was nothing to do. `said` are the notices of files and plan. */
function finish({ io, options }: Invocation, said: readonly Diagnostic[], result: Applied): ExitCode {
  const quiet = options.quiet === true ? { ...result, notices: errorsOnly(result.notices) } : result;
  const text = textApplied(quiet, textOptions(io, 'stdout', options));
  const all = { ...result, notices: [...said, ...result.notices] };
  io.stdout.write(options.format === 'json' ? jsonApplied(all) : text);
  const { outcome, steps, differences, unchecked } = result;
  const failed = unchecked !== undefined || differences.length > 0 || steps.some(({ status }) => status === 'failed');
  const refused = outcome === 'refused' || steps.some(({ status }) => status === 'refused');
  return exitCode(
    outcome === 'interrupted' ? EXIT.interrupted : EXIT.done,
    failed ? EXIT.failed : EXIT.done,
    refused ? EXIT.refused : EXIT.done,
  );
}

/** The end where nothing was carried out, and why. */
function stopped(
  { io, options }: Invocation,
  said: readonly Diagnostic[],
  steps: readonly Step[],
  { outcome, code, finding }: Refusal,
): ExitCode {
  const severity = finding.code === 'answered-no' ? 'info' : 'error';
  const why = { ...finding, severity } as Diagnostic;
  if (options.format === 'json') {
    io.stdout.write(jsonApplied({ outcome, steps: [...steps], differences: [], notices: [...said, why] }));
  }
  io.stderr.write(renderProblems([why], textOptions(io, 'stderr', options)));
  return code;
}
