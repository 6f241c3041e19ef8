import { apply as carryOut, type RulesPort } from '../engine/apply.ts';
import { failureOf } from '../engine/failure.ts';
import { isRefused, type Planned, planFor } from '../engine/plan.ts';
import type { Applied, Step } from '../model/applied.ts';
import { jsonApplied } from '../report/json.ts';
import { textApplied, textFailure, textStep } from '../report/text-apply.ts';
import { textPlan } from '../report/text-plan.ts';
import type { Client } from '../service/client.ts';
import { ask } from './ask.ts';
import type { Command, Invocation } from './definition.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { interruption } from './interruption.ts';
import { openProject } from './project.ts';
import { stop } from './stop.ts';
import { textOptions } from './terminal.ts';

const EXITS: Record<Applied['outcome'], ExitCode> = {
  converged: EXIT.done,
  differs: EXIT.failed,
  partial: EXIT.failed,
  refused: EXIT.refused,
  interrupted: EXIT.interrupted,
};

/** `inboxctl apply`: plans, shows the plan, asks, carries it out and compares. */
export const apply: Command = async (invocation) => {
  const { io, options } = invocation;
  const { client, account, readAgain } = openProject(invocation);
  const interrupted = interruption(io);
  try {
    let live = await client.listRules();
    let planned = planFor(account, live);
    show(invocation, planned);
    const possible = !planned.guarded && planned.work.some(({ change }) => change.refused === undefined);
    if (!possible) return finish(invocation, untouched(planned));
    if (options.yes !== true) {
      const answer = await ask(io, 'Carry this out? Type yes to go on: ');
      if (answer === 'cannot-ask') throw stop({ code: 'cannot-ask', args: {} }, EXIT.refused);
      if (answer !== 'yes') {
        io.stderr.write('Nothing was changed.\n');
        return answer === 'no' ? EXIT.failed : EXIT.interrupted;
      }
      const shown = planned.plan.digest;
      live = await client.listRules();
      planned = planFor(readAgain(), live);
      if (planned.plan.digest !== shown) throw stop({ code: 'changed-meanwhile', args: {} }, EXIT.refused);
    }
    interrupted.arm();
    const onStep = progress(invocation, planned.work.length);
    const result = await carryOut(account, planned, live, {
      rules: portOf(client),
      failureOf,
      interrupted: () => interrupted.requested,
      onStep,
    });
    return finish(invocation, result);
  } catch (error) {
    io.stderr.write(textFailure(failureOf(error), textOptions(io, 'stderr', options)));
    return EXIT.failed;
  } finally {
    interrupted.disarm();
    await client.close();
  }
};

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
function untouched(planned: Planned): Applied {
  const steps = planned.work.map(({ change }): Step => ({ change, status: 'refused' }));
  return { outcome: isRefused(planned) ? 'refused' : 'converged', steps, differences: [], notices: planned.notices };
}

function show({ io, options }: Invocation, { plan }: Planned): void {
  const json = options.format === 'json';
  if (json && options.quiet === true) return;
  const stream = json ? 'stderr' : 'stdout';
  io[stream].write(textPlan(plan, textOptions(io, stream, options)));
}

function progress({ io, options }: Invocation, total: number): (step: Step) => void {
  const style = textOptions(io, 'stderr', options);
  let number = 0;
  return (step) => {
    number += 1;
    if (options.quiet !== true) io.stderr.write(textStep(step, number, total, style));
  };
}

function finish({ io, options }: Invocation, result: Applied): ExitCode {
  const text = textApplied(result, textOptions(io, 'stdout', options));
  io.stdout.write(options.format === 'json' ? jsonApplied(result) : text);
  return result.unchecked === undefined ? EXITS[result.outcome] : EXIT.failed;
}
