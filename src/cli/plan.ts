import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { failureOf } from '../engine/failure.ts';
import { failedPlan, isRefused, planFor } from '../engine/plan.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Plan } from '../model/plan.ts';
import { jsonPlan } from '../report/json.ts';
import { renderProblems } from '../report/problems.ts';
import { textPlan } from '../report/text-plan.ts';
import type { Command, Invocation } from './definition.ts';
import { EXIT, exitCode } from './exit-code.ts';
import { openProject } from './project.ts';
import { stop } from './stop.ts';
import { errorsOnly, textOptions } from './terminal.ts';

/** `inboxctl plan`: shows what apply would do. Sends nothing but GET. */
export const plan: Command = async (invocation) => {
  const { io, options } = invocation;
  const { client, account, diagnostics } = openProject(invocation);
  try {
    const planned = planFor(account, await client.listRules());
    publish(invocation, planned.plan, diagnostics);
    const changes = options.detailedExitcode === true && planned.work.length > 0;
    return exitCode(changes ? EXIT.changes : EXIT.done, isRefused(planned) ? EXIT.refused : EXIT.done);
  } catch (error) {
    const { status, code, message, hint, remedy } = failureOf(error);
    const { name, baseUrl, declared, veil } = account;
    const head = { name, baseUrl, declared: declared.length, keyId: veil.keyId };
    const failed: Diagnostic = { code: 'service-failed', args: { message, remedy }, severity: 'error', account: name };
    const made = failedPlan(head, { status, code, message, hint });
    const json = jsonPlan({ ...made, notices: [...diagnostics, failed] });
    writeOutput(invocation, json);
    if (options.format === 'json') io.stdout.write(json);
    io.stderr.write(renderProblems([failed], textOptions(io, 'stderr', options)));
    return EXIT.failed;
  } finally {
    await client.close();
  }
};

/** The file first: if it cannot be written, nothing else may look like a whole result. */
function publish(invocation: Invocation, made: Plan, diagnostics: readonly Diagnostic[]): void {
  const { io, options } = invocation;
  const json = jsonPlan({ ...made, notices: [...diagnostics, ...made.notices] });
  writeOutput(invocation, json);
  const notices = options.quiet === true ? errorsOnly(made.notices) : made.notices;
  const text = () => textPlan({ ...made, notices }, textOptions(io, 'stdout', options));
  io.stdout.write(options.format === 'json' ? json : text());
}

function writeOutput({ io, options }: Invocation, json: string): void {
  const { output, directory } = options;
  if (typeof output !== 'string') return;
  const file = path.resolve(io.cwd(), typeof directory === 'string' ? directory : '.', output);
  try {
    writeFileSync(file, json);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw stop({ code: 'file-unwritable', args: { what: 'The plan file', file: output, reason } });
  }
}
