import { declare } from '../engine/declare.ts';
import { hasErrors } from '../engine/plan.ts';
import { jsonNotices } from '../report/json.ts';
import { renderProblems } from '../report/problems.ts';
import { textValidation } from '../report/text-validation.ts';
import type { Command } from './definition.ts';
import { EXIT } from './exit-code.ts';
import { withoutKeys } from './hidden-keys.ts';
import { projectSettings, workingFolder } from './settings.ts';
import { errorsOnly, textOptions } from './terminal.ts';

/** `inboxctl validate`: checks the files, offline. */
export const validate: Command = async (invocation) => {
  const { io, options } = invocation;
  const project = projectSettings(invocation, workingFolder(invocation));
  const declared = declare(project.rules, project, project.plan);
  const diagnostics = withoutKeys(declared.diagnostics, io.env.INBOXCTL_API_KEY);
  const failed = hasErrors(diagnostics);
  if (options.format === 'json') io.stdout.write(jsonNotices(diagnostics));
  else {
    const style = textOptions(io, 'stdout', options);
    const shown = options.quiet === true ? errorsOnly(diagnostics) : diagnostics;
    if (shown.length > 0) io.stdout.write(`${renderProblems(shown, style)}\n`);
    if (failed || options.quiet !== true) io.stdout.write(textValidation(declared, style));
  }
  return failed ? EXIT.wrongInput : EXIT.done;
};
