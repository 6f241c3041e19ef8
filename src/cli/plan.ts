import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { failureOf } from '../engine/failure.ts';
import { failedPlan, isRefused, planFor } from '../engine/plan.ts';
import type { Plan } from '../model/plan.ts';
import { jsonPlan } from '../report/json.ts';
import { textFailure } from '../report/text-apply.ts';
import { textPlan } from '../report/text-plan.ts';
import type { Command, Invocation } from './definition.ts';
import { EXIT, exitCode } from './exit-code.ts';
import { openProject } from './project.ts';
import { stop } from './stop.ts';
import { textOptions } from './terminal.ts';

/** `inboxctl plan`: shows what apply would do. Sends nothing but GET. */
export const plan: Command = async (invocation) => {
  const { io, options } = invocation;
  const { client, account } = openProject(invocation);
  try {
    const live = await client.listRules();
    const planned = planFor(account, live);
    publish(invocation, planned.plan);
    const changes = options.detailedExitcode === true && planned.work.length > 0;
    return exitCode(changes ? EXIT.changes : EXIT.done, isRefused(planned) ? EXIT.refused : EXIT.done);
  } catch (error) {
    const { remedy, ...failure } = failureOf(error);
    const { name, baseUrl, declared, veil } = account;
    const failed = failedPlan({ name, baseUrl, declared: declared.length, keyId: veil.keyId }, failure);
    if (options.format === 'json') io.stdout.write(jsonPlan(failed));
    writeOutput(invocation, failed);
    io.stderr.write(textFailure({ ...failure, remedy }, textOptions(io, 'stderr', options)));
    return EXIT.failed;
  } finally {
    await client.close();
  }
};

function publish(invocation: Invocation, made: Plan): void {
  const { io, options } = invocation;
  if (options.format === 'json') io.stdout.write(jsonPlan(made));
  else {
    const notices = options.quiet === true ? made.notices.filter(({ severity }) => severity === 'error') : made.notices;
    io.stdout.write(textPlan({ ...made, notices }, textOptions(io, 'stdout', options)));
  }
  writeOutput(invocation, made);
}

function writeOutput({ io, options }: Invocation, made: Plan): void {
  const { output, directory } = options;
  if (typeof output !== 'string') return;
  const file = path.resolve(io.cwd(), typeof directory === 'string' ? directory : '.', output);
  try {
    writeFileSync(file, jsonPlan(made));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw stop({ code: 'file-unwritable', args: { what: 'The plan file', file: output, reason } });
  }
}
