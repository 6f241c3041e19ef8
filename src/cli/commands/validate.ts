import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { declare } from '../../engine/declare.ts';
import { hasErrors } from '../../engine/plan.ts';
import { jsonNotices } from '../../report/json.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { textValidation } from '../../report/text/validation.ts';
import type { Command } from '../command.ts';
import { codeOfProblems, EXIT, exitCode } from '../exit-code.ts';
import { offlineProblems, sameInboxes } from '../session/connection.ts';
import { withoutSecrets } from '../session/hidden-secrets.ts';
import { ownKeys } from '../session/keys.ts';
import { rulesLoader, rulesOf } from '../session/rules.ts';
import { openSettings, workingFolder } from '../session/settings.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';

/** `inboxctl validate`: checks the files, offline. */
export const validate: Command = async (invocation) => {
  const { io, options } = invocation;
  const project = openSettings(invocation, workingFolder(invocation));
  const loader = rulesLoader(invocation, project, 'warning');
  const declared = declare(
    project.selected.map((account) => rulesOf(account, project)),
    loader,
  );
  const found = new Set<Diagnostic>([
    ...project.notices,
    ...sameInboxes(project, io.env),
    ...offlineProblems(invocation, project),
    ...declared.flatMap((files) => files.diagnostics),
  ]);
  const violations = saidOnce(declared.flatMap((files) => files.violations));

  const secrets = [...ownKeys(invocation, project), ...loader.mentioned()];
  const diagnostics = withoutSecrets([...found, ...violations], secrets);
  const code = exitCode(codeOfProblems(errorsOnly([...found])), violations.length > 0 ? EXIT.refused : EXIT.done);
  if (options.format === 'json') io.stdout.write(jsonNotices(diagnostics));
  else {
    const style = textOptions(io, 'stdout', options);
    const shown = options.quiet === true ? errorsOnly(diagnostics) : diagnostics;
    if (shown.length > 0) io.stdout.write(`${renderProblems(shown, style)}\n`);
    const spots = declared.flatMap(({ rules }) => rules.map(({ spot }) => spot));
    const paths = new Set(declared.flatMap((one) => one.files.map(({ path }) => path)));
    const checked = { rules: new Set(spots).size, files: paths.size, accounts: declared.length, diagnostics };
    if (hasErrors(diagnostics) || options.quiet !== true) io.stdout.write(textValidation(checked, style));
  }
  return code;
};

/** A rule that breaks a policy breaks it for every account that has both: that is said once, without the account. */
function saidOnce(violations: readonly Diagnostic[]): Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const violation of violations) {
    const { account: _, ...rest } = violation;
    const id = JSON.stringify(rest);
    first.set(id, first.has(id) ? rest : violation);
  }
  return [...first.values()];
}
