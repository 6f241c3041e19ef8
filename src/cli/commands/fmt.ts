import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { formatFiles } from '../../engine/format.ts';
import { jsonFormatted } from '../../report/json.ts';
import { textFormatted } from '../../report/text/format.ts';
import { renderProblems } from '../../report/text/problems.ts';
import type { Command, Invocation } from '../command.ts';
import { codeOfProblems, EXIT, exitCode } from '../exit-code.ts';
import { withoutSecrets } from '../session/hidden-secrets.ts';
import { ownKeys } from '../session/keys.ts';
import { rulesLoader, rulesOf } from '../session/rules.ts';
import { openSettings, type Project, workingFolder } from '../session/settings.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';

/** `inboxctl fmt`: rewrites rule files in canonical form, or with `--check` names those that are not. */
export const fmt: Command = async (invocation) => {
  const { io, options } = invocation;
  const project = openSettings(invocation, workingFolder(invocation));
  const roots = new Set(project.selected.flatMap((account) => rulesOf(account, project).roots));
  const { files, diagnostics } = formatFiles([...roots], project, options.check === true);
  const shown = hidden(diagnostics, [...roots], invocation, project);
  const notices = [...project.notices, ...shown];
  const differs = files.some(({ status }) => status === 'differs');
  const failed = shown.length > 0 || differs;

  if (options.format === 'json') io.stdout.write(jsonFormatted(files, notices));
  else {
    const style = textOptions(io, 'stdout', options);
    const said = options.quiet === true ? errorsOnly(notices) : notices;
    if (said.length > 0) io.stdout.write(`${renderProblems(said, style)}\n`);
    if (failed || options.quiet !== true) io.stdout.write(textFormatted(files, style));
  }
  return exitCode(codeOfProblems(shown), differs ? EXIT.wrongInput : EXIT.done);
};

/** The lines of problems without secrets. Which variables the rules refer to is looked up only if there are any. */
function hidden(diagnostics: Diagnostic[], roots: string[], invocation: Invocation, project: Project): Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  const loader = rulesLoader(invocation, project, 'warning');
  loader.load(roots);
  return withoutSecrets(diagnostics, [...ownKeys(invocation, project), ...loader.secrets()]);
}
