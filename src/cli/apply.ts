import { apply as carryOut, type RulesPort } from '../engine/apply.ts';
import { failureOf } from '../engine/failure.ts';
import { type Planned, planFor } from '../engine/plan.ts';
import type { Applied, Step } from '../model/applied.ts';
import type { Diagnostic, Finding } from '../model/diagnostic.ts';
import { jsonApplied } from '../report/json.ts';
import { renderProblems } from '../report/problems.ts';
import { textApplied, textStep } from '../report/text-apply.ts';
import { textPlan } from '../report/text-plan.ts';
import type { Client } from '../service/client.ts';
import { ask } from './ask.ts';
import type { Command, Invocation } from './definition.ts';
import { EXIT, type ExitCode, exitCode } from './exit-code.ts';
import { type Interruption, interruption } from './interruption.ts';
import { type OpenProject, openProject } from './project.ts';
import { errorsOnly, textOptions } from './terminal.ts';

/** `inboxctl apply`: plans, shows the plan, asks, carries it out and compares. */
export const apply: Command = async (invocation) => {
  const project = openProject(invocation);
  const interrupted = interruption(invocation.io);
  try {
    return await planAndApply(invocation, project, interrupted);
  } catch (error) {
    const { message, remedy } = failureOf(error);
    const failed: Finding = { code: 'service-failed', args: { message, remedy } };
    return stopped(invocation, project.diagnostics, [], 'partial', EXIT.failed, failed);
  } finally {
    interrupted.disarm();
    await project.client.close();
  }
};

async function planAndApply(
  invocation: Invocation,
  { client, account, diagnostics, readAgain }: OpenProject,
  interrupted: Interruption,
): Promise<ExitCode> {
  const { io, options } = invocation;
  const shown = planFor(account, await client.listRules());
  show(invocation, shown);
  const said = [...diagnostics, ...shown.notices];
  const possible = !shown.guarded && shown.work.some(({ change }) => change.refused === undefined);
  if (!possible) return finish(invocation, said, untouched(shown));

  if (options.yes !== true) {
    const answer = await ask(io, 'Carry this out? Type yes to go on: ');
    const { steps } = untouched(shown);
    if (answer === 'cannot-ask') {
      return stopped(invocation, said, steps, 'refused', EXIT.refused, { code: 'cannot-ask', args: {} });
    }
    if (answer === 'interrupted') {
      return stopped(invocation, said, steps, 'interrupted', EXIT.interrupted, { code: 'answered-no', args: {} });
    }
    if (answer === 'no') {
      return stopped(invocation, said, steps, 'refused', EXIT.failed, { code: 'answered-no', args: {} });
    }
  }
  // What was asked about may be minutes old: files, settings and live rules are read again.
  const current = options.yes === true ? account : readAgain();
  const live = await client.listRules();
  const planned = planFor(current, live);
  if (planned.plan.digest !== shown.plan.digest) {
    const { steps } = untouched(shown);
    return stopped(invocation, said, steps, 'refused', EXIT.refused, { code: 'changed-meanwhile', args: {} });
  }

  interrupted.arm();
  const result = await carryOut(current, planned, live, {
    rules: portOf(client),
    failureOf,
    interrupted: () => interrupted.requested,
    onStep: progress(invocation, planned.work.length),
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
  outcome: Applied['outcome'],
  code: ExitCode,
  finding: Finding,
): ExitCode {
  const severity = finding.code === 'answered-no' ? 'info' : 'error';
  const why = { ...finding, severity } as Diagnostic;
  if (options.format === 'json') {
    io.stdout.write(jsonApplied({ outcome, steps: [...steps], differences: [], notices: [...said, why] }));
  }
  io.stderr.write(renderProblems([why], textOptions(io, 'stderr', options)));
  return code;
}
